"""``jaxlint explain FILE:LINE``: what jaxlint infers about the values on a line, and how."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jaxlint.cli.check import CLEAN, COULD_NOT, report_faults
from jaxlint.cli.output import counted, note, show
from jaxlint.config.settings import settings_for
from jaxlint.diagnostics.findings import Reason
from jaxlint.frontends.explaining import beliefs, trace
from jaxlint.frontends.jobs import Job, selection_for
from jaxlint.queries.explaining import Belief
from jaxlint.queries.line_trace import Context, Step
from jaxlint.report.paint import plain
from jaxlint.source.spans import Span

_PLACE = re.compile(
    r"(?P<path>.+?)(?::cell (?P<cell>\d+))?:(?P<line>\d+)(?::(?P<column>\d+))?", re.DOTALL
)


class BadPlace(Exception):
    """A place is of neither form; the text says which there are."""


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """The options of ``jaxlint explain`` as given."""

    place: str
    config: str | None = None
    isolated: bool = False
    trace: bool = False
    debug: bool = False


def run(options: ExplainOptions) -> int:
    """Write what is inferred about the line, or a trace of it; returns 2 if jaxlint met a defect.

    Raises BadPlace, MissingPath, Unreadable, NoSuchLine, SettingsError and BadBaseline.
    """
    found = _PLACE.fullmatch(options.place)
    if found is None:
        raise BadPlace(
            f'"{options.place}" is not of the form FILE:LINE[:COLUMN], or FILE:cell NUMBER:LINE'
        )
    path, line, cell = found["path"], int(found["line"]), int(found["cell"] or 0)
    if os.path.isdir(path):
        raise BadPlace(f"{path} is a folder: name one of its files")
    settings = settings_for([path], options.config, options.isolated)
    job = Job([path], settings, selection_for(settings), isolated=options.isolated)
    column = int(found["column"] or 0)
    if options.trace:
        done = trace(job, line, cell)
        contexts = [_at(one, line, column) for one in done.contexts]
        texts, faults = [*_traced(options.place, contexts)], done.faults
    else:
        told = beliefs(job, line, cell)
        here = (one for one in told.beliefs if _covers(one.span, line, column))
        texts, faults = [text for one in here for text in _believed(one)], told.faults
    show(map(plain, texts))
    if not texts:
        what = f"a value at column {column}" if column else "the values"
        note(f"nothing is known of {what} on line {line} of {path}")
    report_faults(faults, options.debug)
    return COULD_NOT if faults else CLEAN


def _covers(span: Span, line: int, column: int) -> bool:
    """Whether a span holds the character at a column of a line; every one does if it is 0."""
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return not column or start <= (line, column) < end


def _at(context: Context, line: int, column: int) -> Context:
    """A context with its steps at a column alone."""
    steps = tuple(one for one in context.steps if _covers(one.span, line, column))
    return replace(context, steps=steps)


def _believed(belief: Belief) -> Iterator[str]:
    yield f"{belief.span.line}:{belief.span.column} {belief.expression}: {belief.verdict}"
    if belief.context:
        yield f"    {belief.context}"
    yield from _reasons(belief.chain, "    ")


def _traced(place: str, contexts: Sequence[Context]) -> Iterator[str]:
    """The contexts one by one, each with its steps in order."""
    if contexts:
        yield f"{place} is run in {counted(len(contexts), 'context')}"
    for number, context in enumerate(contexts, 1):
        yield ""
        yield f"{number}. {context.where}"
        yield from _reasons(context.calls, "   ")
        if context.why:
            yield "   why it is traced:"
            yield from _reasons(context.why, "     ")
        if context.conditions:
            yield "   on the path where:"
            yield from _reasons(context.conditions, "     ")
        told: set[tuple[Reason, ...]] = set()
        for step in context.steps:
            yield from _step(step)
            if step.chain not in told:
                new = [reason for reason in step.chain if reason not in context.why]
                yield from _reasons(new, "       ")
            told.add(step.chain)


def _step(step: Step) -> Iterator[str]:
    yield f"   {step.span.line}:{step.span.column} {step.text}"
    for detail in step.details:
        yield f"       {detail}"


def _reasons(chain: Sequence[Reason], indent: str) -> Iterator[str]:
    for reason in chain:
        yield f"{indent}{reason.place}: {reason.text}"
