"""How ``shard_map`` lays its arguments out over devices, and which it gives each of them whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.callables import Options
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.facts import Layout, Whole
from jaxlint.analysis.semantics import subscripts
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import Const, Container, External, Instance, Unknown, Value, like
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import names

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_SPEC = "jax.sharding.PartitionSpec"
_CHECKS = ("check_vma", "check_rep")


@tracing.transfer(*names.SPECS)
def spec(engine: Engine, frame: Frame, call: Call) -> Value:
    """What says how an array is laid out over devices."""
    axes = _axes(call.arguments)
    layout = None if axes is None else Layout(axes)
    return Instance(External(_SPEC), frame.region).with_fact(layout)


def _axes(given: Arguments) -> frozenset[str] | None:
    """The axes over which a spec splits an array; None where they are not known."""
    if given.rest is not None or given.keywords:
        return None
    try:
        parts = [literal(one) for one in given.positional]
    except LookupError:
        return None
    several = (one if isinstance(one, tuple) else (one,) for one in parts)
    return frozenset(one for part in several for one in part if isinstance(one, str))


def is_spec(value: Value | None) -> bool:
    """Whether a value is the spec of one array, or of all arrays in a tree."""
    return isinstance(value, Instance) and isinstance(value.cls, External)


def spec_of(in_specs: Value | None, index: int) -> Value | None:
    """The spec of an argument of ``shard_map``, one for all of them if it is no tuple."""
    if isinstance(in_specs, Container) and in_specs.kind == "tuple":
        return subscripts.element(in_specs, Const(index)) if index >= 0 else Unknown()
    return in_specs


def checks(arguments: Arguments) -> bool:
    """Whether ``shard_map`` is left to keep track of what differs between devices."""
    said = [one for name, one in arguments.keywords.items() if name in _CHECKS]
    known = all(isinstance(one, Const) and one.value is True for one in said)
    return known and arguments.rest is None


def marked(value: Value, options: Options, spec: Value | None, region: Region) -> Value:
    """What stands for an argument of ``shard_map``: of some each device has all."""
    whole = _whole(options, spec, region)
    return value if whole is None else _marked(value, whole)


def _whole(options: Options, spec: Value | None, region: Region) -> Whole | None:
    layout = None if spec is None else spec.fact(Layout)
    if not options.checked or layout is None or layout.axes:
        return None
    layouts = [one.fact(Layout) for one in _all(options.in_specs)]
    axes = frozenset(name for one in layouts if one is not None for name in one.axes)
    if None in layouts:
        return Whole(region, None)
    return Whole(region, axes) if axes else None


def _all(specs: Value | None) -> Iterator[Value]:
    """All specs in a tree of them."""
    if isinstance(specs, Container):
        for one in specs.values:
            yield from _all(one)
    elif specs is not None:
        yield specs


def _marked(value: Value, whole: Whole) -> Value:
    if isinstance(value, Container) and value.kind != "stack":
        value = value.mapped(lambda item: _marked(item, whole), region=whole.region)
    elif isinstance(value, Instance) and value.traced is not None:
        value = like(value, traced=value.traced.with_fact(whole))
    return value.with_fact(whole) if not isinstance(value, Const) else value
