"""A loop that computes a new state and never uses it.

## What it finds
In a loop, a call that is given a state or parameters and whose result is bound to a new name that
nothing reads, while nothing in the loop binds the old name: ``new_params, loss = step(params)``.

## Why it is bad
Arrays and trees of arrays do not change: each turn starts from the same state. The loop runs, the
numbers look alive as the batches differ, and nothing is learned.

## Example
    for batch in batches:
        new_params, loss = step(params, batch)
    return params

## Use instead
    for batch in batches:
        params, loss = step(params, batch)
    return params

## When it stays quiet
Where the new name is read anywhere, even in a function inside, where it starts with an underscore,
and where the names do not say that they are the same thing, old and new.

## Fix
None.
"""

from jaxlint.analysis.domains.training.observations import StateNeverAdvances
from jaxlint.diagnostics.rule import Rule, Verdict


class UnusedUpdate(Rule[StateNeverAdvances]):
    """Judges loops whose state stays as it was."""

    code = "JAX520"
    name = "unused-update"
    outcome = "silently wrong: each turn starts from the same state"
    observes = StateNeverAdvances

    def judge(self, seen: StateNeverAdvances) -> Verdict | None:
        return Verdict(
            f"`{seen.new}` is never read: each turn starts from the same `{seen.old}`",
            f"assign it to `{seen.old}`, or name it `_` if it is not wanted",
        )
