"""The result of ``jax.pure_callback`` is dropped, and the call with it.

## What it finds
A statement in compiled code that calls ``jax.pure_callback``, or a function that returns what this
gives, and whose value goes nowhere: it is dropped, or bound to ``_``.

## Why it is bad
A pure function that nobody asks for a result need not run: the compiler drops the call, silently.
What it was to print, log or store does not happen.

## Example
    @jax.jit
    def step(x):
        jax.pure_callback(log, jax.ShapeDtypeStruct((), x.dtype), x)
        return x + 1

## Use instead
    @jax.jit
    def step(x):
        jax.debug.callback(log, x)
        return x + 1

See https://docs.jax.dev/en/latest/external-callbacks.html.

## When it stays quiet
When the result is bound to any other name; ``io_callback`` and ``jax.debug.callback``, which always
run.

## Fix
None is offered: whether the order of the calls matters the code does not say.
"""

from jaxlint.analysis.domains.purity.observations import CallbackDropped
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class DroppedCallback(Rule[CallbackDropped]):
    """Judges dropped results of pure_callback."""

    code = "JAX211"
    name = "dropped-callback"
    outcome = "never runs"
    severity = WARNING
    observes = CallbackDropped

    def judge(self, seen: CallbackDropped) -> Verdict | None:
        return Verdict(
            "the result of this pure_callback is dropped, so it never runs",
            "use jax.debug.callback, or io_callback where the order matters",
        )
