"""Imports of JAX that other fixes have made unused, taken out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePath

import libcst as cst

from jaxlint.diagnostics.result import Result
from jaxlint.fixes.applying import Fixed
from jaxlint.frontends.jobs import Job, read_projects
from jaxlint.frontends.session import lint
from jaxlint.program import clauses, trees
from jaxlint.program.writing import Ranges
from jaxlint.source.edits import edited
from jaxlint.source.notebooks import SUFFIX, Notebook, parse
from jaxlint.source.spans import Edit, Span
from jaxlint.source.text import split_lines, text_of

# Names as code reads them, not as attributes of others.
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")
_WORD = re.compile(r"[^\W\d]\w*")

_Import = cst.Import | cst.ImportFrom


def without_unused(job: Job, before: Result, fixed: Fixed) -> Fixed:
    """Return fixed texts without the imports that the fixes made unused, and what is left to find.

    An import that another file may take from here stays; so do all where taking them out would
    give more findings.
    """
    paths = {place: path for path, place in before.places.items()}
    gone = {
        place: _unread(paths[place], before.sources[paths[place]], data)
        for place, data in fixed.texts.items()
    }
    _leave_shared(gone, job)
    texts = {place: _tidied(paths[place], data, gone[place]) for place, data in fixed.texts.items()}
    if texts == fixed.texts:
        return fixed
    result = lint(replace(job, buffers={**job.buffers, **texts}))
    worse = len(result.report.findings) > len(fixed.result.report.findings)
    return fixed if worse else replace(fixed, result=result, texts=texts)


def _unread(path: str, before: bytes, after: bytes) -> set[str]:
    """The names that a text reads and spells once when it is fixed, where it may import them."""
    if PurePath(path).stem == "__init__":
        return set()
    old, new = (Counter(_NAME.findall(_code(path, data))) for data in (before, after))
    return {name for name in new if new[name] == 1 < old[name]}


def _code(path: str, data: bytes) -> str:
    """All code of a file, with the magics of a notebook."""
    if not path.endswith(SUFFIX):
        return text_of(data)
    return "\n".join(cell.text for cell in parse(data).cells)


def _leave_shared(gone: Mapping[Path, set[str]], job: Job) -> None:
    """Take out of the names of each file those that another one spells together with its name.

    Others are all files of the projects, checked or not.
    """
    wanted = {place.stem for place in gone}.union(*gone.values())
    spelling: dict[str, set[Path]] = {}
    for project in read_projects(job).projects:
        for place, source in project.sources.items():
            for word in wanted.intersection(_WORD.findall(text_of(source.data))):
                spelling.setdefault(word, set()).add(place)
    for place, names in gone.items():
        others = spelling.get(place.stem, set()) - {place}
        names -= {name for name in names if not others.isdisjoint(spelling.get(name, ()))}


def _tidied(path: str, data: bytes, gone: set[str]) -> bytes:
    """A text without the clauses that import some names of JAX."""
    while edits := list(_edits(path, data, gone)) if gone else []:
        data = edited(path, data, edits)
    return data


def _edits(path: str, data: bytes, gone: set[str]) -> Iterator[Edit]:
    """Yield edits that take names out of a file's imports, one clause of each."""
    notebook = parse(data) if path.endswith(SUFFIX) else None
    tree = trees.parsed(data if notebook is None else notebook.module)
    ranges = Ranges(tree)
    for line, statement in _imports(tree):
        for alias in _of_jax(statement):
            if _bound(alias) in gone:
                yield _edit(ranges, (line, statement), alias, notebook)
                break


def _imports(tree: cst.Module) -> Iterator[tuple[cst.SimpleStatementLine, _Import]]:
    """Yield the imports at the top level of a module that have their lines to themselves."""
    for line in tree.body:
        if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1:
            statement = line.body[0]
            if isinstance(statement, _Import):
                yield line, statement


def _of_jax(statement: _Import) -> Iterable[cst.ImportAlias]:
    """The clauses of an import that name something of JAX."""
    if isinstance(statement.names, cst.ImportStar):
        return ()
    if isinstance(statement, cst.ImportFrom):
        owner = cst.Module([]).code_for_node(statement.module) if statement.module else ""
        return statement.names if _is_jax(owner) and not statement.relative else ()
    return [one for one in statement.names if _is_jax(one.evaluated_name)]


def _is_jax(module: str) -> bool:
    return module.partition(".")[0].strip() == "jax"


def _bound(alias: cst.ImportAlias) -> str:
    return alias.evaluated_alias or alias.evaluated_name


def _edit(
    ranges: Ranges,
    at: tuple[cst.SimpleStatementLine, _Import],
    alias: cst.ImportAlias,
    notebook: Notebook | None,
) -> Edit:
    """The edit that takes a clause out of an import, with its lines if it is the only one."""
    line, statement = at
    rest = clauses.without(ranges, statement, alias)
    (first, column), (last, end) = ranges.of(line if rest is None else statement)
    if rest is not None:
        span = Span(first, column + 1, last, end + 1)
        edit = Edit(span, rest)
        return edit if notebook is None else notebook.in_cell(edit)
    lines = split_lines(ranges.code)
    span = Span(first, 1, last, len(lines[last - 1]) + 1)
    if notebook is not None:
        span = replace(notebook.celled(span), column=1)
        lines = notebook.lines(span.cell)
    if span.end_line < len(lines):
        span = replace(span, end_line=span.end_line + 1, end_column=1)
    return Edit(span, "")
