"""A root of what may be zero, differentiated.

## What it finds
In code that is differentiated: ``norm``, ``std`` and the square root of a sum of squares, with
nothing that keeps their argument from zero; ``arctan2`` of numbers of which both may be zero, and
``arccosh`` of what is one where a difference is zero.

## Why it is bad
The slope of a root is infinite at zero: the gradient is NaN where all numbers are zero, or for
``std`` all alike. The slope of ``arctan2`` is no number at the origin.

## Example
    distance = jnp.linalg.norm(x - y)

## Use instead
    distance = jnp.sqrt(jnp.sum((x - y) ** 2) + 1e-12)

## When it stays quiet
It is advice: many programs never meet zero there.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import Root, RootAtZero
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import Rule, Verdict

_WHERE = {
    "arccosh": "its argument is one",
    "arctan2": "both arguments are zero",
    "std": "all numbers are alike",
}
_ELSE = "its argument is zero"
_NAMES = {"**": "the root", "norm": "the norm", "sqrt": "the root"}


class BareRoot(Rule[RootAtZero]):
    """Judges roots of what may be zero, without any guard."""

    code = "JAX604"
    name = "bare-root"
    outcome = "silently wrong: the gradient is NaN"
    severity = ADVICE
    observes = RootAtZero

    def judge(self, seen: RootAtZero) -> Verdict | None:
        if seen.form is not Root.BARE:
            return None
        name, where = _NAMES.get(seen.op, seen.op), _WHERE.get(seen.op, _ELSE)
        return Verdict(
            f"the gradient of {name} is NaN where {where}",
            "add a small number inside the root, or replace the argument there",
        )
