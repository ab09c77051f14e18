"""A handler that swallows the error of a tracer.

## What it finds
``try`` in traced code around a place that raises because a value is traced (``float(x)``, ``if x >
0``, ``np.asarray(x)``, ``x[:n]``, ...), with ``except Exception``, ``except TypeError`` or a bare
``except`` that goes on.

## Why it is bad
JAX's tracer errors are of class ``TypeError``. The handler takes one for what it was written for,
runs at every trace whatever the value is, and its fallback is compiled in. Nothing is raised, and
plain Python gives another result.

## Example
    @jax.jit
    def scaled(x):
        try:
            return 10.0 * float(x)
        except TypeError:
            return -1.0

## Use instead
    @jax.jit
    def scaled(x):
        return 10.0 * x

## When it stays quiet
Where the handler raises again or names the tracer errors, where it goes on with the same variables
(``except TypeError: return x``) or gives no value, where what it gives is None or only decides
whether something is raised, warned of or printed, and around code that only looks at shapes,
dtypes and containers.

## Fix
None is offered: the code within ``try`` has to work on arrays.
"""

from jaxlint.analysis.domains.tracing.observations import Swallowed
from jaxlint.diagnostics.rule import Rule, Verdict


class SwallowedTracerError(Rule[Swallowed]):
    """Judges handlers around what tracers refuse."""

    code = "JAX114"
    name = "swallowed-tracer-error"
    outcome = "silently wrong: the handler always runs"
    observes = Swallowed

    def judge(self, seen: Swallowed) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` raises on a traced value, and `{seen.handler}` hides it",
            "write it for arrays (jnp), test shapes or dtypes, or make the value static",
        )
