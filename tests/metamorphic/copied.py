"""Each function that nothing else names stands once more in the file, under another name."""

from __future__ import annotations

import ast
import re

from .modules import Module, names_in
from .pieces import Edit, Rewriting, Written, edited, made


def rewrite(modules: list[Module]) -> Rewriting:
    """Return the modules with such functions copied, each right behind itself."""
    return {one.path: made(one.path, one.text, _copies(one, modules)) for one in modules}


def _copies(module: Module, modules: list[Module]) -> list[Edit]:
    return [
        _copy(module, function)
        for function in module.functions
        if _is_alone(module, function, modules) and not _changes_others(module, function)
    ]


def _is_alone(module: Module, function: ast.FunctionDef, modules: list[Module]) -> bool:
    """Whether a name stands nowhere but in its function, be it in a text."""
    start, end = module.whole(function)
    inside = len(re.findall(rf"\b{function.name}\b", module.text[start:end]))
    return sum(one.words[function.name] for one in modules) == inside


def _changes_others(module: Module, function: ast.FunctionDef) -> bool:
    """Whether a function is run once by its name, or writes to what its module binds.

    One more writer is a reason more for what others find changed.
    """
    if function.name == "main" or any(isinstance(one, ast.Global) for one in ast.walk(function)):
        return True
    stores = (one for one in ast.walk(function) if isinstance(one, ast.Attribute | ast.Subscript))
    written = (one for one in stores if not isinstance(one.ctx, ast.Load))
    roots = {name for one in written for name in names_in(one)}
    return not roots.isdisjoint(module.names)


def _copy(module: Module, function: ast.FunctionDef) -> Edit:
    start, end = module.whole(function)
    places = [module.text.index("def ", module.start(function)) + len("def ")]
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    places += [module.start(node) for node in names if node.id == function.name]
    after = [place + len(function.name) for place in places]
    renaming = [Edit(place, place, (Written("_again"),)) for place in after]
    text = edited(module.path, module.text, renaming, (start, end), copy=True)
    return Edit(end, end, (Written("\n\n"), *text))
