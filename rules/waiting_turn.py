"""A loop that waits for the device in each turn.

## What it finds
In a loop that calls a jitted function, ``float(loss)``, ``loss.item()``, ``np.asarray(loss)`` and
the like in each turn, of what a call of this turn may have given.

## Why it is bad
A call returns before its work is done, so that Python prepares the next turn while the device is at
work. A number that is fetched has to be waited for: the device then waits for Python, each time.

## Example
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(float(loss))

## Use instead
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(loss)
    losses = jax.device_get(losses)

## When it stays quiet
It is off unless selected. What is fetched under a condition, as in every hundredth turn, and what
decides how the loop goes on is quiet. So is a loop that reads a clock in each turn.

## Fix
None.
"""

from jaxlint.analysis.domains.timing.observations import TurnWaits
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class WaitingTurn(Rule[TurnWaits]):
    """Judges numbers that are fetched in each turn."""

    code = "JAX707"
    name = "waiting-turn"
    outcome = "slow: each turn waits for the device"
    level = Level.OFF
    severity = WARNING
    observes = TurnWaits

    def judge(self, seen: TurnWaits) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` waits in each turn for the work of this turn",
            "keep the arrays, and fetch them together after the loop or every so many turns",
        )
