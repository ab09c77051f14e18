"""Memory that arrays share or give away: donated buffers, read-only views, buffers in flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import calls
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import array_misuse, rebinding
from jaxlint.analysis.domains.buffers.facts import View
from jaxlint.analysis.domains.buffers.observations import (
    BufferInFlightWritten,
    DonatedBufferUsed,
    Reuse,
    ViewWritten,
)
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    Function,
    HostArray,
    Method,
    Static,
    Transformed,
    Unknown,
    Value,
)
from jaxlint.fixes.edits import Mend, Replace
from jaxlint.knowledge import arrays, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_WITHOUT_BUFFER = arrays.WITHOUT_BUFFER | arrays.STATIC_RESULTS
_WRITING_METHODS = frozenset("fill sort partition put itemset resize".split())


# --- views of JAX arrays -------------------------------------------------------------------------


def viewed(name: str, arguments: calls.Arguments, source: ir.Call | None) -> HostArray:
    """What NumPy makes of an array: a read-only view where it copies nothing."""
    only = len(arguments.all) == 1 and bool(arguments.positional)
    if name in names.VIEWS and only and isinstance(arguments.positional[0], Array):
        return HostArray(None if source is None else View(source))
    return HostArray()


def fetched(value: Value, source: ir.Call | None) -> Value:
    """What ``jax.device_get`` gives: a tree of NumPy arrays for a tree of JAX ones."""
    if isinstance(value, Array):
        return HostArray(None if source is None else View(source))
    if not isinstance(value, Container):
        return value
    return value.mapped(lambda item: fetched(item, source))


def write_to_view(engine: Engine, frame: Frame, base: Value, node: ir.Place) -> None:
    """Observe a write into the memory of a JAX array, as far as ``base`` shows one."""
    view = base.fact(View)
    if view is not None:
        mend = _copied(frame, view.call)
        array_misuse.note(engine, frame, ViewWritten(frame.module, node, frame.why, mend))


def method_on_view(engine: Engine, frame: Frame, base: Value, name: str, node: ir.Place) -> None:
    """Observe a method that writes into a view."""
    if name in _WRITING_METHODS:
        write_to_view(engine, frame, base, node)


def _copied(frame: Frame, view: ir.Call) -> Mend | None:
    """``np.array(x)`` for ``np.asarray(x)``."""
    code = rebinding.text(frame, view.func)
    if not code.endswith(".asarray") or frame.scope.module is not frame.module:
        return None
    change = Replace(view.func.place, f"{code[: -len('asarray')]}array")
    return Mend("make a copy that can be written", (change,), safe=True)


# --- donated buffers -----------------------------------------------------------------------------


def donate(
    engine: Engine,
    frame: Frame,
    made: Transformed,
    arguments: calls.Arguments,
    names: list[str],
    node: ir.Place,
) -> None:
    """Take note of the arrays that a call gives away, which it does in plain code only."""
    options = made.options
    if frame.region is not None or not (options.donated or options.donated_names):
        return
    for place, value in _places(arguments):
        if _is_donated(made, names, place):
            for given in _arrays_in(value):
                engine.store.donated[given.token] = node


def _places(arguments: calls.Arguments) -> list[tuple[int | str, Value]]:
    """The arguments of a call by position or name."""
    return [*enumerate(arguments.positional), *arguments.keywords.items()]


def received(engine: Engine, frame: Frame, value: Value) -> None:
    """Take note that a compiled call gave a value: whatever it is made of lives."""
    if type(value) is Unknown and value.twin is None and frame.region is None:
        value.computed = True
    for given in _arrays_in(value) if engine.store.donated else ():
        engine.store.donated.pop(given.token, None)


def _arrays_in(value: Value) -> list[Value]:
    """The values that are certainly JAX arrays, or trees of them that a jitted call gave."""
    if isinstance(value, Container):
        return [found for item in value.values for found in _arrays_in(item)]
    if isinstance(value, Array) or (isinstance(value, Unknown) and value.computed):
        return [value]
    return []


def reads(func: Value) -> bool:
    """Whether a call may read the memory of the arrays that it is given."""
    if isinstance(func, Transformed):
        return not func.transform.inspects
    if isinstance(func, Method):
        return not (isinstance(func.base, Transformed) and func.name in names.STAGES)
    return not isinstance(func, External) or func.name not in _WITHOUT_BUFFER


def used(engine: Engine, frame: Frame, value: Value, node: ir.Place) -> None:
    """Observe a use of an array whose buffer was given away earlier on this path."""
    if engine.store.donated and frame.region is None:
        for given in _arrays_in(value):
            taken = engine.store.donated.get(given.token)
            if taken is not None:
                reuse = Reuse.NEXT_TURN if _is_inside(node, taken) else Reuse.LATER
                seen = DonatedBufferUsed(frame.module, node, frame.why, reuse)
                array_misuse.note(engine, frame, seen)
                return


def _is_inside(node: ir.Place, call: ir.Place) -> bool:
    """Whether a node is an argument of the very call that took the buffer, a turn before."""
    return any(arg.value is node for arg in getattr(call, "args", ()))


def donated_twice(
    engine: Engine,
    frame: Frame,
    made: Transformed,
    arguments: calls.Arguments,
    names: list[str],
    call: ir.Call,
) -> None:
    """Observe one array given twice to a call that takes its buffer."""
    if frame.region is not None or any(isinstance(arg, ir.Starred) for arg in call.args):
        return
    seen: dict[Value, int] = {}
    for place, value in enumerate(arguments.positional):
        if isinstance(value, Array) and place < len(call.args):
            first = seen.setdefault(value.token, place)
            taken = _is_donated(made, names, place) or _is_donated(made, names, first)
            if first != place and taken:
                node = call.args[place].place
                twice = DonatedBufferUsed(frame.module, node, frame.why, Reuse.SAME_CALL)
                array_misuse.note(engine, frame, twice)


def _is_donated(made: Transformed, names: list[str], place: int | str) -> bool:
    """Whether a call takes the buffer of its argument at a position or under a name."""
    options = made.options
    position = names.index(place) if isinstance(place, str) and place in names else place
    name = names[place] if isinstance(place, int) and place < len(names) else place
    return position in options.donated or name in options.donated_names


# --- buffers that a call still reads -------------------------------------------------------------


def launch(engine: Engine, frame: Frame, made: Transformed, arguments: calls.Arguments) -> None:
    """Take note of the NumPy arrays that a compiled call may read after it returned."""
    if made.transform.compiles and frame.region is None:
        for value in arguments.all:
            if isinstance(value, HostArray) and value.fact(View) is None:
                engine.store.in_flight.add(value.token)


def settle_call(engine: Engine, func: Value, arguments: calls.Arguments) -> None:
    """Forget what is in flight where a call may have waited for a result."""
    if engine.store.in_flight and not _cannot_wait(func, arguments):
        engine.store.in_flight.clear()


def settle(engine: Engine, value: Value) -> None:
    """Forget what is in flight where the code asks for a result."""
    if engine.store.in_flight and not isinstance(value, HostArray | Static | Const):
        engine.store.in_flight.clear()


def _cannot_wait(func: Value, arguments: calls.Arguments) -> bool:
    if isinstance(func, Transformed) and func.transform.compiles:
        return True
    if isinstance(func, External) and func.name.startswith(names.ARRAY_MAKERS):
        return True
    if isinstance(func, Method) and isinstance(func.base, Container):
        return func.name in ("append", "extend")
    if isinstance(func, External | Method) and not isinstance(func, Function):
        known = (HostArray, Static, Const)
        return all(isinstance(value, known) for value in arguments.all) and bool(arguments.all)
    return False


def overwritten(engine: Engine, frame: Frame, base: Value, value: Value, node: ir.Place) -> None:
    """Observe a write into a NumPy array that a compiled call may not have read yet."""
    if isinstance(value, Array):
        settle(engine, value)
    if engine.store.in_flight and base.token in engine.store.in_flight:
        seen = BufferInFlightWritten(frame.module, node, frame.why)
        array_misuse.note(engine, frame, seen)
