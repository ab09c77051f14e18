"""Memory that arrays share or give away: donated buffers, read-only views, buffers in flight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.core import exclusion, origins
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import (
    Call,
    CallStarting,
    CodeUnseen,
    MethodCalled,
    OutsideCalled,
)
from jaxlint.analysis.core.callables import Function, Method, Transformed
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.events import (
    ItemWritten,
    MemoryWritten,
    NameAugmented,
    TruthAsked,
    Yielded,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import but
from jaxlint.analysis.domains.arrays import array_misuse, rebinding
from jaxlint.analysis.domains.buffers import buffers, gifts
from jaxlint.analysis.domains.buffers.facts import View
from jaxlint.analysis.domains.buffers.observations import (
    BufferInFlightWritten,
    DonatedBufferUsed,
    Reuse,
    ViewWritten,
)
from jaxlint.analysis.domains.buffers.state import (
    SETTLED,
    Buffers,
    get_back,
    give_away,
    is_settled,
    lend,
    settle,
)
from jaxlint.analysis.domains.tracing.events import RegionEntered, RegionLeft, TransformMade
from jaxlint.analysis.semantics import objects
from jaxlint.analysis.values.joins import join_all
from jaxlint.analysis.values.kinds import (
    NONE,
    Array,
    Choice,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Static,
    Unknown,
    Value,
    like,
)
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import arrays, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.conditions import Condition
    from jaxlint.analysis.core.engine import Engine

_SHIPS = "jax.device_put"
_WRITING_METHODS = frozenset("fill sort partition put itemset resize".split())


# --- views of JAX arrays -------------------------------------------------------------------------


@buffers.transfer(*names.VIEWS)
def viewed(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What NumPy makes of an array of JAX: a read-only view, since it copies nothing."""
    given = call.arguments.all
    only = len(given) == 1 and bool(call.arguments.positional)
    return _view(call.source) if only and isinstance(given[0], Array) else None


@buffers.transfer("jax.device_get")
def fetched(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """What the host gets of a tree of arrays."""
    given = call.arguments.positional
    return _fetched(engine, given[0], call.source) if given else None


def _fetched(engine: Engine, value: Value, source: ir.Call | None) -> Value:
    """A tree of NumPy arrays for a tree of JAX ones."""
    if isinstance(value, Array):
        return _view(source)
    if isinstance(value, Choice):
        return join_all([_fetched(engine, option, source) for option in value.options])
    if isinstance(value, Instance):
        copy = like(value, fresh=True)
        objects.rebuild(engine, value, copy, lambda _, leaf: _fetched(engine, leaf, source))
        return copy
    if isinstance(value, Unknown):
        return like(value, fresh=True, computed=False)
    if not isinstance(value, Container):
        return value
    return value.mapped(lambda item: _fetched(engine, item, source))


def _view(source: ir.Call | None) -> HostArray:
    """What a call makes of an array that it does not copy."""
    return HostArray(View(source))


@buffers.on(MemoryWritten, ItemWritten)
def written(engine: Engine, frame: Frame, event: MemoryWritten | ItemWritten) -> None:
    """Observe a write into a view, and one into an array that a call may not have read yet."""
    if isinstance(event, MemoryWritten):
        _overwritten(engine, frame, event.base, NONE, event.node)
    elif isinstance(event.base, HostArray):
        _overwritten(engine, frame, event.base, event.value, event.target.place)


@buffers.on(NameAugmented)
def augmented(engine: Engine, frame: Frame, event: NameAugmented) -> None:
    """Observe ``x += 1`` of a NumPy array, which writes into it."""
    if isinstance(event.old, HostArray):
        _overwritten(engine, frame, event.old, event.value, event.node.place)


def _overwritten(engine: Engine, frame: Frame, base: Value, value: Value, node: ir.Place) -> None:
    _write_to_view(engine, frame, base, node)
    if isinstance(value, Array):
        settle(engine)
    if isinstance(base, HostArray):
        Overwritten(base.token, node).judge(engine, frame, base)


@dataclass(slots=True, frozen=True, eq=False)
class Overwritten(Effect):
    """A call wrote into a NumPy array, at a place."""

    place: ir.Place

    domain = "buffers"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Write into what stands in its place."""
        if on is not None:
            Overwritten(on.token, self.place).judge(engine, frame, on)

    def judge(self, engine: Engine, frame: Frame, base: Value) -> None:
        """Observe the write, if a call may still be reading the array."""
        known = engine.store.known(Buffers)
        if known is not None and base.token in known.in_flight:
            seen = BufferInFlightWritten(self.place.module, self.place, frame.why)
            array_misuse.note(engine, frame, seen)
        engine.log(self)


def _write_to_view(engine: Engine, frame: Frame, base: Value, node: ir.Place) -> None:
    view = base.fact(View)
    if view is not None:
        fix = _copied(frame, view.call)
        array_misuse.note(engine, frame, ViewWritten(frame.module, node, frame.why, fix))


def _copied(frame: Frame, view: ir.Call | None) -> PlannedFix | None:
    """``np.array(x)`` for ``np.asarray(x)``."""
    code = "" if view is None else rebinding.text(frame, view.func)
    if view is None or not code.endswith(".asarray") or frame.scope.module is not frame.module:
        return None
    change = Replace(view.func.place, f"{code[: -len('asarray')]}array")
    return PlannedFix("make a copy that can be written", (change,), safe=True)


# --- what waits -----------------------------------------------------------------------------------


@buffers.on(MethodCalled)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe a method that writes into a view."""
    if event.name in _WRITING_METHODS:
        _overwritten(engine, frame, event.base, NONE, event.node)


@buffers.on(CallStarting)
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """A call may wait for what is in flight."""
    if engine.logged.ends_with(SETTLED) and Buffers not in engine.store.parts:
        return
    if not _is_compiled(frame) and not _cannot_wait(event.func, event.arguments):
        settle(engine)


def _is_compiled(frame: Frame) -> bool:
    """Whether code is traced to be compiled, and waits for nothing."""
    return frame.region is not None and frame.region.constants


@buffers.on(TruthAsked, about=but(HostArray, Static, Const))
def decided(engine: Engine, frame: Frame, event: TruthAsked) -> None:
    """Take note that the code asks for a result, which waits for what is in flight."""
    if not _is_compiled(frame) and not is_settled(engine):
        settle(engine)


@buffers.on(CodeUnseen, Yielded)
def unseen(engine: Engine, frame: Frame, event: CodeUnseen | Yielded) -> None:
    """Code that is left may wait, and so may that which a generator gives a value."""
    if not _is_compiled(frame) and not is_settled(engine):
        settle(engine)


def _cannot_wait(func: Value, arguments: Arguments) -> bool:
    """Whether a call waits for nothing, or its body is run here and shows what it waits for."""
    if isinstance(func, Function):
        definition = func.definition
        return not (definition.is_async or definition.is_generator or func.cached)
    if isinstance(func, Transformed) and func.transform.compiles:
        return True
    if isinstance(func, External) and func.name.startswith((*names.ARRAY_MAKERS, _SHIPS)):
        return True
    if isinstance(func, External) and func.name in arrays.IN_PLACE_FUNCTIONS:
        return not any(isinstance(value, Array) for value in arguments.all)
    if isinstance(func, Method) and isinstance(func.base, Container):
        return func.name in ("append", "extend")
    if isinstance(func, External | Method) and not isinstance(func, Function):
        return all(map(_is_of_host, arguments.all)) and bool(arguments.all)
    return False


def _is_of_host(value: Value) -> bool:
    """Whether a value is NumPy's or Python's, which no call has to wait for."""
    if isinstance(value, Container):
        return all(map(_is_of_host, value.values))
    return isinstance(value, HostArray | Static | Const)


@buffers.on(OutsideCalled, about=_SHIPS.__eq__)
def shipped(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Take note of the NumPy arrays that come to a device, which on the CPU is where they lie."""
    if frame.region is None:
        for value in event.arguments.positional[:1]:
            _lend(engine, value)


def _lend(engine: Engine, value: Value) -> None:
    """Take note that a NumPy array, or each in a tree, may still be read."""
    if isinstance(value, Container):
        for item in value.values:
            _lend(engine, item)
    elif isinstance(value, HostArray) and value.fact(View) is None:
        lend(engine, value)


# --- calls that take buffers ---------------------------------------------------------------------


@buffers.on(RegionEntered, traced=False)
def launched(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Take note of the NumPy arrays that a compiled call may read after it returned."""
    if event.call is None or not event.made.transform.compiles:
        return
    _donated_twice(engine, frame, event, event.call)
    for value in event.arguments.all:
        if isinstance(value, HostArray) and event.made.transform.goes_on:
            _lend(engine, value)


def _donated_twice(engine: Engine, frame: Frame, event: RegionEntered, call: ir.Call) -> None:
    """Observe one array given twice to a call that takes its buffer."""
    if any(isinstance(arg, ir.Starred) for arg in call.args):
        return
    known: list[_Held] = []
    under_way = origins.implied(engine, frame.conditions)
    bound = len(event.arguments.positional) - len(call.args)
    named = {name: node for name, node in call.keywords if name is not None}
    for place, value in _places(event.arguments):
        donated = _is_donated(event.made, event.names, place)
        held = [*_held(engine, value, under_way, donated=donated)]
        direct = [one.token for one in held if not one.conditions]
        twice_in_tree = donated and len({*direct}) < len(direct)
        before = any(one.is_also(other) for one in held for other in known)
        node = named.get(place) if isinstance(place, str) else _written(call, place - bound)
        if node is not None and (before or twice_in_tree):
            twice = DonatedBufferUsed(frame.module, node.place, frame.why, Reuse.SAME_CALL)
            array_misuse.note_tried(engine, frame, twice)
            return
        known += held


def _written(call: ir.Call, place: int) -> ir.Expr | None:
    """The argument that is written at a position of a call; None of one that was bound before."""
    return call.args[place] if place >= 0 else None


class _Held(NamedTuple):
    """An array that an argument holds, on which branches if it was joined; is its buffer taken?"""

    token: Value
    conditions: tuple[Condition, ...]
    donated: bool

    def is_also(self, other: _Held) -> bool:
        """Whether two arguments hold one array of which one takes the buffer."""
        if self.token is not other.token or not (self.donated or other.donated):
            return False
        return not exclusion.exclusive(self.conditions, other.conditions)


def _held(
    engine: Engine, value: Value, under_way: tuple[Condition, ...], *, donated: bool
) -> Iterator[_Held]:
    """The arrays that an argument holds: of a tree that is donated all that are in it."""
    for given in gifts.arrays_in(engine, value) if donated else (value,):
        if gifts.is_array(given):
            yield _Held(given.token, (), donated)
        for token, branches in engine.kept(gifts.Ways).of.get(given.token, ()):
            if not exclusion.exclusive(branches, under_way):
                yield _Held(token, branches, donated)


@buffers.on(RegionLeft, traced=False)
def returned(engine: Engine, frame: Frame, event: RegionLeft) -> None:
    """Take note of the arrays that a compiled call took, and that what it gave lives."""
    if not event.made.transform.compiles:
        return
    _donate(engine, event)
    if event.made.transform.waits:
        settle(engine)
    given = event.given
    _note_computed(given)
    for value in (*gifts.arrays_in(engine, given), *gifts.believed_in(given)):
        get_back(engine, value)


def _note_computed(given: Value) -> None:
    """Take note that what a compiled call gave, as a whole or in a tuple, is a tree of arrays."""
    if isinstance(given, Container):
        for item in given.values:
            _note_computed(item)
    elif type(given) is Unknown and given.twin is None and not given.parameter:
        given.computed = True


@buffers.on(TransformMade)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Take note that something takes buffers, so that it matters where arrays come from."""
    options = event.made.options
    if options.donated or options.donated_names:
        engine.kept(gifts.Ways).asked = True


def _donate(engine: Engine, event: RegionLeft) -> None:
    options = event.made.options
    if not (options.donated or options.donated_names):
        return
    source = event.arguments.source
    written = () if source is None else tuple(arg.place for arg in source.args)
    for place, value in _places(event.arguments):
        if _is_donated(event.made, event.names, place):
            for given in [value] if gifts.is_believed(value) else gifts.arrays_in(engine, value):
                give_away(engine, given, written)
            for given in gifts.leaves_believed(engine, value):
                give_away(engine, given, written, part=True)


def _places(arguments: Arguments) -> list[tuple[int | str, Value]]:
    """The arguments of a call by position or name."""
    return [*enumerate(arguments.positional), *arguments.keywords.items()]


def _is_donated(made: Transformed, names: list[str], place: int | str) -> bool:
    """Whether a call takes the buffer of its argument at a position or under a name."""
    options = made.options
    position = names.index(place) if isinstance(place, str) and place in names else place
    name = names[place] if isinstance(place, int) and place < len(names) else place
    return position in options.donated or name in options.donated_names
