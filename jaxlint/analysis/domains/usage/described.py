"""What a callback of the host is said to give: structs, not the numbers of a shape or a dtype."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.tracing.events import BodiesGiven
from jaxlint.analysis.domains.usage import misuse, usage
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    External,
    HostArray,
    Static,
    Traced,
    Value,
)
from jaxlint.analysis.values.parts import Part
from jaxlint.knowledge import dtypes
from jaxlint.knowledge.names import DESCRIBED

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_OF_ARRAYS = {".shape": "a shape", ".dtype": "a dtype", ".ndim": "a number", ".size": "a number"}
_INSTEAD = "describe the result: jax.ShapeDtypeStruct(shape, dtype)"
_MODULES = ("jax.numpy", "numpy")
_DEPTH = 3


@usage.on(BodiesGiven)
def given(engine: Engine, frame: Frame, event: BodiesGiven) -> None:
    """Judge what a callback is said to give, of which each leaf has to have a shape and a dtype."""
    if event.transform.name not in DESCRIBED:
        return
    said = event.arguments.get(1, "result_shape_dtypes")
    for leaf in () if said is None else _leaves(said, _DEPTH):
        bare = _bare(leaf)
        if bare:
            _note(engine, frame, event, leaf, bare)
            return


def _leaves(value: Value, depth: int) -> Iterator[Value]:
    """The leaves of a tree that are known."""
    if not isinstance(value, Container):
        yield value
    elif depth:
        for part in value.items.values():
            yield from _leaves(part, depth - 1)


def _bare(leaf: Value) -> str:
    """What a leaf is, in words, if it certainly describes no array."""
    if isinstance(leaf, Const):
        known = leaf.value
        if isinstance(known, str):
            return "a text"
        return f"the number {known!r}" if isinstance(known, int | float | complex) else ""
    if isinstance(leaf, External):
        return "a dtype" if _is_type(leaf.name) else ""
    part = leaf.fact(Part) if isinstance(leaf, Static) else None
    if part is None or not isinstance(part.of, Array | HostArray | Traced):
        return ""
    name, _, position = part.path.partition("[")
    return "a number" if position and name == ".shape" else _OF_ARRAYS.get(part.path, "")


def _is_type(name: str) -> bool:
    """Whether a name stands for a type of numbers."""
    module, _, last = name.rpartition(".")
    types = dtypes.SCALAR_TYPES if module in _MODULES else dtypes.KINDS
    return last in types and module in (*_MODULES, "builtins")


def _note(engine: Engine, frame: Frame, event: BodiesGiven, leaf: Value, bare: str) -> None:
    raised = (
        "TypeError"
        if isinstance(leaf, External) and leaf.name.startswith("numpy.")
        else "AttributeError"
    )
    name, part = event.transform.name, leaf.fact(Part)
    base = None if part is None else part.of
    what = f"`{name.rpartition('.')[2]}` is given {bare} where it wants what describes an array"
    certain = (lambda: base.certain) if isinstance(base, Traced) else None
    refused = CallRefused(
        *frame.at(event.node),
        name,
        what=what,
        instead=_INSTEAD,
        raised=raised,
        settled=certain,
    )
    misuse.note(engine, refused)
