"""Operands and arguments that JAX does not take: lists, wrong dtypes, shapes that are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import MethodCalled, OutsideCalled
from jaxlint.analysis.core.events import ChainResult, Compared, OperatorApplied, UnaryApplied
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import (
    array_misuse,
    arrays,
    forms,
    rebinding,
    sequences,
    widening,
)
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.observations import (
    ContainerAsArray,
    DtypeIsArray,
    DtypesMixed,
    DtypeTest,
    DtypeTestUntrue,
    Operation,
    OperatorRefused,
    Part,
    Role,
    ShapeMalformed,
)
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Key,
    Traced,
    Unknown,
    Value,
)
from jaxlint.analysis.values.numbers import is_fraction
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import names
from jaxlint.knowledge.arrays import (
    ARRAY_MODULES,
    DTYPE_POSITIONS,
    OPAQUE_MODULES,
    SAME_DTYPE,
    SHAPE_POSITIONS,
)
from jaxlint.knowledge.dtypes import ABSTRACT_DTYPES, CASTS, SCALAR_TYPES, WIDE_TYPES
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_BITWISE = ("&", "|", "^")
_BITS = (*_BITWISE, "<<", ">>")
_REFUSED = ("-", *_BITS)
_ORDERINGS = ("<", "<=", ">", ">=")
_FRACTIONS = frozenset(("float", "complex", "inexact"))


# --- operators -----------------------------------------------------------------------------------


@arrays.on(OperatorApplied)
def binary(engine: Engine, frame: Frame, event: OperatorApplied) -> None:
    """Observe an operator that JAX does not have for these operands."""
    node, left, right = event
    if not (isinstance(left, Array | Traced) or isinstance(right, Array | Traced)):
        return
    for one, other, part in ((left, right, node.right), (right, left, node.left)):
        if (
            isinstance(other, Container)
            and _is_one_array(one)
            and sequences.stands(frame, other, part)
        ):
            where, fix = about(frame, part.place, one), sequences.wrapped(frame, part)
            seen = ContainerAsArray(*where, sequences.word(other), Role.OPERAND, node.op, fix)
            array_misuse.note(engine, frame, seen, node.left, node.right)
    if node.op not in _REFUSED:
        return
    operation = _refused(node.op, (forms.kind_of(left), forms.kind_of(right)))
    if operation is not None:
        values = tuple(value for value in (left, right) if array_misuse.is_array(value))
        refused = OperatorRefused(*about(frame, node.place, *values), operation, node.op)
        array_misuse.note(engine, frame, refused, node.left, node.right)


def _refused(op: str, kinds: tuple[str, str]) -> Operation | None:
    """What an operator does that JAX has not for operands of two kinds."""
    if op == "-" and kinds == ("bool", "bool"):
        return Operation.SUBTRACTS_MASKS
    bits = op in _BITS and "" not in kinds
    return Operation.BITS_OF_FLOATS if bits and not _FRACTIONS.isdisjoint(kinds) else None


@arrays.on(UnaryApplied)
def unary(engine: Engine, frame: Frame, event: UnaryApplied) -> None:
    """Observe ``-mask`` and ``~`` of floats."""
    node, value = event
    kind = forms.of_value(value).kind if array_misuse.is_array(value) else ""
    if node.op == "-" and kind == "bool":
        operation = Operation.NEGATES_MASK
    elif node.op == "~" and kind in _FRACTIONS:
        operation = Operation.INVERTS_FLOATS
    else:
        return
    seen = OperatorRefused(*about(frame, node.place, value), operation, node.op)
    array_misuse.note(engine, frame, seen, node.operand)


@arrays.on(Compared)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """Judge a comparison with a dtype or a type, and one that gives an array."""
    if isinstance(event.right, External | Container):
        dtype_test(engine, frame, event)
    if array_misuse.is_array(event.result):
        _comparison(engine, frame, event.node, event.left, event.right)


def _comparison(engine: Engine, frame: Frame, node: ir.Compare, left: Value, right: Value) -> None:
    """Observe an array compared with a list."""
    for one, other, part in ((left, right, node.rest[0][1]), (right, left, node.left)):
        if _is_one_array(one) and sequences.stands(frame, other, part):
            where = about(frame, node.place, one)
            seen = ContainerAsArray(*where, sequences.word(other), Role.COMPARED, node.rest[0][0])
            array_misuse.note(engine, frame, seen)


def _binds_tighter(node: ir.Compare) -> ir.BinaryOp | None:
    """The ``1 & x`` of ``x > 1 & x < 3``, where both comparisons lack their parentheses."""
    if len(node.rest) != 2 or not all(op in _COMPARING for op, _ in node.rest):
        return None
    middle = node.rest[0][1]
    if not isinstance(middle, ir.BinaryOp) or middle.op not in _BITWISE:
        return None
    return None if sequences.in_parentheses(middle) else middle


_COMPARING = (*_ORDERINGS, "==", "!=")


@arrays.answer(ChainResult)
def precedence(engine: Engine, frame: Frame, event: ChainResult) -> Value | None:
    """Observe that ``&`` took the inner operands of two comparisons, which then give nothing."""
    node = event.node
    middle = _binds_tighter(node)
    if middle is None:
        return None
    values = [expressions.evaluate(engine, frame, part) for part in (middle.left, middle.right)]
    known = tuple(value for value in values if array_misuse.is_array(value))[:1]
    if not known:
        return None
    (first, _), (second, last) = node.rest
    left, right = rebinding.text(frame, middle.left), rebinding.text(frame, middle.right)
    mended = (
        f"({rebinding.text(frame, node.left)} {first} {left}) {middle.op} "
        f"({right} {second} {rebinding.text(frame, last)})"
    )
    change = Replace(node.place, f"({mended})" if sequences.in_parentheses(node) else mended)
    raises = any(isinstance(value, Traced) and value.abstract for value in known)
    fix = PlannedFix("put the comparisons in parentheses", (change,), safe=raises)
    operation = Operation.TAKEN_BEFORE_COMPARISON
    seen = OperatorRefused(*about(frame, node.place, *known), operation, middle.op, fix)
    array_misuse.note(engine, frame, seen)
    return Unknown()


def _is_one_array(value: Value) -> bool:
    """Whether a value is an array, and not possibly a tree of them."""
    return isinstance(value, Array) or (isinstance(value, Traced) and value.source is None)


def _takes_arrays(name: str) -> bool:
    return name.startswith(ARRAY_MODULES) and not name.startswith(OPAQUE_MODULES)


def _is_judged(name: str) -> bool:
    return name == "builtins.isinstance" or _takes_arrays(name)


@arrays.on(OutsideCalled, about=_is_judged)
def called(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Judge what a call of a function of arrays is given, and tests of types."""
    name = event.name
    if name == "builtins.isinstance":
        _instance_test(engine, frame, event)
    else:
        _function_arguments(engine, frame, event)


def _function_arguments(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe what a call of a function of arrays is given and does not take."""
    name, arguments, _, source = event
    if source is None:
        return
    sequences.arguments_of(engine, frame, name, arguments, source)
    dtype_given(engine, frame, name, arguments, source)
    if name in SHAPE_POSITIONS:
        shape_given(engine, frame, SHAPE_POSITIONS[name], arguments, source)
        size_behind(engine, frame, name, arguments, source)
    mixed(engine, frame, name, arguments, source.place)


@arrays.on(MethodCalled)
def method_arguments(engine: Engine, frame: Frame, event: MethodCalled) -> None:
    """Observe what a call of an array's method is given and does not take."""
    base, name, arguments, _, source = event
    if source is None or not array_misuse.is_array(base):
        return
    if name in ("astype", "view"):
        dtype_given(engine, frame, f"jax.Array.{name}", arguments, source, (base,))
    elif name == "reshape":
        shape_given(engine, frame, None, arguments, source, (base,))


# --- dtypes --------------------------------------------------------------------------------------


def dtype_given(
    engine: Engine,
    frame: Frame,
    name: str,
    arguments: Arguments,
    source: ir.Call,
    holders: tuple[Value, ...] = (),
) -> None:
    """Observe an array given as a dtype; ``holders`` have to be arrays as well."""
    position = DTYPE_POSITIONS.get(name)
    if position is None and "dtype" not in arguments.keywords:
        return
    for given, value in _written(arguments, source):
        named = given == "dtype" and name.startswith(names.TAKES_DTYPE)
        if (named or given == position) and array_misuse.is_array(value):
            node = _argument_node(source, given)
            simple = isinstance(node, ir.Name | ir.Attribute | ir.Subscript)
            change = Replace(node.place, f"{rebinding.text(frame, node)}.dtype")
            fix = PlannedFix("take the dtype of the array", (change,), True) if simple else None
            seen = DtypeIsArray(*about(frame, node.place, value, *holders), fix)
            array_misuse.note(engine, frame, seen)


def _written(arguments: Arguments, source: ir.Call) -> list[tuple[int | str, Value]]:
    """The arguments with their positions or names, as far as the call spells them one by one."""
    starred = any(isinstance(arg, ir.Starred) for arg in source.args)
    positional = [] if starred else list(enumerate(arguments.positional[: len(source.args)]))
    named = {name for name, _ in source.keywords}
    return [*positional, *((n, v) for n, v in arguments.keywords.items() if n in named)]


def _argument_node(source: ir.Call, given: int | str) -> ir.Expr:
    if isinstance(given, int):
        return source.args[given]
    return next(node for name, node in source.keywords if name == given)


def dtype_test(engine: Engine, frame: Frame, event: Compared) -> None:
    """Observe a test of an array's dtype, or of a value's type, that is never true."""
    node, position, _, right, _ = event
    op, left = node.rest[position][0], node.rest[position - 1][1] if position else node.left
    kinds = right.values if isinstance(right, Container) and op in ("in", "not in") else (right,)
    named = [kind.name for kind in kinds if isinstance(kind, External)]
    if not named or len(named) < len(kinds):
        return
    if _is_type_call(left) and names.ARRAY_TYPES.issuperset(named):
        seen = DtypeTestUntrue(*about(frame, node.place), DtypeTest.TYPE)
        array_misuse.note(engine, frame, seen)
    elif isinstance(left, ir.Attribute) and left.attr == "dtype" and _is_plain(left.base):
        base = expressions.evaluate(engine, frame, left.base)
        test = _untrue(op, named)
        if test is not None and array_misuse.is_array(base):
            fix = _equality(frame, node) if test is DtypeTest.IDENTITY else None
            seen = DtypeTestUntrue(*about(frame, node.place, base), test, fix)
            wide = test is DtypeTest.WIDE
            seen = widening.only(engine, seen, wide=False) if wide else seen
            array_misuse.note(engine, frame, seen)


def _untrue(op: str, named: list[str]) -> DtypeTest | None:
    """Why a dtype never equals one of these types; None where it may."""
    if op in ("is", "is not"):
        scalar = named[0].startswith(("jax.numpy.", "numpy."))
        known = scalar and named[0].rpartition(".")[2] in SCALAR_TYPES
        return DtypeTest.IDENTITY if known else None
    if ABSTRACT_DTYPES.issuperset(named):
        return DtypeTest.ABSTRACT
    return DtypeTest.WIDE if WIDE_TYPES.issuperset(named) else None


def _is_type_call(node: ir.Expr) -> bool:
    return isinstance(node, ir.Call) and isinstance(node.func, ir.Name) and node.func.id == "type"


def _is_plain(node: ir.Expr) -> bool:
    """Whether evaluating a node again does no work: names and their attributes and elements."""
    while isinstance(node, ir.Attribute | ir.Subscript):
        if isinstance(node, ir.Subscript) and not isinstance(node.index, ir.Constant | ir.Name):
            return False
        node = node.base
    return isinstance(node, ir.Name)


def _instance_test(engine: Engine, frame: Frame, event: OutsideCalled) -> None:
    """Observe ``isinstance(x, jnp.float32)``: arrays of that dtype are no instances of it."""
    if len(event.arguments.positional) != 2:
        return
    value, kinds = event.arguments.positional
    wanted = kinds.values if isinstance(kinds, Container) else (kinds,)
    named = [kind.name for kind in wanted if isinstance(kind, External)]
    known = bool(named) and len(named) == len(wanted) and CASTS.issuperset(named)
    if known and _is_one_array(value):
        seen = DtypeTestUntrue(*about(frame, event.node, value), DtypeTest.INSTANCE)
        array_misuse.note(engine, frame, seen)


def _equality(frame: Frame, node: ir.Compare) -> PlannedFix | None:
    """``x.dtype == jnp.float32`` for ``x.dtype is jnp.float32``."""
    if len(node.rest) != 1 or sequences.in_parentheses(node):
        return None
    op, right = node.rest[0]
    sign = "==" if op == "is" else "!="
    line = f"{rebinding.text(frame, node.left)} {sign} {rebinding.text(frame, right)}"
    return PlannedFix(f"compare with `{sign}`", (Replace(node.place, line),))


def mixed(engine: Engine, frame: Frame, name: str, arguments: Arguments, node: ir.Place) -> None:
    """Observe operands of different dtypes given to a function of ``jax.lax``, which wants one."""
    positions = SAME_DTYPE.get(name)
    if positions is None or arguments.rest is not None:
        return
    given = arguments.positional[positions[0] : positions[1]]
    kinds = [forms.kind_of(value) for value in given]
    found = tuple(value for value in given if array_misuse.is_array(value))
    sure = [kind for kind in kinds if kind]
    apart = {"float" if kind in ("inexact", "complex") else kind for kind in sure}
    if found and len(sure) > 1 and len(apart) > 1:
        seen = DtypesMixed(*about(frame, node, *found), name, tuple(dict.fromkeys(sure)))
        array_misuse.note_tried(engine, frame, seen)


# --- shapes --------------------------------------------------------------------------------------


def shape_given(
    engine: Engine,
    frame: Frame,
    position: int | None,
    arguments: Arguments,
    source: ir.Call,
    holders: tuple[Value, ...] = (),
) -> None:
    """Observe a shape that holds a float or a shape; ``position`` None takes all arguments.

    ``holders`` have to be arrays for it to be a shape.
    """
    if any(isinstance(arg, ir.Starred) for arg in source.args) or arguments.rest is not None:
        return
    if position is None and len(source.args) > 1:
        parts = list(zip(arguments.positional, source.args, strict=False))
    else:
        given = arguments.get(position or 0, "shape")
        nodes = [node for name, node in source.keywords if name == "shape"]
        nodes = nodes or list(source.args[position or 0 : (position or 0) + 1])
        if given is None or not nodes:
            return
        parts = _parts_of(given, nodes[0])
    for value, node in parts:
        if is_fraction(value):
            seen = ShapeMalformed(*about(frame, node.place, *holders), Part.FLOAT)
            array_misuse.note(engine, frame, seen)
        elif len(parts) > 1 and (_is_shape(engine, frame, node) or _is_inner(frame, value, node)):
            fix = PlannedFix("spread the shape", (Replace(node.place, _spread(frame, node)),), True)
            seen = ShapeMalformed(*about(frame, node.place, *holders), Part.SHAPE, fix)
            array_misuse.note(engine, frame, seen)


def size_behind(
    engine: Engine, frame: Frame, name: str, arguments: Arguments, source: ir.Call
) -> None:
    """Observe a second size that stands where a function takes a dtype, as in ``zeros(2, 3)``."""
    behind = DTYPE_POSITIONS.get(name)
    if behind != SHAPE_POSITIONS[name] + 1:
        return
    for given, value in _written(arguments, source):
        if given == behind and isinstance(value, Const) and type(value.value) is int:
            seen = ShapeMalformed(*about(frame, source.args[behind].place), Part.BEHIND)
            array_misuse.note(engine, frame, seen)


def _parts_of(given: Value, node: ir.Expr) -> list[tuple[Value, ir.Expr]]:
    """The sizes in a shape, each with the node that says it."""
    if isinstance(given, Container):
        if not isinstance(node, ir.Display) or len(given.items) != len(node.elements):
            return []
        if any(isinstance(part, ir.Starred) for part in node.elements):
            return []
        return list(zip(given.items.values(), node.elements, strict=True))
    return [(given, node)]


def _is_inner(frame: Frame, value: Value, node: ir.Expr) -> bool:
    """Whether one of several sizes is a tuple or list."""
    return sequences.stands(frame, value, node)


def _is_shape(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a node reads the whole shape of an array, or a slice of one.

    What a project's own class calls a shape may be a number, and so may that of an unknown object.
    """
    if isinstance(node, ir.Subscript) and isinstance(node.index, ir.Slice):
        node = node.base
    if not isinstance(node, ir.Attribute) or node.attr != "shape" or not _is_plain(node.base):
        return False
    base = expressions.evaluate(engine, frame, node.base)
    named = isinstance(node.base, ir.Name) and type(base) is Unknown
    return named or isinstance(base, Array | HostArray | Key | Traced)


def _spread(frame: Frame, node: ir.Expr) -> str:
    return f"*{rebinding.text(frame, node)}"
