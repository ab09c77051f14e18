"""A clock that is read before the work is done.

## What it finds
The difference of two clock readings, between which a jitted function is called, a loop of JAX
(``lax.scan``, ``lax.map``), or what takes long without a ``jit`` (products of matrices, linear
algebra, transforms, sorting), and nothing waits for the result; by a context manager too, which
reads one before the body of the ``with`` and one after it. It speaks of the call; where that stands
in a function which the code between the readings calls, of their difference.

## Why it is bad
A call returns when the work is handed over, not when it is done. What is measured is the time of
the dispatch, often a small part of the whole.

## Example
    start = time.perf_counter()
    y = step(x)
    print(time.perf_counter() - start)

## Use instead
    start = time.perf_counter()
    y = jax.block_until_ready(step(x))
    print(time.perf_counter() - start)

## When it stays quiet
Where anything between the call and the clock may wait: ``float(y)``, ``np.asarray(y)``, a print, a
test, a call of something that is not known. (But not a function whose results the code waits for
elsewhere, as ``jax.block_until_ready(fn(x))`` does to compile it; nor what an option decides that
is off by default, as in ``if verbose:``.) Nor is the first call of a function judged whose result
is dropped, or that is timed by itself in the first turn of a loop (``if first is None``): what that
takes is to compile, and it is done when the call returns.

## Fix
Safe: the last call is put into ``jax.block_until_ready``.
"""

from jaxlint.analysis.domains.timing.observations import ClockReadBeforeDone
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class UnfinishedTiming(Rule[ClockReadBeforeDone]):
    """Judges differences of clock readings."""

    code = "JAX515"
    name = "unfinished-timing"
    outcome = "silently wrong: the clock is read too early"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = ClockReadBeforeDone

    def judge(self, seen: ClockReadBeforeDone) -> Verdict | None:
        done = "what was called is done" if seen.why is not None else "this is done"
        return Verdict(
            f"the clock is read before {done}",
            "wait with jax.block_until_ready before the clock is read",
            fix=seen.fix,
        )
