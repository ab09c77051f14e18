"""A static argument that is another one in each turn of a loop.

## What it finds
A call of a jitted function in a Python loop, whose static argument is the loop's counter, a lambda
or a partial made in the call.

## Why it is bad
A compiled function is kept for each value of its static arguments. A new value, or a new function
object, compiles anew: the loop spends its time in the compiler.

## Example
    @functools.partial(jax.jit, static_argnames="step")
    def update(state, step): ...

    for step in range(1000):
        state = update(state, step)

## Use instead
    @jax.jit
    def update(state, step): ...

Give a function that is always the same one a name outside of the loop.

## When it stays quiet
Loops of at most 16 turns, and those whose values are listed: a few compilations are sometimes
meant.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.compilation.observations import Changing, StaticArgumentChanges
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Changing.COUNTER: "`{name}`, which counts the turns,",
    Changing.LAMBDA: "a lambda made in each turn",
    Changing.PARTIAL: "a partial made in each turn",
}


class ChangingStaticArgument(Rule[StaticArgumentChanges]):
    """Judges static arguments in loops."""

    code = "JAX505"
    name = "changing-static-argument"
    outcome = "recompiles at each call"
    severity = WARNING
    observes = StaticArgumentChanges

    def judge(self, seen: StaticArgumentChanges) -> Verdict | None:
        what = _WORDS[seen.changing].format(name=seen.name)
        return Verdict(
            f"{what} is a static argument: each one compiles anew",
            "make the argument a traced one, or give one that stays",
        )
