"""A transformation that is given something else than a function.

## What it finds
The result of a call in place of the function (``jax.jit(f(x))``, ``lax.cond(p, f(x), g(x))``),
arguments of the function given to the transformation (``jax.grad(f, x)``, ``jax.vmap(f, xs)``,
``jax.jit(f, x)``), and options without a function (``@jax.vmap(in_axes=0)``), which only
``jax.jit`` allows.

## Why it is bad
Raises ``TypeError``.

## Example
    slope = jax.grad(loss, w)

    @jax.vmap(in_axes=(0, None))
    def predict(x, w): ...

## Use instead
    slope = jax.grad(loss)(w)

    @functools.partial(jax.vmap, in_axes=(0, None))
    def predict(x, w): ...

## When it stays quiet
Values that may be functions; ``@jax.jit(static_argnames=...)``.

## Fix
Safe: ``@jax.vmap(...)`` becomes ``@functools.partial(jax.vmap, ...)`` where ``partial`` is
imported. Unsafe: ``jax.grad(f, x)`` becomes ``jax.grad(f)(x)``.
"""

from jaxlint.analysis.domains.usage.observations import Given, TransformMisgiven
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Given.NO_CALLABLE: (
        "{transform} is given {what} where it wants a function",
        "pass the function, not what it returns",
        None,
    ),
    Given.ARGUMENTS: (
        "{transform} is given the arguments of the function",
        "call what the transformation returns: transform(f)(x)",
        None,
    ),
    Given.OPTIONS: (
        "{transform} has options but no function",
        "wrap it in functools.partial",
        None,
    ),
}


class MisusedTransform(Rule[TransformMisgiven]):
    """Judges what transformations are given."""

    code = "JAX508"
    name = "misused-transform"
    outcome = "raises TypeError"
    observes = TransformMisgiven

    def judge(self, seen: TransformMisgiven) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
