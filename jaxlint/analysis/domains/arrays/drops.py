"""Statements whose result goes nowhere, although it is all that they give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Method, Partial, Transformed
from jaxlint.analysis.core.events import ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import arrays, rebinding, updates
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.arrays.facts import MASK, Form
from jaxlint.analysis.domains.arrays.observations import Dropped, ResultDropped, UpdateDropped
from jaxlint.analysis.semantics import expressions
from jaxlint.analysis.values.kinds import Array, External, Traced, Unknown, Value
from jaxlint.fixes.edits import PlannedFix
from jaxlint.knowledge import kernels
from jaxlint.knowledge.arrays import ARRAY_METHODS, PURE_FUNCTIONS, PURE_METHODS
from jaxlint.knowledge.transforms import KEEPS_SIGNATURE
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@arrays.on(ValueDropped)
def dropped(engine: Engine, frame: Frame, event: ValueDropped) -> None:
    """Observe a statement whose pure result is dropped."""
    node, value = event
    if isinstance(value, Method):
        _not_called(engine, frame, node, value)
        return
    if _is_decorator(value):
        _not_applied(engine, frame, node)
        return
    call = node.value.base if isinstance(node.value, ir.Subscript) else node.value
    if not isinstance(call, ir.Call):
        return
    if isinstance(value, Transformed) and value.node is call.place:
        _not_kept(engine, frame, call, value)
        return
    held = updates.updated(call) or updates.updated_by_name(frame.scope, call)
    if held is not None:
        certain = isinstance(value, Array | Traced) or _only_of_jax(call, held, value)
        if certain and not engine.context.expects_errors:
            fix = rebinding.of_dropped(frame, held, call)
            engine.observe(UpdateDropped(*frame.at(call.place), fix))
        return
    if not isinstance(call.func, ir.Attribute | ir.Name):
        return
    last = ir.last_name(call.func)
    if engine.context.expects_errors or not isinstance(frame.scope, ir.Function):
        return
    if isinstance(value, Array | Traced) and last in PURE_METHODS:
        _of_method(engine, frame, call, value)
    if last in _PURE_FUNCTIONS:
        _of_function(engine, frame, call)


def _not_kept(engine: Engine, frame: Frame, call: ir.Call, made: Transformed) -> None:
    """Observe ``jax.jit(f)`` as a statement, which leaves ``f`` as it is."""
    if made.transform.name in KEEPS_SIGNATURE and not _is_meant(engine, frame):
        _observe(engine, frame, call, Dropped.FUNCTION)


def _is_decorator(value: Value) -> bool:
    """Whether a value is a transformation, or one with options, that waits for a function."""
    if isinstance(value, Partial):
        return not value.args and _is_decorator(value.func)
    return isinstance(value, External) and value.name in KEEPS_SIGNATURE


def _not_applied(engine: Engine, frame: Frame, node: ir.ExprStmt) -> None:
    """Observe ``partial(jax.jit, static_argnums=0)`` as a statement, above a function or not."""
    if not _is_meant(engine, frame):
        _observe(engine, frame, node.value, Dropped.DECORATOR)


def _is_meant(engine: Engine, frame: Frame) -> bool:
    """Whether a statement may be there to raise an error, or be shown by a notebook."""
    shown = isinstance(frame.scope, ir.Module) and frame.module.path.endswith(".ipynb")
    return shown or engine.context.expects_errors or engine.context.tolerating


def _of_method(engine: Engine, frame: Frame, call: ir.Call, value: Array | Traced) -> None:
    """Observe ``x.sort()`` of an array, whose result is the sorted one."""
    assert isinstance(call.func, ir.Attribute | ir.Name)
    if not isinstance(call.func, ir.Attribute) or not _is_holder(call.func.base):
        return
    base = expressions.evaluate(engine, frame, call.func.base)
    if not isinstance(base, Array | Traced):
        return
    if call.func.attr == "astype" and _is_mask(base) and _is_mask(value):
        _observe(engine, frame, call, Dropped.SAME, (base,))
    else:
        fix = rebinding.of_dropped(frame, call.func.base, call)
        _observe(engine, frame, call, Dropped.ARRAY, (base,), fix)


def _is_mask(value: Array | Traced) -> bool:
    """Whether a value is an array of booleans, of which kind there is one dtype only."""
    form = value.fact(Form)
    return form is not None and form.kind == MASK.kind


def _of_function(engine: Engine, frame: Frame, call: ir.Call) -> None:
    """Observe ``jnp.append(x, 1)``, which appends to a copy."""
    func = expressions.evaluate(engine, frame, call.func)
    place = PURE_FUNCTIONS.get(func.name) if isinstance(func, External) else None
    given = () if place is None else call.args[place : place + 1]
    if given and _is_holder(given[0]):
        fix = rebinding.of_dropped(frame, given[0], call)
        _observe(engine, frame, call, Dropped.ARRAY, (), fix)


def _not_called(engine: Engine, frame: Frame, node: ir.ExprStmt, value: Method) -> None:
    """Observe ``x.block_until_ready``, which waits for nothing without its parentheses."""
    base = value.base
    known = value.name in ARRAY_METHODS and isinstance(frame.scope, ir.Function)
    if known and isinstance(base, Array | Traced):
        _observe(engine, frame, node.value, Dropped.UNCALLED_METHOD, (base,))


def _observe(
    engine: Engine,
    frame: Frame,
    node: ir.Expr,
    result: Dropped,
    arrays: tuple[Array | Traced, ...] = (),
    fix: PlannedFix | None = None,
) -> None:
    engine.observe(ResultDropped(*about(frame, node.place, *arrays), result, fix))


def _is_holder(node: ir.Expr) -> bool:
    """Whether a node names what it holds: a variable, a field, an entry."""
    while isinstance(node, ir.Attribute | ir.Subscript):
        node = node.base
    return isinstance(node, ir.Name)


def _only_of_jax(call: ir.Call, held: ir.Expr, value: Value) -> bool:
    """Whether only JAX arrays have this update: cells of pandas frames know ``add`` as well.

    References have it too, and are changed by it.
    """
    assert isinstance(call.func, ir.Attribute)
    if isinstance(held, ir.Attribute | ir.Name) and kernels.is_reference(ir.last_name(held)):
        return False
    return isinstance(value, Unknown) and call.func.attr not in ("add", "min", "max", "apply")


_PURE_FUNCTIONS = frozenset(name.rpartition(".")[2] for name in PURE_FUNCTIONS)
