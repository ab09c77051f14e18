"""Random keys: who consumes one, and whether it was consumed before on this path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Draw, Frame, Level
from jaxlint.analysis.domains.keys import choices, splittable
from jaxlint.analysis.observations import KeyMisuse, KeyReuse
from jaxlint.analysis.semantics import conditions
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    Key,
    Region,
    Traced,
    Unknown,
    Value,
    Why,
)
from jaxlint.knowledge import random
from jaxlint.knowledge.transforms import Arguments as Taken
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.calls import Arguments
    from jaxlint.analysis.core.engine import Engine


_VERBS = {"draw": "drawn from", "split": "split", "fold": "folded from"}


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
    node: ir.Place,
    how: str,
    given: tuple[str, Value] | None = None,
    sampler: str = "",
) -> None:
    """Consume a key by a draw or a split, and observe when it was consumed before."""
    if not can_be_key(value):
        return
    token = value.token
    engine.log(Consumed(token, how))
    draw = _draw(engine, frame, node, how, given, sampler)
    folded = engine.store.folds.get(token) if how == "split" else None
    reused = False
    for taken in choices.taken(engine, value, draw):
        before = () if reused else engine.store.drawn(taken.value)
        reused = reused or any(
            taken.counts(earlier) and _report(engine, frame, value, earlier, taken.draw)
            for earlier in before
        )
        engine.store.take(taken.value, taken.draw)
    if not reused and folded is not None and not _beyond(folded, draw):
        _report(engine, frame, value, folded, draw)
    _note_where_made(engine, frame, value, draw)


@dataclass(slots=True, frozen=True, eq=False)
class Consumed(Effect):
    """A call consumed a key that it was given; a draw counts at the call that led to it."""

    how: str

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Consume the key that stands in its place."""
        if on is not None:
            consume(engine, frame, on, node, self.how)


def note_fold(engine: Engine, frame: Frame, value: Value, node: ir.Place, data: Value) -> None:
    """Take note that a key is folded from, which its split children do not bear."""
    draw = _draw(engine, frame, node, "fold", ("fold", data))
    for earlier in engine.store.draws.get(value.token, ()):
        split = earlier.how == "split" and not _beyond(draw, earlier)
        if split and _report(engine, frame, value, earlier, draw):
            break
    engine.store.folds.setdefault(value.token, draw)


def consume_streams(
    engine: Engine,
    frame: Frame,
    arguments: Arguments,
    node: ir.Place,
    method: str,
    *,
    known: bool = False,
) -> None:
    """Consume the keys that a model's ``init``, ``apply`` or ``sample`` is given.

    ``known`` says that the object is one whose methods take keys, so that a value of which nothing
    else is known must be one.
    """
    given: list[Value] = []
    if method != "apply" and arguments.positional:
        given.append(arguments.positional[0])
    given.extend(v for name, v in arguments.keywords.items() if name in random.STREAM_KEYWORDS)
    found: list[Value] = []
    for value in given:
        inside = value.values if isinstance(value, Container) else (value,)
        found.extend(item for item in inside if _is_stream(engine, item, known=known))
    for position, key in enumerate(found):
        if any(key.token is other.token for other in found[:position]):
            why = Why("one key is given to several streams here", frame.module, node, frame.why)
            engine.observe(KeyReuse(frame.module, node, why, "", "draw", "draw", False))
        else:
            consume(engine, frame, key, node, "draw")


def _is_stream(engine: Engine, value: Value, *, known: bool) -> bool:
    """Whether a value that a model is given is a key: by its kind, its uses, or the model's."""
    if isinstance(value, Key):
        return not value.batch
    if not isinstance(value, Unknown | Traced):
        return False
    return known or value.token in engine.store.draws or value.token in engine.store.folds


def computed_with(engine: Engine, frame: Frame, node: ir.Node, left: Value, right: Value) -> None:
    """Observe arithmetic on a key."""
    other = right if isinstance(left, Key) else left
    if not isinstance(other, Container):
        seen = KeyMisuse(frame.module, node.place, frame.why, "arithmetic", "computed with")
        engine.observe(seen)


def _draw(
    engine: Engine,
    frame: Frame,
    node: ir.Place,
    how: str,
    given: tuple[str, Value] | None = None,
    sampler: str = "",
) -> Draw:
    path = (*engine.path, frame.level(node, engine.serial()))
    return Draw(how, frame.module, node, frame.conditions, path, given, sampler)


def _note_where_made(engine: Engine, frame: Frame, value: Value, draw: Draw) -> None:
    """Observe what is wrong with the draw because of where the key was made."""
    if isinstance(value, Key) and value.made is not None:
        made = value.made
        why = Why("it is used here", frame.module, draw.node, frame.why)
        engine.observe(KeyMisuse(made.module, made.node, why, "constant", made.repeats))
    region = frame.region
    while region is not None:
        if region.transform.arguments is Taken.MAPPED and _from_outside(value, region):
            inner = [level for level in draw.path[region.depth + 1 :] if level.node is not None]
            place = inner[0] if inner else draw.path[-1]
            if place.node is not None:
                seen = KeyMisuse(place.module, place.node, region.why, "broadcast", region.label)
                engine.observe(seen)
            return
        region = region.parent


def _from_outside(value: Value, region: Region) -> bool:
    """Whether a key was there before a vmap began, so that every row has the same one."""
    if isinstance(value, Key):
        return value.region is None or not value.region.within(region)
    if isinstance(value, Traced):
        return not value.region.within(region)
    return isinstance(value, Unknown) and value.parameter


def _beyond(fold: Draw, split: Draw) -> bool:
    """Whether folded data lie beyond the number of children, so that no child can be equal."""
    if fold.given is None:
        return False
    data = fold.given[1]
    number = Const(2) if split.given is None else split.given[1]
    if isinstance(data, Const) and isinstance(number, Const):
        if isinstance(data.value, int) and isinstance(number.value, int):
            return data.value >= number.value
        return False
    return data.token is number.token


def _shuffles_alike(earlier: tuple[str, Value] | None, later: tuple[str, Value] | None) -> bool:
    """Whether two draws give different arrays the same order, which is what one key is for then."""
    if earlier is None or later is None or earlier[0] != later[0]:
        return False
    if earlier[0] not in random.ALIGNING:
        return False
    one, other = earlier[1], later[1]
    if isinstance(one, Const) and isinstance(other, Const):
        return False
    return one.token is not other.token


def _runs_once(engine: Engine, frame: Frame, draw: Draw) -> bool:
    """Whether a test around a draw in a loop lets only one turn reach it, or may well do so.

    Such tests ask for a loop variable, or whether something is there yet.
    """
    turning = {
        name
        for name, events in frame.scope.stores.items()
        if any(event.kind in ("loop", "augment") for event in events)
    }
    own = tuple(c for c in draw.conditions[frame.inherited :] if not conditions.every_nth(c.test))
    if conditions.mentions(own, turning):
        return True
    stores = frame.scope.stores
    looped = {name for name in frame.env if any(e.loops for e in stores.get(name, ()))}
    return conditions.mentions(own, looped)


def _report(engine: Engine, frame: Frame, value: Value, earlier: Draw, later: Draw) -> bool:
    """Observe a reuse where the two ways to the draws part; return whether it is one."""
    if conditions.exclusive(earlier.conditions, later.conditions):
        return False
    if _shuffles_alike(earlier.given, later.given):
        return False
    first, second = _parting(earlier.path, later.path)
    if second.node is None or first.node is None:
        return False
    if first.node is second.node and _runs_once(engine, frame, later):
        return False
    verb = _VERBS[earlier.how]
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
            earlier.sampler == later.sampler != "",
            splittable.first_use(first, second, value),
        )
    )
    return True


def _parting(first: tuple[Level, ...], second: tuple[Level, ...]) -> tuple[Level, Level]:
    """The first levels that differ and that stand in the source."""
    for one, other in zip(first, second, strict=False):
        if one.serial != other.serial and one.node is not None and other.node is not None:
            return one, other
    return first[-1], second[-1]
