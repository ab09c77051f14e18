"""Axes of vmap that do not fit the arguments.

## What it finds
``in_axes`` with more or fewer entries than there are arguments by position, ``in_axes`` that maps
nothing, ``out_axes`` with other parts than the result, a number or an array of shape ``()`` where
an axis is to be mapped, axes of different lengths, several axes for one array.

## Why it is bad
Raises ``ValueError``. Arguments by keyword do not count: they are always mapped over axis 0.

## Example
    jax.vmap(predict, in_axes=(None, 0))(w, x, 0.1)

## Use instead
    jax.vmap(predict, in_axes=(None, 0, None))(w, x, 0.1)

## When it stays quiet
Calls with ``*args`` of unknown length, axes that are computed, ``axis_size=``.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.usage.observations import Axes, AxesMismatch
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Axes.COUNT: (
        "{what}",
        "give one entry for each argument by position",
        None,
    ),
    Axes.NONE: (
        "`in_axes` maps no argument",
        "map at least one, or give axis_size",
        None,
    ),
    Axes.NUMBER: (
        "{what} is mapped over an axis",
        "use None in `in_axes` for what all rows share",
        None,
    ),
    Axes.NAMED_NUMBER: (
        "{what}, given by keyword, is mapped over an axis",
        "bind what all rows share by functools.partial",
        None,
    ),
    Axes.SIZES: (
        "the mapped axes have {what} entries",
        "map axes of one length: `in_axes` says which",
        None,
    ),
    Axes.NAMED_SIZES: (
        "the mapped axes, those of keywords among them, have {what} entries",
        "bind what all rows share by functools.partial",
        None,
    ),
    Axes.TREE: (
        "`in_axes` has {what} for one array",
        "give one axis for each array: nest vmap to map several of its axes",
        None,
    ),
}


class MismatchedAxes(Rule[AxesMismatch]):
    """Judges the axes of vmap."""

    code = "JAX511"
    name = "mismatched-axes"
    outcome = "raises ValueError"
    observes = AxesMismatch

    def judge(self, seen: AxesMismatch) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
