"""A step up the gradient.

## What it finds
A gradient transformation of Optax put together of parts of which none turns the sign
(``optax.chain(optax.clip(1.0), optax.scale_by_adam())``, ``optax.scale(1e-3)``, schedules of
positive numbers), whose updates are added to the parameters: by ``apply_updates``, a ``TrainState``
or an ``nnx.Optimizer``.

## Why it is bad
Optax adds updates. ``optax.adam(1e-3)`` ends by multiplying with ``-1e-3``; its parts do not, and
so each step climbs the loss.

## Example
    tx = optax.chain(optax.scale_by_adam(), optax.scale(1e-3))

## Use instead
    tx = optax.chain(optax.scale_by_adam(), optax.scale_by_learning_rate(1e-3))

## When it stays quiet
Where a part is not known, a number is negative or not known, the gradients or the updates are
changed by hand, and where the code speaks of ascent, of a maximum, of a dual or of an adversary.

## Fix
None.
"""

from jaxlint.analysis.domains.training.observations import StepUphill
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class UphillStep(Rule[StepUphill]):
    """Judges updates that nothing turns downhill."""

    code = "JAX528"
    name = "uphill-step"
    outcome = "silently wrong: each step climbs the loss"
    severity = WARNING
    observes = StepUphill

    def judge(self, seen: StepUphill) -> Verdict | None:
        return Verdict(
            "no part of this optimiser turns the sign of the gradients",
            "end the chain with optax.scale_by_learning_rate(...)",
        )
