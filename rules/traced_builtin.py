"""A Python builtin that compares traced values.

## What it finds
``min``, ``max``, ``sorted``, ``any``, ``all``, ``filter``, ``bool()``, ``list.sort``,
``list.index`` and ``list.remove`` where they have to compare or test traced values.

## Why it is bad
They ask for the truth of a comparison, which raises ``jax.errors.TracerBoolConversionError``
in traced code. ``sum``, ``abs``, ``round``, ``zip`` and ``enumerate`` do not, and are fine.

## Example
    @jax.jit
    def clamp(x, low):
        return max(x, low)

## Use instead
    @jax.jit
    def clamp(x, low):
        return jnp.maximum(x, low)

## When it stays quiet
On shapes, Python numbers and containers of static values.

## Fix
None is offered: ``jnp.maximum`` is elementwise where ``max`` picks one argument.
"""

from jaxlint.analysis.domains.tracing.observations import TruthTest
from jaxlint.diagnostics.rule import Rule, Verdict

_ADVICE = {
    "min()": "use jnp.minimum, or jnp.min for one array",
    "max()": "use jnp.maximum, or jnp.max for one array",
    "sorted()": "use jnp.sort or jnp.argsort",
    ".sort()": "use jnp.sort on an array",
    "any()": "use jnp.any",
    "all()": "use jnp.all",
    "filter()": "use jnp.where with a mask",
    ".index()": "use jnp.argmax(x == value)",
    ".remove()": "use a mask",
    ".count()": "use jnp.sum(x == value)",
}


class TracedBuiltin(Rule[TruthTest]):
    """Judges truth tests by Python's builtins."""

    code = "JAX106"
    name = "traced-builtin"
    outcome = "raises TracerBoolConversionError"
    observes = TruthTest

    def judge(self, seen: TruthTest) -> Verdict | None:
        advice = _ADVICE.get(seen.form)
        if advice is None:
            return None
        return Verdict(f"`{seen.spelled()}` has to compare traced values", advice)
