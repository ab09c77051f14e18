"""Calls of the host from traced code: what they print, do, and read."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, TypeVar

from jaxlint.analysis.core.call_events import Call, MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import ItemSought
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.purity import clock_uses, purity
from jaxlint.analysis.domains.purity.observations import (
    HostActTraced,
    HostValueFrozen,
    PrintTraced,
)
from jaxlint.analysis.semantics import endings
from jaxlint.analysis.values.contents import is_text, tracers
from jaxlint.analysis.values.kinds import (
    Choice,
    Const,
    Container,
    External,
    Generator,
    Instance,
    Static,
    Unknown,
    Value,
)
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import host
from jaxlint.knowledge.configuration import ENVIRONMENT
from jaxlint.knowledge.host import Act, Held
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine

_Kind = TypeVar("_Kind", Act, Held)

_ABOUT_TRACING = re.compile(
    r"trac|compil|jit|lower|shape|dtype|deprecat|warning|initiali|building|cache", re.IGNORECASE
)
_LOGGERS = frozenset((host.LOGGER,))
_OF_SHAPE = re.compile(r"\.(ndim|shape|dtype|size)\b|len\(")


def traced_once(engine: Engine, frame: Frame) -> Region | None:
    """The region whose trace runs this code once for many uses, if there is one.

    Code below a function that keeps its results runs once without a trace as well. A trace that is
    expected to fail, or does so for certain, is used for nothing. What is behind a test for tracers
    is meant to run without.
    """
    region = frame.region
    elsewhere = engine.context.keeping or engine.context.ends_in_error or frame.means_untraced
    if region is None or elsewhere or not region.constants or region.only_inspected:
        return None
    return None if endings.is_followed_by_error(engine, frame) else region


@purity.transfer(*host.PRINTS)
def printed(engine: Engine, frame: Frame, call: Call) -> Value:
    """Observe a print in traced code; it gives nothing."""
    region = frame.region
    runs_once = region is not None and region.runs_once and not region.only_inspected
    runs_once = runs_once and not frame.means_untraced
    if region is not None and runs_once and _is_news(engine, frame, call.arguments, region):
        values = call.arguments.positional
        constant = all(isinstance(value, Const) for value in values)
        deliberate = _deliberate(call.arguments)
        spelled = _spelled(frame) if call.name == "builtins.print" else ""
        texts = frozenset(at for at, value in enumerate(values) if _holds_tracer(value))
        where = frame.at(call.node)
        engine.observe(PrintTraced(*where, region, deliberate, constant, spelled, texts))
    return Const(None) if call.name == "builtins.print" else Unknown()


def _is_news(engine: Engine, frame: Frame, arguments: Arguments, region: Region) -> bool:
    """Whether a print is to tell of what traced code computes, not of why tracing fails."""
    return not (_into_own(arguments, region) or endings.is_followed_by_error(engine, frame))


def _holds_tracer(value: Value) -> bool:
    """Whether a value is a text that was made of a tracer."""
    return is_text(value) and any(tracers(value))


def _into_own(arguments: Arguments, region: Region) -> bool:
    """Whether a print goes, or may go, into a buffer that is gone with the trace of the region."""
    file = arguments.keywords.get("file")
    files = file.options if isinstance(file, Choice) else (file,)
    return all(
        isinstance(one, Unknown)
        or (isinstance(one, Instance) and _is_of(one, host.BUFFERS) and inside(one.region, region))
        for one in files
    )


def _spelled(frame: Frame) -> str:
    """What the code calls ``jax.debug.print``, if it can."""
    return next(iter(spelling.spellings(frame, "jax.debug.print")), "")


@purity.transfer(*host.EFFECTS)
def acted(engine: Engine, frame: Frame, call: Call) -> Value | None:
    """Observe a call that changes the host; what it gives does not matter here."""
    what = _effect(call.name)
    if what is None or call.name in host.HARMLESS:
        return None
    if what is Act.OPEN and _is_to_read(call.arguments.get(1, "mode")):
        what = Act.READ
    if call.name in engine.declarations.impure:
        return Unknown()
    if what in (Act.LOG, Act.WARNING):
        _logged(engine, frame, call.arguments, call.node)
    elif not _is_meant_once(frame, what):
        _act(engine, frame, what, call.node)
    return Instance(call.func, frame.region) if call.name in host.FILES else Unknown()


def _is_to_read(mode: Value | None) -> bool:
    """Whether a file is opened to be read, and nothing else."""
    return mode is None or (isinstance(mode, Const) and mode.value in host.READING_MODES)


@purity.transfer(*host.GENERATOR_MAKERS)
def generator(engine: Engine, frame: Frame, call: Call) -> Value:
    """A generator of random numbers on the host."""
    return Generator(frame.region)


@purity.transfer(*(host.FILES - host.EFFECTS.keys()))
def buffer(engine: Engine, frame: Frame, call: Call) -> Value:
    """A file in memory, or one that goes when it is closed."""
    return Instance(call.func, frame.region)


@purity.on(OutsideCalled, traced=True)
def host_read(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe a read of the host's state, which a trace freezes, and what is declared impure."""
    name = event.name
    if name in engine.declarations.impure:
        _act(engine, frame, Act.DECLARED, event.node, name)
        return
    what = _frozen(name)
    drawn = name not in host.GENERATOR_MAKERS or not event.arguments.all
    if what is not None and drawn and name not in host.HARMLESS:
        _read(engine, frame, what, event.node, numbered=name in host.COUNTERS)


def _is_meant_once(frame: Frame, what: Act) -> bool:
    """Whether an act is for once: an exit due to a shape, or one that makes what is missing."""
    if what is Act.EXIT:
        return _guarded_by_shape(frame)
    return what in host.MAKING and frame.makes_missing


def _guarded_by_shape(frame: Frame) -> bool:
    """Whether the path leads through a test of what tracing knows, as ``raise`` often does."""
    texts = [ir.spelled(taken.test) for taken in frame.own_conditions]
    return any(_OF_SHAPE.search(text) for text in texts)


def _read(
    engine: Engine, frame: Frame, what: Held, node: ir.Place, *, numbered: bool = False
) -> None:
    """Observe a read of the host's state, which a trace would freeze.

    What lasts is read again by the trace of a function that is made anew at each call. Of a clock
    that gives a number, as ``numbered`` says, it is known where that goes.
    """
    region = traced_once(engine, frame)
    if region is None or (what in host.LASTING and region.frozen(lasting=True) is None):
        return
    matters = partial(clock_uses.matters, engine, node) if numbered else None
    optional = numbered and clock_uses.is_optional(frame)
    where = (*frame.at(node), what, region, frame.scope)
    seen = HostValueFrozen(*where, optional=optional, matters=matters)
    engine.observe(seen)


def _act(engine: Engine, frame: Frame, what: Act, node: ir.Place, name: str = "") -> None:
    region = traced_once(engine, frame)
    if region is not None:
        engine.observe(HostActTraced(*frame.at(node), what, region, name))


@cache
def _effect(name: str) -> Act | None:
    """What a call of an outside name does to the host."""
    return _entry(host.EFFECTS, name)


@cache
def _frozen(name: str) -> Held | None:
    """What of the host it reads."""
    return _entry(host.FROZEN, name)


def _entry(table: dict[str, _Kind], name: str) -> _Kind | None:
    found = table.get(name)
    if found is not None:
        return found
    prefix = name
    while "." in prefix:
        prefix = prefix.rpartition(".")[0]
        found = table.get(f"{prefix}.")
        if found is not None:
            return found
    return None


def _deliberate(arguments: Arguments) -> bool:
    """Whether a print tells of facts that are known while tracing, and so means to run once."""
    values = arguments.positional
    if any(tracers(value) for value in values):
        return False
    text = " ".join(v.value for v in values if isinstance(v, Const) and isinstance(v.value, str))
    if _ABOUT_TRACING.search(text) or (not any(c.isalnum() for c in text) and text.strip()):
        return True
    return any(isinstance(value, Static | Container) for value in values) and all(
        isinstance(value, Static | Const | Container) for value in values
    )


def _logged(engine: Engine, frame: Frame, arguments: Arguments, node: ir.Place) -> None:
    """Observe a log record or warning that shows a tracer; static facts are fine to log once."""
    if any(tracers(value) for value in arguments.all):
        _act(engine, frame, Act.LOG, node)


@purity.on(MethodCalled, traced=True)
def method(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe a draw from a generator made outside of the trace, and a record of a logger."""
    base, region = event.base, traced_once(engine, frame)
    if isinstance(base, Generator):
        if region is not None and not inside(base.region, region) and event.name != "seed":
            _read(engine, frame, Held.GENERATOR, event.node)
    elif event.name in host.WRITES and _is_of(base, host.FILES):
        made = base.region if isinstance(base, Instance) else None
        if region is not None and not inside(made, region):
            _act(engine, frame, Act.WRITE, event.node)
    elif event.name in host.LOGGER_METHODS and _is_of(base, _LOGGERS):
        _logged(engine, frame, event.arguments, event.node)


def _is_of(value: Value, classes: frozenset[str]) -> bool:
    """Whether a value is an object of one of some classes outside the project."""
    cls = value.cls if isinstance(value, Instance) else None
    return isinstance(cls, External) and cls.name in classes


@purity.on(ItemSought, traced=True, about=of(External))
def environment(engine: Engine, frame: Frame, event: ItemSought) -> None:
    """Observe a read of the environment."""
    if isinstance(event.base, External) and event.base.name == ENVIRONMENT:
        _read(engine, frame, Held.ENVIRONMENT, event.node.place)


def inside(made: Region | None, region: Region) -> bool:
    """Whether something made in a region is gone when ``region`` has been traced."""
    return made is not None and made.within(region)
