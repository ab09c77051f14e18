"""A step up the gradient.

## What it finds
A gradient transformation of Optax put together of parts of which none turns the sign
(``optax.chain(optax.clip(1.0), optax.scale_by_adam())``, ``optax.scale(1e-3)``, schedules of
positive numbers), whose updates are added to the parameters: by ``apply_updates``, a ``TrainState``
or an ``nnx.Optimizer``. So are those of ``optax.masked(optax.adam(1e-3), mask)``, which hands the
gradients of what the mask leaves out on as they are. And ``add_decayed_weights`` behind the part
that turns the sign: ``optax.chain(optax.adam(1e-3), optax.add_decayed_weights(1e-4))``. And updates
of a whole optimiser that code takes off the parameters itself. And steps that are written out,
``params + 0.1 * grads``, along the gradient of a function that is called a loss.

## Why it is bad
Optax adds updates. ``optax.adam(1e-3)`` ends by multiplying with ``-1e-3``; its parts do not, and
so each step climbs the loss. Behind the learning rate a decay is added to the weights, which grow.

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

from jaxlint.analysis.domains.training.observations import StepUphill, Uphill
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS: dict[Uphill, tuple[str, str, str | None]] = {
    Uphill.ALL: (
        "no part of this optimiser turns the sign of the gradients",
        "end the chain with optax.scale_by_learning_rate(...)",
        None,
    ),
    Uphill.UNMASKED: (
        "the gradients of what the mask of this optimiser leaves out are added as they are",
        "set them to zero: optax.multi_transform, or optax.masked(optax.set_to_zero(), others)",
        None,
    ),
    Uphill.SUBTRACTED: (
        "these updates have the sign of a step already, and are taken off",
        "add them: optax.apply_updates(params, updates)",
        None,
    ),
    Uphill.BY_HAND: (
        "this gradient of a loss is added to the parameters",
        "take it off: params - rate * gradients",
        None,
    ),
    Uphill.DECAY: (
        "weights decay behind the part that turns the sign: they grow",
        "put add_decayed_weights before the learning rate, or use optax.adamw",
        "silently wrong: the weights grow in each step",
    ),
}


class UphillStep(Rule[StepUphill]):
    """Judges updates that nothing turns downhill."""

    code = "JAX528"
    name = "uphill-step"
    outcome = "silently wrong: each step climbs the loss"
    severity = WARNING
    observes = StepUphill

    def judge(self, seen: StepUphill) -> Verdict | None:
        return Verdict(*_WORDS[seen.form])
