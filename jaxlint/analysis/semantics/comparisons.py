"""Comparisons: what they give, and whose values they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.events import (
    Asker,
    ChainResult,
    Compared,
    Hashed,
    Hasher,
    OperatorResult,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import emptiness, expressions, instances, operators, truth
from jaxlint.analysis.values import defaults, numbers, optionals, structures, telling, traced_asked
from jaxlint.analysis.values.contents import literal, numbers_of, operand, tracers
from jaxlint.analysis.values.joins import is_present
from jaxlint.analysis.values.kinds import (
    Array,
    Choice,
    Const,
    Container,
    External,
    HostArray,
    Instance,
    Key,
    ModuleValue,
    Static,
    Traced,
    Unknown,
    Value,
    is_none,
)
from jaxlint.knowledge import libraries, names
from jaxlint.knowledge.api import api
from jaxlint.program import ir
from jaxlint.program.operators import COMPARISONS, ORDERINGS

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


_LISTED = ("list", "set")
# Operators that ask whether two things are the same, and whether they are not.
_SAMENESS = {"is": True, "==": True, "is not": False, "!=": False}
# Of texts, numbers and truths code asks for identity where it means equality.
_SAME = {"is": "==", "is not": "!="}
_NOT_NONE = (
    Array,
    ClassValue,
    Const,
    Container,
    Function,
    HostArray,
    Key,
    ModuleValue,
    Partial,
    Transformed,
)


@expressions.evaluates(ir.Compare)
def compare(engine: Engine, frame: Frame, node: ir.Compare) -> Value:
    left = expressions.evaluate(engine, frame, node.left)
    result: Value = Static()
    given = engine.answer(frame, ChainResult, node) if len(node.rest) > 1 else None
    if given is not None:
        return given
    for position, (_, right_node) in enumerate(node.rest):
        if position:
            known = truth.test(engine, frame, result, node.place, Asker.CHAIN)
            if known is False:
                return result
            if truth.raises(result):
                return Static()
        right = expressions.evaluate(engine, frame, right_node)
        result = _one_comparison(engine, frame, node, position, left, right)
        if left.facts and isinstance(result, Static | Unknown):
            result = result.with_fact(_told(node.rest[position][0], left, right))
        engine.tell(frame, Compared, node, position, left, right, result)
        left = right
    return result


def _one_comparison(
    engine: Engine, frame: Frame, node: ir.Compare, position: int, left: Value, right: Value
) -> Value:
    op, right_node = node.rest[position]
    asked = _of_class(op, left, right)
    if asked is not None:
        return asked
    if op in ("is", "is not"):
        library = _library(engine, frame, right_node, right)
        said = traced_asked.by_library(left, library, same=op == "is")
        handed = not position and frame.is_given(node.left)
        return _identity(op, left, right, handed=handed) if said is None else said
    if op in ("==", "!=") and _are_unequal(left, right):
        return Const(op == "!=")
    if op in ("==", "!=") and _are_defined(left, right):
        return _same_definition(op == "==", left, right)
    if op in ("in", "not in") and instances.is_tracer_type(left):
        return Const(op == "not in")
    if op in ("in", "not in"):
        if isinstance(left, Const) and _is_constant(right, right_node):
            return _compare_constants(op, left, Const(literal(right)))
        return _membership(engine, frame, node, left, right)
    if isinstance(left, Container) and isinstance(right, Container):
        _compare_sequences(engine, frame, node, left, right)
        equal = _are_equal(left, right) if op in ("==", "!=") else None
        if equal is not None:
            return Const(equal == (op == "=="))
    left, right = numbers_of(operand(left)), numbers_of(operand(right))
    if isinstance(left, Traced) or isinstance(right, Traced):
        return _traced_comparison(engine, frame, node, op, left, right)
    if isinstance(left, Const) and isinstance(right, Const):
        return _compare_constants(op, left, right)
    if isinstance(left, Array) or isinstance(right, Array):
        facts = engine.deduced(OperatorResult(op, left, right))
        return operators.computed(frame, node, facts, left, right)
    if isinstance(left, HostArray) or isinstance(right, HostArray):
        return HostArray(*engine.deduced(OperatorResult(op, left, right)))
    if isinstance(left, Static | Const) and isinstance(right, Static | Const):
        known = numbers.compared(op, left, right)
        return Static() if known is None else Const(known)
    return Unknown()


def _of_class(op: str, left: Value, right: Value) -> Value | None:
    """What a comparison with a class gives, where that is known by the class."""
    known = traced_asked.by_class(op, right)
    if known is not None or op not in _SAMENESS:
        return known
    same = instances.are_of_one_type(left, right)
    return None if same is None else Const(same is _SAMENESS[op])


def _told(op: str, left: Value, right: Value) -> telling.Tells | None:
    """What a comparison with a constant, or with several, tells by what the left side tells."""
    try:
        other = literal(right)
    except LookupError:
        return None
    compare = COMPARISONS[_SAME.get(op, op)]
    return telling.compared(left, lambda constant: compare(constant, other))


def _library(engine: Engine, frame: Frame, node: ir.Expr, value: Value) -> str:
    """The library that a value is, or that its name is bound to where that is installed."""
    if isinstance(value, External):
        return value.name
    if type(value) is not Unknown or not isinstance(node, ir.Name) or node.id in frame.env:
        return ""
    return engine.world.changes.imports(frame.module).get(node.id, "")


def _compare_sequences(
    engine: Engine, frame: Frame, node: ir.Compare, left: Container, right: Container
) -> None:
    """Tuples and lists are compared element by element, each of which has to be true or not."""
    if not {left.kind, right.kind} <= {"tuple", "list"} or left.kind != right.kind:
        return
    if left.rest is not None or right.rest is not None or len(left.items) != len(right.items):
        return
    for one, two in zip(left.values, right.values, strict=True):
        tracer = one if isinstance(one, Traced) else two
        if isinstance(tracer, Traced) and one.token is not two.token:
            truth.compare(engine, frame, tracer, node.place, Asker.IN)
            return
        if not (isinstance(one, Const) and isinstance(two, Const) and one.value == two.value):
            return


def _are_equal(left: Container, right: Container) -> bool | None:
    """Whether two tuples of constants are equal; None where that is not known."""
    if not left.kind == right.kind == "tuple" or left.rest is not None or right.rest is not None:
        return None
    if not all(isinstance(one, Const) for one in (*left.values, *right.values)):
        return None
    one, other = ([v.value for v in side.values if isinstance(v, Const)] for side in (left, right))
    return bool(one == other)


def identical(left: Value, right: Value) -> bool | None:
    """Whether two values are one, where that is known."""
    result = _identity("is", left, right, handed=False)
    return result.value is True if isinstance(result, Const) else None


def equal(left: Value, right: Value) -> bool | None:
    """Whether two values of Python are equal, where that is known without asking tracers."""
    if isinstance(left, Container) and isinstance(right, Container):
        return _are_equal(left, right)
    if not isinstance(left, Const) or not isinstance(right, Const):
        return numbers.compared("==", left, right)
    result = _compare_constants("==", left, right)
    return result.value is True if isinstance(result, Const) else None


def _identity(op: str, left: Value, right: Value, *, handed: bool) -> Value:
    """Whether two values are one; the left one may be what a parameter was ``handed``."""
    if instances.is_tracer_type(left) and isinstance(right, External):
        return Const(op == "is not")
    if _are_defined(left, right):
        return _same_definition(op == "is", left, right)
    if left.token is right.token:
        return Const(op == "is")
    if isinstance(left, External) and isinstance(right, External) and _are_modules(left, right):
        return Const((left.name == right.name) == (op == "is"))
    if isinstance(left, External) and _is_another_or_none(left, right):
        return Const(op == "is not")
    if defaults.replaces(left, right):
        return Const(op == "is not")
    if isinstance(left, Const) and isinstance(right, Const) and isinstance(right.value, bool):
        return Const((left.value is right.value) == (op == "is"))
    if not is_none(right):
        return Static()
    if is_none(left):
        return Const(op == "is")
    return Const(op == "is not") if _is_there(left, handed=handed) else Static()


def _is_another_or_none(module: External, value: Value) -> bool:
    """Whether a value is another module, or None where that is lacking."""
    other = optionals.alternative(value) if optionals.may_be_none(value) else None
    apart = isinstance(other, External) and module.name != other.name
    return apart and isinstance(other, External) and _are_modules(module, other)


def _is_there(value: Value, *, handed: bool) -> bool:
    """Whether a value is known to be something other than None.

    So is what libraries define where it was ``handed`` on. Code that asks it of a library's own
    variable says that this may be None.
    """
    if isinstance(value, Choice):
        return all(_is_there(option, handed=handed) for option in value.options)
    if isinstance(value, External):
        return handed and _is_defined(value.name)
    present = isinstance(value, Traced | Unknown | Instance | Static) and is_present(value)
    return present or isinstance(value, _NOT_NONE)


def _is_defined(name: str) -> bool:
    """Whether a name is that of something in a module of a library, not of a field of an object."""
    owner, _, attribute = name.rpartition(".")
    if name in names.NONES:
        return False
    if "." not in owner or f"{owner}." in libraries.LAYER_MAKERS:
        return True
    module = api().module(owner)
    return module is not None and attribute in (module.names or ())


def _are_modules(*values: External) -> bool:
    """Whether values are modules that have one name each."""
    return names.NAMED_MODULES.issuperset(value.name for value in values)


def _are_unequal(left: Value, right: Value) -> bool:
    """Whether values are a tracer's class and another one, or structures of different trees."""
    classes = instances.is_tracer_type(left) and isinstance(right, External)
    return classes or structures.are_apart(left, right)


def _are_defined(left: Value, right: Value) -> bool:
    """Whether both are functions, or both classes that are compared as classes are."""
    if isinstance(left, ClassValue) and isinstance(right, ClassValue):
        return not any(one.definition.keywords for one in (left, right))
    return isinstance(left, Function) and isinstance(right, Function)


def _same_definition(asked: bool, left: Value, right: Value) -> Value:
    """Whether two functions or classes are one, as far as their definitions tell.

    A definition in a function or a class makes several of them.
    """
    assert isinstance(left, Function | ClassValue) and isinstance(right, Function | ClassValue)
    if left.definition is not right.definition:
        return Const(not asked)
    once = isinstance(left.definition.parent, ir.Module) and not left.definition.loops
    return Const(asked) if once and left.closure is right.closure else Static()


def _membership(engine: Engine, frame: Frame, node: ir.Compare, left: Value, right: Value) -> Value:
    (op, holder), *others = node.rest
    given = None if others else _is_given(engine, frame, holder, left, right)
    if given is not None:
        return Const(given == (op == "in"))
    if isinstance(right, Traced) and isinstance(left, Const) and isinstance(left.value, str):
        if right.source is not None:
            right.source.is_tree()
    elif isinstance(right, Container) and right.kind in ("dict", "set"):
        if _compares_values(right):
            engine.tell(frame, Hashed, left, node.left.place, Hasher.MEMBER)
    elif isinstance(left, Traced) and _compares_values(right):
        truth.test(engine, frame, left, node.place, Asker.IN)
    elif isinstance(right, Traced) and right.source is None:
        truth.test(engine, frame, right, node.place, Asker.IN)
    elif isinstance(right, Container) and right.kind in ("list", "tuple"):
        found = [tracer for tracer in tracers(right, 1) if tracer.source is None]
        if found and isinstance(left, Const) and isinstance(left.value, int | float):
            truth.test(engine, frame, found[0], node.place, Asker.IN)
    return Static()


def _is_given(
    engine: Engine, frame: Frame, node: ir.Expr, name: Value, given: Value
) -> bool | None:
    """Whether a call gives a name to ``**kwargs``; None where that is not known or not asked.

    It is as the call says, as long as nobody can have changed what is gathered there.
    """
    definition = frame.scope
    if not isinstance(name, Const) or not isinstance(node, ir.Name):
        return None
    if not isinstance(given, Container) or not isinstance(definition, ir.Function):
        return None
    gathers = any(one.kind == "kwargs" and one.name == node.id for one in definition.parameters)
    if not gathers or given.rest is not None:
        return None
    return None if emptiness.is_handed_on(engine, definition, node) else name.value in given.items


def _is_constant(value: Value, node: ir.Expr | None = None) -> bool:
    """Whether a value is known whole, and stays as it is: nobody else has what stands in place."""
    if not isinstance(value, Container):
        return isinstance(value, Const)
    lasts = value.kind == "tuple" or (value.kind in _LISTED and isinstance(node, ir.Display))
    return lasts and value.rest is None and all(map(_is_constant, value.values))


def _compares_values(container: Value) -> bool:
    """Whether ``in`` compares a tracer with numbers; with text and None it is plainly false."""
    if not isinstance(container, Container):
        return isinstance(container, Array)
    items = container.items if container.kind == "dict" else container.items.values()
    known = [item.value if isinstance(item, Const) else item for item in items]
    text = all(isinstance(item, str) or item is None for item in known)
    return not (known and text and container.rest is None)


def _traced_comparison(
    engine: Engine, frame: Frame, node: ir.Compare, op: str, left: Value, right: Value
) -> Value:
    tracer, other = (left, right) if isinstance(left, Traced) else (right, left)
    assert isinstance(tracer, Traced)
    if isinstance(other, Const) and not isinstance(other.value, int | float | complex):
        return Static()
    if isinstance(other, Container):
        return Static()
    if isinstance(other, Traced) and other.abstract and not tracer.abstract:
        tracer, other = other, tracer
    if tracer.source is not None and (op in ORDERINGS or isinstance(other, Const | Array)):
        tracer.source.array = True
        if tracer.source.turn and op in ORDERINGS:
            tracer.source.strong = True
    source = tracer.source
    if isinstance(other, Traced) and other.source is None:
        source = None
    facts = engine.deduced(OperatorResult(op, left, right))
    if not tracer.abstract:
        return (
            operators.computed(frame, node, facts)
            if source is None or op in ORDERINGS
            else Unknown(facts=facts)
        )
    return tracer.result(source, *facts)


def _compare_constants(op: str, left: Const, right: Const) -> Value:
    try:
        return Const(bool(COMPARISONS[op](left.value, right.value)))
    except Exception:
        return Static()
