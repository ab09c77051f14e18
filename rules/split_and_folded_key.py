"""One key both split and folded from.

## What it finds
``jax.random.split`` and ``jax.random.fold_in`` of the same parent key, in either order.

## Why it is bad
With JAX's default generator ``fold_in(key, i)`` is the very key that ``split(key, n)[i]`` gives. A
model initialised from ``split`` and steps seeded by ``fold_in`` then share their numbers. JAX's own
checker does not see it. Before JAX 0.5.0, and with ``jax_threefry_partitionable`` off, the two give
different keys.

## Example
    init_key, data_key = jax.random.split(key)
    for step in range(100):
        noise = jax.random.normal(jax.random.fold_in(key, step))

## Use instead
    init_key, data_key, step_root = jax.random.split(key, 3)
    for step in range(100):
        noise = jax.random.normal(jax.random.fold_in(step_root, step))

See https://docs.jax.dev/en/latest/random-numbers.html.

## What follows
A warning, where draws that depend on each other are seen to reach a child of the split and a folded
key that can equal it, in whatever function. Else it is advice, as in test files, benchmarks,
notebooks and folders of examples. ``strict = true`` makes a warning of it.

## When it stays quiet
Several ``fold_in`` of one key, ``fold_in`` of a child, a key that the split re-binds. Where what
is folded in is no number of a child: not below their number, or a literal of 10,000 and more where
that is unknown.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import HARMLESS, Consumption, KeyReuse
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import Earlier, FileKind, Rule, Verdict


class SplitAndFoldedKey(Rule[KeyReuse]):
    """Judges keys that are both split and folded from."""

    code = "JAX405"
    name = "split-and-folded-key"
    outcome = "silently wrong: children of both are equal"
    earlier = Earlier("0.5.0", "breaks the rule that a key is used once: the children differ")
    severity = WARNING
    meant_in = frozenset(FileKind) - {FileKind.CODE}
    observes = KeyReuse

    def judge(self, seen: KeyReuse) -> Verdict | None:
        if Consumption.FOLD not in (seen.first, seen.second):
            return None
        before = "folded from" if seen.first is Consumption.FOLD else "split"
        now = "split" if seen.first is Consumption.FOLD else "folded from"
        harmless = seen.follows in HARMLESS
        number = seen.shared_child
        equal = "the children can be equal" if number is None else f"both make child {number}"
        return Verdict(
            f"{seen.called} was {before} before and is {now} here: {equal}",
            "split once, and fold into a child that is kept for it",
            "nothing promises that the numbers are independent" if harmless else None,
            severity=ADVICE if harmless else None,
        )
