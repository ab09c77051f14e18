"""What is found, in the words of the protocol: positions count what the client counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.workspace import PositionCodec

from jaxlint.checking import Belief
from jaxlint.findings import Edit, Finding, Reason, Span
from jaxlint.ignoring import edits_for
from jaxlint.registry import page_file
from jaxlint.report.severity import is_error
from jaxlint.server.analysis import Judged, is_shown
from jaxlint.texts import decoded, lines_of, split_lines

NAME = "jaxlint"
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{NAME}"


@dataclass(frozen=True, slots=True)
class Page:
    """A document of the client: its URI, its version, and how the client counts columns.

    ``lines`` gives the lines of a file by the path under which findings show it, ``uri_of`` its
    URI.
    """

    uri: str
    version: int | None
    codec: PositionCodec
    lines: Callable[[str], Sequence[str]]
    uri_of: Callable[[str], str]


def diagnostics(judged: Judged, page: Page) -> list[types.Diagnostic]:
    """Return everything that is to be said of a document."""
    told = [_diagnostic(finding, page) for finding in _findings(judged)]
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    warning = types.DiagnosticSeverity.Warning
    for fault in judged.faults:
        text = f"jaxlint cannot judge this file: {fault}"
        told.append(types.Diagnostic(start, text, severity=warning, source=NAME))
    return told


def actions(
    judged: Judged, page: Page, wanted: types.Range, text: bytes
) -> Iterator[types.CodeAction]:
    """Yield what can be done about the findings in a range: fixes, and a comment to ignore them.

    Nothing where the text has changed since it was judged.
    """
    if judged.data != text:
        return
    for finding in judged.findings:
        diagnostic = _diagnostic(finding, page)
        if not _meet(diagnostic.range, wanted):
            continue
        if finding.fix is not None:
            title = finding.fix.title if finding.fix.safe else f"{finding.fix.title} (unsafe)"
            yield _quick_fix(title, finding, finding.fix.edits, diagnostic, page, finding.fix.safe)
        edits = list(edits_for([finding], lines_of(text)))
        if edits:
            title = f"ignore {finding.name} on this line"
            yield _quick_fix(title, finding, edits, diagnostic, page, preferred=False)


def fix_all(page: Page, before: bytes, after: bytes) -> types.CodeAction:
    """Return the action that gives a document the text that all its fixes make."""
    whole = split_lines(decoded(before))
    end = types.Position(len(whole) - 1, page.codec.client_num_units(whole[-1]))
    edit = types.TextEdit(types.Range(types.Position(0, 0), end), decoded(after))
    title = f"{NAME}: apply all safe fixes"
    return types.CodeAction(title, kind=FIX_ALL, edit=_workspace_edit([edit], page))


def hover(beliefs: Sequence[Belief], position: types.Position, page: Page) -> types.Hover | None:
    """Return what is believed of the smallest expression around a position, in all contexts."""
    around = [(_range(one.span, page.lines(""), page.codec), one) for one in beliefs]
    inside = [(where, one) for where, one in around if where.start <= position < where.end]
    if not inside:
        return None
    smallest = min((where for where, _ in inside), key=_size)
    told = [_belief(one) for where, one in inside if where == smallest]
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(told))
    return types.Hover(content, smallest)


def _findings(judged: Judged) -> Iterator[Finding]:
    yield from judged.findings
    broken = judged.broken
    if broken is not None and broken not in judged.findings and is_shown(broken, judged):
        yield broken


def _diagnostic(finding: Finding, page: Page) -> types.Diagnostic:
    error, warning = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Warning
    file = page_file(finding.code)
    return types.Diagnostic(
        _range(finding.span, page.lines(finding.path), page.codec),
        f"{finding.message}\nOutcome: {finding.outcome}\nWrite instead: {finding.advice}",
        severity=error if is_error(finding) else warning,
        code=finding.code,
        code_description=None if file is None else types.CodeDescription(file.as_uri()),
        source=NAME,
        related_information=[_related(reason, page) for reason in finding.chain],
    )


def _related(reason: Reason, page: Page) -> types.DiagnosticRelatedInformation:
    lines = [] if reason.span.cell else page.lines(reason.path)
    where = types.Location(page.uri_of(reason.path), _range(reason.span, lines, page.codec))
    return types.DiagnosticRelatedInformation(where, reason.text)


def _range(span: Span, lines: Sequence[str], codec: PositionCodec) -> types.Range:
    start = types.Position(span.line - 1, span.column - 1)
    end = types.Position(span.end_line - 1, span.end_column - 1)
    return codec.range_to_client_units(lines, types.Range(start, end))


def _quick_fix(
    title: str,
    finding: Finding,
    edits: Sequence[Edit],
    diagnostic: types.Diagnostic,
    page: Page,
    preferred: bool,
) -> types.CodeAction:
    lines = page.lines(finding.path)
    changes = [types.TextEdit(_range(edit.span, lines, page.codec), edit.text) for edit in edits]
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        is_preferred=preferred or None,
        edit=_workspace_edit(changes, page),
    )


def _workspace_edit(edits: Sequence[types.TextEdit], page: Page) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(changes={page.uri: edits})


def _meet(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _size(one: types.Range) -> tuple[int, int]:
    return one.end.line - one.start.line, one.end.character - one.start.character


def _belief(belief: Belief) -> str:
    lines = [f"`{belief.expression}`: {belief.verdict}"]
    lines += [f"*{belief.context}*"] if belief.context else []
    lines += [f"- {Path(one.path).name}:{one.span.line}: {one.text}" for one in belief.chain]
    return "\n\n".join(lines[:2]) + "".join(f"\n{line}" for line in lines[2:])
