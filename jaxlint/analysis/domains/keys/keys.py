"""Random keys: who consumes one, and whether it was consumed before on this path."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import ItemRead, NameAugmented, OperatorApplied, Unpacked
from jaxlint.analysis.core.frames import Frame, Level
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.keys import (
    choices,
    chosen,
    compared,
    dispatched,
    equal_keys,
    made_under,
    meeting,
    naming,
    offspring,
    picked,
    random_keys,
    renewed,
    shuffled,
    sorts,
    splittable,
    unused_rows,
)
from jaxlint.analysis.domains.keys.copies import Copies, OfOne
from jaxlint.analysis.domains.keys.observations import (
    HARMLESS,
    ConstantKeyMade,
    Consumption,
    Handling,
    KeyBroadcast,
    KeyReuse,
    KeyReusedInLoop,
    KeyTakenForNumbers,
    Relation,
)
from jaxlint.analysis.domains.keys.offspring import Offspring
from jaxlint.analysis.domains.keys.relations import Children, between, relation, undoes
from jaxlint.analysis.domains.keys.scopes import Use
from jaxlint.analysis.domains.keys.state import Draw, Draws
from jaxlint.analysis.semantics import subscripts
from jaxlint.analysis.values import digests, spans
from jaxlint.analysis.values.certainty import Promised
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    Key,
    Made,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Region, Why, outward
from jaxlint.knowledge import host
from jaxlint.knowledge.transforms import Arguments as Taken
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


# A literal number from which on nobody counts children, so that it is there to tell a key apart.
_SALT = 10_000

# What a word of a key is a seed of, by the last part of its name, or a number.
_SEEDED = frozenset(name.rpartition(".")[2] for name in host.GENERATOR_MAKERS) | {"int", "seed"}

_VERBS = {"draw": "drawn from", "split": "split", "fold": "folded from"}


def is_key(value: Value) -> bool:
    """Whether a value is known to be a key."""
    return isinstance(value, Key)


def can_be_key(value: Value) -> bool:
    """Whether a draw from this value is a draw from something with an identity."""
    return isinstance(value, Key | Traced | Unknown | Array)


def consume(engine: Engine, frame: Frame, value: Value, node: ir.Place, use: Use) -> None:
    """Consume a key by a draw or a split, and observe when it was consumed before."""
    if not can_be_key(value) or _draws_nothing(engine, frame):
        return
    engine.log(Consumed(value.token, use))
    value = renewed.given(engine, value)
    offspring.note(value, use)
    draw = _draw(engine, frame, node, use)
    folded = engine.store.part(Draws).folds.get(value.token) if use.how == "split" else None
    reused = False
    for taken in choices.taken(engine, value, draw):
        reused = reused or _reused(engine, frame, value, taken)
        engine.store.part(Draws).take(taken.value, taken.draw)
    if not reused and folded is not None and not _beyond(folded, draw):
        _report(engine, frame, value, folded, draw)
    equal_keys.note(engine, frame, value, draw, reused=reused)
    _note_where_made(engine, frame, value, draw)


def _draws_nothing(engine: Engine, frame: Frame) -> bool:
    """Whether code is only traced, and never runs, or may raise before it draws."""
    inspected = frame.region is not None and frame.region.only_inspected
    context = engine.context
    return inspected or context.ruled_out or context.ends_in_error


def _reused(engine: Engine, frame: Frame, value: Value, taken: choices.Taken) -> bool:
    """Observe an earlier draw from the same key, of several the one that says most."""
    if unused_rows.is_told(engine, frame.region):
        return True
    later = taken.draw
    before = [draw for draw in engine.store.part(Draws).drawn(taken.value) if taken.counts(draw)]
    before.sort(key=lambda draw: _rank(draw, later))
    return any(
        not sorts.are_asked(engine, taken.value, earlier, later)
        and not dispatched.are_of_two_turns(engine, earlier, later)
        and _report(engine, frame, value, earlier, later)
        for earlier in before
    )


def _rank(earlier: Draw, later: Draw) -> tuple[bool, bool, int]:
    """Where an earlier draw stands among those to report: another turn first, then the worst."""
    one, other = earlier.use, later.use
    alike = one.how == other.how and one.sampler == other.sampler
    found = relation(one, other)
    harmless = 0 if alike and found not in HARMLESS else found.value
    return not _is_turn(earlier, later), earlier.node is not later.node, harmless


def _is_turn(earlier: Draw, later: Draw) -> bool:
    """Whether two draws are one, in two turns of a loop."""
    first, second = meeting.parting(earlier.path, later.path)
    return first.node is second.node


@dataclass(slots=True, frozen=True, eq=False)
class Consumed(Effect):
    """A call consumed a key that it was given; a draw counts at the call that led to it."""

    use: Use

    domain = "keys"
    binds = True

    def recalled(self, handed: Mapping[Value, Value]) -> Consumed:
        """The use that another call makes of its key."""
        return Consumed(self.on, self.use.recalled(handed))

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Consume the key that stands in its place."""
        if on is not None:
            consume(engine, frame, on, node, self.use)


def note_fold(
    engine: Engine, frame: Frame, value: Value, node: ir.Place, data: Value
) -> tuple[Offspring, ...]:
    """Take note that a key is folded from, which its split children do not bear.

    Return where to note what is drawn from the child.
    """
    if _draws_nothing(engine, frame):
        return ()
    use = Use("fold", ("fold", data), offspring=Offspring())
    offspring.note(value, use)
    draw = _draw(engine, frame, node, use)
    for earlier in engine.store.part(Draws).draws.get(value.token, ()):
        split = earlier.use.how == "split" and not _beyond(draw, earlier)
        if split and _report(engine, frame, value, earlier, draw):
            break
    engine.store.part(Draws).fold(value, draw)
    first = engine.store.part(Draws).folds[value.token]
    return tuple(filter(None, {use.offspring, first.use.offspring}))


def consume_given(
    engine: Engine,
    frame: Frame,
    values: Iterable[Value],
    node: ir.Place,
    use: Use,
    *,
    known: bool,
) -> None:
    """Consume the keys among what a model is given, each once, by one use.

    ``known`` says that the object is one whose methods take keys, so that a value of which nothing
    else is known must be one.
    """
    taken = {identity(value): value for value in values if _is_given(engine, value, known=known)}
    for key in taken.values():
        consume(engine, frame, key, node, use)


def identity(key: Value) -> Hashable:
    """What tells a key from others; one member of a batch is one key however often it is taken."""
    if isinstance(key, Key) and key.family is not None and key.member is not None:
        single = key.member.turn is None and key.member.first == key.member.last
        return (key.family.token, key.member) if single else key.token
    return key.token


def _is_given(engine: Engine, value: Value, *, known: bool) -> bool:
    """Whether a value that a model is given is a key: by its kind, its uses, or the model's."""
    if isinstance(value, Key):
        return not value.batch
    if not isinstance(value, Unknown | Traced):
        return False
    return (
        known
        or value.token in engine.store.part(Draws).draws
        or value.token in engine.store.part(Draws).folds
    )


@random_keys.on(OperatorApplied)
def operands(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Observe arithmetic on a key."""
    if isinstance(event.left, Key) or isinstance(event.right, Key):
        other = event.right if isinstance(event.left, Key) else event.left
        if not isinstance(other, Container):
            _arithmetic(engine, frame, event.node.place, Handling.COMPUTED_WITH)


@random_keys.on(NameAugmented)
def augmented(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """Observe an augmented assignment to a key."""
    if isinstance(event.old, Key) and not isinstance(event.value, Container):
        _arithmetic(engine, frame, event.node.place, Handling.COMPUTED_WITH)


@random_keys.on(ItemRead, about=of(Key))
def indexed(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """Observe an element of a single key, where no test asks what it is, unless it is a seed."""
    asked = made_under.may_be_asked(frame, event.base)
    meant = asked or subscripts.adds_axis(event.key) or _is_seed(frame, event.node)
    if _is_single(event.base) and not meant:
        _arithmetic(engine, frame, event.node.place, Handling.INDEXED)


def _is_seed(frame: Frame, word: ir.Expr) -> bool:
    """Whether a word of a key is made a number, or seeds a generator of another library."""
    calls = (one for one in ir.nodes_in(frame.statement) if isinstance(one, ir.Call))
    return any(
        (ir.last_name(call.func) in _SEEDED and any(one is word for one in call.args))
        or any(name == "seed" and value is word for name, value in call.keywords)
        for call in calls
    )


@random_keys.on(ItemRead, about=of(Key))
def child_taken(engine: Engine, frame: Frame, event: ItemRead) -> None:
    """``split(key, n)[i]`` is ``fold_in(key, i)``: a child by its number, another in each turn."""
    split = event.node.base
    if isinstance(split, ir.Call) and not isinstance(event.key, Const):
        engine.store.part(Draws).forget(split.place)


@random_keys.on(Unpacked, about=of(Key))
def unpacked(engine: Engine, frame: Frame, event: Unpacked) -> None:
    """Observe a single key that is taken apart."""
    if _is_single(event.value):
        _arithmetic(engine, frame, event.target.place, Handling.UNPACKED)


def _is_single(value: Value) -> bool:
    """Whether a value is one key. What is only written of it may be said of the keys in a batch."""
    return isinstance(value, Key) and not value.batch and value.fact(Promised) is None


def _arithmetic(engine: Engine, frame: Frame, node: ir.Place, handling: Handling) -> None:
    engine.observe(KeyTakenForNumbers(*frame.at(node), handling))


def _draw(engine: Engine, frame: Frame, node: ir.Place, use: Use) -> Draw:
    engine.watch(frame, node, f"a key is {_VERBS[use.how]}")
    path = (*engine.path, frame.level(node, engine.serial()))
    return Draw(use, frame.module, node, frame.conditions, path)


def _note_where_made(engine: Engine, frame: Frame, value: Value, draw: Draw) -> None:
    """Observe what is wrong with the draw because of where the key was made."""
    if isinstance(value, Key) and value.made is not None:
        made = value.made
        why = Why("it is used here", frame.module, draw.node, frame.why)
        engine.observe(
            ConstantKeyMade(
                made.module,
                made.node,
                why,
                made.repeats,
                tiny=draw.use.tiny,
                compared=_is_compared(made, draw),
            )
        )
    if unused_rows.is_told(engine, frame.region):
        return
    for region in outward(frame.region):
        one = value.fact(OfOne)
        if region.transform.arguments is Taken.MAPPED and (
            _from_outside(value, region)
            or (draw.use.masks and one is not None and one.region is region)
        ):
            inner = [level for level in draw.path[region.depth + 1 :] if level.node is not None]
            place = inner[0] if inner else draw.path[-1]
            if place.node is not None:
                where = place.module, place.node, region.why
                if draw.use.masks:  # The layer draws from what it is given, as it should.
                    why = Why("a layer draws from it here", *where)
                    where = region.why.module, region.why.node, why
                engine.observe(KeyBroadcast(*where, region.label, masks=draw.use.masks))
            return


def of_one(frame: Frame, key: Value) -> OfOne | None:
    """What is known of the children of a key where all rows of a mapped function have it."""
    mapped = (one for one in outward(frame.region) if one.transform.arguments is Taken.MAPPED)
    outside = next((region for region in mapped if _from_outside(key, region)), None)
    return key.fact(OfOne) if outside is None else OfOne(outside)


def _is_compared(made: Made, draw: Draw) -> bool:
    """Whether the loop that makes a key goes through things whose results are compared."""
    return any(
        compared.over_settings(draw, level) or compared.apart(draw, level)
        for level in draw.path
        if made.loops and level.module is made.module and tuple(level.frame.loops) == made.loops
    )


def _from_outside(value: Value, region: Region) -> bool:
    """Whether a key was there before a vmap began, so that every row has the same one."""
    if isinstance(value, Key | Traced):
        copies = value.fact(Copies)
        alike = copies is not None and copies.row and value.region is region
        return alike or value.region is None or not value.region.within(region)
    return isinstance(value, Unknown) and value.parameter


def _beyond(fold: Draw, split: Draw) -> bool:
    """Whether folded data lie beyond the number of children, so that no child can be equal."""
    if fold.use.given is None:
        return False
    data = fold.use.given[1]
    number = Const(2) if split.use.given is None else split.use.given[1]
    span = spans.of_value(data)
    if span is not None and isinstance(number, Const) and isinstance(number.value, int):
        return span.first >= number.value
    if isinstance(data, Const) and span is not None and span.first >= _SALT:
        return True
    return digests.holds(data) or data.token is number.token


def _report(engine: Engine, frame: Frame, value: Value, earlier: Draw, later: Draw) -> bool:
    """Observe a reuse where the two ways to the draws part; return whether it is one."""
    levels = meeting.apart(engine, earlier, later)
    if levels is None or shuffled.alike(earlier.use, later.use):
        return False
    first, second = levels
    assert first.node is not None and second.node is not None
    wanted = (undoes, shuffled.by_helper, shuffled.by_leaf)
    if any(is_so(earlier, later, first, second) for is_so in wanted):
        return False
    repeated = first.node is second.node
    one_item = repeated and meeting.of_one_item(second.frame, earlier, later)
    once = one_item or (repeated and meeting.runs_once(frame, later, value))
    if once or (repeated and meeting.of_one_turn(earlier, later)):
        return False
    turning = repeated or meeting.is_below(first, second)
    if turning and _is_of_one_turn(engine, value, second, later):
        return False
    apart = repeated and _is_another(earlier, later)
    verb = _VERBS[earlier.use.how]
    when = "in the turn before" if repeated or meeting.is_below(first, second) else "first"
    where = (earlier.module, earlier.node) if apart else (first.module, first.node)
    why = Why(f"the key is {verb} here {when}", *where)
    if earlier.node not in (where[1], later.node):
        why = Why("that is done down there", earlier.module, earlier.node, why)
    if second.node is not later.node:
        why = Why("it is consumed again down there", frame.module, later.node, why)
    folds = "fold" in (earlier.use.how, later.use.how)
    kind: type[KeyReuse] = KeyReuse
    if repeated and not (folds or apart):
        kind = KeyReusedInLoop
        related = _between_turns(later, second)
    else:
        related = between(earlier, later, first, second)
    engine.observe(
        kind(
            second.module,
            second.node,
            why,
            naming.name_of(engine, second, value),
            Consumption(earlier.use.how),
            Consumption(later.use.how),
            related,
            splittable.first_use(first, second, value),
            Children.of(earlier.use, later.use),
        )
    )
    return True


def _is_of_one_turn(engine: Engine, value: Value, level: Level, draw: Draw) -> bool:
    """Whether only the first turn comes to a draw, or each turn draws from a key of its own."""
    return meeting.in_first_turn(level, draw) or chosen.by_turn(engine, value, level)


def _between_turns(draw: Draw, level: Level) -> Relation:
    """What the numbers that a call draws in each turn of a loop have to do with each other."""
    if picked.is_picked(level):
        return Relation.UNRELATED
    return Relation.COMMON if compared.over_settings(draw, level) else Relation.EQUAL


def _is_another(earlier: Draw, later: Draw) -> bool:
    """Whether two turns of one call consume a key at two places, as those do that step the key.

    Of a call that was answered from its summary only the place of the call is known.
    """
    ways = [[level.node for level in draw.path] for draw in (earlier, later)]
    return earlier.node not in ways[1] and later.node not in ways[0]
