"""One random key drawn from twice.

## What it finds
A key that reaches a second sampler (or a helper that samples) on a path on which it was drawn
from already: in a straight line, in a branch and behind it, through calls and closures.

## Why it is bad
A key is a seed, not a stream: the same key gives the same numbers. Two draws are equal, or
strongly correlated when the samplers differ. JAX says nothing, by default for any key and always
for ``jax.random.PRNGKey``.

## Example
    key = jax.random.key(0)
    a = jax.random.normal(key, (3,))
    b = jax.random.normal(key, (3,))      # equal to a

## Use instead
    key_a, key_b = jax.random.split(jax.random.key(0))
    a = jax.random.normal(key_a, (3,))
    b = jax.random.normal(key_b, (3,))

See https://docs.jax.dev/en/latest/random-numbers.html.

## What follows
A sampler draws its numbers from the bits of the key itself (``normal``, ``uniform``, ``bernoulli``,
``choice`` with weights, and most others), or from its children (``gamma``, ``permutation``,
``randint``, ``choice`` without weights, ``poisson`` and more). Draws of the first kind are equal or
tied, whichever they are. Draws of two kinds have nothing in common: that is advice. So are whole
numbers from ranges of sizes without a common factor, which are independent (``randint`` gives what
is left of 64 bits, divided by the size), draws of which each result of a ``where`` or ``select``
takes one, draws in a dict display of which one entry is used, one model that is initialised twice,
as a target network starts equal, one function called with other arguments whose results are
subtracted, divided or compared (common random numbers), a function and its derivatives at one
point, and all reuse in test files, benchmarks and notebooks. ``strict = true`` makes warnings of
them.

## When it stays quiet
Exclusive branches, early returns, ``cond`` and ``switch`` branches that each draw once; ``fold_in``
with different data; distinct children of ``split``; ``jax.random.clone``, which says that the reuse
is meant; ``permutation`` or ``choice`` of several arrays with one key, which is how they are
shuffled alike, also by a helper that is called with each; functions of other libraries whose names
do not say that they draw, and ``lower``; helpers that ignore their key; ``rotate(x, key)`` and
``inverse_rotate(y, key)``, one of which undoes the other; steps by a helper that goes to and fro,
``moved(x, key, eps)`` and ``moved(x, key, -eps)``; what ``zip`` with something shorter leaves of a
batch, as ``keys[-1]`` of ``split(key, len(sizes) + 1)``.

## Fix
Unsafe, as the numbers change: the key is split before its first use, where both uses name one
local variable: ``key, subkey = jax.random.split(key)``.
"""

from jaxlint.analysis.domains.keys.observations import (
    HARMLESS,
    MEANT,
    Consumption,
    KeyReuse,
    Relation,
)
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_OUTCOMES = {
    Relation.EQUAL: "silently wrong: both calls draw the same numbers",
    Relation.TIED: None,
    Relation.TWINS: "the parameters of both calls are equal",
    Relation.COMMON: "both results are made of the same numbers, as a comparison of them wants",
    Relation.ONE_POINT: "both are of the same numbers, as derivatives at one point are to be",
    Relation.UNRELATED: "nothing promises that the numbers are independent",
}


class ReusedKey(Rule[KeyReuse]):
    """Judges second draws from one key."""

    code = "JAX401"
    name = "reused-key"
    outcome = "silently wrong: the draws are equal or correlated"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK, FileKind.NOTEBOOK))
    observes = KeyReuse

    def judge(self, seen: KeyReuse) -> Verdict | None:
        if (seen.first, seen.second) != (Consumption.DRAW, Consumption.DRAW):
            return None
        return Verdict(
            f"{seen.called} was drawn from before",
            "nothing, if that is meant: with keys of their own the two would differ by noise"
            if seen.relation in MEANT
            else "split it first and give each draw a key of its own",
            _OUTCOMES[seen.relation],
            fix=seen.fix,
            severity=ADVICE if seen.relation in HARMLESS else None,
        )
