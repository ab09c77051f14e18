"""Names of axes: what meshes and transformations bind, and collectives that ask for another one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, OutsideCalled
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import tracing
from jaxlint.analysis.domains.tracing.facts import AxisNames
from jaxlint.analysis.domains.tracing.observations import AxisUnbound
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.facts import Facts
from jaxlint.analysis.values.kinds import Unknown, Value
from jaxlint.analysis.values.regions import Why, outward
from jaxlint.knowledge import names
from jaxlint.knowledge.transforms import KERNEL_CALL, Arguments, Transform
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments as Given
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.values.regions import Region

_NONE: frozenset[str] = frozenset()
_ENVIRONMENT = 2
_VMAP_NAME = 3
_PMAP_NAME = 1


@tracing.transfer(*names.MESHES)
def mesh(engine: Engine, frame: Frame, call: Call) -> Value:
    """A mesh of devices, with the names of its axes where these can be read."""
    given = call.arguments.get(names.MESHES[call.name], "axis_names")
    named = None if given is None else _read(given)
    return Unknown("mesh", Facts.of(AxisNames(named) if named else None))


def bound_by(transform: Transform, arguments: Given) -> frozenset[str] | None:
    """The names of the axes that a transformation binds for its function; None if unknown."""
    if transform.arguments is Arguments.SPECIFIED:
        return _of_mesh(arguments.get(1, "mesh"), arguments.keywords.get("axis_names"))
    if transform.inspects:
        return _NONE if arguments.get(_ENVIRONMENT, "axis_env") is None else None
    if transform.arguments is not Arguments.MAPPED:
        return _NONE
    if not transform.name.startswith("jax.") or arguments.rest is not None:
        return None
    position = _PMAP_NAME if transform.compiles else _VMAP_NAME
    given = arguments.get(position, "axis_name")
    return _NONE if given is None else _read(given)


def _of_mesh(given: Value | None, manual: Value | None) -> frozenset[str] | None:
    """The names of the axes of a mesh, or those of them that alone are meant."""
    found = None if given is None else given.fact(AxisNames)
    if found is None or manual is None:
        return None if found is None else found.names
    return _read(manual)


def _read(given: Value) -> frozenset[str] | None:
    """The names that a value gives, one or a tuple of them; None if they cannot be read."""
    try:
        read = literal(given)
    except LookupError:
        return None
    several = read if isinstance(read, tuple) else () if read is None else (read,)
    named = frozenset(one for one in several if isinstance(one, str))
    return named if len(named) == len(several) else None


@dataclass(slots=True, eq=False)
class _Bound:
    """The places of collectives whose names are bound where some code in sight gets there."""

    places: set[ir.Place] = field(default_factory=set)


@dataclass(slots=True, frozen=True, eq=False)
class AxesAsked(Effect):
    """The collective ``function`` asked for axes at a ``place`` of a ``scope``.

    Whoever calls that has to bind them. ``always`` says that traced code does so in any case.
    """

    function: str
    asked: frozenset[str]
    place: ir.Place
    scope: ir.Scope
    always: bool

    domain = "tracing"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Judge the names by those that are bound around the call at ``node``."""
        engine.log(self)
        bound = _bound(frame.region)
        if bound is None or self.asked <= bound:
            engine.kept(_Bound).places.add(self.place)
            return
        spread = _spread(frame.region)
        if spread is None and self.always:
            spread = _outermost(engine, frame)
        if spread is None or engine.context.expects_errors:
            return
        place = self._place(engine, frame, node, spread)
        if place is not None:
            self._observe(engine, frame, place, bound)

    def _observe(
        self, engine: Engine, frame: Frame, place: ir.Place, bound: frozenset[str]
    ) -> None:
        name, why = min(self.asked - bound), frame.why
        if place is not self.place:
            text = f"`{self.function}` asks for the axis `{name}` here"
            why = Why(text, self.place.module, self.place, why)
        at, named, elsewhere = (place.module, place, why), tuple(sorted(bound)), engine.kept(_Bound)
        sure = _spread(frame.region) is not None or _is_of_body(engine, frame)
        meant = None if sure else lambda: self.place not in elsewhere.places
        engine.observe(AxisUnbound(*at, self.function, name, named, settled=meant))

    def _place(
        self, engine: Engine, frame: Frame, node: ir.Place, region: Region
    ) -> ir.Place | None:
        """Where the function that is spread asks, which knows its axes, or calls who does.

        None where that function as a whole is called again.
        """
        spread = region.function
        if spread is None or _is_within(self.scope, spread):
            return self.place
        if _is_within(frame.scope, spread):
            return node
        inside = (one for one in reversed(engine.path) if _is_within(one.frame.scope, spread))
        return next((one.node or one.entered for one in inside), None)


@tracing.on(OutsideCalled, traced=True, about=names.AXES_ASKED.__contains__)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge the names that a collective is given, here and where its function is called again."""
    given = event.arguments.get(names.AXES_ASKED[event.name], "axis_name")
    asked = None if given is None else _read(given)
    if asked:
        function, always = event.name.rpartition(".")[2], not _is_tested(engine, frame)
        seen = AxesAsked(None, function, asked, event.node, frame.scope, always)
        seen.replay(engine, frame, None, event.node)


def _is_within(scope: ir.Scope | None, outer: ir.Scope) -> bool:
    while scope is not None and scope is not outer:
        scope = scope.parent
    return scope is outer


def _is_tested(engine: Engine, frame: Frame) -> bool:
    """Whether a test in traced code decides about this, of which the answer is not known."""
    around = [*outward(frame.region)]
    entered = engine.path[around[-1].depth :] if around else []
    return bool(entered) and _open_tests(entered[0].frame) != _open_tests(frame)


def _open_tests(frame: Frame) -> int:
    return sum(not one.decided for one in frame.conditions)


def _outermost(engine: Engine, frame: Frame) -> Region | None:
    """The outermost region around this code, if nothing can be around that in turn.

    Nobody maps what ``pmap`` spreads, and nothing traces the body of a module. What ``vmap`` alone
    maps in a function may be called under another axis by code that is not in sight.
    """
    around = [*outward(frame.region)]
    shown = all(one.visible and not one.transform.presumed for one in around)
    if not shown or _is_tested(engine, frame):
        return None
    spread = bool(around) and around[-1].transform.name in names.SPREADING
    return around[-1] if around and (spread or _is_of_body(engine, frame)) else None


def _is_of_body(engine: Engine, frame: Frame) -> bool:
    """Whether it is the body of the module that runs some code, which nothing traces."""
    first = engine.path[0].frame if engine.path else frame
    return isinstance(first.scope, ir.Module) and frame.since is None


def _spread(region: Region | None) -> Region | None:
    """The region around traced code that spreads work over devices, by axes that have names."""
    spreading = (one for one in outward(region) if one.axes)
    return next((one for one in spreading if one.transform.name in names.SPREADING), None)


def _bound(region: Region | None) -> frozenset[str] | None:
    """All names that are bound around traced code; None where these cannot be known."""
    bound: set[str] = set()
    for one in outward(region):
        if one.axes is None or one.transform is KERNEL_CALL:
            return None
        bound |= one.axes
    return frozenset(bound)
