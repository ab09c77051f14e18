"""A size or shape that is traced.

## What it finds
A traced value where a function of JAX takes the size of its result: ``jnp.zeros(n)``,
``jnp.arange(n)``, ``x.reshape(n, -1)``, ``jnp.tile``, ``jnp.pad``, ``jax.random.normal(key,
(n,))``, ``jax.random.split(key, n)``, ``jax.nn.one_hot(x, n)``, ``jax.lax.top_k(x, n)`` and the
like.

## Why it is bad
A compiled function has shapes that are known when it is compiled, so the size must be a number
then. JAX raises: ``TypeError``, ``ConcretizationTypeError`` or another of their kin, as each
function finds out. Inside ``jit`` even ``jnp.prod(jnp.array(x.shape))`` is traced.

## Example
    @jax.jit
    def ramp(n):
        return jnp.arange(n) / n

## Use instead
    @partial(jax.jit, static_argnames="n")
    def ramp(n):
        return jnp.arange(n) / n

Where the size has to vary, take the largest and mask: ``jnp.where(jnp.arange(100) < n, x, 0)``.
Compute sizes with ``math`` or ``np``: ``math.prod(x.shape)``.

## When it stays quiet
On shapes, ``len(x)``, static arguments, fill values (``jnp.full((2,), n)``), the ends of
``linspace``, and under ``jax.grad`` alone.

## Fix
None is offered: the argument has to become static where the function is transformed.
"""

from jaxlint.analysis.domains.tracing.observations import SizeNeeded
from jaxlint.diagnostics.rule import Rule, Verdict

# The functions that have these parameters find out in another way than most do.
_OUTCOMES = {
    "k": "raises TracerBoolConversionError or ConcretizationTypeError",
    "n": "raises ConcretizationTypeError, TracerIntegerConversionError or TypeError",
    "N": "raises TypeError or ValueError",
    "new_shape": "raises ValueError",
    **dict.fromkeys(("sizes", "total_repeat_length"), "raises TracerBoolConversionError"),
    **dict.fromkeys(
        ("start_index", "limit_index", "slice_size"), "raises TracerIntegerConversionError"
    ),
}


class TracedShape(Rule[SizeNeeded]):
    """Judges sizes of results."""

    code = "JAX108"
    name = "traced-shape"
    outcome = "raises TypeError or ConcretizationTypeError"
    observes = SizeNeeded

    def judge(self, seen: SizeNeeded) -> Verdict | None:
        parameter = seen.parameter
        return Verdict(
            f"`{seen.spelled()}` has a traced `{parameter}`, which must be known while tracing",
            "make it static, take it from a shape, or use the largest size and a mask",
            _OUTCOMES.get(parameter),
        )
