"""Gradients that ``shard_map`` has summed, brought together once more.

## What it finds
In a function under ``jax.shard_map``, ``pmean`` or ``psum`` of gradients by an argument whose spec
is ``P()``, of which each device has all.

## Why it is bad
``shard_map`` keeps track of what differs between devices. What each has whole meets what they have
parts of by an operation whose derivative is the sum over the devices: so the gradients are summed
when ``jax.grad`` gives them. ``pmean`` of numbers that are equal leaves them as they are, ``psum``
multiplies them: the step is as many times too long as there are devices, or times its square. Up to
JAX 0.6 ``shard_map`` of ``jax.experimental`` left the gradients of each device apart, and so does
``pmap``: code that was right there is wrong now. Where the loss of a device is a sum, divided by
the size of the whole batch, the sum over the devices is what is wanted, and ``pmean`` does nothing.

## Example
    @partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
    def step(params, batch):
        grads = jax.grad(loss_fn)(params, batch)
        grads = jax.lax.pmean(grads, "data")
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)

## Use instead
        grads = jax.grad(lambda p: jax.lax.pmean(loss_fn(p, batch), "data"))(params)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)

## When it stays quiet
With ``check_vma=False``, or a value that is not known; where the project's JAX is older than 0.7;
for arguments that ``pcast`` or ``pvary`` has made those of each device; where no argument is split,
or over other axes only; and where the function that is differentiated brings something together
itself.

## Fix
None is offered: there are several ways to write it.
"""

from jaxlint.analysis.domains.training.observations import GradientsSummedAgain
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class SummedGradient(Rule[GradientsSummedAgain]):
    """Judges what is brought together under ``shard_map``."""

    code = "JAX533"
    name = "summed-gradient"
    outcome = "silently wrong: as many times too large as there are devices"
    severity = WARNING
    observes = GradientsSummedAgain

    def judge(self, seen: GradientsSummedAgain) -> Verdict | None:
        return Verdict(
            f"`{seen.collective}` gets gradients that shard_map has summed over the devices",
            "average the loss inside of what is differentiated, or differentiate by "
            "jax.lax.pcast(params, axis_name, to='varying')",
        )
