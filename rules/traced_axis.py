"""An axis, or another option of a function, that is traced.

## What it finds
A traced value as ``axis`` of a reduction, of ``softmax``, ``concatenate`` or ``take``, as ``k`` of
``diag`` and ``triu``, ``ord`` of ``norm``, ``decimals`` of ``round``, and the like.

## Why it is bad
Such an argument decides what is computed and which shape comes out, so it must be known when the
function is compiled. JAX raises ``ConcretizationTypeError``, ``TracerIntegerConversionError`` or
``ValueError: Non-hashable static arguments``, as each function finds out.

## Example
    @jax.jit
    def total(x, axis):
        return jnp.sum(x, axis=axis)

## Use instead
    @partial(jax.jit, static_argnames="axis")
    def total(x, axis):
        return jnp.sum(x, axis=axis)

## When it stays quiet
On literals, static and default arguments, and under ``jax.grad`` alone.

## Fix
None is offered: the argument has to become static where the function is transformed.
"""

from jaxlint.analysis.domains.tracing.observations import AxisNeeded
from jaxlint.diagnostics.rule import Rule, Verdict

_AXES = "raises ConcretizationTypeError, TracerIntegerConversionError or ValueError"
_ORDERS = "raises TracerIntegerConversionError, TypeError or ValueError"
_ORDER = ("axes", "dimension", "dimensions", "permutation", "k")


class TracedAxis(Rule[AxisNeeded]):
    """Judges axes and other options."""

    code = "JAX112"
    name = "traced-axis"
    outcome = "raises ConcretizationTypeError or its kin"
    observes = AxisNeeded

    def judge(self, seen: AxisNeeded) -> Verdict | None:
        parameter = seen.parameter
        return Verdict(
            f"`{seen.spelled()}` has a traced `{parameter}`, which must be known while tracing",
            f"make it static: static_argnames, or functools.partial with `{parameter}` bound",
            _ORDERS if parameter in _ORDER else _AXES,
        )
