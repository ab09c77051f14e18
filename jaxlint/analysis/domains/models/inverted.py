"""Flags that tell a layer or a model in which mode it is, given a name for the opposite.

Or a literal for it, in a function whose name says that it evaluates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jaxlint.analysis.core.call_events import CallStarting
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import models
from jaxlint.analysis.domains.models.observations import ModeInverted
from jaxlint.fixes.edits import PlannedFix, Replace
from jaxlint.knowledge import libraries
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_OPPOSITES = {
    **dict.fromkeys(libraries.EVALUATING, libraries.TRAINING),
    **dict.fromkeys(libraries.TRAINING, libraries.EVALUATING),
}
# How models of Flax are called.
_APPLY = frozenset(("apply", "apply_fn"))
_EVALUATION = frozenset(
    "eval evaluate evaluation infer inference predict prediction val validate validation".split()
)
# Words of what draws several times from a model, or trains besides.
_SAMPLING = frozenset(
    """
    bayes bayesian dropout ensemble fit mc posterior sample samples sampling stochastic test train
    training uncertainty
    """.split()
)


@models.on(CallStarting)
def called(engine: Engine, frame: Frame, event: CallStarting) -> None:
    """Judge the flags of a call by the names that they are given, and where it stands."""
    for flag, given in event.source.keywords:
        if flag not in _OPPOSITES:
            continue
        if isinstance(given, ir.Constant):
            _in_evaluation(engine, frame, event.source, flag, given)
        if not isinstance(given, ir.Name | ir.Attribute):
            continue
        if ir.last_name(given) in _OPPOSITES[flag]:
            name = ir.spelled(given)
            change = Replace(given.place, f"not {name}")
            fix = PlannedFix("negate the flag", (change,), safe=False)
            engine.observe(ModeInverted(*frame.at(given.place), flag, name, fix))


def _in_evaluation(
    engine: Engine, frame: Frame, call: ir.Call, flag: str, given: ir.Constant
) -> None:
    """Judge a model that is told to train where it is evaluated, by the names of functions."""
    if given.value is not (flag in libraries.TRAINING) or ir.last_name(call.func) not in _APPLY:
        return
    function = _evaluating(frame.scope)
    if function and not engine.context.expects_errors:
        seen = ModeInverted(*frame.at(given.place), flag, repr(given.value), None, function)
        engine.observe(seen)


def _evaluating(scope: ir.Scope) -> str:
    """The name of the function at the top of a module or class, if it says that it evaluates."""
    *_, name = ("", *(one.name for one in scope.functions))
    words = set(name.lower().split("_"))
    evaluates = not _EVALUATION.isdisjoint(words) and _SAMPLING.isdisjoint(words)
    return name if evaluates else ""
