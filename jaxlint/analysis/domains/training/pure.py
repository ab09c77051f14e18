"""Functions of a project that certainly do nothing but compute a value of arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import updates
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import External
from jaxlint.knowledge import arrays, libraries, names
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# The update that calls what it is given.
_CALLING = "apply"
_DEPTH = 3
_OF_PYTHON = frozenset(f"builtins.{name}" for name in "abs float int len max min".split())
_WITHOUT_CALLS = (ir.Name, ir.Constant, ir.Attribute)


def makes_tree(engine: Engine, func: Function, decorators: int = 0) -> bool:
    """Whether all that a function does is to make a tree by a map over others, and return it.

    So many ``decorators`` are known to leave it as it is.
    """
    definition, closure, call = func.definition, func.closure, _last_call(engine, func, decorators)
    if call is None or not _is_map(engine, closure, definition, call):
        return False
    values = [*_others(definition, call), *call.args[1:]]
    return all(one and _computes(engine, closure, definition, one) for one in values)


def makes_anew(engine: Engine, func: Function) -> bool:
    """Whether all that a function does is to return what a library makes anew of arrays."""
    definition, closure, call = func.definition, func.closure, _last_call(engine, func)
    if call is None or not ir.is_dotted(call.func) or _is_bound(definition, call.func):
        return False
    made = expressions.evaluate(engine, closure, call.func)
    if not isinstance(made, External) or made.name not in libraries.REMAKERS | libraries.COPIERS:
        return False
    values = [*_others(definition, call), *call.given]
    return all(one and _computes(engine, closure, definition, one) for one in values)


def only_returned(engine: Engine, func: Function) -> ir.Call | None:
    """The call that a function returns if it does nothing else but compute what it is given."""
    definition, call = func.definition, _last_call(engine, func)
    values = [] if call is None else [*_others(definition, call), *call.given]
    computed = all(one and _computes(engine, func.closure, definition, one) for one in values)
    return call if computed else None


def _last_call(engine: Engine, func: Function, decorators: int = 0) -> ir.Call | None:
    """The call that a function ends by returning, if it does; it may have a name.

    None of a function that has more ``decorators``.
    """
    definition = func.definition
    engine.looks_into(definition)
    last = definition.body[-1]
    value = last.value if isinstance(last, ir.Return) else None
    if isinstance(value, ir.Name):
        bound = list(ir.assigned_to(definition.body, value.id))
        value = bound[0] if len(bound) == 1 else None
    plain = len(definition.decorators) <= decorators and not definition.is_generator
    return value if plain and isinstance(value, ir.Call) else None


def _others(definition: ir.Function, call: ir.Call) -> Iterator[ir.Expr | None]:
    """What the statements before the last bind to names, but for a call."""
    return (one for one in _assigned(definition) if one is not call)


def _is_map(engine: Engine, closure: Frame, definition: ir.Function, call: ir.Call) -> bool:
    """Whether a function maps over trees what certainly does nothing but compute."""
    dotted = ir.is_dotted(call.func) and not _is_bound(definition, call.func)
    mapped = expressions.evaluate(engine, closure, call.func) if dotted else None
    if not isinstance(mapped, External) or mapped.name not in names.TREE_MAPS or not call.args:
        return False
    func = call.args[0]
    return not _is_bound(definition, func) and is_pure(engine, closure, func)


def _is_bound(definition: ir.Function, node: ir.Expr) -> bool:
    """Whether a dotted name begins with a variable of a function."""
    return ir.root_name(node) in definition.bound


def updates_argument(engine: Engine, func: Function, depth: int = _DEPTH) -> bool:
    """Whether all that a function does is to return an updated copy of an array that it is given.

    That is ``x.at[i].set(v)`` of a parameter, what another such function gives for it, or a name
    that it binds to one of these and to nothing else.
    """
    engine.looks_into(func.definition)
    definition, closure = func.definition, func.closure
    last = definition.body[-1]
    if definition.decorators or not isinstance(last, ir.Return) or last.value is None:
        return False
    made = [last.value]
    if isinstance(last.value, ir.Name):
        made = list(ir.assigned_to(definition.body, last.value.id))
    given = {one.name for one in definition.parameters}
    if len(made) != 1 or not depth or not _is_updated(engine, func, made[0], given, depth):
        return False
    others = [one for one in (*_assigned(definition), last.value) if one is not made[0]]
    return all(one and _computes(engine, closure, definition, one) for one in others)


def _is_updated(engine: Engine, func: Function, made: ir.Expr, given: set[str], depth: int) -> bool:
    """Whether an expression in a function is an updated copy of a parameter, and computed."""
    definition, closure = func.definition, func.closure
    held = updates.updated(made)
    if held is not None:
        own = isinstance(held, ir.Name) and held.id in given
        return own and _computes(engine, closure, definition, made)
    if not isinstance(made, ir.Call) or not ir.is_dotted(made.func):
        return False
    if _is_bound(definition, made.func):
        return False
    called = expressions.evaluate(engine, closure, made.func)
    if not isinstance(called, Function) or not updates_argument(engine, called, depth - 1):
        return False
    handed = any(isinstance(one, ir.Name) and one.id in given for one in made.given)
    return handed and all(_computes(engine, closure, definition, one) for one in made.given)


def is_pure(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a function certainly does nothing but compute a value of arrays."""
    if isinstance(node, ir.Lambda):
        return _only_computes(engine, frame, node.function)
    func = expressions.evaluate(engine, frame, node) if ir.is_dotted(node) else None
    if isinstance(func, Function):
        engine.looks_into(func.definition)
        return _only_computes(engine, func.closure, func.definition)
    return isinstance(func, External) and func.name.startswith(arrays.ARRAY_MODULES)


def _only_computes(engine: Engine, closure: Frame, definition: ir.Function) -> bool:
    """Whether all that a function does is to compute a value of arrays and return it."""
    last = definition.body[-1]
    if not isinstance(last, ir.Return) or last.value is None:
        return False
    if isinstance(last.value, _WITHOUT_CALLS) and len(definition.body) == 1:
        return False  # trees are mapped together to compare their forms
    values = [*_assigned(definition), last.value]
    return all(one and _computes(engine, closure, definition, one) for one in values)


def _assigned(definition: ir.Function) -> Iterator[ir.Expr | None]:
    """What the statements before the last bind to names; None for one that does something else."""
    for at, statement in enumerate(definition.body[:-1]):
        if isinstance(statement, ir.Assign) and isinstance(statement.targets[0], ir.Name):
            yield statement.value
        elif at or not _is_text(statement):
            yield None


def _is_text(statement: ir.Stmt) -> bool:
    """Whether a statement is a text that says what a function is for."""
    value = statement.value if isinstance(statement, ir.ExprStmt) else None
    return isinstance(value, ir.Constant) and isinstance(value.value, str)


def _computes(engine: Engine, closure: Frame, definition: ir.Function, node: ir.Expr) -> bool:
    """Whether an expression has operators, elements and functions of arrays only, and updates."""
    place = updates.place(node)
    if place is not None and isinstance(node, ir.Call) and ir.last_name(node.func) != _CALLING:
        parts = (place, *node.given)
    elif isinstance(node, ir.Subscript):
        parts = (node.base, *_indices(node.index))
    elif isinstance(node, ir.BinaryOp):
        parts = (node.left, node.right)
    elif isinstance(node, ir.UnaryOp):
        parts = (node.operand,)
    elif isinstance(node, ir.Call) and _is_of_arrays(engine, closure, definition, node.func):
        parts = node.args
    elif isinstance(node, ir.Call) and _is_map(engine, closure, definition, node):
        parts = node.args[1:]
    else:
        return isinstance(node, _WITHOUT_CALLS)
    return all(_computes(engine, closure, definition, part) for part in parts)


def _indices(index: ir.Expr) -> Iterator[ir.Expr]:
    """The expressions in an index, which may be a tuple and have slices."""
    for one in index.elements if isinstance(index, ir.Display) else (index,):
        if isinstance(one, ir.Slice):
            yield from filter(None, (one.lower, one.upper, one.step))
        else:
            yield one


def _is_of_arrays(engine: Engine, closure: Frame, definition: ir.Function, node: ir.Expr) -> bool:
    """Whether a function closes over a name that stands for a function of arrays, or numbers."""
    if not ir.is_dotted(node) or _is_bound(definition, node):
        return False
    called = expressions.evaluate(engine, closure, node)
    if not isinstance(called, External):
        return False
    return called.name in _OF_PYTHON or called.name.startswith(arrays.ARRAY_MODULES)
