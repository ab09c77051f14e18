"""A ``jax.debug.print`` that fails, or prints a tracer.

## What it finds
Text that was made while tracing (an f-string, ``%``, ``str``) and holds a tracer; a format whose
fields do not fit what is given: ``jax.debug.print("x:", x)`` as ``print`` takes it,
``jax.debug.print("{x}", x)`` without the name.

## Why it is bad
An f-string is text before ``jax.debug.print`` sees it, so it shows ``JitTracer(...)``, silently
and at each call. Values without a field raise ``ValueError``, fields without a value ``KeyError``
or ``IndexError``.

## Example
    @jax.jit
    def step(x):
        jax.debug.print(f"x = {x}")
        return x + 1

## Use instead
    @jax.jit
    def step(x):
        jax.debug.print("x = {}", x)
        return x + 1

See https://docs.jax.dev/en/latest/debugging.html.

## When it stays quiet
Text of static facts such as shapes; formats that are no literal; ``*args``.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.tracing.observations import DebugPrintMisfit, Misprint
from jaxlint.diagnostics.findings import ERROR, WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_ADVICE = 'give a format and the values apart: jax.debug.print("x = {}", x)'
_WORDS = {
    Misprint.TRACER: ("this text is made while tracing and shows a tracer", None),
    Misprint.UNUSED: ("{what} has no field in the format", "raises ValueError"),
    Misprint.MISSING_NAME: ("{what} of the format is given no value", "raises KeyError"),
    Misprint.MISSING_POSITION: ("{what} of the format is given no value", "raises IndexError"),
    Misprint.NO_FORMAT: ("this is no format: {what}", "raises ValueError"),
}


class MisusedDebugPrint(Rule[DebugPrintMisfit]):
    """Judges calls of jax.debug.print."""

    code = "JAX210"
    name = "misused-debug-print"
    outcome = "prints the tracer, not its value"
    severity = WARNING
    observes = DebugPrintMisfit

    def judge(self, seen: DebugPrintMisfit) -> Verdict | None:
        message, raised = _WORDS[seen.misprint]
        message = message.format(what=seen.what)
        return Verdict(message, _ADVICE, raised, severity=ERROR if raised else None)
