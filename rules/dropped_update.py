"""The result of an ``.at[...]`` update is dropped.

## What it finds
A statement ``x.at[i].set(v)`` (or ``add``, ``multiply``, ``min``, ...) whose value goes nowhere.

## Why it is bad
The update makes a new array and leaves ``x`` as it was. Nothing is raised.

## Example
    x.at[0].set(1.0)

## Use instead
    x = x.at[0].set(1.0)

## When it stays quiet
When the result is assigned, returned or passed on.

## Fix
Not safe, as it changes what the program computes: the result is assigned to ``x``.
"""

from jaxlint.analysis.domains.arrays.observations import UpdateDropped
from jaxlint.diagnostics.rule import Rule, Verdict


class DroppedUpdate(Rule[UpdateDropped]):
    """Judges dropped ``.at`` updates."""

    code = "JAX303"
    name = "dropped-update"
    outcome = "silently wrong: the array is unchanged"
    observes = UpdateDropped

    def judge(self, seen: UpdateDropped) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` returns a new array, which is dropped",
            "assign it: `x = x.at[...]...`",
            fix=seen.fix,
        )
