"""Lists, tuples and generators that stand where JAX wants arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.arrays import array_misuse, rebinding
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import ContainerAsArray, Role
from jaxlint.analysis.semantics import given_fields
from jaxlint.analysis.values.kinds import Const, Container, Instance, Value
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import names
from jaxlint.knowledge.arrays import MAKE_ARRAYS, NO_SEQUENCE
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_SEQUENCES = ("list", "tuple")


def stands(frame: Frame, value: Value, node: ir.Expr) -> bool:
    """Whether an expression is certainly a list or tuple of Python's."""
    return _is_sequence(value) and _is_made_here(frame, node)


def _is_made_here(frame: Frame, node: ir.Expr) -> bool:
    """Whether a container is written here, or held by a variable of this scope, no parameter.

    What comes in from elsewhere may be something else in the calls that count.
    """
    if not isinstance(node, ir.Name):
        return isinstance(node, ir.Display | ir.DictDisplay | ir.Comprehension)
    stores = frame.scope.stores.get(node.id, ())
    return node.id in frame.env and all(event.kind != "parameter" for event in stores)


def _is_held(engine: Engine, frame: Frame, value: Value, node: ir.Expr) -> bool:
    """Whether an expression is certainly a list or tuple, by what a method's object holds, too."""
    return stands(frame, value, node) or (_is_sequence(value) and _is_in_field(engine, frame, node))


def _is_in_field(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a field of a method's object is given lists and tuples alone, written there."""
    scope = frame.scope
    if not isinstance(scope, ir.Function) or scope.owner is None or not scope.parameters:
        return False
    attr, holder = ir.field_of(node, scope.receiver), frame.env.get(scope.receiver)
    if not attr or not isinstance(holder, Instance) or not isinstance(holder.cls, ClassValue):
        return False
    given = given_fields.values(engine, holder.cls, attr)
    return bool(given) and all(
        isinstance(one, ir.Display | ir.Comprehension) and one.kind in _SEQUENCES for one in given
    )


def _is_sequence(value: Value) -> bool:
    """Whether a value is a list or tuple of Python's."""
    return isinstance(value, Container) and value.kind in _SEQUENCES


def word(value: Value) -> str:
    """What a list or tuple is called."""
    assert isinstance(value, Container)
    return value.kind


def wrapped(frame: Frame, node: ir.Expr) -> PlannedFix | None:
    """``jnp.array([1, 2])`` for ``[1, 2]``, where the code can name it."""
    ways = spelling.spellings(frame, "jax.numpy.array")
    if not ways or not isinstance(node, ir.Display) or not node.elements:
        return None
    code = rebinding.text(frame, node)
    if node.kind == "tuple" and not in_parentheses(node):
        code = f"({code})"
    return PlannedFix(
        f"make the {node.kind} an array", (Replace(node.place, f"{ways[0]}({code})"),), True
    )


def arguments_of(
    engine: Engine, frame: Frame, name: str, arguments: Arguments, source: ir.Call
) -> None:
    """Observe lists, generators and the like that a function of arrays does not take."""
    if Container not in map(type, arguments.positional):
        return
    short, wants_arrays = name.removeprefix("jax.numpy."), _wants_arrays(name, arguments)
    for position, (value, node) in enumerate(zip(arguments.positional, source.args, strict=False)):
        if isinstance(node, ir.Starred):
            return
        if not isinstance(value, Container):
            continue
        if position in wants_arrays and _is_held(engine, frame, value, node):
            where, fix = about(frame, node.place), wrapped(frame, node)
            seen = ContainerAsArray(*where, value.kind, Role.ARGUMENT, short, fix)
            array_misuse.note(engine, frame, seen, node)
        elif position == 0 and name in MAKE_ARRAYS:
            what = _unfit(frame, name, value, node)
            if what:
                seen = ContainerAsArray(*about(frame, node.place), what, Role.ARGUMENT, short)
                array_misuse.note(engine, frame, seen)


def _wants_arrays(name: str, arguments: Arguments) -> tuple[int, ...]:
    """The positions at which a function takes no sequence.

    ``einsum`` without text takes arrays and the lists of their axes in turn.
    """
    first = arguments.positional[0] if arguments.positional else None
    spelled = isinstance(first, Const) and isinstance(first.value, str)
    in_turn = name == "jax.numpy.einsum" and not spelled
    return () if in_turn else NO_SEQUENCE.get(name, ())


def _unfit(frame: Frame, name: str, value: Container, node: ir.Expr) -> str:
    """What a function that makes an array of its argument cannot make one of, in words."""
    if isinstance(node, ir.Comprehension) and node.kind == "generator":
        return "generator"
    if isinstance(node, ir.Call) and isinstance(node.func, ir.Name) and value.kind == "iterator":
        return f"{node.func.id} iterator" if node.func.id in ("map", "zip", "filter") else ""
    if name in names.FROM_SEQUENCES and value.kind in ("dict", "set"):
        return value.kind if _is_made_here(frame, node) else ""
    listed = isinstance(node, ir.Display) and name == "jax.numpy.concatenate" and value.items
    if listed and all(_is_sequence(item) for item in value.values):
        return "list of lists"
    return ""


def in_parentheses(node: ir.Expr) -> bool:
    """Whether an expression has parentheses of its own."""
    return bool(getattr(trees.node(node.place), "lpar", ()))
