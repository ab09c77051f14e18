"""A jitted function that gets another shape in each turn of a loop.

## What it finds
In a loop of a program or test (at module level, in ``main``, in tests, and in what those call), a
call of a jitted function that is given a slice up to the number of the turn (``x[:i]``), an array
of that size (``jnp.zeros(i)``), or a list to which the loop appends.

## Why it is bad
A jitted function is compiled for the shapes of its arguments, and for how many there are in a list.
A loop of a hundred turns compiles a hundred programs.

## Example
    for i in range(1, length):
        logits = model(params, tokens[:i])
        tokens = tokens.at[i].set(jnp.argmax(logits[-1]))

## Use instead
    for i in range(1, length):
        logits = model(params, tokens, jnp.arange(length) < i)
        tokens = tokens.at[i].set(jnp.argmax(logits[i - 1]))

## When it stays quiet
It is off unless selected. A window (``x[i:i + 8]``) has one shape. Other functions are quiet, as
they may be run in traced code, and so are loops of eight turns or fewer, where the loop says so.
Shapes that data decide are not in source: ``jax.log_compiles()`` shows each compilation.

## Fix
None.
"""

from jaxlint.analysis.domains.compilation.observations import ShapeChanges
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class ChangingShape(Rule[ShapeChanges]):
    """Judges arguments that change their shape from turn to turn."""

    code = "JAX709"
    name = "changing-shape"
    outcome = "recompiles in each turn"
    level = Level.OFF
    severity = WARNING
    observes = ShapeChanges

    def judge(self, seen: ShapeChanges) -> Verdict | None:
        return Verdict(
            f"this has another shape in each turn, by `{seen.name}`: each one compiles anew",
            "give arrays of one shape, and a mask or a length as a number",
        )
