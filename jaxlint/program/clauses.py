"""The clauses of an import taken out of it, with the comments beside them and no others."""

from __future__ import annotations

import re

import libcst as cst

from jaxlint.program.writing import Ranges

# What may stand behind a clause that has its lines to itself.
_REST_OF_LINE = re.compile(r"[ \t]*,?[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)")
_BLANK_BEFORE = re.compile(r"(?:\r\n|\r|\n)[ \t]*\Z")


def without(
    ranges: Ranges, statement: cst.Import | cst.ImportFrom, alias: cst.CSTNode
) -> str | None:
    """The text of an import without one of its clauses; None if that was the only one."""
    names = () if isinstance(statement.names, cst.ImportStar) else statement.names
    at = next((i for i, one in enumerate(names) if one is alias), None)
    if at is None or len(names) < 2:
        return None
    whole = ranges.text(statement)
    offset = ranges.offsets(statement)[0]
    spans = [ranges.offsets(one) for one in names]
    (start, end), last = spans[at], at == len(names) - 1
    start, end = start - offset, end - offset
    rest = _REST_OF_LINE.match(whole, end)
    if rest is not None and (blank := _BLANK_BEFORE.search(whole, 0, start)):
        newline = len(blank[0]) - len(blank[0].lstrip("\r\n"))
        return whole[: blank.start() + newline] + whole[rest.end() :]
    if last:
        return whole[: spans[at - 1][1] - offset] + whole[end:]
    return whole[:start] + whole[spans[at + 1][0] - offset :]
