"""A fresh function jitted in each turn of a loop.

## What it finds
``jax.jit`` of a lambda, a local function, a ``functools.partial``, a bound method or a freshly
transformed function, made and called in the body of a Python loop; a call in a loop of what a
property or a factory makes so, each time it is asked.

## Why it is bad
The compilation cache is keyed by the function object. A new object in each turn means a new trace
and a new compilation in each turn.

## Example
    for x in batches:
        y = jax.jit(lambda v: model(params, v))(x)

## Use instead
    predict = jax.jit(model)
    for x in batches:
        y = predict(params, x)

## When it stays quiet
``jax.jit(f)`` of one module-level function (its cache is found again), and jits that are kept: in a
field, a container, an object of another library, a cached property or factory. So is a jit for each
of several settings: one that loops inside the turn call, unless all that it reads of the turn is a
fraction or an array that the loop moves on; one of other code in each turn, which is a function, a
transformation, a text or a method of an object that the loop binds, and one with options that it
binds. A second jit of a variable that the same turn has jitted alike is found compiled. Where a
loop runs over at most 16 elements that are written out, it is advice, as it is in test files and
benchmarks, which try settings of other shapes in turn.

## Fix
None is offered: the jit has to move out of the loop.
"""

from jaxlint.analysis.domains.compilation.observations import JitMadeInLoop
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class JitInLoop(Rule[JitMadeInLoop]):
    """Judges jits made in loops."""

    code = "JAX502"
    name = "jit-in-loop"
    outcome = "recompiles in each turn"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK))
    observes = JitMadeInLoop

    def judge(self, seen: JitMadeInLoop) -> Verdict | None:
        advice = "make it once, before the loop"
        if seen.varies:
            advice += f", and pass `{seen.varies}` to it as an argument"
        return Verdict(
            f"{seen.transform} of {seen.what} is made and compiled anew in each turn",
            advice,
            severity=ADVICE if seen.listed else None,
        )
