"""Calls of transformed functions that hand over more arguments than they take, or fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import regions
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.semantics import arity
from jaxlint.knowledge import names

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.semantics.arity import Accepts

_CALLED_AS_THEY_ARE = (misuse.JIT, misuse.VMAP, *names.GRADIENTS)


@usage.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Judge how many arguments a call hands over."""
    made, arguments = event.made, event.arguments
    if event.call is None or arguments.rest is not None:
        return
    if made.transform.name not in _CALLED_AS_THEY_ARE:
        return
    known = arity.accepts(engine, made.func)
    wrong = "" if known is None else _refused(known, arguments)
    if wrong:
        what = f"{regions.label_of(made.func)} {wrong}"
        misuse.note(engine, CallRefused(*frame.at(event.node), made.transform.name, what=what))


def _refused(known: Accepts, arguments: Arguments) -> str:
    """Why a function refuses arguments; "" if it takes them."""
    given = len(arguments.positional)
    if given > len(known.positional) and not known.more:
        return f"takes {arity.counted(len(known.positional))}, is given {given}"
    if not known.anything:
        strange = sorted(arguments.keywords.keys() - known.names)
        if strange:
            return f"has no parameter `{strange[0]}`"
    needed = (*known.positional[given:], *known.keyword)
    missing = [name for name, required in needed if required and name not in arguments.keywords]
    return f"is not given `{missing[0]}`" if missing else ""
