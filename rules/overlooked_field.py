"""A static argument whose `__eq__` leaves out a field that compiled code reads.

## What it finds
A field of a static argument (``static_argnums``, ``static_argnames``, a static ``self``) that a
jitted function reads, and that plays no part in whether two such objects are equal: ``__eq__`` does
not compare it, or ``dataclasses.field(compare=False)`` leaves it out.

## Why it is bad
A compiled function is kept for each value of its static arguments, and looked up by ``__hash__``
and ``__eq__``. An object that differs in that field alone gets what was compiled for the first one,
with the first one's value in it. Nothing is raised.

## Example
    @dataclass(frozen=True)
    class Filter:
        name: str
        cutoff: float = field(default=1.0, compare=False)

    @partial(jax.jit, static_argnums=0)
    def smooth(spec, x):
        return jnp.where(jnp.abs(x) < spec.cutoff, x, 0.0)

## Use instead
    @dataclass(frozen=True)
    class Filter:
        name: str
        cutoff: float = 1.0

Or pass the number beside the object, as an argument that is traced.

## When it stays quiet
Fields that ``__init__`` computes, and classes that compare such a field, which may be made of all
others; what ``__eq__`` compares by way of something that is not in sight; and classes without
``__eq__``, whose objects equal nothing but themselves.

## Fix
None is offered: whether the objects are equal is for the author to say.
"""

from jaxlint.analysis.domains.compilation.observations import FieldOverlooked
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class OverlookedField(Rule[FieldOverlooked]):
    """Judges what is read of static arguments."""

    code = "JAX535"
    name = "overlooked-field"
    outcome = "silently stale: what was compiled for another object is used"
    severity = WARNING
    observes = FieldOverlooked

    def judge(self, seen: FieldOverlooked) -> Verdict | None:
        return Verdict(
            f"two `{seen.cls}` that differ in `{seen.attr}` are equal, and share what is compiled",
            f"have `__eq__` and `__hash__` look at `{seen.attr}`, or pass it as an argument",
        )
