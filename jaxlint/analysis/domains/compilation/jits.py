"""Where jitted callables are made, and whether that costs a compilation each time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core import conditions
from jaxlint.analysis.core.call_events import TransformCalled, UnknownCalled
from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.events import ContainerChanged, ElementMade, FrameDone, ItemWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import compilation, looping, own_code
from jaxlint.analysis.domains.compilation.again import Calls
from jaxlint.analysis.domains.compilation.observations import (
    JitMadeInLoop,
    JitMadeInTrace,
    JitMadePerCall,
)
from jaxlint.analysis.domains.compilation.per_call import MadePerCall
from jaxlint.analysis.domains.compilation.turns import is_cached, turn_of
from jaxlint.analysis.domains.tracing import forgetting
from jaxlint.analysis.domains.tracing.events import TransformMade
from jaxlint.analysis.values.kinds import (
    Array,
    Container,
    External,
    HostArray,
    Instance,
    Unknown,
    Value,
)
from jaxlint.analysis.values.numbers import is_fraction
from jaxlint.analysis.values.regions import Region, Why
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_WORD = re.compile(r"\w+")
_STEP_STATEMENTS = 8
_ONCE_BY_NAME = ("test", "bench", "init")
_RUN_ONCE = frozenset(("main", "__init__", "setup", "__post_init__", "setUp", "setup_method"))


@dataclass(slots=True, eq=False)
class Jits:
    """The jits that each activation under way has made, and called or may have to.

    ``calls`` are the first calls of them.
    """

    made: dict[Frame, list[Transformed]] = field(default_factory=dict)
    calls: dict[Frame, Calls] = field(default_factory=dict)

    def add(self, frame: Frame, made: Transformed) -> None:
        """Keep a jit until the activation ends."""
        own = self.made.setdefault(frame, [])
        if made not in own:
            own.append(made)


@dataclass(slots=True, eq=False)
class Nested:
    """The first call of each jit that traced code made, and the jits that it calls again.

    Those are traced once for all their calls, where the function itself would be run in each. A
    jit is known with the trace that calls it: of two calls of its maker one may be told for both.
    """

    first: dict[tuple[Value, Region], ir.Place] = field(default_factory=dict)
    again: set[tuple[Value, Region]] = field(default_factory=set)

    def note(self, call: tuple[Value, Region], node: ir.Place, *, looped: bool) -> None:
        """Take note of a call, which may stand in a loop that does not make the jit."""
        if self.first.setdefault(call, node) is not node or looped:
            self.again.add(call)


@compilation.on(TransformMade)
def note_made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Take note of a callable that was just transformed."""
    made = event.made
    if not made.transform.compiles or frame.region is not None:
        return
    if isinstance(frame.scope, ir.Function) or frame.loops:
        engine.kept(Jits).add(frame, made)


@compilation.on(TransformCalled)
def called(engine: Engine, frame: Frame, event: TransformCalled) -> None:
    """Take note of a call of a jit, which may be nested or the last that its maker makes."""
    _called_inside(engine, frame, event.made, event.node)
    made = event.made
    while not made.transform.compiles and isinstance(made.func, Transformed):
        made = made.func
    if event.source is not None:
        _note_call(engine, frame, made, event)


def _called_inside(engine: Engine, frame: Frame, made: Transformed, node: ir.Place) -> None:
    """Observe a jit that traced code made and calls once, where something runs what is traced.

    One that is only lowered, or handed on, is not merged; one that its maker keeps serves others.
    Behind a test for tracers it is not known that anything is traced.
    """
    inner, region = frame.region, made.frame.region
    if inner is None or inner.only_inspected or region is None or not region.constants:
        return
    if frame.may_be_untraced:
        return
    if not made.transform.merges or made.options.placed or is_cached(made.frame.scope):
        return
    nested, called_in = engine.kept(Nested), (made.token, inner)
    loops = set(frame.loops).difference(made.loops if frame is made.frame else ())
    nested.note(called_in, node, looped=bool(loops or frame.comprehensions))
    where, what = (made.frame.module, made.node, made.frame.why), describe(made)

    def settled() -> bool:
        return called_in not in nested.again

    engine.observe(JitMadeInTrace(*where, what, made.transform.name, settled=settled))


def _note_call(engine: Engine, frame: Frame, made: Transformed, event: TransformCalled) -> None:
    """Take note of a call of a transformed callable by the activation that made it.

    It may be ``vmap`` or ``grad`` of it that is called.
    """
    merged = frame.region is not None and frame.region.constants
    if frame is made.frame and made.transform.compiles and not merged:
        if not made.places:
            calls = engine.kept(Jits).calls.setdefault(frame, Calls(frame.scope))
            calls.note(engine, frame, made, event.arguments.all)
        loops = made.places[event.node] = tuple(frame.loops)
        if made.loops and loops == made.loops:
            engine.kept(Jits).add(frame, made)


@compilation.on(ItemWritten, ElementMade)
def put_away(engine: Engine, frame: Frame, event: ItemWritten | ElementMade) -> None:
    """Take note of a callable that becomes an element."""
    _note_kept(frame, event.value)


@compilation.on(ContainerChanged)
def put_into(engine: Engine, frame: Frame, event: ContainerChanged) -> None:
    """Take note of callables that a method puts into a container."""
    for value in event.arguments.all:
        _note_kept(frame, value)


@compilation.on(UnknownCalled)
def built_in(engine: Engine, frame: Frame, event: UnknownCalled) -> None:
    """Take note of a callable that an object of a class of other code is built of."""
    func = event.func
    if isinstance(func, External) and func.name.rpartition(".")[2][:1].isupper():
        for value in event.arguments.all:
            _note_kept(frame, value)


def _note_kept(frame: Frame, value: Value) -> None:
    """Take note that a callable made in a loop is put into what outlives the turn."""
    if isinstance(value, Transformed) and value.frame is frame and value.loops:
        value.kept = True


@compilation.on(FrameDone)
def judge_made(engine: Engine, frame: Frame, event: FrameDone) -> None:
    """At the end of an activation: which jits made in it die with it, called but not kept?"""
    jits = engine.kept(Jits)
    calls = jits.calls.pop(frame, None)
    for made in jits.made.pop(frame, ()):
        if not made.places or not is_fresh(engine, made, made.func, frame):
            continue
        elsewhere = any(loops != made.loops for loops in made.places.values())
        if made.loops and elsewhere and not _is_needless(frame, made):
            continue
        if made.kept or escapes(frame, made, len(made.places)):
            continue
        if calls is not None and calls.have_compiled(made):
            continue
        name, what = made.transform.name, describe(made)
        if made.loops and (_once_in_loop(made) or own_code.is_jitted(frame, made)):
            continue
        if made.loops:
            why = Why("the loop's body makes it", frame.module, made.node, frame.why)
            varies, listed = _varies(frame, made), looping.are_listed(frame.scope, made.loops)
            at = frame.module, made.node, why
            engine.observe(JitMadeInLoop(*at, what, name, varies, listed))
        elif isinstance(frame.scope, ir.Function) and not runs_once(frame.scope):
            looping_itself = elsewhere or has_loop(frame.scope)
            if (made.stored and _asks_for_none(made)) or _fills(made):
                continue
            own = _own_names(frame, frame.scope, made) if looping_itself else frozenset()
            if not own <= {one.name for one in frame.scope.parameters}:
                continue
            once = JitMadePerCall(*frame.at(made.node), what, name, looped=False)
            forgotten = bool(forgetting.clearings(frame.scope))
            steps = sum(not ir.is_idle(one) for one in frame.scope.body)
            long = looping_itself or steps > _STEP_STATEMENTS
            settings = frozenset(name for name in own if not _is_data(frame.env.get(name)))
            noted = MadePerCall(None, once, frame.scope, own, settings, long, forgotten)
            noted.replay(engine, frame, None, made.node)


def _is_needless(frame: Frame, made: Transformed) -> bool:
    """Whether a jit of which loops inside the turn make use could do for all turns.

    What it reads the loop leaves alone, or it is a fraction or array that the loop moves on from
    before. All else may be a setting, or a size, of which a program means to compile each.
    """
    around, stores = made.loops[-1], frame.scope.stores
    if any(loops[: len(made.loops)] != made.loops for loops in made.places.values()):
        return False
    for name in _read(made):
        inside = [one for one in stores.get(name, ()) if around in one.loops]
        carried = any(around not in one.loops for one in stores.get(name, ()))
        moved = carried and _is_no_size(frame, name)
        if any(one.kind == "loop" for one in inside) or (inside and not moved):
            return False
    return True


def _is_no_size(frame: Frame, name: str) -> bool:
    """Whether a variable holds a fraction or an array, by what it is or by its default."""
    scope, value = frame.scope, frame.env.get(name)
    if isinstance(value, Array) or (value is not None and is_fraction(value)):
        return True
    given = scope.parameters if isinstance(scope, ir.Function) else ()
    default = next((one.default for one in given if one.name == name), None)
    return isinstance(default, ir.Constant) and isinstance(default.value, float)


def _varies(frame: Frame, made: Transformed) -> str:
    """What the loop binds that the jitted function reads: in its body, or as a default."""
    bound = (
        name
        for name in sorted(_read(made))
        if any(made.loops[-1] in one.loops for one in frame.scope.stores.get(name, ()))
    )
    return next(bound, "")


def _read(made: Transformed) -> set[str]:
    """The names that the jitted function reads in its body, has as defaults, or is bound to."""
    func = made.func
    while isinstance(func, Transformed):
        func = func.func
    if isinstance(func, Partial) or (isinstance(func, Function) and func.instance is not None):
        return _bound_to(made)
    return _read_by(func.definition) if isinstance(func, Function) else set()


def _read_by(definition: ir.Function) -> set[str]:
    """The names of outer scopes that a function reads, when it is made or when it is called."""
    defaults = [p.default for p in definition.parameters if p.default is not None]
    read = {name for default in defaults for name in ir.names_in(default)}
    return read | (_loads_below(definition) - definition.bound)


def _loads_below(scope: ir.Scope) -> set[str]:
    """The names that a scope reads, and that those inside it read of others."""
    below = (_loads_below(inner) - inner.bound for inner in scope.inner)
    return set(scope.loads).union(*below)


def _bound_to(made: Transformed) -> set[str]:
    """The names in what a partial is given, or in the object whose method is jitted."""
    call = trees.node(made.node)
    func = call.args[0].value if isinstance(call, cst.Call) and call.args else None
    given: list[cst.CSTNode] = []
    if isinstance(func, cst.Call):
        given = [argument.value for argument in func.args[1:]]
    elif isinstance(func, cst.Attribute):
        given = [func.value]
    return {name for part in given for name in trees.words(made.node, part)}


def _once_in_loop(made: Transformed) -> bool:
    """Whether a test for None, or a loop over transformations, makes the jit in one turn only.

    So does a test of a flag that the branch itself sets anew.
    """
    if _asks_for_none(made):
        return True
    if any(_settles(made, taken.test) for taken in made.conditions):
        return True
    call = trees.node(made.node)
    callee = call.func if isinstance(call, cst.Call) else None
    return isinstance(callee, cst.Name) and made.frame.scope.is_turned(callee.value)


def _asks_for_none(made: Transformed) -> bool:
    """Whether a jit is made where a test found that there is none yet."""
    return any(conditions.asks_for_none(taken.test) for taken in made.conditions)


def _fills(made: Transformed) -> bool:
    """Whether a jit is made where a test found nothing yet in what its maker fills then.

    That is a list or dict, or the field of an object: ``if not cache: cache.append(jit(f)(x))``.
    """
    asked = [
        taken.test
        for taken in made.conditions
        if conditions.asks_for_none(taken.test) or (ir.is_dotted(taken.test) and not taken.arm)
    ]
    fields = {f"attribute:{word}" for test in asked for word in _WORD.findall(ir.spelled(test))}
    return any(
        event.fills or event.kind in fields
        for test in asked
        for name in ir.names_in(test)
        for event in made.frame.scope.mutations.get(name, ())
    )


def _settles(made: Transformed, test: ir.Expr) -> bool:
    """Whether the branch that makes a jit, or one around both, binds what its test asked for."""
    scope = made.frame.scope
    bound = [one for name in ir.names_in(test) for one in scope.stores.get(name, ())]
    around = {arm for one in bound for arm in one.arms if made.loops[-1] in one.loops}
    return any(arm in around for one in scope.stores.get(made.holder, ()) for arm in one.arms)


def is_fresh(engine: Engine, made: Transformed, func: Value, frame: Frame) -> bool:
    """Whether a function is another one in each turn or call to what is made of it.

    A jit knows it by its identity; what compares functions knows a method of one object again.
    """
    loops, equal = made.loops, made.transform.equal
    if isinstance(func, Function):
        if func.instance is not None and not equal:
            # A method is a new object at each look; one that is called itself stays the same.
            return made.given is None or _is_made_here(made, made.given, frame)
        here = func.closure is frame and (not loops or loops[-1] in func.definition.loops)
        return here or (func.instance is None and _is_built_anew(engine, made, func, frame))
    if isinstance(func, Transformed):
        if equal and func.transform.equal:
            return is_fresh(engine, made, func.func, frame)
        here = func.frame is frame and func.loops == loops
        return here and (not _is_jit(func) or is_fresh(engine, func, func.func, frame))
    return isinstance(func, Partial) and _is_bound_here(func, frame, loops)


def _is_made_here(made: Transformed, given: Instance, frame: Frame) -> bool:
    """Whether an object that is handed over itself is made by the activation that does so."""
    if isinstance(given.cls, ClassValue) and given.cls.definition.name in trees.words(made.node):
        return True
    parameters = frame.scope.parameters if isinstance(frame.scope, ir.Function) else ()
    passed = {one.name for one in parameters}
    return any(
        value.token is given.token for name, value in frame.env.items() if name not in passed
    )


def _is_built_anew(engine: Engine, made: Transformed, func: Function, frame: Frame) -> bool:
    """Whether a call of another function builds one in the very turns that make a jit of it.

    A function for each of several settings, which the loop binds, is meant to be compiled each.
    """
    turn = turn_of(engine, frame, func)
    if turn is None or turn.loops != made.loops:
        return False
    inside = set(made.loops)
    stores = (one for word in _words_given(turn.node) for one in frame.scope.stores.get(word, ()))
    return not any(inside & set(one.loops) for one in stores)


def _words_given(place: ir.Place) -> set[str]:
    """The names in a call but for those by which it gives its arguments."""
    call = trees.node(place)
    if not isinstance(call, cst.Call):
        return trees.words(place)
    parts = (call.func, *(one.value for one in call.args))
    return {name for part in parts for name in trees.words(place, part)}


def _is_bound_here(func: Partial, frame: Frame, loops: tuple[int, ...]) -> bool:
    """Whether a partial is not one that was there before the loop, or before the call."""
    return func.frame is None or (func.frame is frame and func.loops == loops)


def _is_jit(func: Transformed) -> bool:
    """Whether a callable compiles what it calls: a jit of it finds that if it is not made anew."""
    return func.transform.compiles


def escapes(frame: Frame, made: Transformed, calls: int) -> bool:
    """Whether the jitted callable outlives an activation, which calls it so many times."""
    held = [*frame.returns]
    if any(_holds(value, made) for value in held):
        return True
    names = [name for name, value in frame.env.items() if _holds(value, made)]
    if not names:
        return False
    loads = sum(len(_loads(frame.scope, name)) for name in names)
    return loads > calls


def _loads(scope: ir.Scope, name: str) -> list[ir.Event]:
    found = list(scope.loads.get(name, []))
    for inner in scope.inner:
        if name not in inner.bound:
            found.extend(_loads(inner, name))
    return found


def _holds(value: Value, made: Transformed) -> bool:
    if isinstance(value, Container):
        return any(_holds(item, made) for item in value.values)
    return value is made or (isinstance(value, Partial | Transformed) and value.func is made)


def has_loop(scope: ir.Function) -> bool:
    """Whether a function may be a procedure that a program runs once: it has a loop of its own."""
    return any(isinstance(statement, ir.For | ir.While) for statement in scope.body)


def _own_names(frame: Frame, scope: ir.Function, made: Transformed) -> frozenset[str]:
    """The variables of a call that a jit is made for, but for its own object.

    With any it cannot be made once and for all, and a loop of the function's own may be worth it.
    """
    func = made.func
    while isinstance(func, Transformed):
        func = func.func
    names = trees.words(made.node)
    if isinstance(func, Function) and func.closure is frame:
        names = _read_by(func.definition) | (names - {func.definition.name})
        if func.definition.is_lambda:
            names = _read_by(func.definition)
    receiver = scope.parameters[:1] if scope.owner is not None else ()
    return frozenset(names & scope.bound).difference(one.name for one in receiver)


def _is_data(value: Value | None) -> bool:
    """Whether a value is an array or a tree of them, which a jit can take as an argument."""
    if isinstance(value, Container):
        return bool(value.values) and all(map(_is_data, value.values))
    if type(value) is Unknown:
        return value.computed
    return isinstance(value, Array | HostArray)


def runs_once(scope: ir.Scope) -> bool:
    """Whether a function is of the kind that a program calls once: mains, tests, constructors."""
    current: ir.Scope | None = scope
    while isinstance(current, ir.Function | ir.Class):
        if current.name in _RUN_ONCE or current.name.lower().startswith(_ONCE_BY_NAME):
            return True
        current = current.parent
    return is_cached(scope)


def describe(made: Transformed) -> str:
    """A few words for what is being jitted."""
    func = made.func
    if made.given is not None and isinstance(made.given.cls, ClassValue):
        return f"an object of `{made.given.cls.definition.name}`"
    if isinstance(func, Function):
        if func.definition.is_lambda:
            return "a lambda"
        if func.instance is not None:
            return f"the bound method `{func.definition.name}`"
        return f"`{func.definition.name}`"
    if isinstance(func, Partial):
        return "a partial"
    if isinstance(func, Transformed):
        return f"a fresh {func.transform.name}(...)"
    return "a function"
