"""Gradient functions: what they are made of, given, and how their results are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.events import Unpacked
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.tracing import boundary
from jaxlint.analysis.domains.tracing.facts import Differentiated
from jaxlint.analysis.domains.usage import misuse, one_way, usage, values, whole_leaves
from jaxlint.analysis.domains.usage.observations import (
    Gradient,
    GradientImpossible,
    GradientMisread,
    Unpacking,
)
from jaxlint.analysis.values import structures
from jaxlint.analysis.values.kinds import Array, Const, Container, Traced, Value, is_none
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import names
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


_PAIR = ("value", "gradients")


_GRADIENT_WORDS = frozenset(("grad", "grads", "gradient", "gradients"))
# Names of gradients beside that of a loss: by itself ``g`` may be the value of a function.
_SHORT_NAMES = frozenset(("g", "gs"))
_LOSS_NAMES = frozenset("cost l loss losses nll obj objective val value".split())


def called(
    engine: Engine, frame: Frame, made: Transformed, arguments: Arguments, node: ir.Place
) -> None:
    """Judge the arguments of a call of a gradient function."""
    options, name = made.options, made.transform.name
    if options.argnums is None or not all(type(n) is int for n in options.argnums):
        return
    given = len(arguments.positional)
    beyond = [n for n in options.argnums if not -given <= n < given]
    if beyond and name in names.GRADIENTS:
        text = f"argument {beyond[0]} is differentiated, but {given} are given by position"
        seen = GradientImpossible(*frame.at(node), name, Gradient.TOO_FEW, text)
        misuse.note(engine, seen)
    if options.allow_int is not False:
        return
    wanted = {n % given for n in options.argnums if given}
    for place, value, written in misuse.written(arguments):
        if place in wanted and isinstance(value, Const) and type(value.value) in (int, bool):
            fix = None
            if isinstance(written, ir.Constant) and type(value.value) is int:
                change = Replace(written.place, f"{value.value}.0")
                fix = PlannedFix("write a float", (change,), safe=True)
            at = node if written is None else written.place
            where, what = (*frame.at(at), name), repr(value.value)
            seen = GradientImpossible(*where, Gradient.WHOLE_NUMBER, what, fix=fix)
            misuse.note(engine, seen)
        elif place in wanted:
            at = node if written is None else written.place
            _without_slope(engine, frame, name, value, at)


def _without_slope(engine: Engine, frame: Frame, name: str, value: Value, at: ir.Place) -> None:
    """Judge an argument that is an array, or a tree, by what it holds."""
    held, problem = whole_leaves.of_array(value), Gradient.WHOLE_ARRAY
    if not held and not boundary.unfit(engine, value):
        held, problem = whole_leaves.within(engine, value), Gradient.WHOLE_LEAF
    if held:
        misuse.note(engine, GradientImpossible(*frame.at(at), name, problem, held))


def returned(
    engine: Engine, frame: Frame, made: Transformed, result: Value, call: ir.Place
) -> None:
    """Judge what the function of a gradient returns for a call."""
    aux = made.options.has_aux
    wrong = "" if aux is None else _no_loss(result, aux=aux)
    if wrong:
        lacks_aux = aux and structures.no_pair(result)
        problem = Gradient.NO_AUX if lacks_aux else Gradient.NO_NUMBER
        where, name = made.frame.at(made.node), made.transform.name
        misuse.note(engine, GradientImpossible(*where, name, problem, wrong))
    loss = result.items.get(0, result) if aux and isinstance(result, Container) else result
    shape = forms.of_value(loss).shape if isinstance(loss, Array | Traced) else None
    if shape:
        what = f"an array of shape {shape}"
        seen = GradientImpossible(*frame.at(call), made.transform.name, Gradient.NO_SCALAR, what)
        misuse.note(engine, seen)
    elif made.transform.name in names.GRADIENTS and _is_complex(made, loss):
        what = "a complex number"
        seen = GradientImpossible(*frame.at(call), made.transform.name, Gradient.NO_REAL, what)
        misuse.note(engine, seen)
    loop = one_way.reached(made, loss)
    if loop:
        place, name = made.frame.at(made.node), made.transform.name
        misuse.note(engine, GradientImpossible(*place, name, Gradient.ONE_WAY, loop))


def _is_complex(made: Transformed, loss: Value) -> bool:
    """Whether a number is a complex one, and no gradient of such is asked for."""
    number = isinstance(loss, Array | Traced) and forms.kind_of(loss) == "complex"
    return number and made.options.holomorphic is False


def _no_loss(result: Value, *, aux: bool) -> str:
    """What a function to be differentiated gives where a number is wanted; empty if it may be."""
    if aux:
        wrong = structures.no_pair(result)
        if wrong or not isinstance(result, Container) or result.rest is not None:
            return wrong
        result = result.items.get(0, result)
        if isinstance(result, Container) and result.kind == "list":
            return ""
    if isinstance(result, Container) or is_none(result):
        return structures.describe(result)
    return ""


@usage.on(Unpacked)
def unpacked(engine: Engine, frame: Frame, event: Unpacked) -> None:
    """Judge the names for the value, the gradients and what else a gradient function gives."""
    target, value = event
    known = value.fact(Differentiated)
    if known is None or any(isinstance(part, ir.Starred) for part in target.elements):
        return
    made = known.made
    name, aux = made.transform.name, made.options.has_aux
    count = len(target.elements)
    if count != len(_PAIR):
        fix = None
        if count == len(_PAIR) + 1 and aux and name == "jax.value_and_grad":
            fix = _nested(frame, target)
        where = (*frame.at(target.place), name)
        misuse.note(engine, GradientMisread(*where, Unpacking.COUNT, str(count), fix=fix))
        frame.ended = False  # as the path will be once this is mended
        return
    pair = target.elements if name == "jax.value_and_grad" else target.elements[::-1]
    swapped = tuple(_names_a_gradient(part, aux=bool(aux)) for part in pair) == (True, False)
    if (swapped or _is_short_pair(*pair)) and not known.again:
        values.told(engine, value)
        misuse.note(engine, GradientMisread(*frame.at(target.place), name, Unpacking.SWAPPED))


def _names_a_gradient(part: ir.Expr, *, aux: bool) -> bool | None:
    """Whether a target is named as gradients are; None where it is not named.

    A pair of names is the value and what comes with it, where something does.
    """
    if aux and isinstance(part, ir.Display):
        inner = [_names_a_gradient(one, aux=False) for one in part.elements]
        return False if len(inner) == len(_PAIR) and True not in inner else None
    if not isinstance(part, ir.Name) or part.id.startswith("_"):
        return None
    words = set(part.id.lower().split("_"))
    if words & {"norm", "fn"}:
        return None
    return bool(words & _GRADIENT_WORDS) and "aux" not in words


def _is_short_pair(first: ir.Expr, second: ir.Expr) -> bool:
    """Whether two targets have a short name of gradients and one of a loss."""
    if not isinstance(first, ir.Name) or not isinstance(second, ir.Name):
        return False
    return first.id in _SHORT_NAMES and second.id in _LOSS_NAMES


def _nested(frame: Frame, target: ir.Display) -> PlannedFix | None:
    """``value, aux, grads`` as ``(value, aux), grads``."""
    written = trees.node(target.place)
    if not isinstance(written, cst.Tuple):
        return None
    value, aux, grads = (trees.code(element.place) for element in target.elements)
    text = f"({value}, {aux}), {grads}"
    if written.lpar:
        text = f"({text})"
    return PlannedFix("unpack the pair", (Replace(target.place, text),), safe=True)
