"""A print in traced code.

## What it finds
``print`` in a function that a transformation traces.

## Why it is bad
The line appears once per compilation and shows a tracer (``JitTracer(float32[])``) instead of a
number. Later calls print nothing. Where it prints nothing but text, that is advice.

## Example
    @jax.jit
    def step(x):
        print("x is", x)
        return x + 1

## Use instead
    @jax.jit
    def step(x):
        jax.debug.print("x is {x}", x=x)
        return x + 1

## When it stays quiet
When only shapes, dtypes and other static facts are printed, or the text speaks of tracing or
compiling ("compiling step"): then once per trace is what is meant. In host callbacks, and under
``jax.grad``, ``jax.vmap`` or ``jax.shard_map`` alone, which keep nothing: there it runs at each
call. It does so, too, where an error is sure to follow that no traced code handles.

## Fix
Writes ``jax.debug.print("x is {}", x)``, f-strings taken apart. It is unsafe: the numbers may be
formatted in another way, and the lines come in another order. None is offered where the format is
not certain: ``end`` and ``file``, ``*args``, nested formats, comments within the call. Nor is one
for text that has the tracer in it before the call, by ``str``, ``%`` or ``format``.
"""

from jaxlint.analysis.domains.purity.observations import PrintTraced
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class TracedPrint(Rule[PrintTraced]):
    """Judges prints in traced code."""

    code = "JAX204"
    name = "traced-print"
    outcome = "fires once per trace"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.NOTEBOOK))
    observes = PrintTraced

    def judge(self, seen: PrintTraced) -> Verdict | None:
        if seen.deliberate:
            return None
        advice = "use jax.debug.print"
        if seen.constant:
            advice += ", or say in the text that it is printed while tracing"
        message = f"this print runs when {seen.region.label} is traced, not at each call"
        return Verdict(message, advice, fix=seen.fix, severity=ADVICE if seen.constant else None)
