"""What is another one in each turn of a loop to a jit, which compares by ``==`` and hash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial
from jaxlint.analysis.core.fields import NO_FIELDS
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import hashing, turns
from jaxlint.analysis.domains.compilation.observations import Changing
from jaxlint.analysis.semantics import classes, static_fields
from jaxlint.analysis.values.kinds import Choice, Container, External, Instance, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_DEPTH = 4


def itself(engine: Engine, frame: Frame, value: Value) -> Changing | None:
    """What a value is that is made in each turn of the innermost loop and equals no earlier one.

    Outside of loops: in each call of the function.
    """
    if isinstance(value, Function):
        own = value.closure is frame and value.instance is None
        made = own and (not frame.loops or frame.loops[-1] in value.definition.loops)
        kind = Changing.LAMBDA if value.definition.is_lambda else Changing.FUNCTION
        return kind if made else None
    if isinstance(value, Choice) and turns.is_either(engine, frame, value):
        kinds = {type(one) for one in value.options}
        return Changing.PARTIAL if kinds == {Partial} else None
    if not isinstance(value, Partial | Instance) or not _made_in_turn(engine, frame, value):
        return None
    if isinstance(value, Partial):
        return Changing.PARTIAL
    return Changing.OBJECT if _has_identity(value.cls) else None


def is_remade(engine: Engine, frame: Frame, value: Value) -> bool:
    """Whether each turn makes an object of what no turn binds, and it equals no earlier one."""
    if itself(engine, frame, value) is not Changing.OBJECT:
        return False
    turn, loop = turns.turn_of(engine, frame, value), frame.loops[-1]
    found = ir.loop_at(frame.scope.body, loop)
    if turn is None or not isinstance(found, ir.For | ir.While):
        return False
    makers = (one for one in ir.nodes_in(found.body) if isinstance(one, ir.Call))
    maker = next((one for one in makers if one.place is turn.node), None)
    bound = ir.names_assigned(*found.body)
    bound |= set(ir.bound_names(found.target)) if isinstance(found, ir.For) else set()
    return maker is not None and bound.isdisjoint(
        one.id for one in ir.nodes_in(maker) if isinstance(one, ir.Name)
    )


def within(
    engine: Engine, frame: Frame, value: Value, *, filtered: bool, depth: int = _DEPTH
) -> Iterator[tuple[Changing, str]]:
    """The same of what a tree holds that is no leaf, each with the name of its field.

    If it is ``filtered``, everything that is no array is no leaf.
    """
    if not depth:
        return
    if isinstance(value, Container):
        for item in value.values:
            yield from within(engine, frame, item, filtered=filtered, depth=depth - 1)
    elif isinstance(value, Instance) and classes.kind(value.cls) in libraries.PYTREES:
        for attr, held in _fields_of(engine, value).items():
            static = static_fields.is_static(value.cls, attr)
            compared = filtered or static_fields.is_compared(value.cls, attr)
            found = itself(engine, frame, held) if compared else None
            if found is not None:
                yield found, str(attr)
            elif not static:
                yield from within(engine, frame, held, filtered=filtered, depth=depth - 1)


def _fields_of(engine: Engine, instance: Instance) -> Mapping[object, Value]:
    return engine.store.fields.get(instance.token, NO_FIELDS)


def _made_in_turn(engine: Engine, frame: Frame, value: Value) -> bool:
    turn = turns.turn_of(engine, frame, value)
    return turn is not None and turn.loops == tuple(frame.loops)


def _has_identity(cls: Value) -> bool:
    """Whether objects of a class are equal only to themselves: nothing in it says otherwise."""
    known = all(isinstance(one, ClassValue | External) for one in classes.ancestry(cls))
    compared = any(classes.find(cls, name) is not None for name in ("__eq__", "__hash__"))
    outside = any(
        isinstance(one, External) and not one.name.startswith(("abc.", "typing.", "builtins."))
        for one in classes.ancestry(cls)
    )
    plain = classes.kind(cls) in ("plain", "dataclass") and not _is_decorated(cls)
    return known and plain and not outside and not compared


def _is_decorated(cls: Value) -> bool:
    """Whether something may have been done to a class, or a base of it, that is not followed."""
    family = (one for one in classes.ancestry(cls) if isinstance(one, ClassValue))
    return any(
        one.definition.keywords
        or (one.definition.decorators and not hashing.is_dataclass_by_identity(one))
        for one in family
    )
