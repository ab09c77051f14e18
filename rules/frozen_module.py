"""A field of a Flax module that is assigned where the module is called.

## What it finds
In a module of ``flax.linen``: ``self.x = ...`` in ``__call__``, in another method under
``nn.compact``, or in what these call.

## Why it is bad
A module is frozen but while ``setup`` runs: its fields say what it is, and its variables hold what
changes. Flax raises SetAttributeFrozenModuleError at the first call.

## Example
    class Encoder(nn.Module):
        @nn.compact
        def __call__(self, x):
            self.hidden = nn.Dense(4)(x)
            return nn.relu(self.hidden)

## Use instead
    class Encoder(nn.Module):
        @nn.compact
        def __call__(self, x):
            hidden = nn.Dense(4)(x)
            self.sow("intermediates", "hidden", hidden)
            return nn.relu(hidden)

What a module counts or averages is a variable: ``self.variable("stats", "count", jnp.zeros, ())``.

## When it stays quiet
In ``setup``, ``__post_init__`` and what they call, in methods of which nothing shows who calls
them, and in classes with a ``__setattr__`` of their own.

## Fix
None: whether a variable, a result or a name is meant is not known.
"""

from jaxlint.analysis.domains.models.observations import FrozenModuleWritten
from jaxlint.diagnostics.findings import ERROR
from jaxlint.diagnostics.rule import Rule, Verdict


class FrozenModule(Rule[FrozenModuleWritten]):
    """Judges assignments to fields of modules of Flax."""

    code = "JAX525"
    name = "frozen-module"
    outcome = "raises SetAttributeFrozenModuleError"
    severity = ERROR
    observes = FrozenModuleWritten

    def judge(self, seen: FrozenModuleWritten) -> Verdict | None:
        return Verdict(
            f"`self.{seen.name}` is assigned while the module is called, when it is frozen",
            "use a local name, self.sow, or self.variable for what is to be kept",
        )
