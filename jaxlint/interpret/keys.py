"""Random keys: who consumes one, and whether it was consumed before on this path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.interpret.frames import Draw, Frame
from jaxlint.interpret.values import Array, Const, Key, Traced, Unknown, Value, Why
from jaxlint.model import ir
from jaxlint.observations import KeyReuse

if TYPE_CHECKING:
    import libcst as cst

    from jaxlint.interpret.calls import Arguments
    from jaxlint.interpret.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class Level:
    """One call on the way from the outermost frame to a draw; ``node`` is None where the source
    shows no call, as for the body of a scan."""

    module: ir.Module
    node: cst.CSTNode | None
    serial: int


def is_key(value: Value) -> bool:
    """Whether a value is known to be a key."""
    return isinstance(value, Key)


def can_be_key(value: Value) -> bool:
    """Whether a draw from this value is a draw from something with an identity."""
    return isinstance(value, Key | Traced | Unknown | Array)


def consume(
    engine: Engine,
    frame: Frame,
    value: Value,
    node: cst.CSTNode,
    how: str,
    aligned: tuple[str, Value] | None = None,
) -> None:
    """Consume a key by a draw or a split, and observe when it was consumed before."""
    if not can_be_key(value):
        return
    token = value.token
    engine.drawn.append((token, how))
    path = (*engine.path, Level(frame.module, node, engine.serial()))
    earlier = engine.store.draws.get(token)
    draw = Draw(how, frame.module, node, frame.conditions, path, aligned)
    if earlier is None:
        engine.store.draws[token] = draw
        return
    if _exclusive(earlier.conditions, frame.conditions):
        return
    if _shuffles_alike(earlier.aligned, aligned):
        return
    _report(engine, frame, value, earlier, draw)


def _shuffles_alike(earlier: tuple[str, Value] | None, later: tuple[str, Value] | None) -> bool:
    """Whether two draws give different arrays the same order, which is what one key is for then."""
    if earlier is None or later is None or earlier[0] != later[0]:
        return False
    one, other = earlier[1], later[1]
    if isinstance(one, Const) and isinstance(other, Const):
        return False
    return one.token is not other.token


def _exclusive(earlier: tuple[tuple[str, bool], ...], later: tuple[tuple[str, bool], ...]) -> bool:
    """Whether two places can never both be reached, by the plain tests around them."""
    taken = {_positive(name, arm) for name, arm in earlier}
    return any((name, not arm) in taken for name, arm in (_positive(*c) for c in later))


def _positive(name: str, arm: bool) -> tuple[str, bool]:
    while name.startswith("not "):
        name, arm = name[4:], not arm
    if " != " in name:
        name, arm = name.replace(" != ", " == "), not arm
    if " is not " in name:
        name, arm = name.replace(" is not ", " is "), not arm
    return name, arm


def _report(engine: Engine, frame: Frame, value: Value, earlier: Draw, later: Draw) -> None:
    """Observe a reuse where the two ways to the draws part."""
    first, second = _parting(earlier.path, later.path)
    if second.node is None or first.node is None:
        return
    verb = "split" if earlier.how == "split" else "drawn from"
    why = Why(f"the key is {verb} here first", first.module, first.node)
    if second.node is not later.node:
        why = Why("it is consumed again down there", frame.module, later.node, why)
    engine.observe(
        KeyReuse(
            second.module,
            second.node,
            why,
            getattr(value, "name", ""),
            earlier.how,
            later.how,
            first.node is second.node,
        )
    )


def _parting(first: tuple[Level, ...], second: tuple[Level, ...]) -> tuple[Level, Level]:
    """The first levels that differ and that stand in the source."""
    for one, other in zip(first, second, strict=False):
        if one.serial != other.serial and one.node is not None and other.node is not None:
            return one, other
    return first[-1], second[-1]


def drawn_from(
    engine: Engine, arguments: Arguments, since: int
) -> tuple[tuple[int | str, str], ...] | None:
    """Which arguments a call consumed, and how; None when it consumed anything else as well."""
    places: dict[Value, int | str] = {}
    for position, value in enumerate(arguments.positional):
        places.setdefault(value.token, position)
    for name, value in arguments.keywords.items():
        places.setdefault(value.token, name)
    found: list[tuple[int | str, str]] = []
    for token, how in engine.drawn[since:]:
        if token not in places:
            return None
        if all(place != places[token] for place, _ in found):
            found.append((places[token], how))
    return tuple(found)
