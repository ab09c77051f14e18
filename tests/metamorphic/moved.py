"""Functions that need nothing of their module but what it imports stand in a module beside it."""

from __future__ import annotations

import ast
import builtins

from .modules import Module, bindings, is_text, names_in
from .pieces import Edit, Kept, Rewriting, Rewritten, Written, kept, made

SUFFIX = "_moved"
OF_A_MODULE = {"globals", "vars", "exec", "eval"}


def rewrite(modules: list[Module]) -> Rewriting:
    """Return a case of one file as two, or any other case as it is."""
    if len(modules) == 1 and (functions := _movable(modules[0])):
        return _parted(modules[0], functions)
    return {one.path: made(one.path, one.text, ()) for one in modules}


def _imports(module: Module) -> list[ast.stmt]:
    return [one for one in module.tree.body if isinstance(one, ast.Import | ast.ImportFrom)]


def _movable(module: Module) -> list[ast.FunctionDef]:
    """Return the plain functions that name only imports, builtins and each other."""
    imports = {
        name for one in _imports(module) for node in ast.walk(one) for name in bindings(node)
    }
    if "*" in imports:
        return []
    own = module.names - imports
    functions = [one for one in module.functions if not one.decorator_list and _is_plain(one)]
    while True:
        names = {function.name for function in functions}
        able = [one for one in functions if not (names_in(one) - names) & own]
        if len(able) == len(functions):
            return able
        functions = able


def _is_plain(function: ast.FunctionDef) -> bool:
    declares = any(isinstance(node, ast.Global) for node in ast.walk(function))
    special = {name for name in names_in(function) if name.startswith("__")}
    return not (declares or special or names_in(function) & OF_A_MODULE & {*dir(builtins)})


def _parted(module: Module, functions: list[ast.FunctionDef]) -> Rewriting:
    beside = module.path.removesuffix(".py") + SUFFIX
    stays = [Edit(*module.whole(function), ()) for function in functions]
    names = ", ".join(function.name for function in functions)
    text = f"from {beside.rpartition('/')[2]} import {names}\n"
    place = _after_imports(module)
    stays.append(Edit(place, place, (Written(text),)))
    goes: list[Kept | Written] = []
    for statement in (*_imports(module), *functions):
        goes += [kept(module.path, module.text, *module.whole(statement)), Written("\n")]
    return {
        module.path: made(module.path, module.text, stays),
        f"{beside}.py": Rewritten(goes),
    }


def _after_imports(module: Module) -> int:
    """Return where the first statement starts that is neither an import nor a docstring."""
    imports = _imports(module)
    others = (one for one in module.tree.body if one not in imports and not is_text(one))
    return module.whole(next(others))[0]
