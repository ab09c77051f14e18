"""What a pass over a tree records: places, and what happens to names in each scope."""

from __future__ import annotations

import libcst as cst

from jaxlint.program import ir


class Recorder:
    """The scope being filled, the loops and branches around the node, and the places given out.

    ``bounds`` are what binds the type parameters in sight, by their names.
    """

    def __init__(self, module: ir.Module) -> None:
        self.module = module
        self.scope: ir.Scope = module
        self.order = 0
        self.loops: tuple[int, ...] = ()
        self.arms: tuple[ir.Arm, ...] = ()
        self.nodes: list[cst.CSTNode] = []
        self.places: dict[int, ir.Place] = {}
        self.bounds: dict[str, ir.Expr | None] = {}

    # --- places ----------------------------------------------------------------------------------

    def at(self, node: cst.CSTNode) -> ir.Place:
        """The place of a node, always the same one."""
        known = self.places.get(id(node))
        if known is None:
            known = self.places[id(node)] = ir.Place(self.module, len(self.nodes))
            self.nodes.append(node)
        return known

    # --- events ----------------------------------------------------------------------------------

    def event(self, kind: str, place: ir.Place) -> ir.Event:
        self.order += 1
        return ir.Event(kind, self.order, self.loops, self.arms, place, self.scope)

    def store(self, name: str, place: ir.Place, kind: str = "bind") -> None:
        scope = self.scope
        if name not in scope.outside:
            scope.bound.add(name)
        scope.stores.setdefault(name, []).append(self.event(kind, place))

    def mutate(self, target: ir.Expr, kind: str) -> None:
        """Record that what ``target`` reaches changes in place, under the name at its root."""
        root, within = target, ""
        while isinstance(root, ir.Attribute | ir.Subscript):
            within = root.attr if isinstance(root, ir.Attribute) else "[]"
            root = root.base
        if isinstance(root, ir.Name):
            event = self.event(f"within:{within}/{kind}" if within else kind, target.place)
            self.scope.mutations.setdefault(root.id, []).append(event)
            entries = self.scope.entries.get(root.id)
            if entries:
                entries[-1] = entries[-1]._replace(kind="store")

    def entry(self, base: ir.Name, kind: str) -> None:
        """Record that a load looks into what a name holds."""
        self.scope.containers.add(base.id)
        self._look_into(base, kind)

    def _look_into(self, base: ir.Name, kind: str) -> None:
        event = ir.Event(kind, base.order, self.loops, self.arms, base.place, self.scope)
        self.scope.entries.setdefault(base.id, []).append(event)

    def note_parts(self, target: ir.Expr, value: ir.Expr) -> None:
        """Record that a name is taken apart, and into which names."""
        if isinstance(value, ir.Name) and isinstance(target, ir.Display):
            self._look_into(value, f"into:{' '.join(ir.bound_names(target))}")

    def hand(self, value: ir.Expr, target: ir.Expr) -> None:
        """Record of the names alone in a value into which name they go, nobody calling them.

        Those that a call takes, which may wrap them, are told apart.
        """
        into = _root(target)
        if into is None:
            return
        for name in _alone(value):
            self.rename(name, f"into:{into.id}")
        if isinstance(value, ir.Call):
            for argument in value.args:
                for name in _alone(argument):
                    self.rename(name, f"wrapped:{into.id}")

    def rename(self, name: ir.Name, kind: str) -> None:
        """Give the load of a name another kind."""
        loads = self.scope.loads[name.id]
        for at in range(len(loads) - 1, -1, -1):
            if loads[at].order == name.order:
                loads[at] = loads[at]._replace(kind=kind)
            if loads[at].order <= name.order:
                return

    def note_holder(self, target: ir.Expr, value: ir.Expr) -> None:
        """Record the name of a lambda that is assigned, or wrapped by a call that is."""
        if not isinstance(target, ir.Name):
            return
        inner = value.args[0] if isinstance(value, ir.Call) and value.args else value
        if isinstance(inner, ir.Lambda):
            inner.function.holder = target.id

    def note_container(self, value: ir.Expr) -> None:
        if isinstance(value, ir.Name):
            self.scope.containers.add(value.id)


class Inside:
    """Fills another scope for a while; loops and branches start afresh in it."""

    def __init__(self, recorder: Recorder, scope: ir.Scope) -> None:
        self.recorder = recorder
        self.scope = scope
        self.saved = (recorder.scope, recorder.loops, recorder.arms)

    def __enter__(self) -> None:
        self.saved[0].inner.append(self.scope)
        self.recorder.scope = self.scope
        self.recorder.loops = ()
        self.recorder.arms = ()

    def __exit__(self, *_: object) -> None:
        self.recorder.scope, self.recorder.loops, self.recorder.arms = self.saved


def _root(target: ir.Expr) -> ir.Name | None:
    """The name at the root of a target."""
    while isinstance(target, ir.Attribute | ir.Subscript):
        target = target.base
    return target if isinstance(target, ir.Name) else None


def _alone(value: ir.Expr) -> list[ir.Name]:
    """The names that a value is, or that stand alone in a display that it is."""
    if isinstance(value, ir.Name):
        return [value]
    parts: tuple[ir.Expr, ...] = ()
    if isinstance(value, ir.Display):
        parts = value.elements
    elif isinstance(value, ir.DictDisplay):
        parts = tuple(item for _, item in value.items)
    return [part for part in parts if isinstance(part, ir.Name)]
