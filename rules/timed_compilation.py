"""A compilation inside of a time that stands for every call.

## What it finds
A jitted function that is called for the first time between two clock readings, or by ``timeit``,
where the time is then divided by a count or by another time, or is one of several of which the
mean is taken.

## Why it is bad
The first call traces and compiles, which takes as long as thousands of calls may. The mean of ten
calls is then mostly that, and what is compared is the compiler.

## Example
    start = time.perf_counter()
    for _ in range(10):
        jax.block_until_ready(step(x))
    print((time.perf_counter() - start) / 10)

## Use instead
    jax.block_until_ready(step(x))
    start = time.perf_counter()
    for _ in range(10):
        jax.block_until_ready(step(x))
    print((time.perf_counter() - start) / 10)

## When it stays quiet
Where the time is only printed, as it may be meant to include the compilation. Where the function
may have been called or lowered before, or is made where this path does not come from. Where the
clock is read in each turn of a loop, and the turns are told apart. Minimum and median. In test
files and notebooks it is advice.

## Fix
None is offered: a call before the clock may have effects.
"""

from jaxlint.analysis.domains.timing.observations import CompilationTimed
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class TimedCompilation(Rule[CompilationTimed]):
    """Judges times of several calls, one of which compiles."""

    code = "JAX523"
    name = "timed-compilation"
    outcome = "silently wrong: the time includes a compilation"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.NOTEBOOK))
    observes = CompilationTimed

    def judge(self, seen: CompilationTimed) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` compiles while the clock runs, and the time stands for each call",
            "call it once before the clock is read first",
        )
