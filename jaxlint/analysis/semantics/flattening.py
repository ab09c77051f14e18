"""What the function that takes a class apart makes children, and what it keeps beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeGuard

from jaxlint.analysis.core.callables import ClassValue, Function
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge import arrays
from jaxlint.program import ir


def kept_aside(cls: Value) -> frozenset[str]:
    """The fields of a class that what takes it apart gives beside the children, not among them.

    That is the function it was registered with, or its ``tree_flatten``. So it does with a field of
    which it only computes what stands there, if all is known of which it makes the children.
    """
    return _by_each_pair(cls, _aside_in)


def compared(cls: Value) -> frozenset[str]:
    """Those of these fields that stand there as they are, and are compared by JAX themselves."""
    return _by_each_pair(cls, lambda cls, definition, pair: _as_they_are(definition, pair))


def _by_each_pair(
    cls: Value, fields: Callable[[Value, ir.Function, ir.Display], frozenset[str]]
) -> frozenset[str]:
    """The fields that are some of all pairs which what takes a class apart may return."""
    registered = cls.flattens if isinstance(cls, ClassValue) else None
    method = registered or classes.find(cls, "tree_flatten")
    if not isinstance(method, Function):
        return frozenset()
    definition = method.definition
    steps = ir.statements_in(*definition.body)
    given = [
        fields(cls, definition, one.value) if _is_pair(one.value) else frozenset()
        for one in steps
        if isinstance(one, ir.Return)
    ]
    return frozenset.intersection(*given) if given else frozenset()


def _is_pair(value: ir.Expr | None) -> TypeGuard[ir.Display]:
    return isinstance(value, ir.Display) and len(value.elements) == 2


def _as_they_are(definition: ir.Function, pair: ir.Display) -> frozenset[str]:
    """The fields that stand beside the children in a pair, and not among them."""
    children, aside = (frozenset(_fields_in(definition, part)) for part in pair.elements)
    return aside - children


def _aside_in(cls: Value, definition: ir.Function, pair: ir.Display) -> frozenset[str]:
    """The fields that are kept beside the children by one of the pairs that are returned."""
    sources, computed = (_Sources(cls, definition, part) for part in pair.elements)
    known = _as_they_are(definition, pair)
    return known if sources.hidden else known | (computed.names - sources.names)


def _fields_in(
    definition: ir.Function, node: ir.Expr, seen: frozenset[str] = frozenset()
) -> Iterator[str]:
    """The fields of the object that stand in an expression of ``tree_flatten`` as they are."""
    if isinstance(node, ir.Attribute) and isinstance(node.base, ir.Name):
        yield node.attr
    elif isinstance(node, ir.Display):
        for part in node.elements:
            yield from _fields_in(definition, part, seen)
    elif isinstance(node, ir.DictDisplay):
        for _, part in node.items:
            yield from _fields_in(definition, part, seen)
    elif isinstance(node, ir.Name) and node.id not in seen:
        for value in ir.assigned_to(definition.body, node.id):
            yield from _fields_in(definition, value, seen | {node.id})


class _Sources:
    """Of which fields a part of what ``tree_flatten`` gives is computed.

    ``names`` are those of the fields, and of other things that are read. It is ``hidden`` if the
    object is handed on, or a method called, and no text says which fields are read there, or if
    something is put into what a variable holds.
    """

    def __init__(self, cls: Value, definition: ir.Function, part: ir.Expr) -> None:
        receiver = definition.receiver
        nodes = list(_all_in(definition, part))
        read = [one for one in nodes if _is_field(one, receiver)]
        texts = {one.value for one in nodes if isinstance(one, ir.Constant)}
        listed = (text for one in read for text in _listed_in(cls, one.attr))
        named = {text for text in (*texts, *listed) if isinstance(text, str)}
        called = [one.func for one in nodes if isinstance(one, ir.Call)]
        methods = any(_is_field(one, receiver) or ir.last_name(one) == "super" for one in called)
        owners = {id(one.base) for one in read}
        whole = any(ir.last_name(one) == receiver and id(one) not in owners for one in nodes)
        self.names = named | {one.attr for one in read}
        self.hidden = ((whole or methods) and not named) or any(
            ir.last_name(one) in definition.mutations for one in nodes
        )


def _is_field(node: ir.Expr, receiver: str) -> TypeGuard[ir.Attribute]:
    """Whether an expression reads an attribute of the object."""
    return isinstance(node, ir.Attribute) and ir.last_name(node.base) == receiver


def _all_in(definition: ir.Function, part: ir.Expr) -> Iterator[ir.Expr]:
    """All that stands in an expression, and in what its variables were given.

    What is asked of an array besides its numbers is left out: ``x.shape``, ``len(x)``.
    """
    pending, seen = [part], set[str]()
    while pending:
        nodes = [one for one in ir.nodes_in(pending.pop()) if isinstance(one, ir.Expr)]
        asked = {id(one) for node in nodes for one in _only_asked(node)}
        for node in nodes:
            if isinstance(node, ir.Name) and node.id not in seen:
                seen.add(node.id)
                pending.extend(ir.assigned_to(definition.body, node.id))
            if id(node) not in asked:
                yield node


def _only_asked(node: ir.Expr) -> tuple[ir.Expr, ...]:
    """The arrays of which an expression asks for something that no tracer hides."""
    if isinstance(node, ir.Attribute) and node.attr in arrays.STATIC_ATTRIBUTES:
        return (node.base,)
    return node.args if isinstance(node, ir.Call) and ir.last_name(node.func) == "len" else ()


def _listed_in(cls: Value, attr: str) -> list[str]:
    """The texts in a tuple or list that the body of a class gives a name."""
    bodies = [one.definition.body for one in classes.ancestry(cls) if isinstance(one, ClassValue)]
    values = [
        one.value
        for one in (statement for body in bodies for statement in body)
        if isinstance(one, ir.Assign) and isinstance(one.value, ir.Display)
        if any(isinstance(target, ir.Name) and target.id == attr for target in one.targets)
    ]
    listed = values[0].elements if values and isinstance(values[0], ir.Display) else ()
    texts = [one.value for one in listed if isinstance(one, ir.Constant)]
    return [text for text in texts if isinstance(text, str)]
