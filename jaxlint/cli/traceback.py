"""``jaxlint explain --traceback``: the error that JAX printed, and what jaxlint finds of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from jaxlint.cli.check import CLEAN, COULD_NOT, report_faults
from jaxlint.cli.options import STANDARD_INPUT
from jaxlint.cli.output import show
from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import RuleInfo, find
from jaxlint.frontends.failures import Failure, explained, failures
from jaxlint.frontends.frames import Place
from jaxlint.report import FORMATS
from jaxlint.report.paint import Line, plain
from jaxlint.source.files import Unreadable, bounded, read_bytes
from jaxlint.source.limits import MOST_DATA


class NoTraceback(Exception):
    """A text holds no traceback; the text says what is read as one."""


@dataclass(frozen=True, slots=True)
class TracebackOptions:
    """The options of ``jaxlint explain --traceback`` as given."""

    file: str
    config: str | None = None
    isolated: bool = False
    debug: bool = False


def run(options: TracebackOptions) -> int:
    """Write what jaxlint says of each traceback in a text; returns 2 if it met a defect.

    Raises NoTraceback, Unreadable, SettingsError and BadBaseline.
    """
    found = failures(_text(options.file))
    if not found:
        name = "standard input" if options.file == STANDARD_INPUT else options.file
        raise NoTraceback(
            f"{name}: no traceback in it; paste what was printed from "
            '"Traceback (most recent call last)" to the line with the error'
        )
    told: dict[tuple[str, Place | None], Failure] = {}
    for chain in dict.fromkeys(found):
        failure = explained(chain, options.config, options.isolated)
        told.setdefault((failure.raised.kind, failure.place), failure)
    for number, failure in enumerate(told.values()):
        show([plain("")] * bool(number))
        show(_rendered(failure))
        report_faults(failure.faults, options.debug)
    return COULD_NOT if any(one.faults for one in told.values()) else CLEAN


def _text(file: str) -> str:
    """The text to read. Raises Unreadable."""
    data = bounded(sys.stdin.buffer, MOST_DATA) if file == STANDARD_INPUT else _bytes(file)
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # as PowerShell writes what it redirects
    return data.decode("utf-16" if wide else "utf-8-sig", errors="replace")


def _bytes(file: str) -> bytes:
    try:
        return read_bytes(Path(file), MOST_DATA)
    except Unreadable as why:
        raise Unreadable(f"{file}: {why}") from why


def _rendered(failure: Failure) -> Iterator[Line]:
    yield from _error(failure)
    yield plain("")
    if failure.findings:
        yield from _findings(failure)
    else:
        yield from _unfound(failure)


def _error(failure: Failure) -> Iterator[Line]:
    """What was raised, where, and what it means."""
    raised, place = failure.raised, failure.place
    where = "" if place is None else f" at {place.shown}"
    inside = f" in {place.function}" if place is not None and place.function else ""
    yield ((raised.kind or "an error", "bold red"), (f"{where}{inside}", "bold"))
    if raised.message:
        yield plain(f"  {_said(raised.message)}")
    if failure.meaning:
        yield (("  it means: ", "bold"), (failure.meaning, ""))
    if place is not None and place.changed:
        yield (("  note: ", "bold"), (f"the file is not as it was: {place.changed}", ""))
    if place is None and not failure.findings:
        yield (("  note: ", "bold"), ("no frame is in a file that is here: run this there", ""))


def _said(message: str) -> str:
    """The first line of a message, as no line that a CI server would take for a command."""
    first = message.splitlines()[0].lstrip()
    return f"it says: {first}" if first.startswith("::") else first


def _findings(failure: Failure) -> Iterator[Line]:
    """The findings in full, and whether a check shows them."""
    report = replace(failure.result.report, findings=failure.findings)
    yield from FORMATS["full"](replace(failure.result, report=report))
    code, path = failure.findings[0].code, failure.findings[0].path
    if failure.hidden:
        yield plain(f"`jaxlint check {path}` does not show it: {failure.hidden}")
    else:
        yield plain(f"`jaxlint check {path}` shows it: it would have found this before the run")
    yield plain(f"`jaxlint rule {code}` is the page of the rule")


def _unfound(failure: Failure) -> Iterator[Line]:
    """What is known of an error that is not found: the rules that speak of such."""
    place = failure.place
    if place is not None:
        yield plain("jaxlint does not find it there")
        yield from (_other(one) for one in failure.others)
        yield plain(f"`jaxlint explain {place.shown}` says what it believes of that line")
        yield plain("")
    infos = [info for code in failure.rules if (info := find(code)) is not None]
    if len(infos) == 1:
        yield (("the rule that speaks of it: ", "bold"), (f"{infos[0].code} {infos[0].name}", ""))
        yield from map(plain, ("", *infos[0].page.splitlines()))
    elif infos:
        yield (("rules that speak of it:", "bold"),)
        yield from ((("  ", ""), *_named(info)) for info in infos)
        yield plain("`jaxlint rule CODE` shows the page of one")
    elif failure.raised.kind:
        yield plain(f"no rule speaks of this {failure.raised.kind}")


def _other(finding: Finding) -> Line:
    return plain(f"there it finds something else: {finding.code} {finding.message}")


def _named(info: RuleInfo) -> Line:
    first = info.page.splitlines()[0] if info.page else info.outcome
    return ((f"{info.code} {info.name}", "bold"), (f": {first}", ""))
