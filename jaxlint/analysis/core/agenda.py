"""What is left to run of a module."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.transforms import Arguments, Body
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Frame


class Agenda:
    """What is left to run of a module.

    ``functions`` are to be run as plain code, each with the value that its name was bound to,
    ``roots`` on tracers if no visible call does it, ``wrappers`` that decorators made of functions
    as plain code, ``calls`` of modules of libraries as such programs do, ``checks`` when all that
    is known. ``plainly`` has the places of what was observed in the plain run of a function.
    """

    def __init__(self, module: ir.Module) -> None:
        self.functions: deque[tuple[Function, Value]] = deque()
        self.roots: deque[Transformed] = deque()
        self.wrappers: deque[Function] = deque()
        self.calls: deque[Function] = deque()
        self.checks: deque[Callable[[], None]] = deque()
        self.plainly: dict[ir.Function, list[tuple[type, object, Hashable]]] = {}
        self._module = module
        self._planned: set[ir.Function] = set()
        self._met: set[tuple[ir.Function, Frame]] = set()

    def __bool__(self) -> bool:
        """Whether anything is left."""
        return any((self.functions, self.roots, self.wrappers, self.calls, self.checks))

    def plan(self, function: Function, bound: Value) -> None:
        """Queue a function that was just defined for its run as plain code.

        One of another module is left to that module's engine.
        """
        definition = function.definition
        if definition.module is self._module and definition not in self._planned:
            self._planned.add(definition)
            self.functions.append((function, bound))

    def plan_wrapper(self, function: Function, bound: Value) -> None:
        """Queue what decorators made of a function that is run, wherever they are defined.

        Each is run for every function that it closes over.
        """
        self._met.add((function.definition, function.closure))
        if isinstance(bound, Function) and (bound.definition, bound.closure) not in self._met:
            self._met.add((bound.definition, bound.closure))
            self.wrappers.append(bound)

    def plan_root(self, root: Transformed) -> None:
        """Queue a transformed callable."""
        if root.transform.body is Body.WRAPS and root.transform.arguments is not Arguments.NONE:
            self.roots.append(root)
