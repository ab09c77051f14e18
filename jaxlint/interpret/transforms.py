"""Transformations: what becomes a tracer when a callable enters one, and what comes out again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.interpret import annotated, calls, classes, expressions, jits
from jaxlint.interpret.frames import Frame
from jaxlint.interpret.joins import join
from jaxlint.interpret.values import (
    NONE,
    Array,
    Choice,
    ClassValue,
    Const,
    Container,
    External,
    Function,
    HostArray,
    Instance,
    Key,
    Options,
    Partial,
    Region,
    Shifted,
    Source,
    Static,
    Traced,
    Transformed,
    Unknown,
    Value,
    Why,
    is_none,
    literal,
)
from jaxlint.knowledge import arrays, libraries
from jaxlint.knowledge.transforms import MODULE_CALL, STATIC_OPTIONS, Arguments, Body, Transform
from jaxlint.model import ir

if TYPE_CHECKING:
    import libcst as cst

    from jaxlint.interpret.engine import Engine

_FUNCTION_NAMES = ("fun", "f", "fn", "func", "function", "callback", "body_fun", "target")
_TWICE = 2


def create(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    name: str,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    """Call a transformation: a transformed callable, or the results of one that runs at once."""
    if transform.body is not Body.WRAPS:
        return _run_now(engine, frame, transform, arguments, node)
    func = arguments.get(0, "fun")
    if func is None:
        func = next(
            (arguments.keywords[n] for n in _FUNCTION_NAMES if n in arguments.keywords), None
        )
    if func is None:
        return Partial(External(name), (), dict(arguments.keywords))
    lifted = isinstance(func, ClassValue)
    result = func
    if isinstance(func, ClassValue):
        func = Instance(func, None)
    if isinstance(func, Instance):
        method = classes.find(func.cls, "__call__")
        if isinstance(method, Function):
            func = Function(method.definition, method.closure, method.region, func)
    options = read_options(transform, arguments)
    made = Transformed(transform, func, options, node, frame)
    engine.plan_root(made)
    if lifted:
        return result
    jits.note_made(engine, frame, made)
    return made


def read_options(transform: Transform, arguments: calls.Arguments) -> Options:
    """The options of a transformation, as far as they can be read from the source."""
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    readable = arguments.rest is None
    for option in STATIC_OPTIONS & arguments.keywords.keys():
        try:
            value = literal(arguments.keywords[option])
        except LookupError:
            readable = False
            continue
        several = value if isinstance(value, tuple) else () if value is None else (value,)
        numbers += tuple(item for item in several if isinstance(item, int))
        names += tuple(item for item in several if isinstance(item, str))
    argnums: tuple[int, ...] | None = (0,)
    if transform.arguments is Arguments.DIFFERENTIATED:
        argnums = _argnums(arguments.get(1, "argnums"))
    in_axes = None
    if transform.arguments is Arguments.MAPPED:
        in_axes = arguments.get(1, "in_axes")
    donates = any(name.startswith("donate") for name in arguments.keywords)
    return Options(numbers, names, in_axes, argnums, readable, donates)


def _argnums(value: Value | None) -> tuple[int, ...] | None:
    if value is None:
        return (0,)
    try:
        known = literal(value)
    except LookupError:
        return None
    return known if isinstance(known, tuple) else (known,)


# --- calls of transformed callables --------------------------------------------------------------


def enter(
    engine: Engine,
    frame: Frame,
    made: Transformed,
    arguments: calls.Arguments,
    node: cst.CSTNode,
    call: ir.Call | None = None,
    *,
    visible: bool = True,
) -> Value:
    """Call a transformed callable: its function runs on what the transformation makes of these."""
    made.calls += 1
    transform = made.transform
    if transform.arguments is Arguments.NONE:
        return calls.apply(engine, frame, made.func, arguments, node)
    if isinstance(made.func, Choice) and made.conditions:
        # Which of them it is may hang on the very test under which it is transformed.
        calls.forget(engine, arguments.all)
        return Unknown()
    region = region_of(engine, made, frame)
    inside = _inside(frame, region)
    names = parameter_names(made.func)
    region.watched = looked_at(frame, call, names)
    positional = tuple(
        _transformed_argument(engine, made, region, value, i, _at(names, i))
        for i, value in enumerate(arguments.positional)
    )
    keywords = {
        name: _transformed_argument(engine, made, region, value, _index(names, name), name)
        for name, value in arguments.keywords.items()
    }
    rest = arguments.rest
    if rest is not None:
        rest = _transformed_argument(engine, made, region, rest, len(names), "")
    handed = calls.Arguments(positional, keywords, rest)
    before = dict(engine.store.draws)
    if isinstance(made.func, Function):
        result = calls.call_function(engine, inside, made.func, handed, node, visible=visible)
    else:
        result = calls.apply(engine, inside, made.func, handed, node)
    if transform.inspects:
        engine.store.draws = before
    return _result(engine, made, result, positional, frame)


def enter_module(engine: Engine, function: Function) -> None:
    """Run the ``__call__`` of a library's module on tracers, as every program that uses it does.

    Which arguments are arrays the code itself has to show; annotated Python values and defaults
    stay what they are.
    """
    definition = function.definition
    cls = engine.classes.get(definition.owner) if definition.owner is not None else None
    if cls is None or classes.kind(cls) not in libraries.MODULES:
        return
    made = Transformed(MODULE_CALL, function, Options(), definition.cst, function.closure)
    region = region_of(engine, made, function.closure)
    values: list[Value] = [Instance(cls, None)]
    for parameter in definition.parameters[1:]:
        if parameter.kind != "positional" or parameter.default is not None:
            break
        word, _ = annotated.describe(engine, function.closure, parameter.annotation)
        value: Value = Unknown(parameter.name)
        if word in (annotated.ARRAY, annotated.UNSAID):
            source = Source(assumed=True)
            why = _parameter_why(region, parameter.name)
            value = Traced(region, why, source, abstract=True, name=parameter.name)
            if word == annotated.ARRAY:
                source.is_array()
        values.append(value)
    inside = _inside(function.closure, region)
    arguments = calls.Arguments(tuple(values))
    calls.call_function(engine, inside, function, arguments, definition.cst, visible=False)


def looked_at(frame: Frame, call: ir.Call | None, names: list[str]) -> frozenset[str]:
    """The parameters whose arguments the caller reads again after the call."""
    if call is None:
        return frozenset()
    found = set()
    for name, argument in zip(names, call.args, strict=False):
        if not isinstance(argument, ir.Name) or argument.id not in frame.scope.bound:
            continue
        later = [
            e.order for e in frame.scope.loads.get(argument.id, ()) if e.order > argument.order
        ]
        bound = [
            e.order for e in frame.scope.stores.get(argument.id, ()) if e.order > argument.order
        ]
        if later and not (bound and min(bound) < min(later)):
            found.add(name)
    return frozenset(found)


def enter_unseen(engine: Engine, made: Transformed) -> None:
    """Run a transformed function whose calls are not in sight on tracers of its parameters."""
    func, bound, shift = made.func, 0, 0
    named: set[str] = set()
    while isinstance(func, Partial | Transformed | Shifted):
        if isinstance(func, Partial):
            bound += len(func.args)
            named.update(func.keywords)
        elif isinstance(func, Shifted):
            shift += func.count
        func = func.func
    if not isinstance(func, Function):
        return
    definition = func.definition
    identity = (definition, id(made.node), id(func.closure.scope))
    if identity in engine.rooted:
        return
    engine.rooted.add(identity)
    region = region_of(engine, made, made.frame)
    parameters = list(definition.parameters)
    if func.instance is not None:
        parameters = parameters[1:]
    values: dict[str, Value] = {}
    for index, parameter in enumerate(parameters):
        if parameter.kind in ("positional", "keyword") and parameter.name not in named:
            value = _unseen(engine, made, region, func, parameter, index + shift)
            if value is not None:
                values[parameter.name] = value
    positional: list[Value] = []
    for parameter in parameters[bound:]:
        if parameter.kind != "positional" or parameter.name not in values:
            break
        positional.append(values.pop(parameter.name))
    rest = None
    if any(parameter.kind in ("args", "kwargs") for parameter in parameters):
        rest = _transformed_argument(engine, made, region, Unknown(), len(parameters), "")
    swallowed = tuple(Unknown() for _ in range(shift))
    arguments = calls.Arguments((*swallowed, *positional), values, rest)
    inside = _inside(made.frame, region)
    if isinstance(made.func, Function):
        calls.call_function(engine, inside, made.func, arguments, made.node, visible=False)
    else:
        calls.apply(engine, inside, made.func, arguments, made.node)


def _unseen(
    engine: Engine,
    made: Transformed,
    region: Region,
    func: Function,
    parameter: ir.Parameter,
    index: int,
) -> Value | None:
    """What a parameter is when no call is in sight; None stands for its default."""
    if parameter.default is not None:
        return Unknown(parameter.name) if is_static(made, index, parameter.name) else None
    is_self = index == 0 and func.definition.owner is not None and func.instance is None
    if is_self and func.kind == "function":
        value = classes.own_instance(engine, func.definition.owner)  # type: ignore[arg-type]
    else:
        value = Unknown(parameter.name)
    word, cls = annotated.describe(engine, func.closure, parameter.annotation)
    if word == annotated.KEY:
        return Key(region)
    if isinstance(value, Unknown):
        value.present = word in (annotated.STATIC, annotated.SCALAR)
    if word == annotated.STATIC:
        return value
    if isinstance(cls, ClassValue) and not is_self:
        value = Instance(cls, None)
    changed = _transformed_argument(engine, made, region, value, index, parameter.name)
    if isinstance(changed, Traced) and word in (annotated.ARRAY, annotated.SCALAR):
        filtered = made.transform.arguments is Arguments.ARRAYS
        if word == annotated.SCALAR and filtered:
            return Static()
        changed.source = None
    return changed


def note_use(source: Source, definition: ir.Function, name: str) -> None:
    """Take note of how a function uses a parameter that may be a pytree: as a flag or not."""
    if name in arrays.PYTREE_NAMES:
        return
    if definition.only_tested(name):
        source.flag = True
    elif not definition.only_forwarded(name):
        source.mixed = True


def region_of(engine: Engine, made: Transformed, frame: Frame) -> Region:
    """The region that a call of a transformed callable opens."""
    func = made.func
    while isinstance(func, Partial | Transformed | Shifted):
        func = func.func
    definition = func.definition if isinstance(func, Function) else None
    label = "this function" if definition is None else f"`{definition.name}`"
    if definition is not None and definition.is_lambda:
        label = "this lambda"
    why = Why(
        f"{label} is traced by {made.transform.name}", made.frame.module, made.node, frame.why
    )
    region = Region(made.transform, label, why, frame.region, definition)
    region.late, region.holder, region.stored = made.kept, made.holder, made.stored
    region.transient = _is_transient(made)
    region.caller = frame.scope
    region.depth = len(engine.path)
    return region


def _inside(frame: Frame, region: Region) -> Frame:
    """The calling frame as the transformation runs it: same variables, inside the region."""
    inside = Frame(frame.scope, frame.module, frame.closure, region)
    inside.env = frame.env
    inside.conditions = frame.conditions
    inside.inherited = frame.inherited
    return inside


def _is_transient(made: Transformed) -> bool:
    """Whether the function dies with the activation that transformed it."""
    if made.stored or made.kept or not isinstance(made.frame.scope, ir.Function):
        return False
    func = made.func
    local = isinstance(func, Function) and func.closure.scope is made.frame.scope
    if made.transform.body is not Body.WRAPS:
        return local or isinstance(func, Partial)
    return (local or isinstance(func, Partial)) and bool(made.calls)


def parameter_names(func: Value) -> list[str]:
    """The names of the positional parameters that a call of this value fills."""
    if isinstance(func, Transformed):
        return parameter_names(func.func)
    if isinstance(func, Partial):
        return parameter_names(func.func)[len(func.args) :]
    if isinstance(func, Shifted):
        return ["" for _ in range(func.count)] + parameter_names(func.func)
    if isinstance(func, Function):
        names = [p.name for p in func.definition.parameters if p.kind == "positional"]
        return names if func.instance is None else names[1:]
    return []


def _at(names: list[str], index: int) -> str:
    return names[index] if index < len(names) else ""


def _index(names: list[str], name: str) -> int:
    return names.index(name) if name in names else -1


def _transformed_argument(
    engine: Engine,
    made: Transformed,
    region: Region,
    value: Value,
    index: int,
    name: str,
) -> Value:
    """What the transformed function gets for an argument."""
    options, how = made.options, made.transform.arguments
    if is_static(made, index, name):
        return value
    if not options.readable:
        return value if isinstance(value, Traced) else Unknown(name)
    if how is Arguments.DIFFERENTIATED:
        if options.argnums is None:
            return Unknown(name)
        if index not in options.argnums:
            return value
        return abstracted(engine, value, region, name, abstract=False)
    if how is Arguments.MAPPED:
        axis = mapped_axis(options.in_axes, index)
        if axis is None:
            return value
        if axis is _UNREADABLE:
            return Unknown(name)
        if isinstance(axis, Container) and isinstance(value, Container):
            return _mapped_parts(engine, value, axis, region, name)
    filtered = how is Arguments.ARRAYS
    if filtered and not isinstance(value, Array | HostArray | Traced | Key | Instance | Container):
        return _filtered_leaf(value, name)
    return abstracted(engine, value, region, name, abstract=True)


def _filtered_leaf(value: Value, name: str) -> Value:
    """A leaf that an Equinox or nnx transformation keeps as it is unless it turns out an array."""
    return value if isinstance(value, Const) else Unknown(name)


def is_static(made: Transformed, index: int, name: str) -> bool:
    """Whether an argument is declared static."""
    numbers = made.options.static_numbers
    names = parameter_names(made.func)
    if index >= 0 and (index in numbers or index - len(names) in numbers):
        return True
    return name in made.options.static_names


_UNREADABLE = object()


def mapped_axis(in_axes: Value | None, index: int) -> object | None:
    """The axis over which vmap maps an argument: None when it is not mapped."""
    if in_axes is None:
        return 0
    if isinstance(in_axes, Const):
        return in_axes.value
    if isinstance(in_axes, Container) and in_axes.kind in ("tuple", "list"):
        if index < 0:
            return 0
        axis = in_axes.items.get(index)
        if axis is None:
            return _UNREADABLE
        return axis.value if isinstance(axis, Const) else axis
    return _UNREADABLE


def abstracted(
    engine: Engine,
    value: Value,
    region: Region,
    name: str,
    *,
    abstract: bool,
) -> Value:
    """What a transformation makes of a value that it traces."""
    if is_none(value) or isinstance(
        value, Function | External | ClassValue | Partial | Transformed
    ):
        return value
    if isinstance(value, Const) and isinstance(value.value, str | bytes):
        return value
    if isinstance(value, Key):
        return _mapped_key(value, region)
    if isinstance(value, Container):
        items = {
            key: _element(engine, item, region, name, abstract=abstract)
            for key, item in value.items.items()
        }
        rest = value.rest and abstracted(engine, value.rest, region, name, abstract=abstract)
        return Container(value.kind, items, rest, region)
    why = _parameter_why(region, name)
    leaf = isinstance(value, Const | Array | HostArray) or (
        isinstance(value, Traced) and value.source is None
    )
    if isinstance(value, Instance):
        known = classes.kind(value.cls) in libraries.PYTREES
        if not known and region.transform.arguments is Arguments.ARRAYS:
            return value
        copy = classes.abstracted(value, Traced(region, why, None, abstract, name))
        classes.rebuild(
            engine,
            value,
            copy,
            lambda attr, item: _element(engine, item, region, str(attr), abstract=abstract),
        )
        return copy
    source = None if leaf else Source()
    if isinstance(value, Traced):
        source = value.source
        abstract = abstract or value.abstract
    tracer = Traced(region, why, source, abstract, name)
    tracer.twin = value
    return tracer


def _element(engine: Engine, item: Value, region: Region, name: str, *, abstract: bool) -> Value:
    """An element of a display that is traced: an array, unless its name says otherwise."""
    element = abstracted(engine, item, region, name, abstract=abstract)
    if isinstance(element, Traced) and isinstance(item, Unknown) and element.source is not None:
        element.source.flag = bool(item.name) and item.name not in arrays.PYTREE_NAMES
    return element


def _mapped_parts(
    engine: Engine, value: Container, axes: Container, region: Region, name: str
) -> Value:
    """A container of which each part has an axis of its own, or None."""
    items = {}
    for key, item in value.items.items():
        axis = axes.items.get(key)
        kept = axis is not None and is_none(axis)
        items[key] = item if kept else abstracted(engine, item, region, name, abstract=True)
    return Container(value.kind, items, value.rest, region)


def _mapped_key(value: Key, region: Region) -> Key:
    """A key as the transformed function gets it: under ``vmap`` one of the batch."""
    if region.transform.arguments is not Arguments.MAPPED:
        return value
    row = value.element(region)
    row.region = region
    return row


def _parameter_why(region: Region, name: str) -> Why:
    """The step of the chain that says which parameter is traced."""
    function = region.function
    if function is None or function.module is None or not name:
        return region.why
    found = next((p.node for p in function.parameters if p.name == name), function.cst)
    text = f"parameter `{name}` of {region.label} is traced"
    return Why(text, function.module, found, region.why)


def _result(
    engine: Engine, made: Transformed, result: Value, arguments: tuple[Value, ...], frame: Frame
) -> Value:
    """What the caller gets of a transformed function's result."""
    name = made.transform.name.rpartition(".")[2]
    if made.transform.arguments is Arguments.DIFFERENTIATED:
        gradient = _tree_like(arguments[0] if arguments else Unknown(), frame)
        if name.endswith("value_and_grad"):
            value = left(engine, result, frame)
            if isinstance(value, Unknown):
                value = _tree_like(value, frame)
            return Container("tuple", {0: value, 1: gradient}, None, frame.region)
        return gradient
    if made.transform.inspects:
        return Static()
    if made.transform.arguments is Arguments.MAPPED:
        return _stacked(left(engine, result, frame))
    return left(engine, result, frame)


def _tree_like(value: Value, frame: Frame) -> Value:
    if frame.region is not None and frame.region.abstract and frame.why is not None:
        certain = isinstance(value, Traced) and value.source is None
        return Traced(frame.region, frame.why, None if certain else Source(), abstract=True)
    return Array("a derivative") if isinstance(value, Array) else Unknown()


def left(engine: Engine, value: Value, frame: Frame) -> Value:
    """A value that leaves a traced function for the code that called it."""
    region = frame.region
    if isinstance(value, Container):
        items = {key: left(engine, item, frame) for key, item in value.items.items()}
        rest = None if value.rest is None else left(engine, value.rest, frame)
        return Container(value.kind, items, rest, region)
    if isinstance(value, Instance):
        copy = Instance(value.cls, region, None if region is None else value.traced)
        classes.rebuild(engine, value, copy, lambda _, item: left(engine, item, frame))
        return copy
    if isinstance(value, Key) or is_none(value):
        return value
    passed = _passed_through(value, frame)
    if passed is not None:
        return passed
    if isinstance(value, Traced | Array | HostArray):
        certain = not isinstance(value, Traced) or value.certain
        if region is None or not region.abstract:
            return Array("a transformed function") if certain else Unknown()
        why = frame.why or region.why
        source = value.source if isinstance(value, Traced) else None
        return Traced(region, why, source, abstract=True)
    if isinstance(value, Const | Static):
        if region is None:
            return Array("a transformed function") if isinstance(value, Const) else Unknown()
        return Unknown()
    return Unknown()


def _passed_through(value: Value, frame: Frame) -> Value | None:
    """The caller's own value, where a traced function hands back an argument as it was."""
    if not isinstance(value, Traced) or value.twin is None:
        return None
    origin: Value = value
    while origin.twin is not None:
        origin = origin.twin
        if isinstance(origin, Traced) and origin.region is frame.region:
            return origin
    outside = not isinstance(origin, Traced) and frame.region is None
    return origin if outside and isinstance(origin, Unknown | Key) else None


# --- transformations that run at once ------------------------------------------------------------


def _run_now(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    return _BODIES[transform.body](engine, frame, transform, arguments, node)


def _body(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    func: Value | None,
    handed: tuple[Value, ...],
    names: tuple[str, ...],
    node: cst.CSTNode,
) -> Value:
    """Run a body on tracers of what it is handed; its result stays inside."""
    if func is None:
        return Unknown()
    made = Transformed(transform, func, Options(), node, frame)
    region = region_of(engine, made, frame)
    parameters = parameter_names(func)
    values = tuple(
        abstracted(engine, value, region, _at(parameters, i) or _at(list(names), i), abstract=True)
        for i, value in enumerate(handed)
    )
    inside = _inside(frame, region)
    keywords: dict[str, Value] = {}
    while isinstance(func, Partial):
        values, keywords = (*func.args, *values), {**func.keywords, **keywords}
        func = func.func
    arguments = calls.Arguments(values, keywords)
    if isinstance(func, Function):
        return calls.call_function(engine, inside, func, arguments, node, visible=False)
    if isinstance(func, Transformed):
        return enter(engine, inside, func, arguments, node, visible=False)
    return calls.apply(engine, inside, func, arguments, node)


def _scan(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    func, carry = arguments.get(0, "f"), arguments.get(1, "init") or Unknown()
    xs = arguments.get(2, "xs") or NONE
    outputs: Value = Unknown()
    frame.passes.append(engine.serial())
    for _ in range(_TWICE):
        element = NONE if is_none(xs) else sliced(engine, frame, xs)
        result = _body(engine, frame, transform, func, (carry, element), ("carry", "x"), node)
        if isinstance(result, Container) and result.kind != "dict" and len(result.items) == 2:
            carry, outputs = result.items[0], result.items[1]
        else:
            carry = Unknown()
    frame.passes.pop()
    stacked = _stacked(left(engine, outputs, frame))
    return Container("tuple", {0: left(engine, carry, frame), 1: stacked}, None, frame.region)


def _stacked(value: Value) -> Value:
    """Results of many turns or rows in one: keys among them become a batch of unknown shape."""
    if isinstance(value, Key):
        return Key(value.region, batch=True, vague=True)
    if isinstance(value, Container):
        items = {key: _stacked(item) for key, item in value.items.items()}
        rest = None if value.rest is None else _stacked(value.rest)
        return Container(value.kind, items, rest, value.region)
    return value


def sliced(engine: Engine, frame: Frame, xs: Value) -> Value:
    """One slice of every array in a pytree, as a scan hands it to its body."""
    if isinstance(xs, Container) and xs.kind != "text":
        items = {key: sliced(engine, frame, item) for key, item in xs.items.items()}
        rest = None if xs.rest is None else sliced(engine, frame, xs.rest)
        return Container(xs.kind, items, rest, xs.region)
    if isinstance(xs, Array | HostArray | Static | Const) and not is_none(xs):
        return Array("a slice")
    return expressions.element_of(engine, frame, xs) if not is_none(xs) else xs


def _fori(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    func, carry = arguments.get(2, "body_fun"), arguments.get(3, "init_val") or Unknown()
    for _ in range(_TWICE):
        handed = (Array("the loop index"), carry)
        carry = _body(engine, frame, transform, func, handed, ("i", "carry"), node)
    return left(engine, carry, frame)


def _while(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    test, body = arguments.get(0, "cond_fun"), arguments.get(1, "body_fun")
    carry = arguments.get(2, "init_val") or Unknown()
    for _ in range(_TWICE):
        _body(engine, frame, transform, test, (carry,), ("carry",), node)
        carry = _body(engine, frame, transform, body, (carry,), ("carry",), node)
    return left(engine, carry, frame)


def _map(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    func, xs = arguments.get(0, "f"), arguments.get(1, "xs") or Unknown()
    result: Value = Unknown()
    frame.passes.append(engine.serial())
    for _ in range(_TWICE):
        element = sliced(engine, frame, xs)
        result = _body(engine, frame, transform, func, (element,), ("x",), node)
    frame.passes.pop()
    return _stacked(left(engine, result, frame))


def _cond(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    branches = [arguments.get(1, "true_fun"), arguments.get(2, "false_fun")]
    operands = arguments.positional[3:]
    if "operand" in arguments.keywords:
        operands = (*operands, arguments.keywords["operand"])
    return _branches(engine, frame, transform, branches, operands, node)


def _switch(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    chosen = arguments.get(1, "branches")
    branches: list[Value | None] = [chosen]
    if isinstance(chosen, Container):
        branches = list(chosen.values)
    return _branches(engine, frame, transform, branches, arguments.positional[2:], node)


def _branches(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    branches: list[Value | None],
    operands: tuple[Value, ...],
    node: cst.CSTNode,
) -> Value:
    """Run branches of which one is taken: each from the same state, as exclusive paths."""
    before = engine.store.copy()
    after = None
    result: Value | None = None
    for branch in branches:
        engine.store = before.copy()
        value = _body(engine, frame, transform, branch, operands, (), node)
        result = value if result is None else join(result, value)
        if after is None:
            after = engine.store
        else:
            after.merge(engine.store)
    engine.store = after or before
    return Unknown() if result is None else left(engine, result, frame)


def _calls(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    func = arguments.get(0, "fun")
    if func is None:
        return Unknown()
    made = Transformed(transform, func, Options(argnums=tuple(range(64))), node, frame)
    handed = calls.Arguments(arguments.positional[1:], {}, arguments.rest)
    enter(engine, frame, made, handed, node)
    return Static() if transform.inspects else Unknown()


def _combines(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    """``associative_scan(f, elements)``: the function meets slices, traced only if they are."""
    func, elements = arguments.get(0, "fn"), arguments.get(1, "elems")
    if func is None or elements is None:
        return Unknown()
    handed = calls.Arguments((sliced(engine, frame, elements), sliced(engine, frame, elements)))
    calls.apply(engine, frame, func, handed, node)
    return elements


def _jvp(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    """``jax.jvp(f, primals, tangents)``: the primals are the arguments."""
    func, primals = arguments.get(0, "fun"), arguments.get(1, "primals")
    if func is None or not isinstance(primals, Container):
        return Unknown()
    made = Transformed(transform, func, Options(argnums=tuple(range(64))), node, frame)
    handed = calls.Arguments(tuple(primals.items.values()), {}, primals.rest)
    value = enter(engine, frame, made, handed, node)
    return Container("tuple", {0: value, 1: Unknown()}, None, frame.region)


def _host(
    engine: Engine,
    frame: Frame,
    transform: Transform,
    arguments: calls.Arguments,
    node: cst.CSTNode,
) -> Value:
    """Run a callback as what it is: host code, outside of every trace."""
    func = arguments.get(0, "callback")
    outside = Frame(frame.scope, frame.module, frame.closure, None)
    outside.env = frame.env
    if isinstance(func, Function):
        count = len([p for p in func.definition.parameters if p.kind == "positional"])
        handed = calls.Arguments(tuple(HostArray() for _ in range(count)))
        calls.call_function(engine, outside, func, handed, node, visible=False)
    if frame.region is not None and frame.region.constants:
        return Traced(frame.region, frame.region.why, Source(), abstract=True)
    return Unknown()


_BODIES = {
    Body.SCAN: _scan,
    Body.FORI: _fori,
    Body.WHILE: _while,
    Body.MAP: _map,
    Body.COND: _cond,
    Body.SWITCH: _switch,
    Body.CALLS: _calls,
    Body.HOST: _host,
    Body.JVP: _jvp,
    Body.COMBINES: _combines,
}
