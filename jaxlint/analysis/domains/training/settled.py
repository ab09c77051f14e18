"""Numbers that an optimiser was made with, and that code changes afterwards: it keeps the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import FrameDone
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.training import blocks, training
from jaxlint.analysis.domains.training.observations import RateSettled
from jaxlint.knowledge import libraries, names
from jaxlint.program import changes, ir
from jaxlint.program.ir import spoken

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


# What makes optimisers, and schedules for them, of numbers.
_MAKERS = (
    libraries.DESCENDING
    | libraries.ALONG
    | libraries.SCALING
    | libraries.RAMPS
    | {libraries.CHAIN, libraries.MASKED, libraries.DECAY}
)
_BOUNDING = frozenset("abs clip float max maximum min minimum round".split())


class _Role(Enum):
    """What a statement does with a number."""

    MAKES = auto()
    CHANGES = auto()
    USES = auto()


_Step = tuple[_Role, ir.Stmt]


@training.on(FrameDone)
def done(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """Look through what makes an optimiser, once."""
    scope = frame.scope
    if isinstance(scope, ir.Class) or not blocks.is_first(engine, frame, __name__):
        return
    for text in sorted(_given(engine, scope)):
        receiver, _, attr = text.partition(".")
        if not attr:
            _judge(engine, frame, text, list(_changed_in_turns(engine, scope, text)))
        elif isinstance(scope, ir.Function) and _is_constructor(scope, receiver):
            _judge(engine, frame, text, list(_changed_by_methods(engine, scope, attr)))


def _given(engine: Engine, scope: ir.Scope) -> set[str]:
    """The variables, and the fields of variables, that a scope hands to an optimiser of Optax."""
    makers = (one for one in ir.assignments_in(*scope.body) if _makes(engine, scope, one))
    calls = (part for one in makers for part in ir.nodes_in(one.value) if isinstance(part, ir.Call))
    given = (part for one in calls if _is_of_optax(engine, scope, one) for part in one.given)
    return {text for part in given if (text := blocks.spelled(part))}


def _makes(engine: Engine, scope: ir.Scope, statement: ir.Stmt) -> bool:
    """Whether a statement assigns what a function of Optax makes of numbers."""
    value = statement.value if isinstance(statement, ir.Assign) else None
    return isinstance(value, ir.Call) and _is_of_optax(engine, scope, value)


def _is_of_optax(engine: Engine, scope: ir.Scope, call: ir.Call) -> bool:
    return engine.dotted(scope, call.func) in _MAKERS


def _is_constructor(scope: ir.Function, receiver: str) -> bool:
    return scope.owner is not None and scope.name in names.BUILDERS and scope.receiver == receiver


def _judge(engine: Engine, frame: Frame, text: str, lost: list[ir.Expr]) -> None:
    if lost and not engine.context.expects_errors:
        engine.observe(RateSettled(*frame.at(lost[0].place), text))


def _changed_in_turns(engine: Engine, scope: ir.Scope, name: str) -> Iterator[ir.Expr]:
    """Where a loop changes a variable, with which only code before it makes an optimiser."""
    if name in scope.outside or any(name in one.loads for one in scope.inner):
        return
    steps = list(_steps(engine, scope, name))
    if any(role is _Role.USES for role, _ in steps):
        return
    loops = (one for one in ir.statements_in(*scope.body) if isinstance(one, ir.For | ir.While))
    for loop in loops:
        inside = set(ir.statements_in(*loop.body))
        turned = [at for at, (_, one) in enumerate(steps) if one in inside]
        if not turned or any(steps[at][0] is _Role.MAKES for at in turned):
            continue
        if all(role is not _Role.MAKES for role, _ in steps[turned[0] :]):
            yield from _targets((steps[at][1] for at in turned), name)


def _changed_by_methods(engine: Engine, maker: ir.Function, attr: str) -> Iterator[ir.Expr]:
    """Where methods change a field, with which only the constructor makes an optimiser."""
    owner = maker.owner
    methods = [one for one in owner.inner if isinstance(one, ir.Function)] if owner else []
    for method in methods:
        if not method.parameters:
            continue
        receiver, steps = method.receiver, list[_Step]()
        for scope in changes.sharing(method, receiver):
            steps += _steps(engine, scope, f"{receiver}.{attr}")
        roles = {role for role, _ in steps}
        if _Role.USES in roles or (_Role.MAKES in roles and method is not maker):
            return
    for method in methods:
        if method.name not in names.BUILDERS and method.parameters:
            yield from _targets(ir.statements_in(*method.body), f"{method.receiver}.{attr}")


def _targets(statements: Iterable[ir.Stmt], text: str) -> Iterator[ir.Expr]:
    """Where statements give a number anew."""
    for statement in statements:
        for target in _assigned(statement):
            if blocks.spelled(target) == text:
                yield target


def _steps(engine: Engine, scope: ir.Scope, text: str) -> Iterator[_Step]:
    """What statements of a scope do with a number, in order; what only tells or asks of it not."""
    for statement in ir.statements_in(*scope.body):
        if not any(_is(one, text) for one in ir.nodes_in(_own(statement))):
            continue
        if any(blocks.spelled(one) == text for one in _assigned(statement)):
            yield _Role.USES if _is_handed_on(statement, text) else _Role.CHANGES, statement
        elif _makes(engine, scope, statement):
            yield _Role.MAKES, statement
        elif not isinstance(statement, ir.If | ir.While) and not _is_told(statement, text):
            yield _Role.USES, statement


def _is_handed_on(statement: ir.Stmt, text: str) -> bool:
    """Whether what changes a number hands it to a function, but for one that bounds it."""
    calls = [one for one in ir.nodes_in(statement) if isinstance(one, ir.Call)]
    apart = (one for one in calls if ir.last_name(one.func) not in _BOUNDING)
    return any(_is(part, text) for one in apart for part in ir.nodes_in(one.given))


def _assigned(statement: ir.Stmt) -> tuple[ir.Expr, ...]:
    if isinstance(statement, ir.Assign):
        return tuple(ir.single_targets(*statement.targets))
    return (statement.target,) if isinstance(statement, ir.AugAssign) else ()


def _own(statement: ir.Stmt) -> object:
    """The expressions of a statement, without the blocks inside."""
    match statement:
        case ir.If() | ir.While():
            return statement.test
        case ir.For():
            return statement.target, statement.iterable
        case ir.With():
            return statement.items
        case ir.Match():
            return statement.subject
        case ir.Try():
            return ()
    return statement


def _is_told(statement: ir.Stmt, text: str) -> bool:
    """Whether a statement prints or logs a number, or puts it into a text, and no more."""
    if spoken.speaks(statement):
        return True
    parts = list(ir.nodes_in(statement))
    texts = {part for one in parts if isinstance(one, ir.FString) for part in ir.nodes_in(one)}
    return all(one in texts for one in parts if _is(one, text))


def _is(node: object, text: str) -> bool:
    return isinstance(node, ir.Name | ir.Attribute) and blocks.spelled(node) == text
