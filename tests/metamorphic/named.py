"""Arguments are given by name that were given by position."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .modules import Module, is_plain_call, plain_parameters
from .pieces import Edit, Origin, Rewriting, Written, made

# Other transformations treat arguments by name in a way of their own.
TRANSPARENT = {"jax.jit"}


def rewrite(modules: list[Module]) -> Rewriting:
    """Return the modules with names in all calls of their plain functions."""
    return {one.path: made(one.path, one.text, _edits(one)) for one in modules}


def _edits(module: Module) -> Iterator[Edit]:
    for function in module.functions:
        parameters = plain_parameters(function)
        decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
        if parameters is None or not decorators <= TRANSPARENT:
            continue
        for call in module.calls.get(function.name, ()):
            if is_plain_call(call, len(parameters)):
                pairs = zip(parameters, call.args, strict=True)
                yield from (_naming(module, name, given) for name, given in pairs)


def _naming(module: Module, name: str, given: ast.expr) -> Edit:
    """Write the name before an argument, around which there may be brackets."""
    start, lines = module.start(given), frozenset((Origin(module.path, given.lineno),))
    while module.text[:start].rstrip().endswith("(") and _is_bracket(module, start, given):
        start = len(module.text[:start].rstrip()) - 1
    return Edit(start, start, (Written(f"{name}=", lines),))


def _is_bracket(module: Module, start: int, given: ast.expr) -> bool:
    """Whether the bracket before an argument belongs to it and not to the call."""
    end = module.end(given)
    before = module.text[: len(module.text[:start].rstrip()) - 1].rstrip()
    return before.endswith((",", "(")) and module.text[end:].lstrip().startswith(")")
