"""The variables of functions have other names."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from .modules import Function, Module, bindings
from .pieces import Edit, Origin, Rewriting, Written, made

BY_NAME = {"locals", "vars", "eval", "exec", "dir"}


def rewrite(modules: list[Module]) -> Rewriting:
    """Return the modules with the variables of all functions renamed."""
    return {one.path: made(one.path, one.text, _edits(one)) for one in modules}


def _edits(module: Module) -> Iterator[Edit]:
    outside = _bound_outside(module.tree)
    for function in _outermost(module.tree):
        variables = _variables(function) - outside - {*dir(builtins)}
        numbers = {name: number for number, name in enumerate(sorted(variables))}
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in numbers:
                yield _renaming(module, node, f"local_{numbers[node.id]}")


def _renaming(module: Module, node: ast.Name, name: str) -> Edit:
    lines = frozenset((Origin(module.path, node.lineno),))
    return Edit(module.start(node), module.end(node), (Written(name, lines),))


def _outermost(tree: ast.AST) -> Iterator[Function]:
    """Yield the functions that are in no other function."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, Function):
            yield child
        else:
            yield from _outermost(child)


def _bound_outside(tree: ast.AST) -> set[str]:
    """Return the names that are bound outside of functions, or declared global in one."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(tree):
        found |= {*bindings(child)}
        if isinstance(child, Function):
            declared = (one for one in ast.walk(child) if isinstance(one, ast.Global))
            found |= {name for one in declared for name in one.names}
        else:
            found |= _bound_outside(child)
    return found


def _variables(function: Function) -> set[str]:
    """Return the names that are only ever variables in a function, and can be renamed."""
    nodes = [*ast.walk(function)]
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    others = {name for n in nodes if not isinstance(n, ast.Name) for name in bindings(n)}
    # Fields of a class are names of others; places in an f-string are wrong before Python 3.12.
    fixed = (n for n in nodes if isinstance(n, ast.ClassDef | ast.JoinedStr))
    others |= {name.id for one in fixed for name in ast.walk(one) if isinstance(name, ast.Name)}
    if BY_NAME & {n.id for n in nodes if isinstance(n, ast.Name)}:
        return set()
    return {name for name in stored - others if not name.startswith("_")}
