"""An array where something hashable is wanted.

## What it finds
A JAX array, traced or not, or a tuple that holds one, as the key of a dict, as an element of a set,
before ``in`` of either, as the argument of ``hash`` or of a function under ``functools.lru_cache``.

## Why it is bad
Arrays compare element by element and can't be hashed: ``TypeError: unhashable type``. That holds
for the result of every ``jnp`` function, under any transformation and outside of them.

## Example
    names = {jnp.argmax(logits): "best"}

## Use instead
    names = {int(jnp.argmax(logits)): "best"}

In traced code there is no ``int``: index an array, or choose with ``jax.lax.switch``.

## When it stays quiet
On Python numbers, shapes, names of a dict that is iterated over, and values that may be anything.

## Fix
None is offered: ``int()`` is right outside of traced code only.
"""

from jaxlint.analysis.domains.tracing.observations import Hashing, HashNeeded
from jaxlint.diagnostics.rule import Rule, Verdict

_USES = {
    Hashing.KEY: "is a key of a dict",
    Hashing.ELEMENT: "is an element of a set",
    Hashing.MEMBER: "is looked for in a dict or a set",
    Hashing.FUNCTION: "asks an array for its hash",
    Hashing.CACHE: "hands an array to a cached function, which hashes its arguments",
}


class UnhashableArray(Rule[HashNeeded]):
    """Judges keys and elements that are arrays."""

    code = "JAX116"
    name = "unhashable-array"
    outcome = "raises TypeError"
    observes = HashNeeded

    def judge(self, seen: HashNeeded) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` {_USES[seen.by]}, and arrays are not hashable",
            "use a Python number or a name; in traced code index an array or use jax.lax.switch",
        )
