"""A large array that compiled code closes over.

## What it finds
In traced code, a read of an array of the code around that has a million elements or more, where the
call that made it says so.

## Why it is bad
The array becomes a constant of the program: it is copied into it, compared and folded while the
program is compiled, which takes time and memory, and again for each program that reads it.

## Example
    table = jax.random.normal(key, (4000, 4000))

    @jax.jit
    def look_up(x):
        return table @ x

## Use instead
    @jax.jit
    def look_up(table, x):
        return table @ x

## When it stays quiet
It is off unless selected. Arrays of which the size is not in sight are quiet.

## Fix
None.
"""

from jaxlint.analysis.domains.compilation.observations import ArrayCaptured
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Level, Rule, Verdict


class CapturedArray(Rule[ArrayCaptured]):
    """Judges large constants of compiled code."""

    code = "JAX708"
    name = "captured-array"
    outcome = "slow: the array becomes part of the program"
    level = Level.OFF
    severity = WARNING
    observes = ArrayCaptured

    def judge(self, seen: ArrayCaptured) -> Verdict | None:
        shape = "x".join(map(str, seen.shape))
        return Verdict(
            f"`{seen.name}` ({shape}) becomes a constant of the compiled program",
            "hand it over as an argument",
        )
