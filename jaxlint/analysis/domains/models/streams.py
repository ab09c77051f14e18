"""Streams of keys that the modules of a library ask for one, and the keys that these come from.

What a module asks for while it runs is logged as effects, by the path below the module that is
called; ``init`` and ``apply`` take them from the log. Flax folds that path into the key it was
given, so two calls draw alike only where the path is the same, and neither is related to draws
from the key itself. Haiku splits the key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CodeUnseen, UnknownCalled
from jaxlint.analysis.core.callables import Method
from jaxlint.analysis.core.effects import Effect, Log
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.keys import keys
from jaxlint.analysis.domains.keys.observations import Consumption, KeyReuse, Relation
from jaxlint.analysis.domains.keys.scopes import Scopes, Use
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.values.kinds import (
    Container,
    External,
    Key,
    Traced,
    Unknown,
    Value,
    like,
)
from jaxlint.analysis.values.regions import Why
from jaxlint.knowledge.modules import KEYS, PARAMETERS, UNSEEN
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

Path = tuple[str, ...]


@dataclass(slots=True, frozen=True, eq=False)
class Asked(Effect):
    """A module asked a stream for a key, at a path below the module that was called."""

    stream: str
    path: Path

    domain = "models"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Ask again."""
        ask(engine, self.stream, self.path)


@dataclass(slots=True, frozen=True, eq=False)
class Left(Effect):
    """A function of the project was not followed, so that nobody knows what it asks for."""

    domain = "models"

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Leave it again."""
        leave(engine)


def leave(engine: Engine) -> None:
    """Note that a function is not followed while the module under way runs."""
    if not any(isinstance(one, Left) for one in engine.logged.of(Left.domain)):
        engine.log(Left(None))


def ask(engine: Engine, stream: str, path: Path = ()) -> None:
    """Note that the module under way asks a stream for a key."""
    for effect in engine.logged.of(Asked.domain):
        if isinstance(effect, Asked) and (effect.stream, effect.path) == (stream, path):
            return
    engine.log(Asked(None, stream, path))


@models.on(CodeUnseen, UnknownCalled)
def unseen(engine: Engine, frame: Frame, event: CodeUnseen | UnknownCalled) -> None:
    """What is not seen may ask for any key, unless it is no part of the module under way.

    What a base out of sight does to construct a module asks for none.
    """
    if isinstance(event, UnknownCalled):
        written = None if event.source is None else event.source.func
        constructs = isinstance(written, ir.Attribute) and written.attr == "__init__"
        if constructs or isinstance(event.func, External | Method):
            return
    else:
        leave(engine)
    ask(engine, UNSEEN)


def ask_below(engine: Engine, name: str, logged: Log) -> None:
    """Log again what was logged while a submodule ran: it asked below its name."""
    for effect in logged:
        if isinstance(effect, Asked):
            ask(engine, effect.stream, (name, *effect.path))
        else:
            engine.log(effect)
    engine.logged.certain.extend(logged.certain)


def heard(
    engine: Engine, frame: Frame, run: Callable[[], Value]
) -> tuple[Value, Sequence[Effect], Sequence[Effect]]:
    """What running a module in ``frame`` gives, what modules did, and what they certainly did."""
    outer, engine.logged = engine.logged, Log(len(frame.conditions))
    try:
        result = run()
    finally:
        logged, engine.logged = engine.logged, outer
        for effect in logged:
            if effect.domain != models.name:
                engine.log(effect)
    return result, logged.of(models.name), logged.certain


def given(value: Value | None) -> dict[str, Value]:
    """The keys by stream that ``rngs`` gives: a dict of them, or one for all."""
    if isinstance(value, Container):
        return {name: key for name, key in value.items.items() if isinstance(name, str)}
    return {} if value is None else {"params": value}


@dataclass(slots=True, frozen=True)
class Model:
    """A model of Flax that is called: what tells it from others, and how it is called.

    ``initialised`` is the object whose parameters it draws, if it does, ``quiet`` says that an
    argument asks it not to draw.
    """

    identity: object
    initialises: bool
    initialised: object
    quiet: bool


def of_flax(
    engine: Engine,
    frame: Frame,
    rngs: Mapping[str, Value],
    asked: Iterable[Asked],
    model: Model,
    node: ir.Place,
) -> None:
    """Consume the keys of those streams that a model of Flax asks, each at its paths."""
    paths: dict[str, set[Path]] = {}
    for one in asked:
        stream = "params" if one.stream == PARAMETERS else one.stream
        if one.stream != PARAMETERS or model.initialises:
            for name in _asked(stream, rngs, model):
                paths.setdefault(name, set()).update(() if stream == UNSEEN else (one.path,))
    taken: dict[Value, tuple[Value, list[str]]] = {}
    for name in paths:
        value = rngs[name]
        single = isinstance(value, Key) and not value.batch
        if single or isinstance(value, Unknown | Traced):
            taken.setdefault(value.token, (value, []))[1].append(name)
    unseen = any(one.stream == UNSEEN for one in asked)
    for value, names in taken.values():
        together = frozenset().union(*(paths[name] for name in names))
        _twice_in_one_call(engine, frame, {name: paths[name] for name in names}, node)
        scopes = Scopes(together, model.identity if unseen else None, model.initialised)
        if isinstance(value, Key) and _is_made_each_turn(frame, model.initialised):
            value = like(value, made=None)
        keys.consume(engine, frame, value, node, Use("draw", scopes=scopes))


def _is_made_each_turn(frame: Frame, model: object) -> bool:
    """Whether a loop makes another model in each turn, as to compare them from one seed."""
    held = [name for name, value in frame.env.items() if value.token is model]
    return any(event.loops for name in held for event in frame.scope.stores.get(name, ()))


def _asked(stream: str, rngs: Mapping[str, Value], model: Model) -> list[str]:
    """The streams from which a key comes: the one asked, else that of the parameters."""
    if stream == UNSEEN:
        return [n for n in rngs if (model.initialises if n == "params" else not model.quiet)]
    return [name for name in (stream, "params") if name in rngs][:1]


def _twice_in_one_call(
    engine: Engine, frame: Frame, paths: Mapping[str, set[Path]], node: ir.Place
) -> None:
    """Observe two streams with one key that are asked at one path, where they give the same."""
    names = list(paths)
    for position, name in enumerate(names):
        for other in names[:position]:
            shared = min(paths[name] & paths[other], default=None)
            if shared is not None:
                place = f"in submodule {'.'.join(shared)}" if shared else "in the module itself"
                text = f"`{other}` and `{name}` draw the same numbers {place}"
                why = Why(text, frame.module, node, frame.why)
                draw = Consumption.DRAW
                seen = KeyReuse(frame.module, node, why, "", draw, draw, Relation.EQUAL)
                engine.observe(seen)


def of_haiku(
    engine: Engine,
    frame: Frame,
    key: Value | None,
    done: Iterable[Effect],
    node: ir.Place,
    *,
    initialises: bool,
) -> None:
    """Consume the key of a Haiku function, if what it gives depends on the key.

    What is drawn beside the parameters is lost where these are made. That code out of sight draws
    is a guess, and none is made of the project's own code that was left.
    """
    ignored = {KEYS} if initialises else {PARAMETERS, UNSEEN}
    if any(isinstance(one, Left) for one in done):
        ignored.add(UNSEEN)
    taken = {one.stream for one in done if isinstance(one, Asked)} - ignored
    if key is not None and taken:
        use = Use("draw", sampler="split", guessed=taken == {UNSEEN})
        keys.consume(engine, frame, key, node, use)
