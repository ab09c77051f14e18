"""A float or a whole shape where the sizes of a shape are wanted, or sizes without a tuple.

## What it finds
``jnp.zeros(n / 2)``, whose size is a float, and ``x.reshape(n, -1, x.shape[1:])``, a shape inside a
shape; the same for ``ones``, ``empty``, ``full``, ``reshape`` and ``broadcast_to``. Also
``jnp.zeros(2, 3)``, whose second argument is a dtype, and ``jax.random.gamma(key, a, 1 / b)``,
whose third one is the shape: a float, or an array of them, where a sampler takes one.

## Why it is bad
A shape is made of whole numbers: ``TypeError: Shapes must be 1D sequences of concrete values of
integer type``. What is no dtype is refused too: ``TypeError: Cannot interpret '3' as a data type``.

## Example
    halves = jnp.zeros((x.shape[0] / 2, 3))
    blocks = x.reshape(n, -1, x.shape[1:])
    cells = jnp.zeros(2, 3)

## Use instead
    halves = jnp.zeros((x.shape[0] // 2, 3))
    blocks = x.reshape(n, -1, *x.shape[1:])
    cells = jnp.zeros((2, 3))

## When it stays quiet
For shapes that are not known to hold a float or a shape.

## Fix
Safe for a shape in a shape, as the code always raises: it is spread with ``*``.
"""

from jaxlint.analysis.domains.arrays.observations import Part, ShapeMalformed
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Part.FLOAT: ("a float, as a size", "divide with `//`"),
    Part.SHAPE: ("a shape inside a shape", "spread it with `*`"),
    Part.NUMBERS: ("no shape, which this argument is", "give the shape, and scale what is drawn"),
    Part.BEHIND: ("a size where the dtype is wanted", "put all sizes into one tuple"),
}


class BrokenShape(Rule[ShapeMalformed]):
    """Judges what is given as a shape."""

    code = "JAX315"
    name = "broken-shape"
    outcome = "raises TypeError"
    observes = ShapeMalformed

    def judge(self, seen: ShapeMalformed) -> Verdict | None:
        what, advice = _WORDS[seen.part]
        return Verdict(f"`{seen.spelled()}` is {what}", advice, fix=seen.fix)
