"""How code that uses a name of JAX is written with what stands in for the name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api.spelling import free_name, spellings
from jaxlint.analysis.values.kinds import External
from jaxlint.fixes.edits import Change, LineBefore, PlannedFix, Replace
from jaxlint.knowledge import names, successors
from jaxlint.knowledge.successors import Successor
from jaxlint.program import clauses, ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


def of_read(engine: Engine, frame: Frame, node: ir.Attribute, name: str) -> PlannedFix | None:
    """The new name in place of one that is read, imported where it has to be."""
    if successors.of_call(name) is not None:
        return _of_call(engine, frame, node, name)
    successor = chosen(engine, name)
    if engine.context.annotating:
        successor = successors.in_annotation(name)
    if successor is None or not _usable(engine, successor):
        return None
    written = _written(engine, frame, successor.new)
    if written is None:
        return None
    text, extra = written
    safe = successor.safe and _known_to_all(engine, successor.new)
    return PlannedFix(f"write `{text}`", (*extra, Replace(node.place, text)), safe)


def of_any(engine: Engine, name: str) -> Successor | None:
    """What to use in place of a name: another one, or what a call of it became."""
    return successors.of_call(name) or chosen(engine, name)


def chosen(engine: Engine, name: str) -> Successor | None:
    """What stands in for a name on every JAX that the project allows, else on the newest.

    One that is gone itself by then stands in for nothing.
    """
    successor = successors.of_name(name)
    if successor is None:
        return None
    if successor.also and not _known_to_all(engine, successor.new):
        successor = replace(successor, new=successor.also)
    return None if engine.releases.lost(successor.new) else successor


def of_import(
    engine: Engine, frame: Frame, statement: ir.Import, one: ir.ImportedName
) -> PlannedFix | None:
    """The same name imported from where it is now."""
    successor = chosen(engine, one.whole)
    if successor is None or not _usable(engine, successor):
        return None
    safe = successor.safe and _known_to_all(engine, successor.new)
    if one.attribute is None:
        if successor.new.partition(".")[0] != one.whole.partition(".")[0]:
            return None
        return _planned(
            f"import `{successor.new}`", Replace(_name_of(one), successor.new), safe=safe
        )
    module, _, last = successor.new.rpartition(".")
    written = trees.node(statement.place)
    if not module or not isinstance(written, cst.ImportFrom) or written.relative:
        return None
    clause = last if last == one.name else f"{last} as {one.name}"
    title = f"import `{last}` from `{module}`"
    if module == one.module:
        return _planned(title, Replace(one.node, clause), safe=safe)
    line = f"from {module} import {clause}"
    ranges = trees.of_module(one.node.module).ranges
    rest = clauses.without(ranges, written, trees.node(one.node))
    if rest is None:
        return _planned(title, Replace(statement.place, line), safe=safe)
    return _planned(
        title, LineBefore(statement.place, line), Replace(statement.place, rest), safe=safe
    )


def of_parameter(
    source: ir.Call | None, parameter: str, successor: Successor | None, node: ir.Place
) -> tuple[ir.Place, PlannedFix | None]:
    """Where a call passes a parameter by name, and the new name in place of the old one."""
    call = None if source is None else trees.node(source.place)
    for argument in call.args if isinstance(call, cst.Call) else ():
        if argument.keyword is not None and argument.keyword.value == parameter:
            keyword = trees.part(node, argument.keyword)
            if successor is None:
                return keyword, None
            change = Replace(keyword, successor.new)
            return keyword, _planned(f"write `{successor.new}=`", change, safe=successor.safe)
    return node, None


def _name_of(one: ir.ImportedName) -> ir.Place:
    """The place of what an import names, without its ``as``."""
    alias = trees.node(one.node)
    assert isinstance(alias, cst.ImportAlias)
    return trees.part(one.node, alias.name)


def _planned(title: str, *changes: Change, safe: bool) -> PlannedFix:
    return PlannedFix(title, changes, safe)


def _usable(engine: Engine, successor: Successor) -> bool:
    """Whether a successor can be written as it is, on the newest JAX that the project allows."""
    return successor.written and (
        not successor.new.startswith("jax.") or engine.releases.has(successor.new)
    )


def _known_to_all(engine: Engine, name: str) -> bool:
    """Whether every JAX that the project allows has a name."""
    return not name.startswith("jax.") or engine.releases.has(name, oldest=True)


def _written(engine: Engine, frame: Frame, name: str) -> tuple[str, tuple[Change, ...]] | None:
    """How a place can write a name, and the import that this takes."""
    module = name.rpartition(".")[0]
    imported = _imported(frame)
    for text in spellings(frame, name):
        if _loaded(module, imported) or "." not in text or _is_own(engine, frame, text, module):
            return text, ()
    top = name.partition(".")[0]
    first = _first_import(frame)
    taken = free_name(frame, top) != top and not _is_module(engine, frame, top)
    if first is None or taken:
        return None
    wanted = top if top == "jax" and _loaded(module, imported) else module
    return name, (LineBefore(first, f"import {wanted}"),)


def _is_own(engine: Engine, frame: Frame, text: str, module: str) -> bool:
    """Whether a spelling's first name is bound to the very module that has the name."""
    value = _bound(engine, frame, text.partition(".")[0])
    return isinstance(value, External) and value.name == module and text.count(".") == 1


def _is_module(engine: Engine, frame: Frame, top: str) -> bool:
    value = _bound(engine, frame, top)
    return isinstance(value, External) and value.name == top


def _bound(engine: Engine, frame: Frame, name: str) -> object:
    owner: Frame | None = frame
    while owner is not None:
        if name in owner.env:
            return owner.env[name]
        owner = owner.closure
    return None


def _loaded(module: str, imported: set[str]) -> bool:
    """Whether ``import jax``, or one of a file's own imports, loads a module."""
    if module in names.LOADED_WITH_JAX or not module.startswith("jax."):
        return True
    return any(one == module or one.startswith(f"{module}.") for one in imported)


def _imported(frame: Frame) -> set[str]:
    """The modules that a file imports by their dotted names at its top level."""
    return {
        one.whole
        for statement in frame.module.body
        if isinstance(statement, ir.Import)
        for one in statement.names
    }


def _first_import(frame: Frame) -> ir.Place | None:
    """The first import of JAX at the top level of a file."""
    for statement in frame.module.body:
        if isinstance(statement, ir.Import) and any(
            f"{one.whole}.".startswith("jax.") for one in statement.names
        ):
            return statement.place
    return None


def _of_call(engine: Engine, frame: Frame, node: ir.Attribute, name: str) -> PlannedFix | None:
    """The expression that a call became, its arguments in their places."""
    call = engine.callee
    successor = successors.of_call(name)
    if call is None or call.func is not node or successor is None or call.keywords:
        return None
    if any(isinstance(argument, ir.Starred) for argument in call.args):
        return None
    texts = [
        _argument(engine, frame, argument, first=not i) for i, argument in enumerate(call.args)
    ]
    places = successor.new.count("{")
    if len(texts) != places or any("\n" in text for text in texts):
        return None
    text = successor.new.format(*texts)
    return _planned(f"write `{successor.told}`", Replace(call.place, text), safe=successor.safe)


def _argument(engine: Engine, frame: Frame, node: ir.Expr, *, first: bool) -> str:
    """An argument's text, the first one so that ``.at`` can follow, ``index[...]`` unwrapped."""
    if isinstance(node, ir.Subscript):
        from jaxlint.analysis.semantics import expressions

        base = expressions.evaluate(engine, frame, node.base)
        if isinstance(base, External) and base.name == "jax.ops.index":
            inner = trees.code(node.place)
            return inner[inner.index("[") + 1 : -1]
    text = trees.code(node.place)
    plain = isinstance(node, ir.Name | ir.Attribute | ir.Call | ir.Subscript)
    return text if plain or not first else f"({text})"
