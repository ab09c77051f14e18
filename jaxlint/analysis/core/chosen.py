"""Which of several callables is the one: it is the same one wherever a variable is called."""

from __future__ import annotations

from jaxlint.analysis.core import origins
from jaxlint.analysis.core.conditions import Condition, Tested
from jaxlint.analysis.core.engine import Engine
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Choice, Static, Value
from jaxlint.analysis.values.predicates import Implies
from jaxlint.program import ir


def under(
    engine: Engine, frame: Frame, several: Choice, option: Value, call: ir.Call | None
) -> tuple[Condition, ...]:
    """What holds where one of several callables is called: the branches that it came by.

    Where these are not known, as of what an entry of a table has made, it is a condition that it is
    the one. What a loop binds may be another one in each turn, and so may what a table holds.
    """
    known = origins.under(engine, several, option)
    made = engine.facts.origins.get(several.token) is not None and option in several.options
    if known or not made or call is None or not _lasts(frame, call.func):
        return known
    ones = [several.child(("the one", at), Static) for at in range(len(several.options))]
    own = ones.pop(several.options.index(option))
    others = frozenset([(one.token, False) for one in ones])
    predicate = own.with_fact(Implies(others, frozenset()))
    test = ir.Expr(call.place)
    tested = Tested(test)
    return (Condition(test, True, {}, False, None, tested, predicate=predicate, chosen=True),)


def _lasts(frame: Frame, func: ir.Expr) -> bool:
    """Whether a variable is called, or a field of one, that no loop binds."""
    events = frame.scope.stores.get(ir.root_name(func), ())
    return ir.is_dotted(func) and not any(one.loops or one.kind == "loop" for one in events)
