"""The states of paths: kept where they part, joined where they meet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from jaxlint.analysis import budgets
from jaxlint.analysis.core.events import PathsJoined
from jaxlint.analysis.core.frames import Frame, State, join_env
from jaxlint.analysis.semantics import class_fields

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def save(engine: Engine, frame: Frame) -> State:
    """A copy of the current path's state."""
    engine.steps += (len(frame.env) + engine.store.size) // budgets.COPIED
    return State(dict(frame.env), engine.store.copy(), frame.conditions)


def here(engine: Engine, frame: Frame) -> State:
    """The current path's state itself, where the path ends."""
    return State(frame.env, engine.store, frame.conditions)


def leave(engine: Engine, frame: Frame) -> State:
    """The state of a path that leaves its block; a copy where something goes on from it."""
    around = engine.context.expects_errors or engine.context.tolerating
    return save(engine, frame) if around else here(engine, frame)


def restore(engine: Engine, frame: Frame, state: State) -> None:
    """Go on from a saved state, which must not be used again."""
    frame.env, engine.store = state.env, state.store


def copied(state: State) -> State:
    """A copy of a state, of which each of several paths needs one."""
    return State(dict(state.env), state.store.copy(), state.conditions)


def meet(engine: Engine, frame: Frame, states: list[State], *, all_likely: bool = True) -> bool:
    """Go on where several paths meet; return False when none arrives.

    ``all_likely`` is false where one of them is only there for form, as the path around a loop is
    that hardly ever turns not even once: what is consumed on it alone does not count.
    """
    if not states:
        return False
    env, store = states[0].env, states[0].store
    for other in states[1:]:
        env = join_env(env, other.env)
        store = store.copy()
        store.merge(other.store, likely=all_likely, unsaid=partial(class_fields.lazy, engine))
    frame.env, engine.store = env, store
    if len(states) > 1:
        engine.tell(frame, PathsJoined, states if all_likely else states[:1])
    return True
