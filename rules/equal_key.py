"""A key made anew of the numbers that another key is made of, which was used already.

## What it finds
Two draws whose keys are not one object and equal all the same: ``key(0)`` in a function that is
called twice or in a loop, in two functions of one program, and children of such keys with the same
number (``fold_in(key(0), 1)``, ``split(key(0))[1]``).

## Why it is bad
A key is its numbers. Two keys of one seed draw the same, whoever made them. JAX's own checker knows
keys by object, and does not see it.

## Example
    def dropout(x):
        return x * jax.random.bernoulli(jax.random.key(0), 0.9, x.shape)

    x = dropout(x)
    x = dropout(x)      # the same mask

## Use instead
    def dropout(key, x):
        return x * jax.random.bernoulli(key, 0.9, x.shape)

See https://docs.jax.dev/en/latest/random-numbers.html.

## What follows
In a loop it is a warning, but where the loop itself writes the seed down for a helper, or hands it
one of several settings that are spelled out, for uses that have nothing to do with each other, and
for numbers between bounds below 1e-5, which only tell equal values apart. Elsewhere it is advice,
as one seed for two purposes is often meant: the same weights once more, two ways to compute one
thing. In test files, benchmarks, notebooks and folders of examples it is always advice.

## When it stays quiet
Keys of different seeds, children with different numbers, branches of which one is taken. Seeds that
jaxlint does not know.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import HARMLESS, EqualKeyUsed, Relation
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_OUTCOMES = {
    Relation.EQUAL: None,
    Relation.TWINS: None,
    Relation.UNRELATED: "nothing promises that the numbers are independent",
    Relation.TIED: "silently wrong: the draws are equal or correlated",
    Relation.COMMON: "both results are made of the same numbers, as a comparison of them wants",
    Relation.ONE_POINT: "both are of the same numbers, as derivatives at one point are to be",
}
_OF_CHILDREN = "silently wrong: children of both are equal"


class EqualKey(Rule[EqualKeyUsed]):
    """Judges draws from keys that equal others by their making."""

    code = "JAX416"
    name = "equal-key"
    outcome = "silently wrong: both draw the same numbers"
    severity = ADVICE
    meant_in = frozenset(FileKind) - {FileKind.CODE}
    observes = EqualKeyUsed

    def judge(self, seen: EqualKeyUsed) -> Verdict | None:
        harmless = seen.chosen or seen.relation in HARMLESS
        return Verdict(
            "each turn uses an equal key, made of the same seed"
            if seen.repeated
            else "an equal key, made of the same seed, was used before",
            "make one key, split it, and pass a child to each",
            _OF_CHILDREN if seen.splits else _OUTCOMES[seen.relation],
            severity=WARNING if seen.repeated and not harmless else None,
        )
