"""Functions and methods that write into their array, which JAX arrays do not let them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import MemoryWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import arrays, rebinding
from jaxlint.analysis.domains.arrays.observations import ChangedInPlace, InPlace
from jaxlint.analysis.values.kinds import Array, Const, Generator, HostArray, Traced, Value, is_none
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge.arrays import (
    IN_PLACE_FUNCTIONS,
    IN_PLACE_METHODS,
    NO_WHERE,
    TAKES_OUT,
)
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(MethodCalled)
def by_method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe a method of NumPy's that writes into its array, or into one that it is given."""
    base, name, arguments, node, source = event
    if name in IN_PLACE_METHODS and isinstance(base, Array | Traced):
        fix = None if name != "fill" else _filled(engine, frame, source)
        engine.observe(ChangedInPlace(*frame.at(node), (base,), InPlace.METHOD, fix))
    elif name == "shuffle" and isinstance(base, Generator) and arguments.positional:
        _into(engine, frame, arguments.positional[0], node)


@arrays.on(OutsideCalled)
def by_function(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge a function that writes into an argument, or is asked to."""
    if event.name in IN_PLACE_FUNCTIONS:
        _into_first(engine, frame, event)
    if "out" in event.arguments.keywords:
        _into_out(engine, frame, event, event.arguments.keywords["out"])
    if "where" in event.arguments.keywords and event.name in NO_WHERE:
        _where_given(engine, frame, event, event.arguments.keywords["where"])


def _into_first(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe a function that writes into its first argument."""
    name, arguments, node, source = event
    if name.startswith("jax.numpy."):
        given = arguments.get(IN_PLACE_FUNCTIONS[name], "inplace")
        if given is None or (isinstance(given, Const) and given.value is True):
            fix = _not_in_place(engine, frame, source) if given is None else None
            engine.observe(ChangedInPlace(*frame.at(node), (), InPlace.DEFAULT, fix))
    elif arguments.positional:
        _into(engine, frame, arguments.positional[0], node)


def _into(engine: Engine, frame: Frame, written: Value, node: ir.Place) -> None:
    """Observe that a function writes into an array of JAX's, or tell into what else."""
    if isinstance(written, Array):
        engine.observe(ChangedInPlace(*frame.at(node), (written,), InPlace.FUNCTION))
    else:
        engine.tell(frame, MemoryWritten, written, node)


def _into_out(engine: Engine, frame: Frame, event: OutsideCalled, given: Value) -> None:
    """Observe ``out=`` of a function of ``jax.numpy``, or a JAX array as NumPy's ``out``."""
    if event.name.startswith("jax.numpy."):
        left_out = is_none(given) or (event.name in TAKES_OUT and _is_left_out(frame, event))
        if event.source is not None and not left_out:
            engine.observe(ChangedInPlace(*frame.at(event.node), (), InPlace.OUT))
    elif event.name.startswith("numpy."):
        if isinstance(given, Array):
            engine.observe(ChangedInPlace(*frame.at(event.node), (given,), InPlace.OUT))
        elif isinstance(given, HostArray):
            engine.tell(frame, MemoryWritten, given, event.node)


def _is_left_out(frame: Frame, event: OutsideCalled) -> bool:
    """Whether ``out=`` hands on a parameter that is None unless a caller gives another one."""
    keywords = () if event.source is None else event.source.keywords
    given = next((value for name, value in keywords if name == "out"), None)
    own = frame.scope.parameters if isinstance(frame.scope, ir.Function) else ()
    defaults = (one.default for one in own if isinstance(given, ir.Name) and one.name == given.id)
    return any(isinstance(one, ir.Constant) and one.value is None for one in defaults)


def _where_given(engine: Engine, frame: Frame, event: OutsideCalled, given: Value) -> None:
    """Observe ``where=`` of a function of ``jax.numpy`` that has no such parameter."""
    if not is_none(given):
        engine.observe(ChangedInPlace(*frame.at(event.node), (), InPlace.WHERE))


def _filled(engine: Engine, frame: Frame, source: ir.Call | None) -> PlannedFix | None:
    """``x = jnp.full_like(x, v)`` for ``x.fill(v)``."""
    if source is None or not isinstance(source.func, ir.Attribute) or len(source.args) != 1:
        return None
    name = rebinding.variable(frame, source.func.base)
    ways = spelling.spellings(frame, "jax.numpy.full_like")
    if name is None or not ways or not rebinding.is_statement(frame, source):
        return None
    line = f"{name} = {ways[0]}({name}, {rebinding.text(frame, source.args[0])})"
    safe = rebinding.always_raises(engine, frame)
    return PlannedFix(f"bind `{name}` to a full array", (Replace(source.place, line),), safe)


def _not_in_place(engine: Engine, frame: Frame, source: ir.Call | None) -> PlannedFix | None:
    """``x = jnp.put(x, i, v, inplace=False)`` for ``jnp.put(x, i, v)``."""
    if source is None or not source.args or source.keywords:
        return None
    name = rebinding.variable(frame, source.args[0])
    code = rebinding.text(frame, source)
    if name is None or not rebinding.is_statement(frame, source) or not code.endswith(")"):
        return None
    body = code[:-1].rstrip().rstrip(",")
    change = Replace(source.place, f"{name} = {body}, inplace=False)")
    return PlannedFix(f"bind `{name}` to the new array", (change,), safe=True)
