"""What can change in a text without the rest of it, and that rest.

That are its *parts*: statements at its top which do nothing but bind names that nothing else binds
(an import, a literal, a def without decorators whose header calls nothing). Of other functions
there, and of the methods of classes there, the body is a part, by the name ``Class.method``. All
else is the *outline*, on which whoever imports the file depends; on a part depends who reads a name
of it or runs it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from jaxlint.program import ir
from jaxlint.source.warned import unwarned

_GLOBAL = re.compile(r"\bglobal[ \t]+(.+)")
_WORD = re.compile(r"\w+")
# What stands for the names of a star import.
_ALL = "*"
_DUNDER = re.compile(r"__\w+__")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
# Methods of which classes are told what they are by how these are written.
_READ_AS_WRITTEN = frozenset(("tree_flatten",))
# What a header may not have: it would run code, or bind a name.
_ACTIVE = (
    ast.Call,
    ast.Lambda,
    ast.NamedExpr,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Await,
    ast.Yield,
    ast.YieldFrom,
)
# What literals are made of.
_LITERAL = (
    ast.Constant,
    ast.UnaryOp,
    ast.unaryop,
    ast.BinOp,
    ast.operator,
    ast.List,
    ast.Tuple,
    ast.Set,
    ast.Dict,
    ast.expr_context,
)


class Part(NamedTuple):
    """A part: its name or names, the digest of its code, its lines, and the words in it.

    There are commas between several names. Lines are counted among those with code, the last one
    included. ``after`` counts the statements of the outline before it.
    """

    name: str
    digest: str
    first: int
    last: int
    after: int
    words: frozenset[str]

    @property
    def names(self) -> list[str]:
        """The names that it binds."""
        return self.name.split(",")


@dataclass(frozen=True)
class Parts:
    """The parts of a text in their order, and the digest of its outline."""

    outline: str
    parts: tuple[Part, ...]

    @cached_property
    def named(self) -> dict[str, Part]:
        """The parts by each of their names."""
        return {name: one for one in self.parts for name in one.names}

    @cached_property
    def spelling(self) -> dict[str, list[Part]]:
        """The parts in which each word is spelled."""
        found: dict[str, list[Part]] = {}
        for one in self.parts:
            for word in one.words:
                found.setdefault(word, []).append(one)
        return found

    def place(self, number: int) -> tuple[str, int]:
        """Return the part in which a line is, or "" for the outline, and its number in there."""
        before = 0
        for one in self.parts:
            if number < one.first:
                break
            if number <= one.last:
                return one.names[0], number - one.first
            before += one.last + 1 - one.first
        return "", number - before

    def number(self, name: str, inside: int) -> int:
        """Return the number of a line that ``place`` gave, some number where there is no part."""
        if name in self.named:
            return self.named[name].first + inside
        for one in self.parts:
            if inside < one.first:
                break
            inside += one.last + 1 - one.first
        return inside

    def written(self) -> str:
        """Return them as text."""
        lines = (" ".join([*map(str, one[:-1]), *sorted(one.words)]) for one in self.parts)
        return "\n".join((self.outline, *lines))

    @classmethod
    def of_written(cls, text: str) -> Parts:
        """Return what ``written`` gave. Raises ValueError."""
        outline, *lines = text.split("\n")
        return cls(outline, tuple(map(_read, lines)))


NO_PARTS = Parts("", ())


def parts_of(code: str, context: str, digest: Callable[[str], str]) -> Parts:
    """Split code, in which comments and blank lines between statements are left out.

    ``context`` is what counts beside the code. Where Python cannot read it, all is outline.
    """
    lines = code.split("\n")
    parts, rest, at = [], [context], 0
    for name, after, stretch in _separate(_statements(code), code):
        if lines[stretch.start][: stretch.column].strip():
            continue  # the body stands behind its header
        rest += lines[at : stretch.start]
        at = stretch.stop
        text = "\n".join(lines[stretch.start : at])
        words = frozenset(_WORD.findall(text))
        parts.append(Part(name, digest(text), stretch.start, at - 1, after, words))
    return Parts(digest("\n".join([*rest, *lines[at:]])), tuple(parts))


def _read(line: str) -> Part:
    name, digest, first, last, after, *words = line.split(" ")
    return Part(name, digest, int(first), int(last), int(after), frozenset(words))


def _statements(code: str) -> list[ast.stmt]:
    try:
        with unwarned():
            return ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def part_name(scope: ir.Scope) -> str:
    """Return the name that the part in which a scope lies has, if it lies in one."""
    inner: ir.Scope = scope
    while scope.parent is not None and not isinstance(scope.parent, ir.Module):
        inner, scope = scope, scope.parent
    if isinstance(scope, ir.Class) and inner is not scope:
        return f"{scope.name}.{inner.name}"
    return scope.name


class _Stretch(NamedTuple):
    """The lines from ``start`` up to ``stop``, counted from 0, and where the first one begins."""

    start: int
    stop: int
    column: int


def _separate(statements: Sequence[ast.stmt], code: str) -> Iterator[tuple[str, int, _Stretch]]:
    """The parts: their names, how many other statements come before, and where they are."""
    bound = Counter(_bound(statements, code))
    ends = Counter(line for one in statements for line in {one.lineno, one.end_lineno})
    after = 0
    for one in statements:
        alone = ends[one.lineno] == 1 == ends[one.end_lineno] and not bound[_ALL]
        names = _only_bound(one) if alone else ()
        if names and all(bound[name] == 1 for name in names):
            yield ",".join(names), after, _stretch([one])
            continue
        after += 1
        once = isinstance(one, _DEFINITIONS) and bound[one.name] == 1 and not bound[_ALL]
        if isinstance(one, _FUNCTIONS) and once:
            yield one.name, after, _stretch(one.body)
        elif isinstance(one, ast.ClassDef) and once:
            for method in _methods(one):
                yield f"{one.name}.{method.name}", after, _stretch(method.body)


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    methods = [one for one in node.body if isinstance(one, _FUNCTIONS)]
    named = Counter(one.name for one in methods)
    return (one for one in methods if named[one.name] == 1 and one.name not in _READ_AS_WRITTEN)


def _stretch(block: Sequence[ast.stmt]) -> _Stretch:
    first, last = block[0], block[-1]
    decorators = first.decorator_list if isinstance(first, _DEFINITIONS) else []
    line = min([first.lineno, *(one.lineno for one in decorators)])
    return _Stretch(line - 1, last.end_lineno or last.lineno, first.col_offset)


def _only_bound(node: ast.stmt) -> Sequence[str]:
    """The names that a statement binds, if it does nothing else and Python reads none of them."""
    names: Sequence[str] = ()
    if isinstance(node, ast.Import | ast.ImportFrom):
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        names = () if future else [name for one in node.names for name in _bound_by(one)]
    elif isinstance(node, ast.Assign | ast.AnnAssign) and _is_literal(node):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        named = [one.id for one in targets if isinstance(one, ast.Name)]
        names = named if len(named) == len(targets) else ()
    elif isinstance(node, _FUNCTIONS) and _is_plain(node):
        names = (node.name,)
    return () if any(map(_DUNDER.fullmatch, names)) else names


def _is_literal(node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether what is assigned is made of literals alone, and its annotation runs nothing."""
    value = [] if node.value is None else [*ast.walk(node.value)]
    header = [*ast.walk(node.annotation)] if isinstance(node, ast.AnnAssign) else []
    plain = all(isinstance(inner, _LITERAL) for inner in value)
    return bool(value) and plain and not any(isinstance(inner, _ACTIVE) for inner in header)


def _is_plain(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether running a def does nothing but bind a name."""
    taken = node.args
    every = (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg)
    annotations = (one.annotation for one in every if one is not None)
    header = (*taken.defaults, *taken.kw_defaults, *annotations, node.returns)
    written = (inner for one in header if one is not None for inner in ast.walk(one))
    return not node.decorator_list and not any(isinstance(inner, _ACTIVE) for inner in written)


def _bound(statements: Sequence[ast.stmt], code: str) -> Iterator[str]:
    """The names that a text binds at its top, as often as it does."""
    for one in statements:
        if isinstance(one, _DEFINITIONS):
            yield one.name
        else:
            for inner in ast.walk(one):
                yield from _bound_by(inner)
    for names in _GLOBAL.findall(code):
        yield from _WORD.findall(names)


def _bound_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.partition(".")[0]
    elif isinstance(node, (*_DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        yield node.name or ""
    elif isinstance(node, ast.MatchMapping):
        yield node.rest or ""
