"""Which classes JAX certainly does not take for a pytree, and which functions are only stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_PLAIN_BASES = frozenset(("builtins.object", "abc.ABC"))
_PLAIN_DECORATORS = frozenset(("dataclasses.dataclass",))
# What a text spells, beside the name of a class, that makes it or one derived from it a pytree.
_REGISTERING = (
    "register",
    "tree_flatten",
    "pytree",
    "PyTreeNode",
    "flax.struct",
    "struct.dataclass",
)
_HOOKS = ("__init_subclass__", "__jax_array__")
_METHODS = ("tree_flatten", "_tree_flatten")


def never(engine: Engine, definition: ir.Class) -> bool:
    """Whether no instance of a class or of a class derived from it is known to JAX.

    That a base is known to it says nothing of the classes below, unless the base sees to that.
    Asked when all modules have been run, since a class may be registered long after it is defined.
    """
    cls = engine.class_of(definition)
    if cls is None or definition.module is None:
        return False
    facts = [*engine.facts_of(definition.module)]
    family = [
        one for each in facts for one in each.classes.values() if cls in classes.ancestry(one)
    ]
    handed = {one for each in facts for one in each.handed}
    above = {one for kin in family for one in classes.ancestry(kin)}.difference(family)
    plain = all(_is_plain(one, handed) for one in family)
    return (
        plain
        and all(_is_single(one, handed) for one in above)
        and not any(
            engine.ask(Query(definition.module.path, (definition.name, word), far=True))
            for word in _REGISTERING
        )
    )


def _is_plain(cls: Value, handed: set[Value]) -> bool:
    """Whether nothing that is done to a class itself makes a pytree of it."""
    if isinstance(cls, External):
        return cls.name in _PLAIN_BASES
    if not isinstance(cls, ClassValue) or cls.body is None or cls in handed:
        return False
    told = _PLAIN_DECORATORS.issuperset(cls.decorators)
    return told and _has_no_hook(cls) and not any(name in cls.body.env for name in _METHODS)


def _is_single(cls: Value, handed: set[Value]) -> bool:
    """Whether a base is no pytree, or one by what holds of no class below it."""
    if not isinstance(cls, ClassValue) or _is_plain(cls, handed):
        return _is_plain(cls, handed)
    told = {*cls.told, *cls.decorators} - _PLAIN_DECORATORS
    single = bool(told) and libraries.SINGLE.issuperset(told)
    return single and (cls not in handed or bool(cls.told)) and _has_no_hook(cls)


def _has_no_hook(cls: ClassValue) -> bool:
    """Whether all is known that decorates a class, and nothing in it runs for classes below it."""
    definition = cls.definition
    inserted = sum(name in libraries.CLASS_KINDS for name in cls.told)
    decorated = len(definition.decorators) == len(cls.decorators) - inserted
    hooked = cls.body is None or any(hook in cls.body.env for hook in _HOOKS)
    return decorated and not definition.keywords and not hooked


def is_stub(definition: ir.Function) -> bool:
    """Whether a function has no body to speak of: a docstring, ``pass``, ``...``."""
    return all(ir.is_idle(statement) for statement in definition.body)
