"""A fresh function jitted at each call of the function around it.

## What it finds
``jax.jit`` of a lambda, a local function, a ``functools.partial``, a bound method or a freshly
transformed function, made in a plain function, called there, and dropped. In a program, a body of
``lax.scan``, ``cond`` and the like that a plain function defines, where a loop calls that function.

## Why it is bad
The compilation cache is keyed by the function object. Each call of the outer function makes a new
one, traces it and compiles it again; so do JAX's loops with their bodies where no jit is around
them. Where no loop calls it in sight, that is advice, or only loops
over at most 16 elements that are written out, and where the function itself calls
``jax.clear_caches``.

## Example
    def predict(params, x):
        return jax.jit(lambda v: model(params, v))(x)

## Use instead
    predict = jax.jit(model)

## When it stays quiet
When the jitted function is returned, stored or passed on; where a loop of the same function calls
it, and no loop in sight that function, or only one that carries nothing from turn to turn, or gives
other settings in each; in ``main``,
constructors and cached factories; in a function that code out of sight wraps for a transformation,
which then traces it; for a module-level function; for an object with ``__call__`` that was there
before, which JAX finds again where it is handed over itself; for a variable that the same call has
jitted and called before with the same settings, which JAX finds compiled; for ``pmap`` of a bound
method, which JAX knows again since 0.10.2; where all that is asked of it is its program or its
shapes (``jax.make_jaxpr``, ``jax.eval_shape``); where a list or field is filled that a test found
empty; where a global keeps it, or an object that has it; for ``cond`` and ``switch`` under ``vmap``
with a predicate for each row, of which both branches are run. In tests and benchmarks it is advice.

## Fix
None is offered: the jit has to move out of the function.
"""

from jaxlint.analysis.domains.compilation.observations import JitMadePerCall
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class JitPerCall(Rule[JitMadePerCall]):
    """Judges jits made per call."""

    code = "JAX503"
    name = "jit-per-call"
    outcome = "recompiles at each call"
    severity = ADVICE
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK))
    observes = JitMadePerCall

    def judge(self, seen: JitMadePerCall) -> Verdict | None:
        if seen.body:
            return Verdict(
                f"{seen.transform} compiles {seen.what} at each call, which makes it anew",
                "put jax.jit around the function that calls it, or define the body once",
                severity=WARNING,
            )
        return Verdict(
            f"{seen.transform} of {seen.what} is made and compiled anew at each call",
            "make it once: at module level, in a constructor or in a cached factory",
            severity=WARNING if seen.looped else None,
        )
