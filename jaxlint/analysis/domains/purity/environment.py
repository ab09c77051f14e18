"""Variables of the environment that traced code reads, and that change between two calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import OutsideCalled
from jaxlint.analysis.core.events import ItemSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.purity import purity, repeated
from jaxlint.analysis.domains.purity.kept_reads import ANY
from jaxlint.analysis.domains.purity.observations import FrozenGlobalRead
from jaxlint.analysis.values.kinds import Const, External
from jaxlint.knowledge.configuration import ENVIRONMENT
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ASKS = frozenset(("os.environ.get", "os.getenv"))


@purity.on(ItemSought, traced=True, about=of(External))
def item_read(engine: Engine, frame: Frame, event: ItemSought) -> None:
    """A variable of the environment is read."""
    index, base = event.node.index, event.base
    if isinstance(base, External) and base.name == ENVIRONMENT:
        part = index.value if isinstance(index, ir.Constant) else ANY
        _read(engine, frame, event.node.base, event.node.place, part)


@purity.on(OutsideCalled, traced=True, about=_ASKS.__contains__)
def asked(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """A variable of the environment is asked for."""
    given = event.arguments.positional
    if event.source is not None and given:
        part = given[0].value if isinstance(given[0], Const) else ANY
        _read(engine, frame, event.source.func, event.source.place, part)


def _read(engine: Engine, frame: Frame, node: ir.Expr, place: ir.Place, part: object) -> None:
    name = ENVIRONMENT if part is ANY else f"{ENVIRONMENT}[{part!r}]"
    repeated.note(engine, frame, node, (FrozenGlobalRead, name, ENVIRONMENT, part, None), place)
