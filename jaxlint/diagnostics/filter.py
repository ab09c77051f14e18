"""Which findings of a report are shown, by selection, settings and ignore comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from jaxlint.diagnostics.covering import Codes, Comments
from jaxlint.diagnostics.findings import ADVICE, PRESUMED, WARNING, Finding, Report
from jaxlint.diagnostics.levels import Levels
from jaxlint.diagnostics.registry import find
from jaxlint.diagnostics.selection import BROKEN_SYNTAX, Selection, fits, nearest
from jaxlint.diagnostics.suppressions import Suppression, suppressions
from jaxlint.source.text import lines_of

UNUSED_IGNORE = "JAX902"


@dataclass(frozen=True, slots=True)
class Filter:
    """What to show: the selected rules, and the selectors that the settings ignore in a path.

    ``levels`` are the severities that the settings give. Without ``noqa`` the comments that speak
    to every linter hide nothing, without ``comments`` none does.
    """

    selection: Selection = field(default_factory=Selection)
    ignored_in: Callable[[str], Sequence[str]] = lambda path: ()
    noqa: bool = True
    comments: bool = True
    levels: Levels = field(default_factory=Levels)

    @property
    def wants_unused_ignores(self) -> bool:
        """Whether ignore comments that hide nothing are to be reported."""
        rule = find(UNUSED_IGNORE)
        return rule is not None and self.selection.includes(rule)

    def hides(self, finding: Finding) -> str | None:
        """Say why selection or settings hide a finding; None if they do not."""
        if finding.certainty == PRESUMED and not self.selection.presumed:
            return "it is presumed, which nobody asked for"
        rule = find(finding.code)
        if rule is not None and not self.selection.includes(rule):
            return "its rule is not selected"
        if any(fits(one, finding.code) for one in self.ignored_in(finding.path)):
            return "the settings ignore its rule in this file"
        return "it is advice, which nobody asked for" if self.holds_back(finding) else None

    def holds_back(self, finding: Finding) -> bool:
        """Say whether a finding is advice that nobody asked for."""
        return finding.severity == ADVICE and not self.selection.wants_advice(finding.code)

    def heeds(self, comment: Suppression) -> bool:
        """Say whether a comment may hide anything."""
        return self.comments and (self.noqa or not comment.noqa)


def hidden_by(finding: Finding, data: bytes, wanted: Filter) -> str | None:
    """Say what hides a finding in a file with these bytes; None if nothing does."""
    for comment in suppressions(data, lines_of(data)):
        if wanted.heeds(comment) and _hides(comment, finding):
            return f"the comment on line {comment.span.line} hides it"
    return wanted.hides(wanted.levels.applied(finding))


def filtered(report: Report, sources: Mapping[str, bytes], wanted: Filter) -> Report:
    """Return a report with the findings that are shown, and unused ignores if wanted.

    Advice that nobody asked for is counted, and not shown.

    ``sources`` holds the bytes of the files reported on, by their path. To tell which ignores
    are unused, the report must hold the findings of every rule, not only of the selected ones.
    """
    by_path: dict[str, list[Finding]] = {path: [] for path in sources}
    for finding in report.findings:
        by_path.setdefault(finding.path, []).append(finding)
    faulty = {fault.path for fault in report.faults}
    asking = replace(wanted, selection=replace(wanted.selection, advice=True))
    found = [
        finding
        for path, findings in by_path.items()
        for finding in _shown(path, findings, sources.get(path, b""), asking, path in faulty)
    ]
    shown = sorted(finding for finding in found if not wanted.holds_back(finding))
    return replace(report, findings=tuple(shown), held_back=len(found) - len(shown))


def _shown(
    path: str, findings: Sequence[Finding], data: bytes, wanted: Filter, faulty: bool
) -> Iterator[Finding]:
    if not findings and not wanted.wants_unused_ignores:
        return
    comments = suppressions(data, lines_of(data))
    heeded = [one for one in comments if wanted.heeds(one)]
    hiding = Comments(heeded, lambda comment, code: comment.blanket or comment.names(code))
    for finding in map(wanted.levels.applied, findings):
        if wanted.hides(finding) is None and not hiding.hide(finding.code, finding.span):
            yield finding
    if faulty or any(finding.code == BROKEN_SYNTAX for finding in findings):
        return
    # A comment that hides everything does not hide that there is nothing to hide.
    named = Comments(heeded, Suppression.names)
    for unused in _unused(path, comments, Codes(findings)):
        if wanted.hides(unused) is None and not named.hide(UNUSED_IGNORE, unused.span):
            yield unused


def _hides(comment: Suppression, finding: Finding) -> bool:
    return comment.covers(finding.span) and (comment.blanket or comment.names(finding.code))


def _unused(path: str, comments: Sequence[Suppression], codes: Codes) -> Iterator[Finding]:
    """Yield a finding for each comment of ours that hides nothing, and each such word of one."""
    for comment in comments:
        if not comment.ours:
            continue
        covered = codes.on(comment.first, comment.last)
        for word, selector in comment.words:
            if selector is None:
                yield _unused_ignore(path, comment, f"`{word}` fits no rule{nearest(word)}", word)
            elif selector != UNUSED_IGNORE and not any(fits(selector, code) for code in covered):
                yield _unused_ignore(path, comment, f"`{word}` hides no finding here", word)
        if not comment.words and not (comment.blanket and covered):
            yield _unused_ignore(path, comment, "this ignore hides no finding", "the comment")


def _unused_ignore(path: str, comment: Suppression, message: str, what: str) -> Finding:
    rule = find(UNUSED_IGNORE)
    assert rule is not None
    advice = f"remove {what if what == 'the comment' else f'`{what}` from the comment'}"
    return Finding(
        path,
        comment.span,
        rule.code,
        rule.name,
        message,
        rule.outcome,
        advice,
        severity=WARNING,
    )
