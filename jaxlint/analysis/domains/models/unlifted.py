"""Layers of Flax whose parameters come to be in what a transformation of JAX traces.

A layer of linen makes its parameters where it is called first, and its module keeps them. JAX's own
``jit``, ``scan``, ``cond`` and their like trace what is made inside, and know nothing of modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import InstanceCalled, MethodCalled
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.core.listeners import of
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.observations import ModuleTransformed
from jaxlint.analysis.domains.models.submodules import class_name, is_linen
from jaxlint.analysis.values.kinds import Const, External, Instance, Value
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.knowledge import modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# Methods of a module that make what it keeps, where they are called first.
_MAKERS = frozenset(("param", "variable"))


@dataclass(slots=True, eq=False)
class _Layers:
    """What is made ``outside`` of what JAX traces in a module too: layers by their tokens, others
    by the token of the module and their name.

    ``applied`` are the regions around the calls of ``init`` and ``apply`` that are under way.
    """

    outside: set[tuple[Value, str]] = field(default_factory=set)
    applied: list[Region | None] = field(default_factory=list)


@contextmanager
def applied(engine: Engine, frame: Frame) -> Iterator[None]:
    """Run a module by ``init`` or ``apply``, which give it variables of its own."""
    under_way = engine.kept(_Layers).applied
    under_way.append(frame.region)
    try:
        yield
    finally:
        under_way.pop()


@models.on(InstanceCalled)
def called(engine: Engine, frame: Frame, event: InstanceCalled) -> None:
    """Judge where a layer of linen is called that has parameters."""
    layer, name = event.instance, class_name(event.instance.cls)
    external = isinstance(layer.cls, External) and is_linen(layer.cls)
    if not external or name not in modules.RANDOM_PARAMETERS:
        return
    _judge(engine, frame, (layer.token, ""), name)


@models.on(MethodCalled, about=of(Instance))
def asked(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Judge where a module asks for a parameter or a variable of its own."""
    base = event.base
    if event.name not in _MAKERS or not isinstance(base, Instance) or not is_linen(base.cls):
        return
    given = event.arguments.get(0 if event.name == "param" else 1, "name")
    if isinstance(given, Const):
        _judge(engine, frame, (base.token, str(given.value)), f"self.{event.name}")


def _judge(engine: Engine, frame: Frame, made: tuple[Value, str], name: str) -> None:
    """Observe that what a module keeps is made in what JAX traces, unless it is made outside too.

    That is a layer, or something of the name that a module asks for.
    """
    layers = engine.kept(_Layers)
    region = _unlifted(engine, frame, layers.applied[-1] if layers.applied else None)
    if region is None:
        layers.outside.add(made)
        return
    why, transform = region.why, region.transform.name
    shown = Why(why.text, why.module, why.node)
    settled = lambda: made not in layers.outside  # noqa: E731
    what = "variables" if name == "self.variable" else "parameters"
    where = why.module, why.node, shown
    engine.observe(ModuleTransformed(*where, transform, name, what, settled=settled))


def _unlifted(engine: Engine, frame: Frame, outer: Region | None) -> Region | None:
    """The outermost transformation of JAX within ``outer`` that a method of a module calls."""
    region, found = frame.region, None
    while region is not None and region is not outer:
        traces = region.transform.constants and region.transform.name.startswith("jax.")
        if traces and not region.only_inspected and _is_method(engine, region.caller):
            found = region
        region = region.parent
    return found


def _is_method(engine: Engine, scope: ir.Scope | None) -> bool:
    """Whether code is in a method of a module of linen."""
    while scope is not None:
        owner = scope.owner if isinstance(scope, ir.Function) else None
        cls = None if owner is None else engine.class_of(owner)
        if cls is not None:
            return is_linen(cls)
        scope = scope.parent
    return False
