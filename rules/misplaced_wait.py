"""``block_until_ready`` where there is none.

## What it finds
``(a, b).block_until_ready()``, of a list or a dict too, and ``x.block_until_ready()`` in traced
code.

## Why it is bad
Only an array that holds numbers has this method: ``AttributeError``. In traced code there is
nothing to wait for.

## Example
    step(state, batch).block_until_ready()      # step returns a pair

## Use instead
    jax.block_until_ready(step(state, batch))

## When it stays quiet
Values that may be arrays.

## Fix
Safe: the method of a tuple, list or dict becomes ``jax.block_until_ready``.
"""

from jaxlint.analysis.domains.timing.observations import WaitMisplaced
from jaxlint.diagnostics.rule import Rule, Verdict


class MisplacedWait(Rule[WaitMisplaced]):
    """Judges where results are waited for."""

    code = "JAX514"
    name = "misplaced-wait"
    outcome = "raises AttributeError"
    observes = WaitMisplaced

    def judge(self, seen: WaitMisplaced) -> Verdict | None:
        if not seen.container:
            return Verdict(
                "a traced array has no block_until_ready",
                "wait for the result of the transformed function",
            )
        return Verdict(
            f"a {seen.container} has no block_until_ready",
            "use jax.block_until_ready, which takes any pytree",
            fix=seen.fix,
        )
