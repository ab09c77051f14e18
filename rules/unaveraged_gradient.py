"""A step by the gradients of one device.

## What it finds
A function under ``jax.pmap``, or ``jax.vmap``, with an ``axis_name`` that makes a step by gradients
as ``jax.grad`` gave them, while something else, as the loss, is averaged over the axis.

## Why it is bad
Each device has the gradients of its own part of the batch. Its copy of the parameters goes its own
way, and what is saved in the end, the first copy, has seen that part alone. The loss, averaged,
looks as it should.

## Example
    @partial(jax.pmap, axis_name="batch")
    def step(state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(state.params, batch)
        state = state.apply_gradients(grads=grads)
        return state, jax.lax.pmean(loss, "batch")

## Use instead
        grads = jax.lax.pmean(grads, "batch")
        state = state.apply_gradients(grads=grads)

## When it stays quiet
Where nothing is brought together, or the axis is one of members, seeds or agents, as where each
device trains a model of its own; where the gradients, or the parameters, are given to anything else
than the step, or returned; and where the function that is differentiated brings something together
itself.

## Fix
None is offered: gradients may be meant to be summed.
"""

from jaxlint.analysis.domains.training.observations import GradientsApart
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class UnaveragedGradient(Rule[GradientsApart]):
    """Judges steps that several devices make."""

    code = "JAX532"
    name = "unaveraged-gradient"
    outcome = "silently wrong: the copies of the parameters come apart"
    severity = WARNING
    observes = GradientsApart

    def judge(self, seen: GradientsApart) -> Verdict | None:
        return Verdict(
            f"each device steps by its own `{seen.gradients}`",
            f"average them first: {seen.gradients} = jax.lax.pmean({seen.gradients}, axis_name)",
        )
