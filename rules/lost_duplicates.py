"""An update that loses all but one of several equal indices.

## What it finds
``x.at[i].set(x[i] + v)`` where some of the indices are equal: they are written out so, drawn by
``randint`` or ``categorical``, given by ``argmax``, ``digitize`` or ``searchsorted``, or whole
numbers put into bins by ``//`` or ``%``, or there are more of them than places. The same of ``-``,
``*`` and ``/``.

## Why it is bad
All old numbers are read before one is written: what an index adds is lost where another one is
equal to it, and which of them is left is not said. A histogram made so counts to one.

## Example
    counts = counts.at[labels].set(counts[labels] + 1)

## Use instead
    counts = counts.at[labels].add(1)

## When it stays quiet
For one index, and where nothing shows that indices may be equal.

## Fix
Unsafe: ``.add`` and its like, which change what comes out.
"""

from jaxlint.analysis.domains.arrays.observations import DuplicatesLost
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class LostDuplicates(Rule[DuplicatesLost]):
    """Judges updates at indices that may be equal."""

    code = "JAX320"
    name = "lost-duplicates"
    outcome = "silently wrong: of equal indices one counts"
    severity = WARNING
    observes = DuplicatesLost

    def judge(self, seen: DuplicatesLost) -> Verdict | None:
        how = f", made by `{seen.how}`, may be equal" if seen.how else " are equal"
        if seen.crowd is not None:
            several, few = seen.crowd
            how += f": there are {several} of them for {few} places"
        return Verdict(
            f"`{seen.spelled()}` sets what it reads, and some of its indices{how}",
            f"count each of them: .{seen.instead}(...)",
            fix=seen.fix,
        )
