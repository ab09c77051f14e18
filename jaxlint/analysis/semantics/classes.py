"""Classes: what they bind, and which ones JAX treats as pytrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import ClassValue, Function, Partial, Transformed
from jaxlint.analysis.core.events import Defined
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import calls, expressions, statements, static_fields
from jaxlint.analysis.values.kinds import External, Unknown, Value, like
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def define(engine: Engine, frame: Frame, node: ir.DefineClass) -> None:
    """Run a ``class`` statement."""
    definition = node.definition
    engine.tell(frame, Defined, definition)
    bases = tuple(expressions.evaluate(engine, frame, base) for base in definition.bases)
    cls = ClassValue(definition, frame, bases)
    for decorator in definition.decorators:
        _decorated(engine, frame, cls, decorator)
    engine.facts.classes[definition] = cls
    frame.bind(definition.name, cls)
    if frame.rebinding is not None:
        frame.rebinding.defined(definition, frame.env, frame.conditions)
    cls.body = Frame(definition, frame.module, frame, frame.region)
    cls.body.conditions, cls.body.inherited = frame.conditions, len(frame.conditions)
    statements.run_block(engine, cls.body, definition.body)
    _told_of_heir(engine, frame, cls)
    for decorator in reversed(definition.decorators):
        _hand_over(engine, frame, cls, decorator)


def _told_of_heir(engine: Engine, frame: Frame, cls: ClassValue) -> None:
    """Run ``__init_subclass__`` of what a class is derived from, as to register the class."""
    hook = _first_bound(ancestry(cls)[1:], "__init_subclass__")
    if isinstance(hook, Function):
        written = cls.definition.keywords
        named = {name: expressions.evaluate(engine, frame, one) for name, one in written if name}
        named.pop("metaclass", None)
        bound = like(hook, fresh=True, instance=cls)
        calls.apply(engine, frame, bound, Arguments((), named), cls.definition.place)


def _hand_over(engine: Engine, frame: Frame, cls: ClassValue, decorator: ir.Expr) -> None:
    """Run a decorator of the project's own for what it does with the class, as to register it.

    What it gives is taken for the class.
    """
    target = decorator.func if isinstance(decorator, ir.Call) else decorator
    if not isinstance(expressions.evaluate(engine, frame, target), Function):
        return
    wrapper = expressions.evaluate(engine, frame, decorator)
    if isinstance(wrapper, Function):
        calls.apply(engine, frame, wrapper, Arguments((cls,)), decorator.place)


def _decorated(engine: Engine, frame: Frame, cls: ClassValue, decorator: ir.Expr) -> None:
    """Take note of what decorates a class, and of what that is told of its fields."""
    target = decorator.func if isinstance(decorator, ir.Call) else decorator
    wrapper = expressions.evaluate(engine, frame, target)
    if isinstance(wrapper, External) and wrapper.name == "functools.partial":
        wrapper = expressions.evaluate(engine, frame, decorator)
    if isinstance(wrapper, Partial):
        cls.meta |= static_fields.meta_fields(wrapper.keywords)
        wrapper = wrapper.func
    if isinstance(wrapper, External):
        cls.decorators.append(wrapper.name)
        cls.known_by = None


def register(frame: Frame, name: str, arguments: Arguments) -> None:
    """Take note of a class that a function of JAX is told of, where its own module does so."""
    cls = arguments.get(0, "nodetype") or arguments.get(0, "cls")
    if not isinstance(cls, ClassValue) or cls.definition.module is not frame.module:
        return
    cls.told.append(name)
    if name in libraries.REGISTERING:
        cls.flattens = flattener(name, arguments)
    if name in libraries.CLASS_KINDS:
        named = {**arguments.keywords, "meta_fields": arguments.get(2, "meta_fields") or Unknown()}
        cls.decorators.insert(0, name)
        cls.known_by = None
        cls.meta |= static_fields.meta_fields(named)


def flattener(name: str, arguments: Arguments) -> Value | None:
    """What a function that registers a class is told to take its objects apart with."""
    keyed = libraries.REGISTERING[name]
    return arguments.get(1, "flatten_with_keys" if keyed else "flatten_func")


def ancestry(cls: Value) -> list[Value]:
    """A class and its bases in the order in which Python looks a name up, each once."""
    if not isinstance(cls, ClassValue):
        return [cls]
    if not cls.lineage:
        cls.lineage = [cls]  # for a class that is among its own bases
        lines = [[*ancestry(base)] for base in cls.bases]
        found = [cls, *_merged([*lines, [*cls.bases]])]
        many = len(found) > budgets.BASES
        cls.lineage = [*found[: budgets.BASES], Unknown()] if many else found
    return cls.lineage


def _merged(lines: list[list[Value]]) -> Iterator[Value]:
    """Classes in an order that keeps that of each line, as Python's C3 finds it.

    Where there is none, which Python refuses, the first one is taken.
    """
    while lines := [line for line in lines if line]:
        behind = {one for line in lines for one in line[1:]}
        taken = next((line[0] for line in lines if line[0] not in behind), lines[0][0])
        yield taken
        lines = [[one for one in line if one is not taken] for line in lines]


def kind(cls: Value) -> str:
    """What JAX and its libraries make of a class; see ``knowledge.libraries.CLASS_KINDS``."""
    lineage = cls.lineage if isinstance(cls, ClassValue) else ()
    for ancestor in lineage or ancestry(cls):
        found = ""
        if isinstance(ancestor, ClassValue):
            found = _known_by(ancestor) if ancestor.known_by is None else ancestor.known_by
        elif isinstance(ancestor, External):
            found = libraries.CLASS_KINDS.get(ancestor.name, "")
        if found:
            return found
    return "plain"


def _known_by(cls: ClassValue) -> str:
    """The kind of a class by its own name and decorators, "" where these say nothing."""
    cls.known_by = next(_kinds(cls), "")
    return cls.known_by


def _kinds(cls: ClassValue) -> Iterator[str]:
    """What the own name and the decorators of a class make of it, each by itself."""
    named = (cls.definition.qualified_name, *cls.decorators)
    return (libraries.CLASS_KINDS[name] for name in named if name in libraries.CLASS_KINDS)


def is_below_registered(cls: ClassValue) -> bool:
    """Whether a class is a pytree by a base alone, which no class below it is by that."""
    if kind(cls) not in libraries.PYTREES or _known_by(cls):
        return False
    bases = [one for one in ancestry(cls) if isinstance(one, ClassValue)]
    told = next((one for one in bases if _known_by(one)), None)
    return told is not None and not libraries.SINGLE.isdisjoint(told.decorators)


def find(cls: Value, name: str) -> Value | None:
    """What a class or its bases of the project bind to a name."""
    lineage = cls.lineage if isinstance(cls, ClassValue) else ()
    return _first_bound(lineage or ancestry(cls), name)


def _first_bound(lineage: Sequence[Value], name: str) -> Value | None:
    """What the first of some classes that binds a name binds to it."""
    for ancestor in lineage:
        if isinstance(ancestor, ClassValue) and ancestor.body is not None:
            found = ancestor.body.env.get(name)
            if found is not None:
                return found
    return None


def constructor(cls: Value) -> Value | None:
    """The ``__init__`` of a class or its bases that runs; None where one is generated, or none is.

    What a decorator generates takes the place of that of a base.
    """
    lineage = cls.lineage if isinstance(cls, ClassValue) else ()
    for ancestor in lineage or ancestry(cls):
        if isinstance(ancestor, ClassValue) and ancestor.body is not None:
            found = ancestor.body.env.get("__init__")
            if found is not None or _is_generated(ancestor):
                return found
    return None


def _is_generated(cls: ClassValue) -> bool:
    """Whether the constructor of a class that has none of its own is generated."""
    return not libraries.GENERATING.isdisjoint(_kinds(cls))


def read(engine: Engine, cls: Value, name: str) -> Value | None:
    """The same where code reads it: what is made of a method may hang on its body."""
    return _looked_into(engine, find(cls, name))


def read_behind(engine: Engine, cls: Value, own: ClassValue, name: str) -> Value | None:
    """The same of the classes behind one of them: what ``super()`` finds in a method of that."""
    lineage = ancestry(cls)
    if own not in lineage:
        lineage = ancestry(own)
    return _looked_into(engine, _first_bound(lineage[lineage.index(own) + 1 :], name))


def _looked_into(engine: Engine, found: Value | None) -> Value | None:
    if isinstance(found, Function):
        engine.looks_into(found.definition)
    return found


def may_wrap(cls: ClassValue) -> bool:
    """Whether constants of a class may be something else when they are read, as in enumerations."""
    foreign = [base for base in ancestry(cls) if not isinstance(base, ClassValue)]
    return kind(cls) == "plain" and any(
        not isinstance(base, External) or not base.name.startswith(("abc.", "typing.", "builtins."))
        for base in foreign
    )


def method(cls: Value, name: str) -> bool:
    """Whether a class binds a name to something that can be called, not to a field's default."""
    return isinstance(find(cls, name), Function | Transformed | ClassValue)


def annotation(cls: Value, attr: str) -> ir.Expr | None:
    """The annotation of a field of a class, if it has one."""
    field = declaration(cls, attr)
    return None if field is None else field.annotation


def declaration(cls: Value, attr: object) -> ir.Assign | None:
    """The statement that annotates a field of a class, in its own body or in that of a base."""
    for ancestor in ancestry(cls):
        if isinstance(ancestor, ClassValue) and isinstance(attr, str):
            found = _declared(ancestor).get(attr)
            if found is not None:
                return found
    return None


def _declared(cls: ClassValue) -> dict[str, ir.Assign]:
    """The first statement in the body of a class that annotates each name."""
    if cls.declared is None:
        cls.declared = {}
        for statement in cls.definition.body:
            if isinstance(statement, ir.Assign) and statement.annotation is not None:
                target = statement.targets[0]
                if isinstance(target, ir.Name):
                    cls.declared.setdefault(target.id, statement)
    return cls.declared


def of_class(annotation: ir.Expr) -> bool:
    """Whether an annotation says ``ClassVar``, so that what it annotates is no field."""
    base = annotation.base if isinstance(annotation, ir.Subscript) else annotation
    return ir.last_name(base) == "ClassVar"


def field_names(cls: Value) -> list[str]:
    """The annotated fields of a dataclass-like class, in the order of its arguments."""
    names: dict[str, None] = {}
    for ancestor in reversed(ancestry(cls)):
        if isinstance(ancestor, ClassValue):
            for name, statement in _declared(ancestor).items():
                if statement.annotation is not None and not of_class(statement.annotation):
                    names[name] = None
    return list(names)


def noting_flag(cls: Value) -> str | None:
    """The field by which a layer of nnx is told not to note its calls; None if it notes none."""
    return libraries.NOTING_LAYERS.get(cls.name) if isinstance(cls, External) else None
