"""Jits that die with the call that made them: what that costs depends on who calls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.compilation import looping, wrapped
from jaxlint.analysis.domains.compilation.observations import JitMadePerCall
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True, eq=False)
class MadePerCall(Effect):
    """A call of ``maker`` made a jit that dies with it; what that costs depends on who calls.

    A ``long`` function, and one with a loop of its own, is taken for a procedure that runs once,
    unless a loop is seen to call it. One that makes the jit for some of its parameters, ``own``,
    has to be called by that loop itself, as a step is, and to be given the same in each turn for
    those of them that are ``settings``, which the jit cannot take as arguments.
    What JAX is told to forget, as in a ``forgotten`` one, is meant to be compiled anew.
    """

    seen: JitMadePerCall
    maker: ir.Function
    own: frozenset[str] = frozenset()
    settings: frozenset[str] = frozenset()
    long: bool = True
    forgotten: bool = False

    domain = "compilation"
    once = True

    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Observe it, by the loops around the call."""
        engine.log(self)
        around = [one for one in engine.under_way(frame) if one.loops]
        if self.own:
            caller, call = self._call(engine, frame, node)
            if call is None or not (_goes_on(caller, call) and self._is_settled(caller, call)):
                return
        if around or not self.long:
            few = all(looping.are_listed(one.scope, one.loops) for one in around)
            root = wrapped.outermost(engine, frame)
            engine.observe(
                replace(
                    self.seen,
                    why=looping.leading(engine, frame, node, self.seen.why),
                    looped=not (few or self.forgotten),
                    settled=lambda: wrapped.is_plain(engine, root),
                )
            )

    def _call(self, engine: Engine, frame: Frame, node: ir.Place) -> tuple[Frame, ir.Call | None]:
        """Who calls the maker in a loop, and where."""
        if frame.scope is self.maker and engine.path:
            frame, node = engine.path[-1].frame, engine.path[-1].node or node
        calls = (one for one in ir.nodes_in(frame.scope.body) if isinstance(one, ir.Call))
        call = next((one for one in calls if one.place is node), None) if frame.loops else None
        named = call is not None and ir.last_name(call.func) == self.maker.name
        return frame, call if named else None

    def _is_settled(self, caller: Frame, call: ir.Call) -> bool:
        """Whether each turn of the loop around a call gives the same settings."""
        if any(isinstance(one, ir.Starred) for one in call.args):
            return False
        if any(name is None for name, _ in call.keywords):
            return False
        by_position = [one.name for one in self.maker.parameters if one.kind == "positional"]
        own = by_position[self.maker.owner is not None :]
        given = dict([*zip(own, call.args, strict=False), *call.keywords])
        for name in self.settings & given.keys():
            if any(isinstance(one, ir.Call) for one in ir.nodes_in(given[name])):
                return False
            if any(_bound_in_loop(caller, read) for read in ir.names_in(given[name])):
                return False
        return True


def _goes_on(caller: Frame, call: ir.Call) -> bool:
    """Whether the loop around a call hands it what the turns before have moved on, as steps do."""
    given = (*call.args, *(value for _, value in call.keywords))
    names = {name for one in given for name in ir.names_in(one)}
    stores = ((_bound_in_loop(caller, name), caller.scope.stores.get(name, ())) for name in names)
    return any(inside and len(inside) < len(bound) for inside, bound in stores)


def _bound_in_loop(caller: Frame, name: str) -> list[ir.Event]:
    """Where the innermost loop under way binds a variable."""
    return [one for one in caller.scope.stores.get(name, ()) if caller.loops[-1] in one.loops]
