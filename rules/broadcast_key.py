"""One key for all rows of a vmap.

## What it finds
A key that ``jax.vmap`` does not map (closed over, ``in_axes=None``, bound by ``partial``), or one
that ``jnp.broadcast_to``, ``jnp.tile``, ``jnp.repeat`` or ``jnp.stack([key] * n)`` put into each
row, and that the mapped function draws from or splits. Also layers of which ``nn.vmap`` or
``nn.scan`` of linen makes several with parameters of their own (``variable_axes``), all drawn from
one key (``split_rngs={"params": False}``), as of an ensemble: that is a warning. So are modules of
nnx that a comprehension or a loop makes alike with ``nnx.Rngs(seed)``, a layer for dropout, of
Equinox or Haiku, that drops the same units in each row, also by children of the one key, and a
function that is mapped over keys, never reads the one that it gets, and takes one from outside.

## Why it is bad
Every row draws the same numbers. JAX's own checker does not see it.

## Example
    noisy = jax.vmap(lambda x: x + jax.random.normal(key))

## Use instead
    keys = jax.random.split(key, xs.shape[0])
    noisy = jax.vmap(lambda k, x: x + jax.random.normal(k))(keys, xs)

See https://docs.jax.dev/en/latest/random-numbers.html.

## When it stays quiet
Keys that are mapped, and ``fold_in`` with a mapped index; layers that share their parameters
(``variable_broadcast``). It is advice, as common random numbers for all rows are sometimes meant.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import KeyBroadcast
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class BroadcastKey(Rule[KeyBroadcast]):
    """Judges draws from unmapped keys under vmap."""

    code = "JAX408"
    name = "broadcast-key"
    outcome = "silently wrong: each row gets the same numbers"
    severity = ADVICE
    observes = KeyBroadcast

    def judge(self, seen: KeyBroadcast) -> Verdict | None:
        if seen.seeded:
            return Verdict(
                f"each `{seen.mapped}` begins with the same parameters, of streams of one seed",
                "hand the same nnx.Rngs to all of them: it counts what it gives",
                "silently wrong: the layers are equal, and stay so where they see equal data",
                severity=WARNING,
            )
        if seen.parameters:
            return Verdict(
                f"the layers of {seen.mapped} all begin with the same parameters",
                'split the key for each: split_rngs={"params": True}',
                "silently wrong: the layers are equal, and stay so where they see equal data",
                severity=WARNING,
            )
        if seen.unused:
            return Verdict(
                f"every row of {seen.mapped} takes `{seen.used}`, not its own `{seen.unused}`",
                f"use `{seen.unused}` in its place",
                severity=WARNING,
            )
        if seen.masks:
            return Verdict(
                f"every row of {seen.mapped} drops the same units, by one key",
                "split it and map over the keys, or fold in a mapped index",
                severity=WARNING,
            )
        return Verdict(
            f"every row of {seen.mapped} draws from this one key",
            "split it and map over the keys, or fold in a mapped index",
        )
