"""Methods that change only objects which nothing can have traced yet, since they are being made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge import names
from jaxlint.program import ir
from jaxlint.program.questions import Query

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, eq=False)
class _Known:
    """What was found out, by the method and by the traced function."""

    answers: dict[tuple[ir.Scope, ir.Function | None], bool] = field(default_factory=dict)


def is_only_for_new(engine: Engine, method: ir.Scope, region: Region) -> bool:
    """Whether a method is called for new objects alone, as far as its class and others show.

    Constructors call it: of its class, or of one that makes such objects; or functions that made
    the object themselves, and did nothing else with it before. What the traced function calls
    itself changes before it reads, or for the next trace.
    """
    known, asked = engine.kept(_Known).answers, (method, region.function)
    if asked not in known:
        known[asked] = _find_out(engine, *asked)
    return known[asked]


def _find_out(engine: Engine, method: ir.Scope, traced: ir.Function | None) -> bool:
    pending, seen, constructed = [method], {method}, False
    while pending:
        current = pending.pop()
        if current.name in names.BUILDERS or _becomes_constructor(current):
            constructed = True
        elif current is not traced:
            callers = _callers(engine, current)
            if len(seen) + len(callers) > budgets.CALLERS:
                return True  # it is not known who else does
            others = [one for one in callers if not _makes_it(one, current)]
            constructed = constructed or len(others) < len(callers)
            if not callers or not all(_holds(caller, current) for caller in others):
                return False
            pending += [caller for caller in others if caller not in seen]
            seen.update(others)
    return constructed


def _becomes_constructor(function: ir.Scope) -> bool:
    """Whether the code that defines a function gives it to a class for its constructor."""
    around = function.parent
    return around is not None and any(
        isinstance(one.value, ir.Name)
        and one.value.id == function.name
        and any(isinstance(t, ir.Attribute) and t.attr in names.BUILDERS for t in one.targets)
        for one in ir.assignments_in(*around.body)
    )


def _makes_it(caller: ir.Scope, method: ir.Scope) -> bool:
    """Whether a function calls a method of nothing but objects that it just made."""
    if not isinstance(caller, ir.Function) or method.parent is None:
        return False
    bases = _called_of(caller, method.name)
    called_of = [one for one in bases if not _is_module(caller, one)]
    named = {base.id for base in called_of if isinstance(base, ir.Name)}
    unnamed = [one for one in called_of if not isinstance(one, ir.Name) and not _is_made(one)]
    return bool(called_of) and not unnamed and all(_is_new(caller, one, method) for one in named)


def _called_of(caller: ir.Scope, method: str) -> list[ir.Expr]:
    """What a scope calls a method of this name of: objects, or modules that have a function so."""
    called = (one.func for one in ir.nodes_in(caller.body) if isinstance(one, ir.Call))
    return [one.base for one in called if isinstance(one, ir.Attribute) and one.attr == method]


def _is_module(caller: ir.Scope, base: ir.Expr) -> bool:
    """Whether an import of its module binds what an expression begins with."""
    root, module = ir.root_name(base), caller.module
    stores = () if module is None or root in caller.bound else module.stores.get(root, ())
    return bool(stores) and all(one.kind == "import" for one in stores)


def _is_made(base: ir.Expr) -> bool:
    """Whether an expression makes an object, of whatever class: ``Reader(path)``."""
    return isinstance(base, ir.Call) and ir.last_name(base.func).lstrip("_")[:1].isupper()


def _is_new(caller: ir.Function, name: str, method: ir.Scope) -> bool:
    """Whether a variable is an object of a method's class until the last call of the method."""
    assigned = ir.assignments_in(*caller.body)
    made = [one for one in assigned if name in map(ir.last_name, one.targets)]
    stores = caller.stores.get(name, ())
    if len(stores) != 1 or len(made) != 1 or not _makes(made[0].value, method):
        return False
    entries = caller.entries.get(name, ())
    calls = [one for one in entries if one.kind == f"attribute:{method.name}"]
    turned = {loop for one in calls for loop in one.loops} - set(stores[0].loops)
    others = {one.order for one in caller.loads.get(name, ())} - {one.order for one in calls}
    last = max(one.order for one in calls)
    return not any(
        one.order in others and (one.order < last or turned & set(one.loops))
        for one in caller.loads.get(name, ())
    )


def _makes(value: ir.Expr | None, method: ir.Scope) -> bool:
    """Whether an expression makes an object of the class that has a method."""
    return (
        isinstance(value, ir.Call)
        and method.parent is not None
        and ir.last_name(value.func) == method.parent.name
    )


def _callers(engine: Engine, method: ir.Scope) -> list[ir.Scope]:
    """The scopes that call a method of this name: in its module, or else in those that see it."""
    if method.module is None or not isinstance(method.parent, ir.Class):
        return []
    changes, name = engine.world.changes, method.name
    near = changes.callers(method.module, name)
    if near:
        return [one for one in near if _means(one, method)]
    paths = engine.ask(Query(method.module.path, (name,), far=True))
    modules = (engine.world.project.module(path) for path in paths)
    far = [one for module in modules if module for one in changes.callers(module, name)]
    return [one for one in far if _means(one, method)]


def _means(caller: ir.Scope, method: ir.Scope) -> bool:
    """Whether a caller of a method of this name may mean this one, and no function of a module."""
    bases = _called_of(caller, method.name)
    if bases and all(_is_module(caller, one) for one in bases):
        return False
    return not _calls_its_own(caller, method)


def _calls_its_own(caller: ir.Scope, method: ir.Scope) -> bool:
    """Whether a caller means the method of this name that its own, other, class defines."""
    home = caller.parent
    if not isinstance(home, ir.Class) or home is method.parent:
        return False
    if not isinstance(caller, ir.Function) or not caller.parameters:
        return False
    looked_up = caller.entries.get(caller.parameters[0].name, ())
    calls = any(one.kind == f"attribute:{method.name}" for one in looked_up)
    return calls and any(one.name == method.name for one in home.inner)


def _holds(caller: ir.Scope, method: ir.Scope) -> bool:
    """Whether the class of a caller is that of a method or below it, or makes objects of that."""
    home, cls = caller.parent, method.parent
    if _becomes_constructor(caller):
        home = None if home is None else home.parent
    if home is cls or home is None or cls is None:
        return home is cls
    if isinstance(home, ir.Class) and any(_is_named(base, cls.name) for base in home.bases):
        return True
    made = {cls.name, f"attribute:{cls.name}"}
    return isinstance(home, ir.Class) and any(
        not made.isdisjoint(one.loads)
        or any(event.kind in made for events in one.entries.values() for event in events)
        for one in home.inner
    )


def _is_named(base: ir.Expr, name: str) -> bool:
    """Whether a base of a class is the class of a name, with parameters or without."""
    whole = base.base if isinstance(base, ir.Subscript) else base
    return ir.last_name(whole) == name
