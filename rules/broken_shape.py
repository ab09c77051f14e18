"""A float or a whole shape where the sizes of a shape are wanted.

## What it finds
``jnp.zeros(n / 2)``, whose size is a float, and ``x.reshape(n, -1, x.shape[1:])``, a shape inside a
shape; the same for ``ones``, ``empty``, ``full``, ``reshape`` and ``broadcast_to``.

## Why it is bad
A shape is made of whole numbers: ``TypeError: Shapes must be 1D sequences of concrete values of
integer type``.

## Example
    halves = jnp.zeros((x.shape[0] / 2, 3))
    blocks = x.reshape(n, -1, x.shape[1:])

## Use instead
    halves = jnp.zeros((x.shape[0] // 2, 3))
    blocks = x.reshape(n, -1, *x.shape[1:])

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
