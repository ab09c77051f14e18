"""Functions and methods that write into their array, which JAX arrays do not let them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core import calls
from jaxlint.analysis.core.events import MemoryWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import rebinding
from jaxlint.analysis.domains.arrays.observations import ChangedInPlace, InPlace
from jaxlint.analysis.values.kinds import Array, Const, Traced, is_none
from jaxlint.fixes.edits import Mend, Replace
from jaxlint.knowledge import arrays
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def by_method(
    engine: Engine,
    frame: Frame,
    base: Array | Traced,
    name: str,
    arguments: calls.Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> None:
    """Observe a method of NumPy's that writes into its array."""
    mend = None if name != "fill" else _filled(engine, frame, source)
    engine.observe(ChangedInPlace(*frame.at(node), (base,), InPlace.METHOD, mend))


def by_function(
    engine: Engine,
    frame: Frame,
    name: str,
    arguments: calls.Arguments,
    node: ir.Place,
    source: ir.Call | None,
) -> None:
    """Observe a function that writes into its first argument."""
    first = arguments.positional[0] if arguments.positional else None
    if name.startswith("jax.numpy."):
        given = arguments.get(arrays.IN_PLACE_FUNCTIONS[name], "inplace")
        if given is None or (isinstance(given, Const) and given.value is True):
            mend = _not_in_place(engine, frame, source) if given is None else None
            engine.observe(ChangedInPlace(*frame.at(node), (), InPlace.DEFAULT, mend))
    elif isinstance(first, Array):
        engine.observe(ChangedInPlace(*frame.at(node), (first,), InPlace.FUNCTION))
    elif first is not None:
        engine.tell(frame, MemoryWritten, first, node)


def into_out(
    engine: Engine,
    frame: Frame,
    arguments: calls.Arguments,
    node: ir.Place,
    source: ir.Call | None,
    out: Array | None,
) -> None:
    """Observe ``out=`` of a function of ``jax.numpy``, or a JAX array as NumPy's ``out``."""
    given = arguments.keywords["out"]
    if not is_none(given):
        arrays_given = () if out is None else (out,)
        engine.observe(ChangedInPlace(*frame.at(node), arrays_given, InPlace.OUT))


def where_given(engine: Engine, frame: Frame, arguments: calls.Arguments, node: ir.Place) -> None:
    """Observe ``where=`` of a function of ``jax.numpy`` that has no such parameter."""
    if not is_none(arguments.keywords["where"]):
        engine.observe(ChangedInPlace(*frame.at(node), (), InPlace.WHERE))


def _filled(engine: Engine, frame: Frame, source: ir.Call | None) -> Mend | None:
    """``x = jnp.full_like(x, v)`` for ``x.fill(v)``."""
    if source is None or not isinstance(source.func, ir.Attribute) or len(source.args) != 1:
        return None
    name = rebinding.variable(frame, source.func.base)
    ways = spelling.spellings(frame, "jax.numpy.full_like")
    if name is None or not ways or not rebinding.is_statement(frame, source):
        return None
    line = f"{name} = {ways[0]}({name}, {rebinding.text(frame, source.args[0])})"
    safe = rebinding.always_raises(engine, frame)
    return Mend(f"bind `{name}` to a full array", (Replace(source.place, line),), safe)


def _not_in_place(engine: Engine, frame: Frame, source: ir.Call | None) -> Mend | None:
    """``x = jnp.put(x, i, v, inplace=False)`` for ``jnp.put(x, i, v)``."""
    if source is None or not source.args or source.keywords:
        return None
    name = rebinding.variable(frame, source.args[0])
    code = rebinding.text(frame, source)
    if name is None or not rebinding.is_statement(frame, source) or not code.endswith(")"):
        return None
    body = code[:-1].rstrip().rstrip(",")
    change = Replace(source.place, f"{name} = {body}, inplace=False)")
    return Mend(f"bind `{name}` to the new array", (change,), safe=True)
