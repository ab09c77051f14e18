"""What asks for the number in a tracer: how it is observed, and what the observers share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core import setup_tests
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.observations import (
    ArrayMisread,
    Conversion,
    Swallowed,
    ValueNeeded,
)
from jaxlint.analysis.values.kinds import Traced, Unknown, Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def note(engine: Engine, frame: Frame, seen: ValueNeeded) -> None:
    """Keep that a value was needed; behind a handler that catches the error, keep that it is.

    Behind a test for tracers of which nothing is known it may never be traced. That a field of a
    pytree is None is presumed.
    """
    if frame.may_be_untraced:
        return
    if not engine.context.guards:
        engine.observe(_with_lack(engine, frame, seen))
        return
    guard = engine.context.guards[-1]
    if guard is None or guard.frame.region is None or not seen.value.abstract:
        return
    if guard.frame.region.within(seen.value.region):
        if guard.frame is frame and not guard.meant and guard.replaces(seen.node):
            engine.observe(Swallowed(seen.module, seen.node, seen.why, seen.value, guard.text))
        if _raises(seen):
            _end(engine, frame, guard.frame)


def misread(engine: Engine, frame: Frame, seen: ArrayMisread, *, raises: bool = False) -> None:
    """Keep that a tracer is taken for something else, unless it may never be one there."""
    if not frame.may_be_untraced:
        engine.observe(setup_tests.presumed(frame, seen) if raises else seen)


def _raises(seen: ValueNeeded) -> bool:
    """Whether an error follows for certain: no pytree of tracers is made a number of either."""
    source = seen.value.source
    if source is None or source.known:
        return True
    return isinstance(seen, Conversion) and not (source.assumed or source.turn)


def _end(engine: Engine, frame: Frame, handled: Frame) -> None:
    """End the statements on the way out to the handler, if nothing can lead around the error."""
    ended = [frame]
    for level in reversed(engine.path):
        if ended[-1] is handled:
            break
        ended.append(level.frame)
    if (
        ended[-1] is handled
        and all(one.is_straight for one in ended)
        and all(map(_has_one_way, ended[:-1]))
    ):
        for one in ended:
            one.ended = True


def _has_one_way(frame: Frame) -> bool:
    """Whether a function that is called is sure to come to the statement under way."""
    branches = frame.own_conditions or frame.loops or frame.exits
    return not branches and isinstance(frame.scope, ir.Function) and not frame.scope.is_generator


def one_array(value: Traced) -> None:
    """Take note that a value is used where no pytree makes sense."""
    if value.source is not None:
        value.source.array = True


def _with_lack(engine: Engine, frame: Frame, seen: ValueNeeded) -> ValueNeeded:
    """The same, presumed where it stands behind a test of which it is not known who takes that arm.

    That is one whether a field of a pytree is None, or one of the program's setup.
    """
    missing = (
        fact.left
        for condition in frame.conditions
        for fact in condition.facts
        if (fact.op, fact.right) == ("is", "None")
        and _is_of_pytree(engine, frame, condition, fact.left)
    )
    field = next(missing, None)
    if field is not None:
        return setup_tests.under(f"if `{field}` is None", seen)
    return setup_tests.presumed(frame, seen)


def _is_of_pytree(engine: Engine, frame: Frame, condition: Condition, left: str) -> bool:
    """Whether what a test is about is a field, of which nothing is known, of a traced pytree."""
    name, _, field = left.partition(".")
    value = condition.values.get(name)
    if field:
        return isinstance(value, Traced) and value.source is not None
    if not isinstance(value, Unknown):
        return False
    frames = engine.under_way(frame)
    return any(value.token is part.token for one in frames for part in _fields(one))


def _fields(frame: Frame) -> Iterator[Value]:
    """The fields that were read of the pytrees in the variables of a frame."""
    for value in frame.env.values():
        if isinstance(value, Traced) and value.source is not None:
            yield from (value.token.children or {}).values()
