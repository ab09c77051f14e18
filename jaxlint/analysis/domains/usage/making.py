"""The calls that transform a function: what they are given, and where."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.api import spelling
from jaxlint.analysis.domains.tracing import crossing, mapping
from jaxlint.analysis.domains.tracing.events import TransformGiven, TransformMade
from jaxlint.analysis.domains.usage import axes, misuse, usage
from jaxlint.analysis.domains.usage.observations import (
    Given,
    MethodTransformed,
    Receiver,
    TransformMisgiven,
)
from jaxlint.analysis.semantics import pytrees
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import Array, Const, Container, Traced, Value
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import names
from jaxlint.knowledge.transforms import NEEDS_FUNCTION, Arguments
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@usage.on(TransformGiven)
def without_function(engine: Engine, frame: Frame, event: TransformGiven) -> None:
    """``@jax.vmap(in_axes=0)``: only ``jax.jit`` takes its options first and the function later."""
    name, func, arguments, node = event
    if func is not None:
        return
    if name not in NEEDS_FUNCTION or arguments.positional or arguments.rest is not None:
        return
    fix = None
    ways = spelling.spellings(frame, "functools.partial")
    if ways and isinstance(call := trees.node(node), cst.Call) and call.args:
        options = ", ".join(_argument(node, argument) for argument in call.args)
        text = f"{ways[0]}({trees.code(node, call.func)}, {options})"
        fix = PlannedFix(f"wrap it in `{ways[0]}`", (Replace(node, text),), safe=True)
    misuse.note(engine, TransformMisgiven(*frame.at(node), name, Given.OPTIONS, fix=fix))


def _argument(node: ir.Place, given: cst.Arg) -> str:
    """The source of an argument of a call, without its comma."""
    name = "" if given.keyword is None else f"{given.keyword.value}="
    return f"{given.star}{name}{trees.code(node, given.value)}"


@usage.on(TransformGiven)
def given(engine: Engine, frame: Frame, event: TransformGiven) -> None:
    """Judge the call that transforms a function: what it is, and what else was given."""
    name, func, arguments, node = event
    if func is None or not name.startswith("jax."):
        return
    if structures.is_no_callable(func):
        what = structures.describe(func)
        misuse.note(engine, TransformMisgiven(*frame.at(node), name, Given.NO_CALLABLE, what))
    elif len(arguments.positional) > 1:
        second = arguments.positional[1]
        known = name in (*names.GRADIENTS, misuse.VMAP)
        if name == misuse.JIT or (known and _is_no_option(second)):
            fix = _split_call(frame, node)
            seen = TransformMisgiven(*frame.at(node), name, Given.ARGUMENTS, fix=fix)
            misuse.note(engine, seen)
    if isinstance(frame.scope, ir.Class) and isinstance(func, Function) and func.instance is None:
        _descriptor(engine, frame, func, node, name)


def _descriptor(engine: Engine, frame: Frame, func: Function, node: ir.Place, name: str) -> None:
    """``@jax.jit`` above ``@staticmethod`` and its kin, which give no function."""
    if func.kind in _DESCRIPTORS:
        fix = _changed_places(frame, func.definition, node)
        where, what = frame.at(node), _DESCRIPTORS[func.kind]
        misuse.note(engine, MethodTransformed(*where, name, Receiver.DESCRIPTOR, what, fix=fix))


_DESCRIPTORS = {"property": "property", "static": "staticmethod", "class": "classmethod"}


def _changed_places(frame: Frame, definition: ir.Function, node: ir.Place) -> PlannedFix | None:
    """The two decorators in the other order; a class method would then lack a static ``cls``."""
    nodes = [decorator.place for decorator in definition.decorators]
    if len(nodes) != 2 or nodes[0] is not node:
        return None
    if trees.code(nodes[1]) != "staticmethod":
        return None
    code = trees.code
    changes = (Replace(nodes[0], code(nodes[1])), Replace(nodes[1], code(nodes[0])))
    return PlannedFix("change their places", changes, safe=True)


def _is_no_option(value: Value) -> bool:
    """Whether a value certainly is no axis, no position and no tuple of them."""
    if isinstance(value, Const):
        return isinstance(value.value, float | str)
    if isinstance(value, Container) and value.kind in ("tuple", "list"):
        return any(_is_no_option(item) for item in value.values)
    return isinstance(value, Array) or (isinstance(value, Traced) and value.source is None)


def _split_call(frame: Frame, node: ir.Place) -> PlannedFix | None:
    """``grad(f, x)`` as ``grad(f)(x)``."""
    call = trees.node(node)
    if not isinstance(call, cst.Call) or len(call.args) < 2:
        return None
    if any(arg.keyword is not None or arg.star for arg in call.args):
        return None
    code = partial(trees.code, node)
    first, *rest = (code(arg.value) for arg in call.args)
    text = f"{code(call.func)}({first})({', '.join(rest)})"
    return PlannedFix("call what it returns", (Replace(node, text),))


@usage.on(TransformMade)
def made(engine: Engine, frame: Frame, event: TransformMade) -> None:
    """Judge the options of a callable that was just transformed."""
    new = event.made
    name = new.transform.name
    if name == misuse.VMAP:
        axes.made(engine, frame, new)
    if name.startswith("jax."):
        _method(engine, frame, new)


def _method(engine: Engine, frame: Frame, new: Transformed) -> None:
    """A method transformed in its class, where ``self`` or ``cls`` is an argument to be traced."""
    func, owner = new.func, frame.scope
    if not isinstance(func, Function) or not isinstance(owner, ir.Class):
        return
    definition = func.definition
    if definition.owner is not owner or func.kind != "function" or not new.options.readable:
        return
    first = definition.parameters[0].name if definition.parameters else ""
    of_class = any(ir.last_name(one) == "classmethod" for one in definition.decorators)
    if (not of_class and first != "self") or not first or crossing.is_static(new, 0, first):
        return
    if _takes(new):
        where, name = (*frame.at(new.node), new.transform.name), f"`{definition.name}`"
        if of_class:
            misuse.note(engine, MethodTransformed(*where, Receiver.CLASS, name))
            return
        settled = partial(pytrees.never, engine, owner)
        misuse.note(engine, MethodTransformed(*where, Receiver.SELF, name, settled=settled))


def _takes(new: Transformed) -> bool:
    """Whether a transformation makes tracers of the first argument."""
    how = new.transform.arguments
    if how is Arguments.DIFFERENTIATED:
        return new.options.argnums is not None and 0 in new.options.argnums
    if how is Arguments.MAPPED:
        axis = mapping.mapped_axis(new.options.in_axes, 0)
        return isinstance(axis, int)
    return how is Arguments.ALL
