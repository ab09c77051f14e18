"""A key used again after it was split, or split after it was drawn from.

## What it finds
A draw from a parent key, or a second split of it, after a split; a split of a key that was drawn
from.

## Why it is bad
``split`` consumes its key. Splitting it twice gives the same children twice. Nothing promises that
a draw from it is independent of draws from its children: ``random.bits`` of the parent gives the
very words of the children.

## Example
    key_a, key_b = jax.random.split(key)
    x = jax.random.normal(key_a)
    y = jax.random.normal(key)

## Use instead
    key, key_a, key_b = jax.random.split(key, 3)
    x = jax.random.normal(key_a)
    y = jax.random.normal(key_b)

See https://docs.jax.dev/en/latest/random-numbers.html.

## What follows
Two splits give equal children, which is a warning where draws that depend on each other are seen
to reach them, in whatever function, or where equal ones are given to one function that is not in
sight. A sampler that splits the key itself (``permutation``,
``poisson`` and the like) draws what a child draws. Any other draw has nothing in common with the
children: that is advice, as are equal children of which only one is drawn from, or by samplers that
do not depend on each other (an order here, noise there), and all reuses in test files, benchmarks,
notebooks and folders of examples. ``strict = true`` makes warnings of them.

## When it stays quiet
When the parent is re-bound by the split: ``key, sub = jax.random.split(key)``; on exclusive paths;
where one call undoes the other, by its name (``rotate(x, key)`` and ``inverse_rotate(y, key)``) or
by the sign of a number that a helper is given, as steps to and fro are.
Where the project allows no JAX from 0.5.0 on, before which splits into other numbers of children
gave others.

## Fix
Unsafe, as the numbers change: ``_, subkey = jax.random.split(key)`` keeps the new key,
``key, subkey = ...``; before another first use of a local variable the key is split.
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

_SAID = {
    (Consumption.SPLIT, Consumption.DRAW): "was split before and is drawn from here",
    (Consumption.SPLIT, Consumption.SPLIT): (
        "was split before, so this split gives the same children"
    ),
    (Consumption.DRAW, Consumption.SPLIT): "was drawn from before it is split here",
}


_EQUAL_CHILDREN = "children of both splits are equal"
_OUTCOMES = {
    Relation.EQUAL: f"silently wrong: {_EQUAL_CHILDREN}",
    Relation.TIED: "silently wrong: the numbers are tied to those of a child",
    Relation.UNRELATED: None,
    Relation.TWINS: None,
    Relation.COMMON: f"{_EQUAL_CHILDREN}, as a comparison of what is made of them wants",
    Relation.ONE_POINT: f"{_EQUAL_CHILDREN}, as derivatives at one point want",
}


class KeyUsedAfterSplit(Rule[KeyReuse]):
    """Judges reuses of a key in which one use is a split."""

    code = "JAX403"
    name = "key-used-after-split"
    outcome = "nothing promises that the numbers are independent"
    severity = WARNING
    meant_in = frozenset(FileKind) - {FileKind.CODE}
    observes = KeyReuse

    def judge(self, seen: KeyReuse) -> Verdict | None:
        said = _SAID.get((seen.first, seen.second))
        if said is None:
            return None
        follows = seen.follows
        undrawn = seen.relation is Relation.EQUAL and follows is Relation.UNRELATED
        return Verdict(
            f"{seen.called} {said}",
            "nothing, if that is meant: with keys of their own the two would differ by noise"
            if follows in MEANT
            else "use only the children of the split",
            _EQUAL_CHILDREN if undrawn else _OUTCOMES[follows],
            fix=seen.fix,
            severity=ADVICE if follows in HARMLESS else None,
        )
