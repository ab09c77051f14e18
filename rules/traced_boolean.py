"""A Python boolean operator on traced values.

## What it finds
``and``, ``or``, ``not``, chained comparisons and ``in`` where an operand is traced.

## Why it is bad
These operators ask an operand for its truth to decide whether to go on. A tracer raises
``jax.errors.TracerBoolConversionError``; inside ``lax.while_loop`` conditions and ``lax.cond``
predicates this happens even without ``jit``. For arrays with several elements the question has no
answer in plain code either.

## Example
    @jax.jit
    def inside(x):
        return 0 < x < 5 and not jnp.isnan(x)

## Use instead
    @jax.jit
    def inside(x):
        return (0 < x) & (x < 5) & ~jnp.isnan(x)

## When it stays quiet
When the operand is static: ``mask is not None and mask.ndim == 2``, ``not deterministic``,
``'b' in params``, ``len(xs) > 0 and ...``.

## Fix
None is offered yet: ``&`` binds tighter than comparisons, so parentheses are needed.
"""

from jaxlint.analysis.domains.tracing.observations import Operand, OperandTested
from jaxlint.diagnostics.rule import Rule, Verdict

_ADVICE = {
    Operand.AND: "write `(a) & (b)` or jnp.logical_and",
    Operand.OR: "write `(a) | (b)` or jnp.logical_or; for a default, test `is None`",
    Operand.NOT: "write `~(a)` or jnp.logical_not",
    Operand.CHAIN: "write `(a < b) & (b < c)`",
    Operand.IN: "use jnp.isin, or compare and combine with `|`",
}


class TracedBoolean(Rule[OperandTested]):
    """Judges truth tests by Python's boolean operators."""

    code = "JAX104"
    name = "traced-boolean"
    outcome = "raises TracerBoolConversionError"
    observes = OperandTested

    def judge(self, seen: OperandTested) -> Verdict | None:
        advice = _ADVICE[seen.by]
        if seen.by is Operand.CHAIN:
            return Verdict(f"the chained comparison `{seen.spelled()}` is of traced values", advice)
        if seen.by is Operand.IN:
            return Verdict(f"`{seen.spelled()}` compares traced values one by one", advice)
        return Verdict(
            f"`{seen.by.value}` asks for the truth of `{seen.spelled()}`, which is traced", advice
        )
