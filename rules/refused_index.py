"""An index of a kind that JAX arrays do not take.

## What it finds
``x[[0, 1]]`` with a list, ``x[1.0]`` and ``x[: n / 2]`` with a float, ``x["name"]`` with a string.

## Why it is bad
NumPy takes a list as an array of indices. JAX raises ``TypeError``, as it does for floats and
strings.

## Example
    rows = x[[0, 2]]

## Use instead
    rows = x[jnp.array([0, 2])]

## When it stays quiet
NumPy arrays, dicts and trees of arrays; a list inside a tuple (``x[0, [1, 2]]``), which JAX takes.

## Fix
Safe, as the code always raises: the list is made an array with ``jnp.array``.
"""

from jaxlint.analysis.observations import ArrayMisuse
from jaxlint.diagnostics.rule import Rule, Verdict

_ADVICE = {
    "a list": "make the list an array: `x[jnp.array([...])]`",
    "a string": "index by whole numbers; a dict of arrays has names",
}


class RefusedIndex(Rule[ArrayMisuse]):
    """Judges indices that JAX refuses."""

    code = "JAX307"
    name = "refused-index"
    outcome = "raises TypeError"
    observes = ArrayMisuse

    def judge(self, seen: ArrayMisuse) -> Verdict | None:
        if seen.form != "index":
            return None
        return Verdict(
            f"`{seen.spelled()}` indexes a JAX array by {seen.what}",
            _ADVICE.get(seen.what, "index by whole numbers: `//` or `int(...)`"),
            mend=seen.mend,
        )
