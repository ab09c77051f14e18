"""A root of what may be zero, differentiated.

## What it finds
In code that is differentiated: ``norm``, ``std`` and the square root of a sum of squares, with
nothing that keeps their argument from zero.

## Why it is bad
The slope of a root is infinite at zero: the gradient is NaN where all numbers are zero, or for
``std`` all alike.

## Example
    distance = jnp.linalg.norm(x - y)

## Use instead
    distance = jnp.sqrt(jnp.sum((x - y) ** 2) + 1e-12)

## When it stays quiet
It is off unless selected: many programs never meet zero there.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import Root, RootAtZero
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import Level, Rule, Verdict

_WHERE = {"std": "all numbers are alike"}
_NAMES = {"**": "the root", "norm": "the norm", "sqrt": "the root", "std": "std"}


class BareRoot(Rule[RootAtZero]):
    """Judges roots of what may be zero, without any guard."""

    code = "JAX604"
    name = "bare-root"
    outcome = "silently wrong: the gradient is NaN"
    level = Level.OFF
    severity = ADVICE
    observes = RootAtZero

    def judge(self, seen: RootAtZero) -> Verdict | None:
        if seen.form is not Root.BARE:
            return None
        where = _WHERE.get(seen.op, "its argument is zero")
        return Verdict(
            f"the gradient of {_NAMES[seen.op]} is NaN where {where}",
            "add a small number inside the root, or replace the argument there",
        )
