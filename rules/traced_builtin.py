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

from jaxlint.analysis.domains.tracing.observations import Order, OrderTested
from jaxlint.diagnostics.rule import Rule, Verdict

_ADVICE = {
    Order.MIN: "use jnp.minimum, or jnp.min for one array",
    Order.MAX: "use jnp.maximum, or jnp.max for one array",
    Order.SORTED: "use jnp.sort or jnp.argsort",
    Order.SORT: "use jnp.sort on an array",
    Order.ANY: "use jnp.any",
    Order.ALL: "use jnp.all",
    Order.FILTER: "use jnp.where with a mask",
    Order.INDEX: "use jnp.argmax(x == value)",
    Order.REMOVE: "use a mask",
    Order.COUNT: "use jnp.sum(x == value)",
}


class TracedBuiltin(Rule[OrderTested]):
    """Judges truth tests by Python's builtins."""

    code = "JAX106"
    name = "traced-builtin"
    outcome = "raises TracerBoolConversionError"
    observes = OrderTested

    def judge(self, seen: OrderTested) -> Verdict | None:
        return Verdict(f"`{seen.spelled()}` has to compare traced values", _ADVICE[seen.by])
