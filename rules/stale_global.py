"""A global read in traced code that changes later.

## What it finds
A module's variable, dict entry or attribute that a compiled function reads and that is re-bound
or changed after the function may have been traced. The place of the change is shown.

## Why it is bad
``jax.jit`` runs the Python code once and keeps what it saw. The new value is never looked at
again, and no error says so. The bodies of ``scan``, ``fori_loop``, ``while_loop``, ``cond``,
``switch`` and ``checkpoint`` are kept in the same way even without ``jit``.

## Example
    bias = 2.0

    @jax.jit
    def shift(x):
        return x + bias

    shift(1.0)      # 3.0
    bias = 7.0
    shift(1.0)      # still 3.0

## Use instead
    @jax.jit
    def shift(x, bias):
        return x + bias

## When it stays quiet
Constants, functions, classes and imports; variables bound once; changes that come before the first
use, or after the last one in a script; placeholders (``None``, zeros, a negative number) that one
function fills, and what a function loads or builds that may be the same again, unless a path shows
that it does so between two calls; traces that are thrown away in between, as by a function that
changes it and then calls ``jax.clear_caches``; under ``vmap`` and ``grad`` alone, which look again
at each call; what decides on nothing but an error (``if counter > 3: raise ...``), as nothing that
is compiled depends on it; a dict in which the function that reads it keeps what it has worked out;
a read that serves the global alone (a count, a bound on a store: ``if len(store) > 8:
store.clear()``); loggers, and objects of classes that print and answer nothing.
Where a test file or a benchmark makes the change it is advice.

## Fix
None is offered: callers have to pass the value.
"""

from jaxlint.analysis.domains.purity.observations import FrozenGlobalRead
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class StaleGlobal(Rule[FrozenGlobalRead]):
    """Judges frozen reads of globals."""

    code = "JAX201"
    name = "stale-global"
    outcome = "silently wrong: the value seen while tracing is kept"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK))
    observes = FrozenGlobalRead

    def judge(self, seen: FrozenGlobalRead) -> Verdict | None:
        return Verdict(
            seen.message,
            "bind it as a default" if seen.late else "pass it as an argument",
        )
