"""Traced code that writes to something outside of it.

## What it finds
A ``global`` or ``nonlocal`` name, a list, dict, set or NumPy array from outside, or an attribute of
an outer object, written with a value that is not traced: a counter, a flag, a log. ``next`` of an
outer iterator.

## Why it is bad
The write happens once per trace, not once per call: a counter stays at 1.

## Example
    calls = 0

    @jax.jit
    def step(x):
        global calls
        calls += 1
        return x + 1

## Use instead
    @jax.jit
    def step(x, calls):
        return x + 1, calls + 1

## When it stays quiet
Containers and objects made inside the traced function, what it takes back again, fields set while
a module is built, what is named for the traces or compilations that it counts, what a flag that the
same code raises has done once, host callbacks, and code under ``vmap`` or ``grad`` alone.

## Fix
None is offered: return the new value instead.
"""

from jaxlint.analysis.domains.purity.observations import OuterWrite, Outside
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class OuterWriteInTrace(Rule[OuterWrite]):
    """Judges writes to outer state that store no tracer."""

    code = "JAX207"
    name = "outer-write"
    outcome = "fires once per trace"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.NOTEBOOK))
    observes = OuterWrite

    def judge(self, seen: OuterWrite) -> Verdict | None:
        if seen.is_of_copy or seen.stored is not None:
            return None
        if seen.target is Outside.ITERATOR:
            return Verdict(
                f"`{seen.name}` moves on when {seen.region.label} is traced, not at each call",
                "pass the items as an argument, or as xs of a scan",
            )
        return Verdict(
            f"`{seen.name}` outlives {seen.region.label} and is written when that is traced, "
            "not at each call",
            "return the new value, or count on the host",
        )
