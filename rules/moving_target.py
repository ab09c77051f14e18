"""A target that moves with the parameters that are moved towards it.

## What it finds
In code that is differentiated: a difference, or a loss of Optax, between a prediction and what is
called a target, where both depend on what is differentiated.

## Why it is bad
The gradient flows into the target as well. In temporal difference learning, and wherever a network
is trained towards its own output, it then pulls the target towards the prediction, which is another
algorithm, and often no good one. Nothing is raised.

## Example
    target = reward + 0.99 * value(params, next_state)
    loss = (value(params, state) - target) ** 2

## Use instead
    target = jax.lax.stop_gradient(reward + 0.99 * value(params, next_state))
    loss = (value(params, state) - target) ** 2

## When it stays quiet
Targets of other parameters are quiet, and all that is not called a target. So is a difference of
which the sign counts, as in a margin between two scores. It is advice, as some algorithms mean it,
but for targets that add the largest of some scores to a number, as Q-learning does.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import TargetMoves
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class MovingTarget(Rule[TargetMoves]):
    """Judges targets through which a gradient flows."""

    code = "JAX607"
    name = "moving-target"
    outcome = "silently wrong: the gradient flows into the target"
    severity = ADVICE
    observes = TargetMoves

    def judge(self, seen: TargetMoves) -> Verdict | None:
        return Verdict(
            f"the gradient flows into `{seen.name}` as well",
            "put the target into jax.lax.stop_gradient",
            severity=WARNING if seen.greedy else None,
        )
