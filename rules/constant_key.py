"""A key from a constant seed, made again and again.

## What it finds
``jax.random.key(0)`` (or any literal seed) inside a loop, a comprehension, the body of a
``scan``, ``fori_loop``, ``while_loop`` or ``map``, or a function under ``vmap``, where it is drawn
from or split.

## Why it is bad
Each turn or row makes the same key and gets the same numbers.

## Example
    for batch in batches:
        noise = jax.random.normal(jax.random.key(0), batch.shape)

## Use instead
    for batch, key in zip(batches, jax.random.split(jax.random.key(0), len(batches))):
        noise = jax.random.normal(key, batch.shape)

See https://docs.jax.dev/en/latest/random-numbers.html.

## What follows
Numbers of ``uniform`` between bounds below 1e-5 only tell equal values apart, and may be the same
each time. A loop over settings that are spelled out (names, classes, sizes) compares what they
give, which equal numbers make fair, as long as each turn hands on its own; so does one over other
things that are neither counted nor looked into, if no turn begins with what the last one left. All
of these are advice, as is the rest in test files, benchmarks, notebooks and folders of examples.

## When it stays quiet
Keys made once, seeds that change with the loop, and places that a test of their own guards.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import ConstantKeyMade
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_COMPARED = "the same numbers each time, as a comparison of what the turns give wants"
_TINY = "the same numbers each time, which are too small for more than to tell equal values apart"


class ConstantKey(Rule[ConstantKeyMade]):
    """Judges keys that are made from a constant where that repeats."""

    code = "JAX406"
    name = "constant-key"
    outcome = "silently wrong: the same numbers each time"
    severity = WARNING
    meant_in = frozenset(FileKind) - {FileKind.CODE}
    observes = ConstantKeyMade

    def judge(self, seen: ConstantKeyMade) -> Verdict | None:
        outcome = _COMPARED if seen.compared else None
        return Verdict(
            f"this constant key is the same in every {seen.repeats}",
            "make it once outside and split it, or take a key as argument",
            _TINY if seen.tiny else outcome,
            severity=ADVICE if seen.tiny or seen.compared else None,
        )
