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

from jaxlint.analysis.observations import TransformMisuse
from jaxlint.diagnostics.rule import Rule, Verdict

_FORMS = {
    "wait for many": (
        "a {what} has no block_until_ready",
        "use jax.block_until_ready, which takes any pytree",
        None,
    ),
    "wait in a trace": (
        "a traced array has no block_until_ready",
        "wait for the result of the transformed function",
        None,
    ),
}


class MisplacedWait(Rule[TransformMisuse]):
    """Judges where results are waited for."""

    code = "JAX514"
    name = "misplaced-wait"
    outcome = "raises AttributeError"
    observes = TransformMisuse

    def judge(self, seen: TransformMisuse) -> Verdict | None:
        if seen.form not in _FORMS:
            return None
        message, advice, outcome = _FORMS[seen.form]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, mend=seen.mend)
