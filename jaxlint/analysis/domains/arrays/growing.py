"""Arrays that are put together of others, and so have the shape of none of them."""

from __future__ import annotations

from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.domains.arrays import arrays
from jaxlint.analysis.domains.arrays.facts import Grown
from jaxlint.analysis.values.kinds import Container
from jaxlint.knowledge.arrays import JOINING

# What gives one array an axis more, so that one part is enough.
_STACK = "jax.numpy.stack"


@arrays.deduce(Call, about=frozenset((*JOINING, _STACK)).__contains__)
def joined(call: Call) -> Grown | None:
    """What several arrays are joined or stacked to, or one to which more is appended."""
    given = call.first
    if call.last == "append" and given is not None:
        return Grown(frozenset((given.token,)))
    known = isinstance(given, Container) and given.kind in ("tuple", "list") and not given.rest
    parts = given.values if known and isinstance(given, Container) else ()
    enough = len(parts) > 1 or call.name == _STACK
    return Grown(frozenset(one.token for one in parts)) if parts and enough else None
