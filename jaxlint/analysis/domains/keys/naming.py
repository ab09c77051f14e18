"""What a key is called where it is consumed: the variable, or the field of one, that holds it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Env, Frame, Level
from jaxlint.analysis.values.kinds import Instance, Value
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# A name with its attributes, but for those by which a call gives an argument.
_DOTTED = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*\b(?!\s*=(?!=))")
# How many fields deep a key is looked for.
_DEPTH = 2


def name_of(engine: Engine, level: Level, key: Value) -> str:
    """The name that the source gives a key at a call, or near it; "" where it gives it none."""
    env = _variables(level.frame)
    written: list[str] = [] if level.node is None else _DOTTED.findall(trees.code(level.node))
    for name in written:
        if _holds(_found(engine, env, name), key):
            return name
    own = str(getattr(key, "name", ""))
    if own and (own in written or (own in env and _holds(env[own], key))):
        return own
    for name, value in level.frame.env.items():
        if _holds(value, key):
            return name
    for name in written:
        base = name.partition(".")[0]
        path = next(_paths_to(engine, env.get(base), key, _DEPTH), "")
        if path:
            return f"{base}{path}"
    return ""


def _variables(frame: Frame) -> Env:
    """The variables of a frame and of those around it."""
    around: Frame | None = frame
    found: Env = {}
    while around is not None:
        found = {**around.env, **found}
        around = around.closure
    return found


def _holds(value: Value | None, key: Value) -> bool:
    return value is not None and value.token is key.token


def _found(engine: Engine, env: Env, name: str) -> Value | None:
    """What a dotted name stands for, as far as that has been seen."""
    base, *fields = name.split(".")
    value = env.get(base)
    for field in fields:
        value = None if value is None else dict(fields_of(engine, value)).get(field)
    return value


def _paths_to(engine: Engine, value: Value | None, key: Value, depth: int) -> Iterator[str]:
    """The ways from an object to a key in its fields."""
    for name, held in () if value is None or not depth else fields_of(engine, value):
        if _holds(held, key):
            yield f".{name}"
        else:
            yield from (f".{name}{path}" for path in _paths_to(engine, held, key, depth - 1))


def fields_of(engine: Engine, value: Value) -> Iterator[tuple[str, Value]]:
    """The fields of an object that are known, or were asked for."""
    made = value.fields if isinstance(value, Instance) else {}
    asked, stored = value.token.children or {}, engine.store.fields.get(value.token, NO_FIELDS)
    known: dict[str, Value] = {}
    for names in (asked, made, stored):
        known.update((name, held) for name, held in names.items() if isinstance(name, str))
    yield from known.items()
