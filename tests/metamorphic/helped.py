"""Functions are called through a helper of one line, wherever a call is a statement's value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .modules import Module, is_plain_call, plain_parameters
from .pieces import Edit, Origin, Rewriting, Written, made


def rewrite(modules: list[Module]) -> Rewriting:
    """Return the modules with helpers behind the functions that are called through them."""
    return {one.path: made(one.path, one.text, _edits(one)) for one in modules}


def _edits(module: Module) -> Iterator[Edit]:
    values = _values(module.tree)
    for function in module.functions:
        parameters = plain_parameters(function)
        if parameters is None:
            continue
        calls = [
            call
            for call in module.calls.get(function.name, ())
            if call in values and is_plain_call(call, len(parameters))
        ]
        if calls:
            yield _helper(module, function, parameters, calls)
            yield from (_through(module, call) for call in calls)


def _values(tree: ast.Module) -> set[ast.expr]:
    """Return what is the whole value of a statement in a function."""
    return {
        statement.value
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in ast.walk(function)
        if isinstance(statement, ast.Expr | ast.Assign | ast.Return) and statement.value
    }


def _helper(
    module: Module, function: ast.FunctionDef, parameters: list[str], calls: list[ast.Call]
) -> Edit:
    listed = ", ".join(parameters)
    call = f"{function.name}({listed})"
    text = f"\n\ndef through_{function.name}({listed}):\n    return {call}\n"
    lines = frozenset(
        Origin(module.path, line)
        for one in calls
        for line in range(one.lineno, (one.end_lineno or one.lineno) + 1)
    )
    _, end = module.whole(function)
    return Edit(end, end, (Written(text, lines),))


def _through(module: Module, call: ast.Call) -> Edit:
    start = module.start(call.func)
    return Edit(
        start, start, (Written("through_", frozenset((Origin(module.path, call.lineno),))),)
    )
