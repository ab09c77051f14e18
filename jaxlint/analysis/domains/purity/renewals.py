"""Calls that have functions traced anew: what they read then is what there is by now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, FunctionCalled, MethodCalled, OutsideCalled
from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.compilation.turns import is_cached
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.domains.purity.kept_reads import KeptReads
from jaxlint.analysis.domains.tracing import regions
from jaxlint.analysis.values.kinds import NONE, Const, Value
from jaxlint.knowledge.configuration import KEYED, UPDATE
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class Renewal(Effect):
    """All is traced anew: no trace is left, or a ``setting`` of their keys gets a new value.

    The value is None if it is not known.
    """

    setting: str = ""
    value: object = None

    domain = "purity"

    def apply(self, engine: Engine) -> None:
        """Take note of it on the path."""
        engine.store.part(KeptReads).renew(self.setting, self.value)

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Do it once more, in the code that calls."""
        self.apply(engine)


@purity.on(MethodCalled, traced=False, about=of(Transformed))
def method_called(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """What was compiled of a function is thrown away."""
    known = engine.store.known(KeptReads)
    if known is not None and isinstance(event.base, Transformed) and event.name == "clear_cache":
        known.drop(regions.identity(engine, event.base))


@purity.on(FunctionCalled, traced=False)
def function_called(engine: Engine, frame: Frame, event: FunctionCalled) -> None:
    """A function that makes others makes them anew, unless it keeps them."""
    known, maker = engine.store.known(KeptReads), event.definition
    if known is not None and maker.inner and not is_cached(maker) and not _only_fills(maker):
        known.drop_made_in(maker)


def _only_fills(maker: ir.Function) -> bool:
    """Whether a function gives fields something, each only where there is nothing yet."""
    changes = [one for events in maker.mutations.values() for one in events]
    stores = [one for one in changes if one.kind.startswith("attribute:")]
    return bool(stores) and all(one.fills for one in stores)


@purity.transfer("jax.clear_caches")
def caches_cleared(engine: Engine, frame: Frame, call: Call) -> Value:
    """All that was compiled is thrown away."""
    _renew(engine, Renewal(None))
    return NONE


@purity.on(OutsideCalled, traced=False, about=UPDATE.__eq__)
def setting_made(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """A setting of JAX is made under which traces are kept."""
    option, value = (*event.arguments.positional, None, None)[:2]
    if isinstance(option, Const) and option.value in KEYED:
        given = value.value if isinstance(value, Const) else None
        _renew(engine, Renewal(None, str(option.value), given))


def _renew(engine: Engine, renewal: Renewal) -> None:
    renewal.apply(engine)
    engine.log(renewal)
