"""A branch of ``lax.cond`` or ``lax.switch`` that raises.

## What it finds
A function handed to ``jax.lax.cond`` or ``jax.lax.switch`` as a branch, in which a ``raise`` is
reached on every path.

## Why it is bad
JAX traces every branch to compile it, whatever the predicate will be. The exception ends the
trace: the function raises for all inputs, those of the other branch too.

## Example
    def negative(x):
        raise ValueError("x must not be negative")

    def root(x):
        return jax.lax.cond(x < 0, negative, jnp.sqrt, x)

## Use instead
    def root(x):
        checkify.check(x >= 0, "x must not be negative")
        return jnp.sqrt(x)

    error, y = jax.jit(checkify.checkify(root))(x)
    error.throw()

Or hand back ``jnp.nan``, and look at the result outside of the traced code.

## When it stays quiet
Where the ``raise`` stands behind a test that is decided while tracing (a shape, a static argument),
for ``NotImplementedError``, and in functions that are called in plain code.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.tracing.observations import RaiseTraced
from jaxlint.diagnostics.rule import Rule, Verdict


class RaiseInBranch(Rule[RaiseTraced]):
    """Judges branches that raise."""

    code = "JAX117"
    name = "raise-in-branch"
    outcome = "raises while tracing, whatever the predicate is"
    observes = RaiseTraced

    def judge(self, seen: RaiseTraced) -> Verdict | None:
        return Verdict(
            f"`{seen.function}` is a branch that is always traced, and raises",
            "use checkify.check, or give back nan and check it outside",
        )
