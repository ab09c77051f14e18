"""A computation in traced code whose result nobody takes.

## What it finds
A statement that is only a call of a ``jax.numpy``, ``jax.lax`` or ``jax.nn`` function, in traced
code.

## Why it is bad
These functions change nothing; they return a new array. A result that does not reach an output is
removed when the function is compiled.

## Example
    @jax.jit
    def step(x):
        jnp.clip(x, 0.0, 1.0)
        return x

## Use instead
    @jax.jit
    def step(x):
        return jnp.clip(x, 0.0, 1.0)

## When it stays quiet
Code that is not traced, functions of a shape or a type.

## Fix
None is offered.
"""

from jaxlint.observations import TransformMisuse
from jaxlint.rule import Rule, Verdict

_FORMS = {
    "dropped": (
        "what {transform} gives is dropped",
        "bind or return the result",
        None,
    ),
}


class DroppedComputation(Rule[TransformMisuse]):
    """Judges statements that only compute."""

    code = "JAX517"
    name = "dropped-computation"
    outcome = "has no effect: what is computed is dropped"
    observes = TransformMisuse

    def judge(self, seen: TransformMisuse) -> Verdict | None:
        if seen.form not in _FORMS:
            return None
        message, advice, outcome = _FORMS[seen.form]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, mend=seen.mend)
