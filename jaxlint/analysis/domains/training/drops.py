"""Statements that compute something and do nothing with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.events import ValueDropped
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays.array_misuse import about
from jaxlint.analysis.domains.training import blocks, pure, training
from jaxlint.analysis.domains.training.facts import Optimiser
from jaxlint.analysis.domains.training.observations import ComputationDropped, Dropped
from jaxlint.analysis.semantics import classes, expressions
from jaxlint.analysis.values.kinds import Array, External, Instance, Traced, Value
from jaxlint.knowledge import arrays, libraries, names
from jaxlint.program import changes, ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_ARITHMETIC = (ir.Compare, ir.BinaryOp, ir.UnaryOp)
_APPLY_GRADIENTS = "apply_gradients"
_OF_OPTIMISERS = ("init", "update")
_COPIES = ("replace", "_replace")


@training.on(ValueDropped)
def dropped(engine: Engine, frame: Frame, event: ValueDropped) -> None:
    """Observe a statement that is a computation and nothing else."""
    node, value = event.node.value, event.value
    if engine.context.expects_errors or not isinstance(frame.scope, ir.Function):
        return
    if isinstance(node, _ARITHMETIC):
        if isinstance(value, Array | Traced) and not _is_result(frame, event.node):
            form = Dropped.COMPARISON if isinstance(node, ir.Compare) else Dropped.ARITHMETIC
            _observe(engine, frame, node, form, value)
    elif isinstance(node, ir.Call) and isinstance(node.func, ir.Call):
        _observe_form(engine, frame, node, _of_made(engine, frame, node.func))
    elif isinstance(node, ir.Call) and ir.is_dotted(node.func):
        _observe_form(engine, frame, node, _of_call(engine, frame, node))


def _is_result(frame: Frame, statement: ir.ExprStmt) -> bool:
    """Whether a function ends with a statement, for want of a ``return``."""
    return not frame.returns and _ends(frame.scope.body, statement)


def _ends(body: tuple[ir.Stmt, ...], statement: ir.Stmt) -> bool:
    """Whether a block, or an arm of what it ends with, ends with a statement."""
    last = body[-1] if body else None
    if isinstance(last, ir.If):
        return _ends(last.body, statement) or _ends(last.orelse, statement)
    return last is statement


def _observe_form(engine: Engine, frame: Frame, node: ir.Expr, form: Dropped | None) -> None:
    if form is not None:
        _observe(engine, frame, node, form)


def _observe(
    engine: Engine, frame: Frame, node: ir.Expr, form: Dropped, *values: Array | Traced
) -> None:
    engine.observe(ComputationDropped(*about(frame, node.place, *values), form))


def _of_call(engine: Engine, frame: Frame, call: ir.Call) -> Dropped | None:
    """What a call does that changes nothing; None for all others."""
    if is_step(engine, frame, call):
        return Dropped.UPDATE
    if _is_changed_copy(engine, frame, call):
        return Dropped.COPY
    func = expressions.evaluate(engine, frame, call.func)
    if isinstance(func, Function):
        if pure.makes_tree(engine, func):
            return Dropped.TREE
        if _copies_its_object(engine, func):
            return Dropped.COPY
        updates = pure.updates_argument(engine, func) or pure.makes_anew(engine, func)
        return Dropped.UPDATE if updates else None
    if isinstance(func, Transformed):
        return Dropped.TREE if _is_compiled_tree(engine, frame, call, func) else None
    if not isinstance(func, External):
        return None
    if func.name in arrays.TESTS:
        return Dropped.TEST
    if func.name in libraries.COPIERS:
        return Dropped.COPY
    if func.name in libraries.REMAKERS:
        return Dropped.UPDATE
    if func.name in libraries.CHECKED:
        return Dropped.CHECK if frame.region is not None and frame.region.constants else None
    mapped = func.name in names.TREE_MAPS and call.args
    return Dropped.TREE if mapped and pure.is_pure(engine, frame, call.args[0]) else None


def _is_compiled_tree(engine: Engine, frame: Frame, call: ir.Call, func: Transformed) -> bool:
    """Whether a call is the only one of a compiled function that does nothing but make a tree.

    Where there are others it may be there to compile, as in what measures.
    """
    one = func.func
    if not func.transform.compiles or not isinstance(one, Function) or blocks.measures(frame.scope):
        return False
    name, module = ir.root_name(call.func), frame.module
    own = isinstance(call.func, ir.Name) and one.definition.module is module
    scopes = (module, *changes.below(module)) if own else ()
    reads = sum(len(scope.loads.get(name, ())) for scope in scopes)
    return reads == 1 and pure.makes_tree(engine, one, decorators=1)


def _of_made(engine: Engine, frame: Frame, made: ir.Call) -> Dropped | None:
    """What a call of a function does that is made, on the spot, of one that only computes."""
    if (
        not ir.is_dotted(made.func)
        or not made.args
        or not pure.is_pure(engine, frame, made.args[0])
    ):
        return None
    maker = expressions.evaluate(engine, frame, made.func)
    if not isinstance(maker, External):
        return None
    compiled = Dropped.COMPILED if maker.name == "jax.jit" else None
    return Dropped.CALL if maker.name in names.COMPUTING else compiled


def is_step(engine: Engine, frame: Frame, call: ir.Call) -> bool:
    """Whether a call of a dotted name is a step of an optimiser of Optax, or of a train state."""
    func = call.func
    if isinstance(func, ir.Attribute) and func.attr in (*_OF_OPTIMISERS, _APPLY_GRADIENTS):
        return _is_of_state(engine, frame, call, func)
    applied = expressions.evaluate(engine, frame, func)
    return isinstance(applied, External) and applied.name in libraries.APPLY_UPDATES


def _is_of_state(engine: Engine, frame: Frame, call: ir.Call, func: ir.Attribute) -> bool:
    """Whether a method is called of an optimiser, or of a train state, as each has it."""
    base = expressions.evaluate(engine, frame, func.base)
    if func.attr in _OF_OPTIMISERS:
        return base.fact(Optimiser) is not None
    given = [name for name, _ in call.keywords]
    if call.args or "grads" not in given:
        return False
    if _is_train_state(base) or _is_declared(engine, frame, func.base):
        return True
    return isinstance(base, Traced) and given == ["grads"]


def _is_declared(engine: Engine, frame: Frame, node: ir.Expr) -> bool:
    """Whether a parameter that is bound once is annotated as a ``TrainState``."""
    scope = frame.scope
    if not isinstance(node, ir.Name) or not isinstance(scope, ir.Function):
        return False
    one = next((one for one in scope.parameters if one.name == node.id), None)
    if one is None or one.annotation is None or len(scope.stores.get(node.id, ())) > 1:
        return False
    if not ir.is_dotted(one.annotation):
        return False
    declared = expressions.evaluate(engine, frame, one.annotation)
    return isinstance(declared, External) and declared.name == libraries.TRAIN_STATE


def _is_train_state(value: Value) -> bool:
    """Whether an object is a ``TrainState`` of Flax, with the step that it has there."""
    lineage = classes.ancestry(value.cls) if isinstance(value, Instance) else []
    known = any(isinstance(one, External) and one.name == libraries.TRAIN_STATE for one in lineage)
    return known and all(classes.find(one, _APPLY_GRADIENTS) is None for one in lineage)


def _copies_its_object(engine: Engine, func: Function) -> bool:
    """Whether all that a method does is to return a copy of its record with other fields."""
    call, own = pure.only_returned(engine, func), func.definition.receiver
    if call is None or not isinstance(call.func, ir.Attribute) or func.instance is None:
        return False
    if not call.keywords or call.func.attr not in _COPIES:
        return False
    if ir.spelled(call.func.base) == own and not call.args:
        return _is_copier(func.instance, call.func.attr)
    copier = expressions.evaluate(engine, func.closure, call.func)
    known = isinstance(copier, External) and copier.name in libraries.COPIERS
    return known and [ir.spelled(one) for one in call.args] == [own]


def _is_changed_copy(engine: Engine, frame: Frame, call: ir.Call) -> bool:
    """Whether a call only makes a copy of a record, some of whose fields are others, or a module.

    A module of Flax is copied to be bound to variables, or given another parent or name.
    """
    func = call.func
    if not isinstance(func, ir.Attribute):
        return False
    modules = func.attr in libraries.MODULE_COPIES
    if not modules and (func.attr not in _COPIES or call.args or not call.keywords):
        return False
    base = expressions.evaluate(engine, frame, func.base)
    if modules:
        own = isinstance(base, Instance) and classes.find(base.cls, func.attr) is not None
        return isinstance(base, Instance) and not own and classes.kind(base.cls) == "linen"
    return _is_copier(base, func.attr)


def _is_copier(base: Value, method: str) -> bool:
    """Whether a method of a record is the one that makes copies, and none of the project's."""
    if not isinstance(base, Instance) or classes.find(base.cls, method) is not None:
        return False
    kind = classes.kind(base.cls)
    if method == "_replace":
        return kind == "namedtuple"
    return method in _COPIES and (kind in libraries.RECORDS or _is_train_state(base))
