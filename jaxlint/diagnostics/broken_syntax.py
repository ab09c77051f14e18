"""What is said of source that is not Python."""

from __future__ import annotations

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.registry import find
from jaxlint.diagnostics.selection import BROKEN_SYNTAX
from jaxlint.source.spans import Span


def broken_file(path: str, span: Span, why: str) -> Finding:
    """The finding that a file is not Python."""
    return _not_python(path, span, "file", " ".join(why.split()))


def broken_cell(path: str, span: Span, why: str) -> Finding:
    """The finding that a cell of a notebook is not Python, at a span of the module of its cells."""
    return _not_python(path, span, "cell", why)


def _not_python(path: str, span: Span, what: str, why: str) -> Finding:
    rule = find(BROKEN_SYNTAX)
    assert rule is not None
    message = f"this {what} is not valid Python: {why}"
    advice = f"mend the syntax; until then nothing else is said of this {what}"
    return Finding(path, span, rule.code, rule.name, message, rule.outcome, advice)
