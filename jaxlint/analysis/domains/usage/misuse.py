"""A transformation that is misused: how it is observed, and what the judges of it share.

Nothing is said inside ``try`` or where an error is expected, and nothing of what is not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.observations import Observation

JIT = "jax.jit"
VMAP = "jax.vmap"
PMAP = "jax.pmap"


def note(engine: Engine, seen: Observation) -> None:
    """Observe a misuse, unless the code expects the error."""
    if not engine.context.expects_errors:
        engine.observe(seen)


def written(arguments: Arguments) -> Iterator[tuple[int | str, Value, ir.Expr | None]]:
    """The arguments by position or name, with what the call wrote for each."""
    source = arguments.source
    args = () if source is None else source.args
    if any(isinstance(arg, ir.Starred) for arg in args):
        args = ()
    before = len(arguments.positional) - len(args)
    for i, value in enumerate(arguments.positional):
        yield i, value, args[i - before] if i >= before and args else None
    written = {} if source is None else dict(source.keywords)
    for name, value in arguments.keywords.items():
        yield name, value, written.get(name)


def spread_entry(frame: Frame, call: ir.Call, name: str) -> ir.Expr | None:
    """What is written for an argument that a call spreads out of a dict, ``**options``.

    The dict is written there, or in the one assignment of a variable.
    """
    for _, spread in (one for one in call.keywords if one[0] is None):
        held = [spread]
        if isinstance(spread, ir.Name):
            held = [*ir.assigned_to(frame.scope.body, spread.id)]
        entries = _entries(held[0], name) if len(held) == 1 else []
        if entries:
            return entries[-1]
    return None


def _entries(mapping: ir.Expr, name: str) -> list[ir.Expr]:
    """What stands under a name in a dict that is written out."""
    if isinstance(mapping, ir.DictDisplay):
        pairs = [(key.value, item) for key, item in mapping.items if isinstance(key, ir.Constant)]
        return [item for key, item in pairs if key == name]
    if isinstance(mapping, ir.Call) and ir.last_name(mapping.func) == "dict":
        return [item for key, item in mapping.keywords if key == name]
    return []
