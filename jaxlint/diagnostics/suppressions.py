"""The ignore comments: ``# noqa``, ``# noqa: JAX101``, ``# jaxlint: ignore`` and ``...[name]``.

And those that hide what stands between them: ``# jaxlint: off`` and ``# jaxlint: on``.
"""

from __future__ import annotations

import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jaxlint.diagnostics.selection import fits, selector_of
from jaxlint.source.spans import Span

# Patterns, which `re` compiles once there is a comment to read. The notation is that of flake8, so
# that a comment means the same through every door: what follows the colon and is no code is a
# remark, and the comment hides everything.
_NOQA = r"#\s*(?P<text>noqa(?::\s?(?P<codes>[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?)(?![\w-])"
_IGNORE = r"#\s*(?P<text>jaxlint:\s*ignore(?:\s*\[(?P<codes>[^\]]*)\]|(?!\s*\[|[\w-])))"
_SWITCH = r"#\s*(?P<text>jaxlint:\s*(?P<kind>off|on)(?:\s*\[(?P<codes>[^\]]*)\]|(?!\s*\[|[\w-])))"
_MAY_HOLD_COMMENT = rb"noqa|jaxlint:"
_NO_END = sys.maxsize
_BETWEEN_LINES = frozenset((tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER))

# What a comment names, each with its selector, or None for what fits no rule.
_Words = tuple[tuple[str, str | None], ...]
_Named = frozenset[str | None]


@dataclass(frozen=True, slots=True)
class Suppression:
    """One ignore comment: where it stands, the lines it covers, and what it hides.

    ``words`` are those it names, each with its selector, or None for what fits no rule. Without
    words it is ``blanket`` and hides every finding. ``ours`` says that it speaks to jaxlint, which
    therefore knows when it hides nothing; ``noqa`` that every linter understands it.
    """

    span: Span
    first: int
    last: int
    words: _Words
    blanket: bool
    ours: bool
    noqa: bool

    def covers(self, span: Span) -> bool:
        """Say whether a finding's span starts or ends on a line that the comment covers."""
        return any(self.first <= line <= self.last for line in (span.line, span.end_line))

    def names(self, code: str) -> bool:
        """Say whether one of its words is for the rule of that code."""
        return any(selector and fits(selector, code) for _, selector in self.words)


@dataclass(frozen=True, slots=True)
class _Comment:
    line: int
    column: int
    text: str


def suppressions(data: bytes, lines: Sequence[str]) -> tuple[Suppression, ...]:
    """Return the ignore comments of a source, in order. Text within strings is none.

    A comment covers every line of the logical line it stands on; ``off`` what follows, up to the
    next ``on`` that names the same rules or none. Where Python's tokenizer gives up on broken
    source, each line further down is read on its own.
    """
    if not re.search(_MAY_HOLD_COMMENT, data, re.IGNORECASE):
        return ()
    found: list[Suppression] = []
    opened: dict[_Named, list[int]] = {}
    for comment, first, last in _comments(lines):
        found.extend(_suppressions_in(comment, first, last))
        for match in re.finditer(_SWITCH, comment.text, re.IGNORECASE):
            words = _words(match["codes"] or "", only_ours=False)
            named = frozenset(selector for _, selector in words)
            if match["kind"].lower() == "on":
                for at in _ended(opened, named):
                    found[at] = replace(found[at], last=first - 1)
            else:
                opened.setdefault(named, []).append(len(found))
                span = _span(comment, *match.span("text"))
                blanket = match["codes"] is None
                found.append(Suppression(span, first, _NO_END, words, blanket, True, False))
    return tuple(found)


def _ended(opened: dict[_Named, list[int]], named: _Named) -> list[int]:
    """Return which of the open ``off`` end at an ``on``, and take them for open no more."""
    if named:
        return opened.pop(named, [])
    ended = [at for many in opened.values() for at in many]
    opened.clear()
    return ended


def _comments(lines: Sequence[str]) -> Iterator[tuple[_Comment, int, int]]:
    """Yield each comment with the first and last line of the logical line it stands on."""
    reached = 0
    opened: int | None = None
    pending: list[_Comment] = []
    try:
        for token in tokens(lines):
            reached = token.end[0]
            if token.type == tokenize.COMMENT:
                pending.append(_Comment(token.start[0], token.start[1], token.string))
            elif token.type == tokenize.NEWLINE:
                yield from _covering(pending, opened, token.start[0])
                opened, pending = None, []
            elif token.type not in _BETWEEN_LINES and opened is None:
                yield from _covering(pending, None, 0)
                opened, pending = token.start[0], []
    except (tokenize.TokenError, SyntaxError):
        rest = enumerate(lines[reached:], reached + 1)
        pending += [
            _Comment(at, line.index("#"), line[line.index("#") :])
            for at, line in rest
            if "#" in line
        ]
    yield from _covering(pending, None, 0)


def _covering(
    comments: Sequence[_Comment], first: int | None, last: int
) -> Iterator[tuple[_Comment, int, int]]:
    """Yield comments with the lines of their logical line, or their own when there is none."""
    for comment in comments:
        if first is None:
            yield comment, comment.line, comment.line
        else:
            yield comment, first, last


def tokens(lines: Sequence[str]) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of lines without ends. Raises TokenError and SyntaxError as it goes."""
    ended = (f"{line}\n" for line in lines)
    return tokenize.generate_tokens(lambda: next(ended, ""))


def _suppressions_in(comment: _Comment, first: int, last: int) -> Iterator[Suppression]:
    for pattern, noqa in ((_IGNORE, False), (_NOQA, True)):
        for match in re.finditer(pattern, comment.text, re.IGNORECASE):
            words = _words(match["codes"] or "", only_ours=noqa)
            blanket = match["codes"] is None
            span = _span(comment, *match.span("text"))
            yield Suppression(span, first, last, words, blanket, bool(words) or not noqa, noqa)


def _words(codes: str, only_ours: bool) -> _Words:
    words = re.split(r"[,\s]+", codes.strip()) if codes.strip() else []
    ours = (word for word in words if not only_ours or word.upper().startswith("JAX"))
    return tuple((word, selector_of(word)) for word in ours if word)


def _span(comment: _Comment, start: int, end: int) -> Span:
    column = comment.column + 1
    return Span(comment.line, column + start, comment.line, column + end)
