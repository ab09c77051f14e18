"""A static argument that the function does not have.

## What it finds
``static_argnames`` with a name that is no parameter, ``static_argnums`` out of range, numbers where
names are wanted or the other way. Parameters that a ``partial`` or a bound method has filled do not
count: of ``jax.jit(model.step)``, ``self`` is none.

## Why it is bad
Raises ``ValueError`` or ``TypeError`` where the function is jitted.

## Example
    class Model:
        def step(self, x, training): ...

    step = jax.jit(model.step, static_argnums=2)      # 0 is x, 1 is training

## Use instead
    step = jax.jit(model.step, static_argnames="training")

## When it stays quiet
Functions with ``*args`` or ``**kwargs``, and those that a decorator may have changed.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.compilation.observations import Static, StaticArgumentUnknown
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Static.NAME: (
        "the function has {what}",
        "name the parameter as the function does",
        None,
    ),
    Static.NUMBER: (
        "the function has no parameter for {what}",
        "use static_argnames, which needs no counting",
        None,
    ),
    Static.KIND: (
        "{what}",
        "give numbers to static_argnums and names to static_argnames",
        "raises TypeError",
    ),
}


class UnknownStaticArgument(Rule[StaticArgumentUnknown]):
    """Judges which arguments are declared static."""

    code = "JAX506"
    name = "unknown-static-argument"
    outcome = "raises ValueError"
    observes = StaticArgumentUnknown

    def judge(self, seen: StaticArgumentUnknown) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
