"""A static argument that is another one in each turn of a loop.

## What it finds
A call of a jitted function in a Python loop, whose static argument is the loop's counter, one of
the numbers of ``np.linspace``, what each turn moves on (``t *= 0.9``), be it a field of a record
(``cfg = cfg._replace(t=cfg.t * 0.9)``), or computed of these so that each turn has another number,
also by a helper or an object, or a power with a bound, as schedules have. Or it is made in the
turn, or by the function that the turn calls, and equal to nothing but itself: a function, a
``functools.partial``, an object of a class without ``__eq__``, also where ``self`` is static and
what the object is made of stays. Or a compiled function counts up a static field of what it is
given (``state.replace(step=state.step + 1)``). So is one in a static field of what is passed, and
with Equinox in any field. For ``eqx.filter_jit`` every Python number is static.

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
Counters of loops of at most 16 turns, and numbers that are taken from a list and not counted: a
few compilations are sometimes meant; arguments called ``axis`` and the like, as an array has a few
axes. What is made anew for each of at most 16 elements that are written out is advice.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.compilation.observations import Changing, StaticArgumentChanges
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Changing.COUNTER: "`{name}`, which counts the turns,",
    Changing.COMPUTED: "what is computed of `{name}`, which counts the turns,",
    Changing.NUMBER: "what `{name}` gives, another number in each turn,",
    Changing.RECORD: "`{name}`, a field of which is another number in each turn,",
    Changing.LAMBDA: "a lambda made in each {when}",
    Changing.FUNCTION: "a function made in each {when}",
    Changing.PARTIAL: "a partial made in each {when}",
    Changing.OBJECT: "an object made in each {when}, whose class has no `__eq__`,",
    Changing.COUNTED: "`{name}`, which each call counts up,",
    Changing.RECEIVER: "the object of this method, made in each {when} and without `__eq__`,",
}


class ChangingStaticArgument(Rule[StaticArgumentChanges]):
    """Judges static arguments in loops."""

    code = "JAX505"
    name = "changing-static-argument"
    outcome = "recompiles at each call"
    severity = WARNING
    observes = StaticArgumentChanges

    def judge(self, seen: StaticArgumentChanges) -> Verdict | None:
        when = "call" if seen.per_call else "turn"
        what = _WORDS[seen.changing].format(name=seen.name, when=when)
        place = f"in the static field `{seen.field}`" if seen.field else "a static argument"
        instead = "make the argument a traced one, or give one that stays"
        if seen.changing is Changing.COUNTED:
            place, instead = "a static field", "make the field a leaf, which is traced"
        return Verdict(
            f"{what} is {place}: each one compiles anew",
            instead,
            severity=ADVICE if seen.listed else None,
        )
