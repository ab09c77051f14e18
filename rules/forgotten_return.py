"""A jitted function that returns nothing, and whose result is kept.

## What it finds
``y = f(x)``, where every path of the jitted ``f`` ends without a value.

## Why it is bad
``y`` is None, and JAX says nothing. As nothing comes out, all that ``f`` computes is removed when
it is compiled.

## Example
    @jax.jit
    def normalise(x):
        x / jnp.linalg.norm(x)

    y = normalise(x)

## Use instead
    @jax.jit
    def normalise(x):
        return x / jnp.linalg.norm(x)

## When it stays quiet
Calls whose result is not bound to a name; functions that are stubs.

## Fix
None is offered.
"""

from jaxlint.analysis.observations import TransformMisuse
from jaxlint.diagnostics.rule import Rule, Verdict

_FORMS = {
    "nothing returned": (
        "this jitted function returns None",
        "return what it computes",
        None,
    ),
}


class ForgottenReturn(Rule[TransformMisuse]):
    """Judges jitted functions that return nothing."""

    code = "JAX516"
    name = "forgotten-return"
    outcome = "silently wrong: the result is None"
    observes = TransformMisuse

    def judge(self, seen: TransformMisuse) -> Verdict | None:
        if seen.form not in _FORMS:
            return None
        message, advice, outcome = _FORMS[seen.form]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, mend=seen.mend)
