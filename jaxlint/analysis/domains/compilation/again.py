"""Jits of a function that its maker has jitted and called before: JAX finds what that compiled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import libcst as cst

from jaxlint.analysis.core.callables import Transformed
from jaxlint.analysis.core.conditions import Condition
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.arrays import forms
from jaxlint.analysis.domains.tracing import forgetting
from jaxlint.analysis.values.kinds import Const, Value
from jaxlint.knowledge import transforms
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# How many calls of jits of one function are looked at.
_FEW = 8


class FirstCall(NamedTuple):
    """The first call of a jit by its maker: where, on which path, and what it is given.

    It is ``certain`` where no comprehension and no expected error may keep it from being made.
    ``before`` are such calls of other jits of the same function.
    """

    made: Transformed
    statement: ir.Stmt | None
    loops: tuple[int, ...]
    conditions: tuple[Condition, ...]
    certain: bool
    given: tuple[Value, ...]
    before: tuple[FirstCall, ...]


@dataclass(slots=True, eq=False)
class Calls:
    """The first calls of the jits that an activation makes, and by the functions of these.

    ``blocks`` are the statements of each block that may be left out, or left, once asked for.
    """

    scope: ir.Scope
    first: dict[Transformed, FirstCall] = field(default_factory=dict)
    of_function: dict[Value, list[FirstCall]] = field(default_factory=dict)
    blocks: list[set[object]] | None = None

    def note(
        self, engine: Engine, frame: Frame, made: Transformed, given: tuple[Value, ...]
    ) -> None:
        """Take down a call."""
        before = self.of_function.setdefault(made.func.token, [])
        certain = not frame.comprehensions and not engine.context.ends_in_error
        path = frame.statement, tuple(frame.loops), frame.conditions
        call = self.first[made] = FirstCall(made, *path, certain, given, tuple(before))
        if len(before) < _FEW:
            before.append(call)

    def have_compiled(self, made: Transformed) -> bool:
        """Whether a call before the first one of a jit has compiled the same function."""
        call = self.first.get(made)
        if call is None:
            return False
        earlier = [one for one in call.before if self._lead_to(one, call)]
        found = any(_are_alike(one, call) for one in earlier)
        return found and not forgetting.clearings(self.scope)

    def _lead_to(self, one: FirstCall, other: FirstCall) -> bool:
        """Whether each path to a call comes by one before it.

        None may leave a ``try`` in between, or pass by a handler or the right side of an ``and``.
        """
        around = one.loops == other.loops[: len(one.loops)]
        if not one.certain or not around or not set(one.conditions).issubset(other.conditions):
            return False
        if _has_sides(one.statement):
            return False
        if self.blocks is None:
            self.blocks = list(map(set, map(ir.nodes_in, _left_out(self.scope))))
        return not any(
            one.statement in block and other.statement not in block for block in self.blocks
        )


def _has_sides(statement: ir.Stmt | None) -> bool:
    """Whether a part of a statement may be left out, as what stands behind an ``and``."""
    return any(isinstance(node, ir.BoolOp) for node in ir.nodes_in(statement))


def _left_out(scope: ir.Scope) -> list[tuple[ir.Stmt, ...]]:
    """The blocks of each ``try`` in a scope that may not be run, or not to their end."""
    tried = [node for node in ir.nodes_in(scope.body) if isinstance(node, ir.Try)]
    handlers = [one.body for node in tried for one in node.handlers]
    return [*(node.body for node in tried), *(node.orelse for node in tried), *handlers]


def _are_alike(one: FirstCall, other: FirstCall) -> bool:
    """Whether a call compiles what another needs, as far as is known of what they are given."""
    if len(one.given) != len(other.given) or not _are_written_alike(one.made, other.made):
        return False
    numbers = _compiles_numbers(one.made)
    pairs = zip(one.given, other.given, strict=True)
    return not any(_differ(mine, theirs, numbers=numbers) for mine, theirs in pairs)


def _are_written_alike(one: Transformed, other: Transformed) -> bool:
    """Whether two jits are made of what one variable is bound to, with the same settings."""
    if (
        one.transform is not other.transform
        or one.transform.name not in transforms.KNOWS_FUNCTIONS_AGAIN
    ):
        return False
    stores = one.frame.scope.stores.get(_variable(one.node), ())
    return len(stores) == 1 and trees.code(one.node) == trees.code(other.node)


def _variable(place: ir.Place) -> str:
    """The variable that a call transforms, "" where it is given something else."""
    call = trees.node(place)
    func = call.args[0].value if isinstance(call, cst.Call) and call.args else None
    return func.value if isinstance(func, cst.Name) else ""


def _compiles_numbers(made: Transformed) -> bool:
    """Whether a jit compiles some numbers in, so that it compiles again for others."""
    options = made.options
    return bool(options.static_numbers or options.static_names or made.transform.fixes_numbers)


def _differ(one: Value, other: Value, *, numbers: bool) -> bool:
    """Whether two arguments are known to differ so that a jit compiles for each."""
    if numbers and isinstance(one, Const) and isinstance(other, Const):
        return one.value != other.value
    shapes = forms.of_value(one).shape, forms.of_value(other).shape
    kinds = forms.kind_of(one), forms.kind_of(other)
    return (None not in shapes and shapes[0] != shapes[1]) or (
        "" not in kinds and kinds[0] != kinds[1]
    )
