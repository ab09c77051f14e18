"""A result of a kernel that is bound, and not written.

## What it finds
In a function that ``pallas_call`` runs: ``o_ref = value``, where the parameter is used for nothing
else.

## Why it is bad
Python binds the name to the value. Nothing is written to the memory that the reference stands for:
the result is whatever was there, NaN when it is interpreted.

## Example
    def kernel(x_ref, o_ref):
        o_ref = x_ref[...] * 2.0

## Use instead
    def kernel(x_ref, o_ref):
        o_ref[...] = x_ref[...] * 2.0

## When it stays quiet
Where the name is read, too.

## Fix
None.
"""

from jaxlint.analysis.domains.tracing.observations import ReferenceRebound
from jaxlint.diagnostics.rule import Rule, Verdict


class ReboundReference(Rule[ReferenceRebound]):
    """Judges references whose names are bound anew."""

    code = "JAX324"
    name = "rebound-reference"
    outcome = "silently wrong: the result is never written"
    observes = ReferenceRebound

    def judge(self, seen: ReferenceRebound) -> Verdict | None:
        return Verdict(
            f"`{seen.name}` is bound to a value here; what it refers to is never written",
            f"write to it: {seen.name}[...] = value",
        )
