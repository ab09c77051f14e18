"""``x.at`` used in a way that it is not made for.

## What it finds
``x.at(0)`` instead of ``x.at[0]``, an update without an index, a method that ``x.at[0]`` does not
have (``sub``, ``update``, ``assign``), and an update that is named but not called.

## Why it is bad
``x.at`` has to be indexed and then asked for an update: anything else raises ``TypeError`` or
``AttributeError``. An update without its parentheses is a bound method, and silently does nothing.

## Example
    x = x.at(0).set(1.0)
    x = x.at[0].sub(1.0)

## Use instead
    x = x.at[0].set(1.0)
    x = x.at[0].subtract(1.0)

## When it stays quiet
``x.at[i].get()``, updates kept under a name to be called later, and ``at`` of other objects.

## Fix
None: which update was meant is not known.
"""

from jaxlint.analysis.observations import ArrayMisuse
from jaxlint.diagnostics.rule import Rule, Verdict

_UPDATES = "add, apply, divide, max, min, multiply, power, set, subtract"
_OUTCOMES = {"no index": "raises AttributeError"}
_WORDS = {
    "called": ("calls `.at`, which has to be indexed", "write `x.at[index]`"),
    "no index": ("updates no place", "index first: `x.at[index].set(value)`"),
    "no method": ("calls a place, which has to be updated", "write `x.at[index].set(value)`"),
}


class MisusedAt(Rule[ArrayMisuse]):
    """Judges what is done to ``x.at``."""

    code = "JAX305"
    name = "misused-at"
    outcome = "raises TypeError"
    observes = ArrayMisuse

    def judge(self, seen: ArrayMisuse) -> Verdict | None:
        if seen.form != "at":
            return None
        what, _, method = seen.what.partition(" ")
        if what == "method":
            return Verdict(
                f"`{seen.spelled()}` calls `{method}`, which is no update of JAX's",
                f"the updates are {_UPDATES}",
                "raises AttributeError",
            )
        if seen.what == "not called":
            return Verdict(
                f"`{seen.spelled()}` is named but not called",
                "call the update and assign its result: `x = x.at[i].set(v)`",
                "silently does nothing",
            )
        message, advice = _WORDS[seen.what]
        return Verdict(f"`{seen.spelled()}` {message}", advice, _OUTCOMES.get(seen.what))
