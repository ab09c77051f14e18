"""Modules within modules, whose names Flax folds into the keys that they ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import MethodEntered, MethodLeft
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.effects import Log
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models, streams
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Const, External, Instance, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Entered:
    """The methods under way: by each that belongs to a submodule, its name and the log around."""

    logs: list[tuple[str, Log]] = field(default_factory=list)


@models.on(MethodEntered)
def entered(engine: Engine, frame: Frame, event: MethodEntered) -> None:
    """What a submodule asks for is noted apart, to be asked for below its name."""
    name = name_below(engine, frame, event.function.instance)
    engine.kept(_Entered).logs.append((name, engine.logged))
    if name:
        engine.logged = Log(engine.logged.behind)


@models.on(MethodLeft)
def left(engine: Engine, frame: Frame, event: MethodLeft) -> None:
    """What a submodule asked for, it asked for below its name."""
    name, outer = engine.kept(_Entered).logs.pop()
    if name:
        logged, engine.logged = engine.logged, outer
        streams.ask_below(engine, name, logged)


def name_below(engine: Engine, frame: Frame, module: Value | None) -> str:
    """The name under which a module is a submodule of the one under way; "" if it is none.

    Those that Flax numbers go by their class: what is asked is whether two models both have one.
    """
    if not isinstance(module, Instance) or not is_linen(module.cls):
        return ""
    around = module_of(frame)
    if around is None or around.token is module.token:
        return ""
    named = module.fields.get("name") or engine.store.fields.get(module.token, NO_FIELDS).get(
        "name"
    )
    if isinstance(named, Const) and isinstance(named.value, str):
        return named.value
    return _field_of(engine, around, module) or class_name(module.cls)


def is_linen(cls: Value) -> bool:
    """Whether a class is a module of flax.linen."""
    if isinstance(cls, External):
        return cls.name.startswith("flax.linen.")
    return classes.kind(cls) == "linen"


def module_of(frame: Frame, library: str = "linen") -> Instance | None:
    """The module of a library whose method is under way here or around here."""
    current: Frame | None = frame
    while current is not None:
        scope = current.scope
        if isinstance(scope, ir.Function) and scope.owner is not None and scope.parameters:
            owner = current.env.get(scope.parameters[0].name)
            known = isinstance(owner, Instance) and classes.kind(owner.cls) == library
            return owner if isinstance(owner, Instance) and known else None
        current = current.closure
    return None


def _field_of(engine: Engine, owner: Instance, module: Instance) -> str:
    """The field of a module that holds another one, "" if it is none."""
    if not isinstance(owner.cls, ClassValue):
        return ""
    kept = engine.fields.get(owner.cls, {}).items()
    stored = engine.store.fields.get(owner.token, NO_FIELDS).items()
    return next((str(attr) for attr, v in (*stored, *kept) if v.token is module.token), "")


def class_name(cls: Value) -> str:
    if isinstance(cls, External):
        return cls.name.rpartition(".")[2]
    return cls.definition.name if isinstance(cls, ClassValue) else ""
