"""What traced code hands to the host on purpose, and where that cannot work."""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Function, Partial
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import texts, tracing
from jaxlint.analysis.domains.tracing.observations import (
    CallbackUnmapped,
    DebugPrintMisfit,
    Misprint,
    TextUse,
)
from jaxlint.analysis.values.contents import is_text, tracers
from jaxlint.analysis.values.kinds import Const, Traced, Value
from jaxlint.analysis.values.regions import Region

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments as Given
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.program import ir

_OWN_OPTIONS = frozenset(("ordered", "partitioned", "fmt"))


@tracing.transfer("jax.debug.print")
def debug_print(engine: Engine, frame: Frame, call: Call) -> Value:
    """Observe a ``jax.debug.print`` that fails, or that shows a tracer in place of its value."""
    _judge_print(engine, frame, call.arguments, call.node)
    return Const(None)


def _judge_print(engine: Engine, frame: Frame, arguments: Given, node: ir.Place) -> None:
    text = arguments.get(0, "fmt")
    if text is not None and is_text(text) and any(tracers(text)):
        engine.observe(DebugPrintMisfit(*frame.at(node), Misprint.TRACER))
        return
    if not isinstance(text, Const) or not isinstance(text.value, str) or arguments.rest is not None:
        return
    named = set(arguments.keywords) - _OWN_OPTIONS
    positional = len(arguments.positional) - ("fmt" not in arguments.keywords)
    found = _misfit(text.value, positional, named)
    if found is not None:
        engine.observe(DebugPrintMisfit(*frame.at(node), *found))


def _misfit(text: str, positional: int, named: set[str]) -> tuple[Misprint, str] | None:
    """How a format and what is given for it do not fit, and where; None if they do."""
    try:
        parsed = [
            (field, spec) for _, field, spec, _ in Formatter().parse(text) if spec is not None
        ]
    except ValueError as wrong:
        return Misprint.NO_FORMAT, str(wrong)
    if any("{" in spec for _, spec in parsed):
        return None
    fields = [field or "" for field, _ in parsed]
    roots = [field.partition(".")[0].partition("[")[0] for field in fields]
    automatic = sum(root == "" for root in roots)
    used = {int(root) for root in roots if root.isdigit()} | set(range(automatic))
    missing = [root for root in roots if root and not root.isdigit() and root not in named]
    if missing:
        return Misprint.MISSING_NAME, f"`{{{missing[0]}}}`"
    if used and max(used) >= positional:
        return Misprint.MISSING_POSITION, f"field {max(used) + 1}"
    if len(used) < positional:
        return Misprint.UNUSED, f"argument {min(set(range(positional)) - used) + 2}"
    unused = sorted(named - set(roots))
    return (Misprint.UNUSED, f"`{unused[0]}`") if unused else None


def host_call(engine: Engine, frame: Frame, name: str, arguments: Given, node: ir.Place) -> None:
    """Observe a callback under ``vmap`` that has no way to be mapped."""
    region = _map_around(frame.region)
    if region is None or arguments.rest is not None:
        return
    operands: list[Value] = list(arguments.positional[2:])
    mapped = any(_comes_from(one, region) for one in operands)
    ordered = arguments.keywords.get("ordered")
    refuses = name == "jax.pure_callback" and not (
        arguments.keywords.keys() & {"vmap_method", "vectorized"} or len(arguments.positional) < 2
    )
    refuses = refuses or (
        name.endswith("io_callback") and isinstance(ordered, Const) and ordered.value is True
    )
    if mapped and refuses:
        by_order = name != "jax.pure_callback"
        engine.observe(CallbackUnmapped(frame.module, node, region.why, by_order))


def _map_around(region: Region | None) -> Region | None:
    """The map that the code of a region is run by, unless a rule stands for that code."""
    while region is not None and not region.transform.batches:
        region = None if region.transform.ruled else region.parent
    return region


def texts_given(
    engine: Engine, frame: Frame, func: Value | None, arguments: Given, node: ir.Place
) -> None:
    """Observe texts that hold a tracer's name, which a callback is given or reads around it."""
    written = arguments.source.args if arguments.source is not None else ()
    places = [one.place for one in written] if len(written) == len(arguments.positional) else []
    handed = list(zip(arguments.positional, places, strict=False))[1:]
    if isinstance(func, Partial):
        handed += [(one, node) for one in (*func.args, *func.keywords.values())]
        func = func.func
    if isinstance(func, Function) and func.definition.module is frame.module:
        handed += _read_around(func)
    for value, place in handed:
        texts.use(engine, frame, value, place, TextUse.HOST)


def _read_around(func: Function) -> list[tuple[Value, ir.Place]]:
    """What a function reads of the traced code around it, and where."""
    found: list[tuple[Value, ir.Place]] = []
    around: Frame | None = func.closure
    while around is not None and around.region is not None:
        for name in sorted(func.definition.loads.keys() - func.definition.bound):
            if name in around.env:
                found.append((around.env[name], func.definition.loads[name][0].node))
        around = around.closure
    return found


def _comes_from(value: Value, region: Region) -> bool:
    """Whether a value is a tracer of a region, handed on or not to bodies that it is traced for."""
    origin: Value | None = value
    while origin is not None:
        if isinstance(origin, Traced) and origin.region is region:
            return True
        origin = origin.twin
    return False
