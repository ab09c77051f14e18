"""What the rewritings ask of a source: where its nodes stand and which names mean what."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.Lambda


@dataclass(frozen=True)
class Module:
    """A file of a case."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """Its lines, with their ends."""
        return self.text.splitlines(keepends=True)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line))
        return starts

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place as ``ast`` gives it: lines from 1, columns in bytes."""
        characters = len(self.lines[line - 1].encode()[:column].decode()) if column else 0
        return self._starts[line - 1] + characters

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset at which a node starts."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Return the offset at which a node ends."""
        return self.offset(node.end_lineno or 0, node.end_col_offset or 0)

    def whole(self, statement: ast.stmt) -> tuple[int, int]:
        """Return where the lines of a statement start and end, decorators included."""
        return self.offset(first_line(statement), 0), self._starts[statement.end_lineno or 0]

    @cached_property
    def bound(self) -> Counter[str]:
        """How often each name is bound, in any scope."""
        return Counter(binding for node in ast.walk(self.tree) for binding in bindings(node))

    @cached_property
    def names(self) -> set[str]:
        """The names that are bound at the top level, imports included."""
        return {name for statement in self.tree.body for name in bound_at_top(statement)}

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the text."""
        return Counter(re.findall(r"\w+", self.text))

    @cached_property
    def calls(self) -> dict[str, list[ast.Call]]:
        """The calls of each bare name."""
        found: dict[str, list[ast.Call]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found.setdefault(node.func.id, []).append(node)
        return found

    @cached_property
    def functions(self) -> list[ast.FunctionDef]:
        """The functions at the top level of which the name means nothing else in the file."""
        functions = (node for node in self.tree.body if isinstance(node, ast.FunctionDef))
        return [node for node in functions if self.bound[node.name] == 1]


def first_line(statement: ast.stmt) -> int:
    """Return the line at which a statement starts, decorators included."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(one.lineno for one in decorators)])


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a bare constant, as a docstring is."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def bound_at_top(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a module binds there."""
    if isinstance(statement, Function | ast.ClassDef):
        return {statement.name}
    return {name for node in ast.walk(statement) for name in bindings(node)}


def bindings(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node binds, whatever the scope, or declares to be of another one."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.ClassDef(name=name):
            yield name
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from names
        case ast.alias(name=name, asname=given):
            yield given or name.partition(".")[0]
        case ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name


def names_in(node: ast.AST) -> set[str]:
    """Return the names that stand in a node."""
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def plain_parameters(function: Function) -> list[str] | None:
    """Return the parameters of a function that takes so many and no others, else None."""
    given = function.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults or given.posonlyargs:
        return None
    return [parameter.arg for parameter in given.args]


def is_plain_call(call: ast.Call, count: int) -> bool:
    """Whether a call gives so many arguments by position, and none in another way."""
    # The brackets of a lone generator are those of the call.
    others = any(isinstance(given, ast.Starred | ast.GeneratorExp) for given in call.args)
    return len(call.args) == count and not call.keywords and not others
