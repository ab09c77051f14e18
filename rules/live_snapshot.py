"""A module of nnx that is kept for a copy of itself.

## What it finds
``self.target = self.online`` where ``online`` is a module of ``flax.nnx``, and the new name says
that it is a target, a teacher, an average or the best so far. And, behind a test,
``best = nnx.state(model)``, or a part of ``nnx.split(model)``.

## Why it is bad
Python binds another name to the same object, and a module of nnx changes in place: the target
moves with each step. What ``nnx.state`` and ``nnx.split`` give holds the variables of the module,
not copies of them, so that the best state is the last one when it is restored. Nothing is raised.

## Example
    self.online = Net(rngs=rngs)
    self.target = self.online

    if loss < best_loss:
        best_state = nnx.state(model)

## Use instead
    self.online = Net(rngs=rngs)
    self.target = nnx.clone(self.online)

    if loss < best_loss:
        best_state = jax.tree.map(jnp.copy, nnx.state(model))

## When it stays quiet
For modules of Equinox and of ``flax.linen``, which nothing changes in place; where the model's own
name says the same as the new one; where another place of the function, or of the class, gives the
name what a call makes.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.training.observations import SnapshotLive
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class LiveSnapshot(Rule[SnapshotLive]):
    """Judges what is kept of modules."""

    code = "JAX534"
    name = "live-snapshot"
    outcome = "silently wrong: it changes with the model"
    severity = WARNING
    observes = SnapshotLive

    def judge(self, seen: SnapshotLive) -> Verdict | None:
        if seen.state:
            return Verdict(
                f"`{seen.name}` holds the variables of `{seen.model}` themselves, and no copies",
                f"copy them: jax.tree.map(jnp.copy, nnx.state({seen.model}))",
            )
        return Verdict(
            f"`{seen.name}` is `{seen.model}` itself, and no copy of it",
            f"copy it: nnx.clone({seen.model})",
        )
