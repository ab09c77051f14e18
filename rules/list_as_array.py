"""A list, tuple or generator where JAX wants an array.

## What it finds
``jnp.sum([1.0, 2.0])``, ``jnp.maximum(x, [0, 1])``, ``x + [1, 2]``, ``x == (1, 2)``; generators and
dicts given to ``jnp.array`` or ``jnp.stack``.

## Why it is bad
NumPy turns such values into arrays. JAX does not, as that hides a slow copy: it raises
``TypeError``.

## Example
    total = jnp.sum([a, b])

## Use instead
    total = jnp.sum(jnp.array([a, b]))

## When it stays quiet
For functions that take sequences (``jnp.array``, ``jnp.stack``, ``jnp.concatenate`` of arrays), for
shapes and axes, and where the code asks what kind a value is.

## Fix
Safe, as the code always raises: a list display is made an array with ``jnp.array``.
"""

from jaxlint.analysis.domains.arrays.observations import ContainerAsArray, Role
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Role.OPERAND: "beside `{taker}`",
    Role.COMPARED: "in a comparison",
    Role.ARGUMENT: "for {taker}",
}


class ListAsArray(Rule[ContainerAsArray]):
    """Judges arguments and operands that are no arrays."""

    code = "JAX308"
    name = "list-as-array"
    outcome = "raises TypeError"
    observes = ContainerAsArray

    def judge(self, seen: ContainerAsArray) -> Verdict | None:
        where = _WORDS[seen.role].format(taker=seen.taker)
        return Verdict(
            f"`{seen.spelled()}` is a {seen.container} {where}, where JAX wants an array",
            "make it an array: `jnp.array([...])`, or `jnp.stack([...])` of arrays",
            fix=seen.fix,
        )
