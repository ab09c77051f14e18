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

from jaxlint.analysis.domains.arrays.observations import AtMisused, AtUse
from jaxlint.diagnostics.rule import Rule, Verdict

_UPDATES = "add, apply, divide, max, min, multiply, power, set, subtract"
_WORDS = {
    AtUse.CALLED: ("calls `.at`, which has to be indexed", "write `x.at[index]`", None),
    AtUse.NO_INDEX: (
        "updates no place",
        "index first: `x.at[index].set(value)`",
        "raises AttributeError",
    ),
    AtUse.NO_METHOD: (
        "calls a place, which has to be updated",
        "write `x.at[index].set(value)`",
        None,
    ),
    AtUse.NOT_CALLED: (
        "is named but not called",
        "call the update and assign its result: `x = x.at[i].set(v)`",
        "silently does nothing",
    ),
    AtUse.UNKNOWN_METHOD: (
        "calls `{method}`, which is no update of JAX's",
        f"the updates are {_UPDATES}",
        "raises AttributeError",
    ),
}


class MisusedAt(Rule[AtMisused]):
    """Judges what is done to ``x.at``."""

    code = "JAX305"
    name = "misused-at"
    outcome = "raises TypeError"
    observes = AtMisused

    def judge(self, seen: AtMisused) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.use]
        said = message.format(method=seen.method)
        return Verdict(f"`{seen.spelled()}` {said}", advice, outcome)
