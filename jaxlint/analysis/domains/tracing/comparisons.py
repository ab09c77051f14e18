"""Tests that no array passes: of identity, with text, for a type, by the pattern of a sequence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.events import (
    Compared,
    InstanceResult,
    OperatorResult,
    SequenceMatched,
    TypeRefused,
)
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing import needs, texts, tracing
from jaxlint.analysis.domains.tracing.facts import Denial
from jaxlint.analysis.domains.tracing.observations import NeverTrue, Test, TextUse
from jaxlint.analysis.values.kinds import Array, Const, Container, Traced, Value
from jaxlint.analysis.values.promises import deny, promises
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@tracing.on(Compared)
def compared(engine: Engine, frame: Frame, event: Compared) -> None:
    """Judge what a value is compared with."""
    node, position, left, right, _ = event
    op, written = node.rest[position]
    if op in ("is", "is not"):
        if isinstance(left, Traced) and not _is_sentinel(frame, node.left):
            _identity(engine, frame, left, right, node.place)
    elif isinstance(left, Container) and op not in ("in", "not in"):
        texts.use(engine, frame, left, node.place, TextUse.COMPARED)
    elif op in ("==", "!=") and isinstance(left, Traced) and isinstance(written, ir.Constant):
        _with_text(engine, frame, left, written.value, node.place)


def _is_sentinel(frame: Frame, left: ir.Expr) -> bool:
    """Whether a parameter is compared that may be something else than a flag.

    It has a default, which is compared to know whether anything was passed, or which is read
    elsewhere, as an array that may take the place of a setting.
    """
    scope = frame.scope
    if not isinstance(left, ir.Name) or not isinstance(scope, ir.Function):
        return False
    default = next((one.default for one in scope.parameters if one.name == left.id), None)
    flag = ir.is_none(default) and len(scope.loads.get(left.id, ())) == 1
    return default is not None and not flag


def _identity(engine: Engine, frame: Frame, left: Traced, right: Value, node: ir.Place) -> None:
    """Observe ``x is True``, which no array is."""
    if isinstance(right, Const) and isinstance(right.value, bool):
        needs.one_array(left)
        needs.misread(engine, frame, NeverTrue(frame.module, node, left.why, left, Test.IDENTITY))


def _with_text(engine: Engine, frame: Frame, left: Traced, right: object, node: ir.Place) -> None:
    """Observe that a traced parameter is compared with text, as a mode is."""
    source = left.source if left.abstract else None
    if source is None or not isinstance(right, str):
        return
    if not (source.assumed or source.turn or left.region.visible):
        needs.misread(engine, frame, NeverTrue(frame.module, node, left.why, left, Test.TEXT))


@tracing.on(SequenceMatched)
def matched(engine: Engine, frame: Frame, event: SequenceMatched) -> None:
    """Observe a pattern of a sequence, which no array matches."""
    subject, node = event
    if isinstance(subject, Traced):
        engine.observe(NeverTrue(frame.module, node, subject.why, subject, Test.SEQUENCE))
    elif isinstance(subject, Array):
        deny(subject)
        if not promises(subject):
            engine.observe(NeverTrue(frame.module, node, frame.why, None, Test.SEQUENCE))


# --- types ---------------------------------------------------------------------------------------


@tracing.deduce(InstanceResult)
def denied(event: InstanceResult) -> Denial | None:
    """Of which tracer ``isinstance`` says that it is of none of the types."""
    return Denial(event.value) if isinstance(event.value, Traced) else None


@tracing.deduce(OperatorResult)
def negated(event: OperatorResult) -> Denial | None:
    """The same of what is made of that by ``not``."""
    return event.left.fact(Denial) if event.op == "not" else None


@tracing.on(TypeRefused)
def refused(engine: Engine, frame: Frame, event: TypeRefused) -> None:
    """Observe a test of a type that fails for every tracer and then raises, unhandled."""
    denial = event.answer.fact(Denial)
    if denial is not None and not engine.context.expects_errors:
        tracer = denial.tracer
        seen = NeverTrue(frame.module, event.node, tracer.why, tracer, Test.TYPE)
        needs.misread(engine, frame, seen, raises=True)
