"""Comments and empty lines stand wherever they can at the top level of a file."""

from __future__ import annotations

from .modules import Module, first_line
from .pieces import Edit, Rewriting, Written, made

REMARK = Written("\n# A remark that says nothing.\n\n\n")


def rewrite(modules: list[Module]) -> Rewriting:
    """Return the modules with remarks before each statement, at the top and at the end."""
    return {one.path: made(one.path, one.text, _remarks(one)) for one in modules}


def _remarks(module: Module) -> list[Edit]:
    starts = {module.offset(first_line(one), 0) for one in module.tree.body}
    inside = {
        module.offset(one.lineno, 0)
        for one in module.tree.body
        if one.col_offset and not getattr(one, "decorator_list", None)
    }
    return [Edit(place, place, (REMARK,)) for place in {0, *starts, len(module.text)} - inside]
