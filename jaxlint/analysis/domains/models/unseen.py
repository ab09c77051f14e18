"""Code of which nothing is seen, and which may be a model that is given keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.call_events import UnknownCalled
from jaxlint.analysis.core.callables import Method
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys, offspring
from jaxlint.analysis.domains.keys.scopes import Scopes, Use
from jaxlint.analysis.domains.models import inherited, models
from jaxlint.analysis.domains.models.applying import is_quiet
from jaxlint.analysis.domains.models.distributions import is_distribution
from jaxlint.analysis.values.kinds import Container, External, Instance, Key, Value
from jaxlint.knowledge import libraries, modules, random
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@models.on(UnknownCalled)
def called(engine: Engine, frame: Frame, event: UnknownCalled) -> None:
    """Consume keys that are given to code of which nothing is seen, where it looks like a model."""
    func, arguments, node, source = event
    if isinstance(func, External):
        _take_named(engine, frame, func, arguments, node, func.name.rpartition(".")[2])
        return
    if isinstance(func, Method):
        if func.name in random.CONSUMING_METHODS:
            _take(engine, frame, func.base, arguments, node, func.name)
        return
    written = None if source is None else source.func
    method = written.attr if isinstance(written, ir.Attribute) else ""
    if inherited.is_left_open(engine, func, arguments):
        return
    if method in random.CONSUMING_METHODS:
        _take(engine, frame, func, arguments, node, method)
    else:
        name = written.id if isinstance(written, ir.Name) else method
        _take_named(engine, frame, func, arguments, node, name)
        _note_children(func, arguments, name)


def _take(
    engine: Engine, frame: Frame, func: Value, arguments: Arguments, node: ir.Place, method: str
) -> None:
    """Consume the keys that a method of what may be a model is given.

    What may be a model of Flax draws only where another call would draw the same, what may be one
    of Haiku draws from children of its key.
    """
    scopes, sampler = None, ""
    rngs = arguments.keywords.get("rngs")
    if method in modules.INITIALISING and _imports(engine, frame.module, "flax"):
        scopes = Scopes(frozenset(), "any init", func.token)
    elif method in modules.INITIALISING and _imports(engine, frame.module, "haiku"):
        sampler = "split"
    elif method == "apply" and rngs is not None:
        if is_quiet(arguments):
            return
        named = arguments.keywords.get("method")
        scopes = Scopes(frozenset(), (func.token, named and named.token))
    cls = func.cls if isinstance(func, Instance) else None
    layer = isinstance(cls, External) and cls.name.startswith(libraries.LAYER_MAKERS)
    known = layer or isinstance(rngs, Container) or is_distribution(func)
    use = Use("draw", scopes=scopes, sampler=sampler, guessed=method in modules.INITIALISING)
    keys.consume_given(engine, frame, _keys(arguments, method), node, use, known=known)


def _take_named(
    engine: Engine, frame: Frame, func: Value, arguments: Arguments, node: ir.Place, name: str
) -> None:
    """Consume a key that a function of which nothing is seen is given under the name of one.

    That another call of the same function draws the same is all that is known. Functions of other
    libraries say by their names that they draw.
    """
    given = [arguments.keywords.get(keyword) for keyword in random.DRAWING_KEYWORDS]
    held = [value for value in given if isinstance(value, Key) and not value.batch]
    if not held or not name[:1].islower() or name in random.KEEPING or is_quiet(arguments):
        return
    who = func.name if isinstance(func, External) else func.token
    if isinstance(who, str) and (who.startswith("jax.") or not random.DRAWING.search(name)):
        return
    use = Use("draw", scopes=Scopes(frozenset(), ("function", who)))
    for value in held:
        keys.consume(engine, frame, value, node, use)


def _note_children(func: Value, arguments: Arguments, name: str) -> None:
    """Take note of children of splits that a function of which nothing is seen is given.

    It may do anything with them, but the same with equal ones.
    """
    if name in random.KEEPING or is_quiet(arguments):
        return
    use = Use("draw", scopes=Scopes(frozenset(), ("function", func.token)), guessed=True)
    for value in arguments.all:
        if isinstance(value, Key) and not value.batch:
            offspring.note(value, use)


def _keys(arguments: Arguments, method: str) -> list[Value]:
    """What a model's method is given under the names, and at the place, of keys."""
    found: list[Value] = []
    if method != "apply" and arguments.positional:
        found.append(arguments.positional[0])
    found.extend(v for name, v in arguments.keywords.items() if name in random.STREAM_KEYWORDS)
    inside = [_streams(value, method) for value in found]
    return [value for values in inside for value in values]


def _streams(value: Value, method: str) -> tuple[Value, ...]:
    """The keys in a dict of streams, of which ``init`` needs that of the parameters alone."""
    if not isinstance(value, Container):
        return (value,)
    parameters = value.items.get("params")
    return (parameters,) if method == "init" and parameters is not None else value.values


def _imports(engine: Engine, module: ir.Module, library: str) -> bool:
    """Whether a module imports a library at its top."""
    engine.looks_at_imports(module)
    imports = [statement for statement in module.body if isinstance(statement, ir.Import)]
    names = [name.module for one in imports for name in one.names]
    return any(name.partition(".")[0] == library for name in names)
