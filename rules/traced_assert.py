"""An assert on a traced value.

## What it finds
``assert`` whose test is a traced value.

## Why it is bad
A tracer has no truth, so the assert raises ``jax.errors.TracerBoolConversionError`` while the
function is traced. Under ``python -O`` the line is gone, and nothing is checked at all.

## Example
    @jax.jit
    def log(x):
        assert x > 0
        return jnp.log(x)

## Use instead
    @jax.jit
    def log(x):
        checkify.check(x > 0, "must be positive, got {x}", x=x)
        return jnp.log(x)

See https://docs.jax.dev/en/latest/debugging/checkify_guide.html.

## When it stays quiet
Asserts on shapes, dtypes, ``len(x)`` and anything else that is static.

## Fix
None is offered: ``checkify`` changes how the function has to be called.
"""

from jaxlint.analysis.domains.tracing.observations import AssertTested
from jaxlint.diagnostics.rule import Rule, Verdict


class TracedAssert(Rule[AssertTested]):
    """Judges truth tests by ``assert``."""

    code = "JAX103"
    name = "traced-assert"
    outcome = "raises TracerBoolConversionError"
    observes = AssertTested

    def judge(self, seen: AssertTested) -> Verdict | None:
        return Verdict(
            f"this assert tests `{seen.spelled()}`, which is traced",
            "use jax.experimental.checkify.check, or assert on shape and dtype only",
        )
