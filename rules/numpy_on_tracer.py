"""A NumPy function given a traced value.

## What it finds
Calls of NumPy functions, constructors and scalar types, and of ``scipy.special``, with a traced
argument, a NumPy array that is indexed by a traced value, and a traced value stored into one.

## Why it is bad
NumPy computes on numbers, now, and asks the tracer for them:
``jax.errors.TracerArrayConversionError``. It raises under ``jax.grad`` alone as well, unless what
is handed over has no derivative.

## Example
    @jax.jit
    def gelu(x):
        return x * 0.5 * (1 + np.tanh(x))

## Use instead
    @jax.jit
    def gelu(x):
        return x * 0.5 * (1 + jnp.tanh(x))

## When it stays quiet
NumPy on shapes, Python numbers and constants, operators between a NumPy array and a tracer, host
callbacks, and the functions that NumPy leaves to a method of the tracer (``np.sum``, ``np.mean``,
``np.reshape``, ...), which work. A module that is NumPy or ``jax.numpy``, by a test that jaxlint
cannot decide, is taken to be the one that tracers want; so is the arm of ``xp is jnp``.

## Fix
Unsafe: the same function of ``jax.numpy``, where it has one. Code that also calls the function
outside of any transformation gets a JAX array where it got a NumPy array.
"""

from jaxlint.analysis.domains.tracing.observations import HostNeeded, HostUse
from jaxlint.diagnostics.rule import Rule, Verdict


class NumpyOnTracer(Rule[HostNeeded]):
    """Judges what NumPy is given."""

    code = "JAX107"
    name = "numpy-on-tracer"
    outcome = "raises TracerArrayConversionError"
    observes = HostNeeded

    def judge(self, seen: HostNeeded) -> Verdict | None:
        match seen.use:
            case HostUse.CALL:
                return self._of_call(seen)
            case HostUse.INDEX:
                return Verdict(
                    f"`{seen.spelled()}` indexes a NumPy array with a traced value",
                    "make it a JAX array first: jnp.asarray(table)[i]",
                )
            case HostUse.STORE:
                what = f"`{seen.spelled()}` is an element of a NumPy array"
                return Verdict(
                    f"{what}, and is given a traced value",
                    "collect with jnp.stack, or write with x.at[i].set(v)",
                    "raises ValueError or TracerArrayConversionError",
                )

    def _of_call(self, seen: HostNeeded) -> Verdict:
        scipy = seen.function.startswith("scipy.")
        library = "SciPy" if scipy else "NumPy"
        instead = f"jax.{seen.function}" if scipy else f"jnp.{seen.function.removeprefix('numpy.')}"
        what = "traced" if seen.value.abstract else "being differentiated"
        if seen.sizes:
            return Verdict(
                f"`{seen.spelled()}` calls {library}, but its argument is {what}",
                f"name the argument in static_argnums: {instead} must know it as well",
            )
        return Verdict(
            f"`{seen.spelled()}` calls {library}, but its argument is {what}",
            f"use {instead}, or make the argument static",
            fix=seen.fix,
        )
