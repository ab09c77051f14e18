"""A result whose length depends on traced values.

## What it finds
``jnp.nonzero``, ``argwhere``, ``flatnonzero``, ``where`` with one argument, ``unique`` and the
other set functions without ``size=``; ``jnp.repeat`` with traced counts and no
``total_repeat_length=``, ``bincount`` without ``length=``, ``segment_sum`` without
``num_segments=``, ``extract``, ``compress``, ``trim_zeros``, ``roots``; given a traced value.

## Why it is bad
How many elements come out is not known until the numbers are, and a compiled function needs its
shapes before: ``jax.errors.ConcretizationTypeError`` or ``TracerBoolConversionError``.

## Example
    @jax.jit
    def hits(x):
        return jnp.nonzero(x > 0)[0]

## Use instead
    @jax.jit
    def hits(x):
        return jnp.nonzero(x > 0, size=x.shape[0], fill_value=-1)[0]

Often no positions are needed at all: ``jnp.where(mask, x, 0)``, ``jnp.sum(x, where=mask)``.

## When it stays quiet
With a size given, ``where`` with three arguments, ``isin``, ``histogram`` and ``searchsorted``, and
under ``jax.grad`` alone.

## Fix
None is offered: only the author knows the size.
"""

from jaxlint.analysis.domains.tracing.observations import LengthUnknown
from jaxlint.diagnostics.rule import Rule, Verdict


class ValueDependentShape(Rule[LengthUnknown]):
    """Judges functions that count."""

    code = "JAX109"
    name = "value-dependent-shape"
    outcome = "raises ConcretizationTypeError"
    observes = LengthUnknown

    def judge(self, seen: LengthUnknown) -> Verdict | None:
        cures = " or ".join(f"{name}=" for name in seen.cures)
        advice = f"give {cures}, or use a mask" if cures else "use a mask"
        return Verdict(
            f"the length of `{seen.spelled()}` depends on values that are traced", advice
        )
