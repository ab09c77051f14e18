"""A statement stands in both arms of a test that nothing is known of."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .modules import Module, is_text
from .pieces import Edit, Rewriting, Rewritten, Written, kept, made

TEST = "nobody_knows"
IMPORT = f"from outside_of_the_case import {TEST}\n"
Simple = ast.Expr | ast.Assign | ast.AugAssign


def rewrite(modules: list[Module]) -> Rewriting:
    """Return the modules with all such statements of their functions doubled."""
    return {module.path: _rewritten(module) for module in modules}


def _rewritten(module: Module) -> Rewritten:
    edits = [_doubled(module, statement) for statement in _statements(module)]
    if edits:
        place = _after_future(module)
        edits.append(Edit(place, place, (Written(IMPORT),)))
    return made(module.path, module.text, edits)


def _after_future(module: Module) -> int:
    """Return where the first statement starts that may follow an import."""
    for statement in module.tree.body:
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not future and not is_text(statement):
            return module.whole(statement)[0]
    return len(module.text)


def _statements(module: Module) -> Iterator[Simple]:
    """Yield the simple statements in functions that have a line for themselves."""
    functions = (one for one in ast.walk(module.tree) if isinstance(one, ast.FunctionDef))
    found = {node for function in functions for node in _own(function)}
    for node in sorted(found, key=lambda node: node.lineno):
        line = module.lines[node.lineno - 1]
        alone = node.lineno == node.end_lineno and not line[: node.col_offset].strip()
        if alone and line.encode()[node.end_col_offset :].decode().split("#")[0].strip() == "":
            yield node


def _own(function: ast.FunctionDef) -> Iterator[Simple]:
    for node in ast.walk(function):
        if isinstance(node, ast.ClassDef):
            continue
        if isinstance(node, Simple) and not is_text(node):
            yield node


def _doubled(module: Module, statement: Simple) -> Edit:
    start, end = module.whole(statement)
    indent = module.lines[statement.lineno - 1][: statement.col_offset]
    arm = (Written("    "), kept(module.path, module.text, start, end))
    heads = Written(f"{indent}if {TEST}():\n"), Written(f"{indent}else:\n")
    return Edit(start, end, (heads[0], *arm, heads[1], *arm))
