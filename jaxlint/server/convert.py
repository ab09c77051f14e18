"""What is found, in the words of the protocol: positions count what the client counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lsprotocol import types
from pygls.workspace import PositionCodec

from jaxlint.diagnostics.addresses import address
from jaxlint.diagnostics.findings import Finding, Reason
from jaxlint.fixes.ignore_comments import edits_for
from jaxlint.queries.explaining import Belief
from jaxlint.report.severity import Severity, severity
from jaxlint.server.analysis import Judged, is_shown
from jaxlint.source.spans import Edit, Span
from jaxlint.source.text import printable, split_lines

NAME = "jaxlint"
_SEVERITIES: dict[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Hint,
}
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{NAME}"


@dataclass(frozen=True, slots=True)
class Page:
    """A text that the client shows, and how it counts columns.

    ``uri`` and ``cell`` say which, ``is_first`` whether it stands for the whole file as well.
    ``lines`` gives the lines of a file, by the path under which findings show it, and a cell;
    ``uri_of`` their URI.
    """

    uri: str
    cell: int
    is_first: bool
    codec: PositionCodec
    lines: Callable[[str, int], Sequence[str]]
    uri_of: Callable[[str, int], str]

    def range(self, path: str, span: Span) -> types.Range:
        """Return a span in a file as the client counts."""
        start = types.Position(span.line - 1, span.column - 1)
        end = types.Position(span.end_line - 1, span.end_column - 1)
        lines = self.lines(path, span.cell)
        return self.codec.range_to_client_units(lines, types.Range(start, end))


def diagnostics(judged: Judged, page: Page) -> list[types.Diagnostic]:
    """Return everything that is to be said of a page."""
    told = [_diagnostic(finding, page) for finding in _findings(judged, page)]
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    warning = types.DiagnosticSeverity.Warning
    for fault in judged.faults if page.is_first else ():
        text = printable(f"jaxlint cannot judge this file: {fault}")
        told.append(types.Diagnostic(start, text, severity=warning, source=NAME))
    return told


def actions(judged: Judged, page: Page, wanted: types.Range) -> Iterator[types.CodeAction]:
    """Yield what can be done about the findings in a range: fixes, and a comment to ignore them."""
    for finding in judged.findings:
        if finding.span.cell != page.cell:
            continue
        diagnostic = _diagnostic(finding, page)
        if not _meet(diagnostic.range, wanted):
            continue
        if finding.fix is not None:
            title = finding.fix.title if finding.fix.safe else f"{finding.fix.title} (unsafe)"
            yield _quick_fix(title, finding, finding.fix.edits, diagnostic, page, finding.fix.safe)
        edits = list(edits_for([finding], page.lines(finding.path, finding.span.cell)))
        if edits:
            title = f"ignore {finding.name} on this line"
            yield _quick_fix(title, finding, edits, diagnostic, page, preferred=False)


def whole(codec: PositionCodec, before: str, after: str) -> types.TextEdit:
    """Return the edit that puts one text in place of another."""
    lines = split_lines(before)
    end = types.Position(len(lines) - 1, codec.client_num_units(lines[-1]))
    return types.TextEdit(types.Range(types.Position(0, 0), end), after)


def fix_all(edits: Mapping[str, types.TextEdit]) -> types.CodeAction:
    """Return the action that makes edits, by URI, which all safe fixes come to."""
    changes = {uri: [edit] for uri, edit in edits.items()}
    edit = types.WorkspaceEdit(changes=changes)
    return types.CodeAction(f"{NAME}: apply all safe fixes", kind=FIX_ALL, edit=edit)


def hover(
    beliefs: Sequence[Belief], position: types.Position, path: str, page: Page
) -> types.Hover | None:
    """Return what is believed of the smallest expression around a position, in all contexts."""
    around = [(page.range(path, one.span), one) for one in beliefs]
    inside = [(where, one) for where, one in around if where.start <= position < where.end]
    if not inside:
        return None
    smallest = min((where for where, _ in inside), key=_size)
    return types.Hover(_told([one for where, one in inside if where == smallest]), smallest)


def hints(
    beliefs: Sequence[Belief], wanted: types.Range, path: str, page: Page
) -> Iterator[types.InlayHint]:
    """Yield what to write behind names in a range that hold tracers, each name once a line."""
    lines = range(wanted.start.line + 1, wanted.end.line + 2)
    names = [one for one in beliefs if one.expression.isidentifier() and one.span.line in lines]
    first: dict[tuple[int, str], Span] = {}
    for one in sorted(one for one in names if one.chain):
        first.setdefault((one.span.line, one.expression), one.span)
    for span in first.values():
        alike = [one for one in names if one.span == span]
        place = page.range(path, span).end
        traced = [one for one in alike if one.chain]
        yield types.InlayHint(place, _label(alike), tooltip=_told(traced), padding_left=True)


def _label(alike: Sequence[Belief]) -> str:
    """Return in a word or two what a name holds, in those contexts that know it."""
    traced = sorted({one.verdict.partition(",")[0] for one in alike if one.chain})
    is_plain = any(not one.chain and one.verdict != "unknown" for one in alike)
    return " or ".join(traced) + (", or not" if is_plain else "")


def _findings(judged: Judged, page: Page) -> Iterator[Finding]:
    known = set(judged.findings)
    broken = (one for one in judged.broken if one not in known and is_shown(one, judged))
    yield from (one for one in (*judged.findings, *broken) if one.span.cell == page.cell)


def _diagnostic(finding: Finding, page: Page) -> types.Diagnostic:
    page_address = address(finding.name)
    advice = f"Write instead: {finding.advice}"
    said = (finding.message, f"Outcome: {finding.outcome}", advice)
    return types.Diagnostic(
        page.range(finding.path, finding.span),
        "\n".join(map(printable, said)),
        severity=_SEVERITIES[severity(finding)],
        code=finding.code,
        code_description=None if page_address is None else types.CodeDescription(page_address),
        source=NAME,
        related_information=[_related(reason, page) for reason in finding.chain],
    )


def _related(reason: Reason, page: Page) -> types.DiagnosticRelatedInformation:
    uri = page.uri_of(reason.path, reason.span.cell)
    where = types.Location(uri, page.range(reason.path, reason.span))
    return types.DiagnosticRelatedInformation(where, printable(reason.text))


def _quick_fix(
    title: str,
    finding: Finding,
    edits: Sequence[Edit],
    diagnostic: types.Diagnostic,
    page: Page,
    preferred: bool,
) -> types.CodeAction:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        uri = page.uri_of(finding.path, edit.span.cell)
        change = types.TextEdit(page.range(finding.path, edit.span), edit.text)
        changes.setdefault(uri, []).append(change)
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=preferred or None,
        edit=types.WorkspaceEdit(changes=changes),
    )


def _meet(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _size(one: types.Range) -> tuple[int, int]:
    return one.end.line - one.start.line, one.end.character - one.start.character


def _told(beliefs: Sequence[Belief]) -> types.MarkupContent:
    """Return what is believed of an expression, one context after the other."""
    told = "\n\n---\n\n".join(map(_belief, beliefs))
    return types.MarkupContent(types.MarkupKind.Markdown, told)


def _belief(belief: Belief) -> str:
    lines = [f"`{belief.expression}`: {belief.verdict}"]
    lines += [f"*{belief.context}*"] if belief.context else []
    lines += [f"- {one.place}: {one.text}" for one in belief.chain]
    lines = [*map(printable, lines)]
    return "\n\n".join(lines[:2]) + "".join(f"\n{line}" for line in lines[2:])
