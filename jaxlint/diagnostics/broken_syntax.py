"""What is said of source that is not Python, or that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.diagnostics.registry import find
from jaxlint.diagnostics.selection import BROKEN_SYNTAX
from jaxlint.source.spans import Span

if TYPE_CHECKING:
    from jaxlint.program.reading import Unread


def unread(read: Unread) -> Finding | Fault:
    """What is said of a file that was not read: a finding if it is not Python, else a fault."""
    if read.span is None:
        return Fault(read.path, read.message, read.trace)
    return _not_python(read.path, read.span, "file", " ".join(read.message.split()))


def broken_cell(path: str, span: Span, why: str) -> Finding:
    """The finding that a cell of a notebook is not Python, at a span of the module of its cells."""
    return _not_python(path, span, "cell", why)


def _not_python(path: str, span: Span, what: str, why: str) -> Finding:
    rule = find(BROKEN_SYNTAX)
    assert rule is not None
    message = f"this {what} is not valid Python: {why}"
    advice = f"mend the syntax; until then nothing else is said of this {what}"
    return Finding(path, span, rule.code, rule.name, message, rule.outcome, advice)
