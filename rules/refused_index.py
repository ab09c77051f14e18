"""An index of a kind that JAX arrays do not take.

## What it finds
``x[[0, 1]]`` with a list, ``x[1.0]`` and ``x[: n / 2]`` with a float, ``x["name"]`` with a string,
``x[range(3)]`` and ``x[range(3), 0]`` with a range.

## Why it is bad
NumPy takes a list and a range as arrays of indices. JAX raises ``TypeError``, as it does for floats
and strings.

## Example
    rows = x[[0, 2]]

## Use instead
    rows = x[jnp.array([0, 2])]

## When it stays quiet
NumPy arrays, dicts and trees of arrays; a list inside a tuple (``x[0, [1, 2]]``), which JAX takes.

## Fix
Safe, as the code always raises: the list is made an array with ``jnp.array``.
"""

from jaxlint.analysis.domains.arrays.observations import Index, IndexRefused
from jaxlint.diagnostics.rule import Rule, Verdict

_WHOLE = "index by whole numbers: `//` or `int(...)`"
_WORDS = {
    Index.LIST: ("a list", "make the list an array: `x[jnp.array([...])]`"),
    Index.FLOAT: ("a float", _WHOLE),
    Index.STRING: ("a string", "index by whole numbers; a dict of arrays has names"),
    Index.SLICE_WITH_FLOAT: ("a slice with a float", _WHOLE),
    Index.RANGE: ("a range", "index by a slice, or by `jnp.arange(...)`"),
}


class RefusedIndex(Rule[IndexRefused]):
    """Judges indices that JAX refuses."""

    code = "JAX307"
    name = "refused-index"
    outcome = "raises TypeError"
    observes = IndexRefused

    def judge(self, seen: IndexRefused) -> Verdict | None:
        what, advice = _WORDS[seen.index]
        said = f"`{seen.spelled()}` indexes a JAX array by {what}"
        return Verdict(said, advice, fix=seen.fix)
