"""What is left to run of a module."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable

from jaxlint.analysis.core.callables import Function, Transformed
from jaxlint.analysis.values.kinds import Value
from jaxlint.knowledge.transforms import Arguments, Body
from jaxlint.program import ir


class Agenda:
    """What is left to run of a module.

    ``functions`` are to be run as plain code, each with the value that its name was bound to,
    ``roots`` on tracers if no visible call does it, ``calls`` of modules of libraries as such
    programs do, ``checks`` when all that is known. ``plainly`` has the places of what was observed
    in the plain run of a function.
    """

    def __init__(self, module: ir.Module) -> None:
        self.functions: deque[tuple[Function, Value]] = deque()
        self.roots: deque[Transformed] = deque()
        self.calls: deque[Function] = deque()
        self.checks: deque[Callable[[], None]] = deque()
        self.plainly: dict[ir.Function, list[tuple[type, object, Hashable]]] = {}
        self._module = module
        self._planned: set[ir.Function] = set()

    def __bool__(self) -> bool:
        """Whether anything is left."""
        return bool(self.functions or self.roots or self.calls or self.checks)

    def plan(self, function: Function, bound: Value) -> None:
        """Queue a function that was just defined for its run as plain code.

        One of another module is left to that module's engine.
        """
        definition = function.definition
        if definition.module is self._module and definition not in self._planned:
            self._planned.add(definition)
            self.functions.append((function, bound))

    def plan_root(self, root: Transformed) -> None:
        """Queue a transformed callable."""
        if root.transform.body is Body.WRAPS and root.transform.arguments is not Arguments.NONE:
            self.roots.append(root)
