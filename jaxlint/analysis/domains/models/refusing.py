"""Calls of ``init`` and ``apply`` with arguments that these, or the model's function, refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import ValueCalled
from jaxlint.analysis.core.callables import Shifted
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import regions
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.semantics import arity
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge import libraries

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Haiku takes what stands where the key belongs for one, and refuses data there.
_APPLIED = "hand over a key, or None if nothing is drawn, or use hk.without_apply_rng"
_INITIALISED = "hand over a key first"


def refuses(
    engine: Engine, frame: Frame, event: ValueCalled, inner: Value, handed: Arguments
) -> bool:
    """Whether a written call certainly fails: ``inner`` is handed what it does not take."""
    func, arguments, node, source = event
    if not isinstance(func, Shifted) or source is None or arguments.rest is not None:
        return False
    name = f"{func.library}.{func.method}"
    given = len(arguments.positional)
    missing = [one for one in func.takes[given:] if one not in arguments.keywords]
    if missing:
        what = f"`{func.method}` is not given `{missing[0]}`"
        misuse.note(engine, CallRefused(*frame.at(node), name, what=what))
        return True
    known = arity.accepts(engine, inner)
    wrong = "" if known is None else known.refuses_these(handed)
    if not wrong:
        return False
    first = ", ".join(f"`{one}`" for one in func.takes)
    what = f"`{func.method}` takes {first} first, and {regions.label_of(inner)} {wrong}"
    seen = CallRefused(*frame.at(node), name, what=what)
    if libraries.HAIKU_KEY in func.takes and func.library == "haiku" and not handed.positional:
        raised = "ValueError or TypeError"
        instead = _APPLIED if func.method == "apply" else _INITIALISED
        seen = replace(seen, instead=instead, raised=raised)
    misuse.note(engine, seen)
    return True
