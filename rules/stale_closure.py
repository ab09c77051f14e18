"""A variable of an enclosing function, frozen in traced code, that changes later.

## What it finds
A compiled function or control-flow body that reads a variable of the function around it, where
that variable is bound anew after the first use. Functions that the turns of a loop make and keep,
called after it: all of them see the last value of what the loop binds.

## Why it is bad
The trace keeps the value that the variable had. ``scan``, ``fori_loop``, ``while_loop``,
``cond``, ``switch`` and ``checkpoint`` keep their bodies by identity even in plain eager code.

## Example
    def run(x):
        scale = 1.0
        step = jax.jit(lambda y: y * scale)
        a = step(x)
        scale = 9.0
        return a, step(x)      # both are scaled by 1.0

## Use instead
    def run(x):
        step = jax.jit(lambda y, scale: y * scale)
        return step(x, 1.0), step(x, 9.0)

## When it stays quiet
When the function is defined anew where the variable changes, and when the variable is bound once.
When a function that a loop makes is called in its own turn. When it is the static part of a model
that is taken apart again (``eqx.partition``). When a function fills a list, or an
entry of a dict, where it finds nothing in it.
Where it decides on nothing but an error.
Where a test file or a benchmark makes the change it is advice.

## Fix
None is offered: the value has to become an argument or a default.
"""

from jaxlint.analysis.domains.purity.observations import FrozenClosureRead
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class StaleClosure(Rule[FrozenClosureRead]):
    """Judges frozen reads of enclosing variables."""

    code = "JAX202"
    name = "stale-closure"
    outcome = "silently wrong: the value seen while tracing is kept"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK))
    observes = FrozenClosureRead

    def judge(self, seen: FrozenClosureRead) -> Verdict | None:
        instead = "pass it as an argument, put it in the carry, or bind it as a default"
        return Verdict(seen.message, "bind it as a default" if seen.late else instead)
