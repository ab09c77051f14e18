"""Layers whose parameters come to be in what a transformation of JAX traces.

A layer of linen or Haiku makes its parameters where it is called first, and its module keeps them.
JAX's own ``jit``, ``scan``, ``cond`` and their like trace what is made inside, and know nothing of
modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import Call, InstanceCalled, MethodCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.observations import ModuleTransformed
from jaxlint.analysis.domains.models.submodules import class_name, is_linen, module_of
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Const, External, Instance, Value
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# What makes a parameter, or something else that is kept, and the name of what it makes.
_Made = tuple[Value | ir.Scope, str]
# What code of Haiku asks whether it is to make its parameters.
_INITIALISING = "running_init"
# Methods of a module that make what it keeps, where they are called first.
_MAKERS = frozenset(("param", "variable"))


@dataclass(slots=True, eq=False)
class _Layers:
    """What is made ``outside`` of what JAX traces in a module too: layers by their tokens, others
    by what makes them and their name.

    ``applied`` are the calls of ``init`` and ``apply`` that are under way: the region around each,
    and the library.
    """

    outside: set[_Made] = field(default_factory=set)
    applied: list[tuple[Region | None, str]] = field(default_factory=list)


@contextmanager
def applied(engine: Engine, frame: Frame, library: str) -> Iterator[None]:
    """Run a module by ``init`` or ``apply``, which give it variables of its own."""
    under_way = engine.kept(_Layers).applied
    under_way.append((frame.region, library))
    try:
        yield
    finally:
        under_way.pop()


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Judge where a layer is called that has parameters."""
    layer, name = event.instance, class_name(event.instance.cls)
    if not isinstance(layer.cls, External):
        return
    if layer.cls.name in modules.HAIKU_LEARNING:
        # Of two that one module makes in two calls of it, the second one gets the first one's.
        maker = None if layer.region is not frame.region else _maker(frame)
        made: _Made = (layer.token, "") if maker is None else (maker, name)
        _judge(engine, frame, made, name, "haiku")
    elif is_linen(layer.cls) and name in modules.RANDOM_PARAMETERS:
        _judge(engine, frame, (layer.token, ""), name, "linen")


def parameter(engine: Engine, frame: Frame, call: Call) -> None:
    """Judge where code asks Haiku for a parameter."""
    name = call.arguments.get(0, "name")
    if isinstance(name, Const):
        made = (_maker(frame) or frame.scope, str(name.value))
        _judge(engine, frame, made, "hk.get_parameter", "haiku")


def _maker(frame: Frame) -> Value | None:
    """The module of Haiku whose method is under way."""
    module = module_of(frame, "haiku")
    return None if module is None else module.token


@models.on(MethodCalled, about=of(Instance))
def asked(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge where a module asks for a parameter or a variable of its own."""
    base = event.base
    if event.name not in _MAKERS or not isinstance(base, Instance) or not is_linen(base.cls):
        return
    given = event.arguments.get(0 if event.name == "param" else 1, "name")
    if isinstance(given, Const):
        _judge(engine, frame, (base.token, str(given.value)), f"self.{event.name}", "linen")


def _judge(engine: Engine, frame: Frame, made: _Made, name: str, library: str) -> None:
    """Observe that what a module keeps is made in what JAX traces, unless it is made outside too.

    That is a layer, or something of the name that a module asks for.
    """
    layers = engine.kept(_Layers)
    region = _unlifted(engine, frame, layers.applied, library)
    if region is None:
        layers.outside.add(made)
        return
    if any(_INITIALISING in ir.called_in(one.test) for one in frame.conditions):
        return
    why, transform = region.why, region.transform.name
    shown = Why(why.text, why.module, why.node)
    settled = lambda: made not in layers.outside  # noqa: E731
    what = "variables" if name == "self.variable" else "parameters"
    where = why.module, why.node, shown
    engine.observe(ModuleTransformed(*where, transform, name, what, library, settled=settled))


def _unlifted(
    engine: Engine, frame: Frame, under_way: list[tuple[Region | None, str]], library: str
) -> Region | None:
    """The outermost transformation of JAX that code of a model calls, below ``init`` or ``apply``.

    That is code of a module's methods, and of Haiku all that ``init`` and ``apply`` run.
    """
    region, found = frame.region, None
    outer, applied_by = under_way[-1] if under_way else (None, "")
    whole = library == applied_by == "haiku"
    while region is not None and region is not outer:
        traces = region.transform.constants and region.transform.name.startswith("jax.")
        if traces and not region.only_inspected:
            found = region if whole or _is_method(engine, region.caller, library) else found
        region = region.parent
    return found


def _is_method(engine: Engine, scope: ir.Scope | None, library: str) -> bool:
    """Whether code is in a method of a module of a library."""
    while scope is not None:
        owner = scope.owner if isinstance(scope, ir.Function) else None
        cls = None if owner is None else engine.class_of(owner)
        if cls is not None:
            return classes.kind(cls) == library
        scope = scope.parent
    return False
