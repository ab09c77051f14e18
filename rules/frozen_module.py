"""A field that is assigned when Flax or Equinox has frozen its object.

## What it finds
- In a module of ``flax.linen``: ``self.x = ...`` in ``__call__``, in another method under
  ``nn.compact``, or in what these call.
- In a module of Equinox: ``self.x = ...`` anywhere but in ``__init__``, ``__post_init__`` and what
  these call.
- In a class under ``flax.struct.dataclass`` or below ``flax.struct.PyTreeNode``, as ``TrainState``
  is: ``self.x = ...`` of a field, anywhere.

## Why it is bad
A module of linen is frozen but while ``setup`` runs: its fields say what it is, and its variables
hold what changes. Flax raises SetAttributeFrozenModuleError at the first call. The others are
pytrees, of which JAX makes copies: a new object takes the place of a changed one, and an assignment
raises FrozenInstanceError.

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
Of a module of Equinox give a new one: ``eqx.tree_at(lambda m: m.count, self, self.count + 1)``; of
``flax.struct``: ``self.replace(count=self.count + 1)``.

## When it stays quiet
In classes with a ``__setattr__`` of their own, or with bases that are not in sight. In linen, in
``setup``, ``__post_init__`` and what they call, and in methods of which nothing shows who calls
them. In Equinox, where a constructor mentions what runs the assignment. For ``flax.struct``, where
the class is told anything of how it is made.

## Fix
None: whether a variable, a result or a name is meant is not known.
"""

from jaxlint.analysis.domains.models.observations import FrozenModuleWritten
from jaxlint.diagnostics.findings import ERROR
from jaxlint.diagnostics.rule import Rule, Verdict

_FROZEN = {
    "linen": " while the module is called, when it is frozen",
    "equinox": " after the module is made, when Equinox has frozen it",
    "struct": ", and flax.struct freezes the fields of its objects",
}
_INSTEAD = {
    "linen": "use a local name, self.sow, or self.variable for what is to be kept",
    "equinox": "return what is new, or a module that eqx.tree_at makes with it",
    "struct": "return what .replace(...) makes with the new value",
}


class FrozenModule(Rule[FrozenModuleWritten]):
    """Judges assignments to fields of modules of Flax and Equinox."""

    code = "JAX525"
    name = "frozen-module"
    outcome = "raises SetAttributeFrozenModuleError or FrozenInstanceError"
    severity = ERROR
    observes = FrozenModuleWritten

    def judge(self, seen: FrozenModuleWritten) -> Verdict | None:
        return Verdict(
            f"`{seen.written}` is assigned{_FROZEN[seen.library]}", _INSTEAD[seen.library]
        )
