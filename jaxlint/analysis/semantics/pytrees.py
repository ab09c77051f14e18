"""Which classes JAX certainly does not take for a pytree, and which functions are only stubs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.program import ir
from jaxlint.program.project import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_PLAIN_BASES = frozenset(("builtins.object", "abc.ABC"))
_PLAIN_DECORATORS = frozenset(("dataclasses.dataclass",))
# What a text spells, beside the name of a class, that makes it or one derived from it a pytree.
_REGISTERING = ("register", "tree_flatten", "pytree", "struct")
_HOOKS = ("__init_subclass__", "__jax_array__", "tree_flatten", "_tree_flatten")


def never(engine: Engine, definition: ir.Class) -> bool:
    """Whether no instance of a class or of a class derived from it is known to JAX.

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
    plain = all(_is_plain(one, handed) for kin in family for one in classes.ancestry(kin))
    return plain and not any(
        engine.ask(Query(definition.module.path, (definition.name, word), far=True))
        for word in _REGISTERING
    )


def _is_plain(cls: Value, handed: set[Value]) -> bool:
    if isinstance(cls, External):
        return cls.name in _PLAIN_BASES
    if not isinstance(cls, ClassValue) or cls.body is None or cls in handed:
        return False
    definition = cls.definition
    decorated = len(definition.decorators) == len(cls.decorators)
    return (
        decorated
        and _PLAIN_DECORATORS.issuperset(cls.decorators)
        and not definition.keywords
        and not any(hook in cls.body.env for hook in _HOOKS)
    )


def is_stub(definition: ir.Function) -> bool:
    """Whether a function has no body to speak of: a docstring, ``pass``, ``...``."""
    return all(ir.is_idle(statement) for statement in definition.body)
