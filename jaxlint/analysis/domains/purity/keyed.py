"""Static arguments that hold a global: a trace is kept under the value that its code reads.

A call after the global has changed has another static argument, and traces anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.purity import purity
from jaxlint.analysis.domains.purity.observations import FrozenGlobalRead, FrozenRead
from jaxlint.analysis.domains.tracing import crossing
from jaxlint.analysis.domains.tracing.events import RegionEntered
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# How many functions and variables a static argument is followed through to what it was read from.
_STEPS = 4

# A global, or an entry of one, by the module that has it.
_Global = tuple[ir.Module, str]


@dataclass(slots=True, eq=False)
class _Keys:
    """The globals that all calls of a function have among their static arguments."""

    held: dict[ir.Function, frozenset[_Global]] = field(default_factory=dict)


@purity.on(RegionEntered)
def called(engine: Engine, frame: Frame, event: RegionEntered) -> None:
    """Take note of the globals that a call of a compiled function gives for static arguments."""
    function, known = event.region.function, engine.kept(_Keys).held
    if function is None or not event.made.transform.compiles:
        return
    held = known.get(function)
    if held is None or held:
        written = _static_arguments(event)
        given = frozenset(one for expr in written for one in _read(engine, frame.scope, expr))
        known[function] = given if held is None else held & given


def unless_keyed(engine: Engine, read: FrozenRead) -> FrozenRead:
    """The same read, of which is asked at the end whether all calls are told apart by it."""
    return replace(read, settled=partial(is_stale, engine, read))


def is_stale(engine: Engine, read: FrozenRead) -> bool:
    """Whether a trace may be used again that has read another value."""
    function = read.region.function
    held = None if function is None else engine.kept(_Keys).held.get(function)
    if not held or not isinstance(read, FrozenGlobalRead):
        return True
    return _global(engine, read.module, read.name) not in held


def _static_arguments(event: RegionEntered) -> Iterator[ir.Expr]:
    """What a call writes for the static parameters of a function."""
    made, names, call = event.made, event.names, event.call
    if call is None or not (made.options.static_numbers or made.options.static_names):
        return
    starred = any(isinstance(one, ir.Starred) for one in call.args)
    bound = len(event.arguments.positional) - len(call.args)
    for index, written in enumerate(() if starred else call.args, bound):
        if crossing.is_static(made, index, names[index] if index < len(names) else ""):
            yield written
    for name, written in call.keywords:
        index = names.index(name) if name in names else -1
        if name is not None and crossing.is_static(made, index, name):
            yield written


def _read(
    engine: Engine, scope: ir.Scope, written: ir.Expr, steps: int = _STEPS
) -> Iterator[_Global]:
    """The globals that an expression gives as they are, by itself or through what it calls."""
    if isinstance(written, ir.NamedExpr):
        yield from _read(engine, scope, written.value, steps)
    elif isinstance(written, ir.IfExp | ir.BoolOp | ir.Display):
        for part in _parts(written):
            yield from _read(engine, scope, part, steps)
    elif isinstance(written, ir.Name) and _holder(scope, written.id) is not None:
        given = _assigned(scope, written.id) if steps else []
        read = [frozenset(_read(engine, scope, value, steps - 1)) for value in given]
        yield from frozenset.intersection(*read) if read else ()
    elif isinstance(written, ir.Call):
        function = _function(engine, scope, written.func) if steps else None
        for value in () if function is None else _returned(function):
            yield from _read(engine, function or scope, value, steps - 1)
    elif _is_place(written) and scope.module is not None:
        yield _global(engine, scope.module, ir.spelled(written))


def _is_place(written: ir.Expr) -> bool:
    """Whether an expression is a dotted name, or an element of one by a constant."""
    if isinstance(written, ir.Subscript):
        return isinstance(written.index, ir.Constant) and ir.is_dotted(written.base)
    return isinstance(written, ir.Name | ir.Attribute) and ir.is_dotted(written)


def _parts(written: ir.IfExp | ir.BoolOp | ir.Display) -> tuple[ir.Expr, ...]:
    """The expressions of which one is what another one gives, or which are elements of it."""
    if isinstance(written, ir.IfExp):
        return written.body, written.orelse
    return (written.left, written.right) if isinstance(written, ir.BoolOp) else written.elements


def _holder(scope: ir.Scope | None, name: str) -> ir.Scope | None:
    """The function whose variable a name is, in a scope or around it; None for a global."""
    while scope is not None and not isinstance(scope, ir.Module):
        if name in scope.bound and isinstance(scope, ir.Function):
            return scope
        scope = scope.parent
    return None


def _assigned(scope: ir.Scope, name: str) -> list[ir.Expr]:
    """What the assignments of a function give a variable of its own; none if others bind it too."""
    given = [
        one.value
        for one in ir.assignments_in(*scope.body)
        if one.value is not None and name in map(ir.spelled, one.targets)
    ]
    return given if len(given) == len(scope.stores.get(name, ())) else []


def _returned(function: ir.Function) -> list[ir.Expr]:
    """The expressions that a function returns; none if it may give nothing."""
    given = [one for one in ir.statements_in(*function.body) if isinstance(one, ir.Return)]
    return [one.value for one in given if one.value is not None]


def _function(engine: Engine, scope: ir.Scope, written: ir.Expr) -> ir.Function | None:
    """The function at the top of a module that an expression names."""
    module = scope.module
    name = ir.spelled(written)
    if (
        module is None
        or not ir.is_dotted(written)
        or _holder(scope, name.partition(".")[0]) is not None
    ):
        return None
    home, own = _global(engine, module, name)
    found = [one for one in home.inner if isinstance(one, ir.Function) and one.name == own]
    if len(found) != 1:
        return None
    engine.looks_into(found[0])
    return found[0]


def _global(engine: Engine, module: ir.Module, name: str) -> _Global:
    """The module that has what a name, or a name in another module, stands for there."""
    engine.looks_at_imports(module)
    changes, (root, _, attribute) = engine.world.changes, name.partition(".")
    if not attribute:
        return changes.origin(module, name, engine.imports.find) or (module, name)
    home = engine.imports.find(changes.imports(module).get(root, ""))
    return (module, name) if home is None else (home, attribute)
