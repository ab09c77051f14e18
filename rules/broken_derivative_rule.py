"""A custom derivative whose rules are missing or do not fit.

## What it finds
``jax.custom_vjp`` and ``jax.custom_jvp`` functions that are called and never given a rule; rules
that take another number of arguments than JAX calls them with; forward and jvp rules that return
no pair, backward rules that do not return a tuple with one entry for each argument.

## Why it is bad
Without a rule, each call raises ``AttributeError``. A rule that does not fit raises
``TypeError``, but only when a gradient is asked for.

## Example
    @jax.custom_vjp
    def scale(x, factor): ...

    def forward(x, factor):
        return x * factor, factor

    def backward(factor, g):
        return g * factor

    scale.defvjp(forward, backward)

## Use instead
    def forward(x, factor):
        return x * factor, (x, factor)

    def backward(kept, g):
        x, factor = kept
        return g * factor, jnp.sum(g * x)

## When it stays quiet
Rules whose parameters or results are not all known, functions handed to code that is not read.

## Fix
None is offered.
"""

from jaxlint.analysis.observations import TransformMisuse
from jaxlint.diagnostics.rule import Rule, Verdict

_FORMS = {
    "no rule": (
        "{transform} without {what}: no call works",
        "give it its rules with {what}",
        "raises AttributeError",
    ),
    "rule": (
        "{what}",
        "fit the rule to the arguments of the function",
        None,
    ),
}


class BrokenDerivativeRule(Rule[TransformMisuse]):
    """Judges the rules of custom derivatives."""

    code = "JAX513"
    name = "broken-derivative-rule"
    outcome = "raises TypeError"
    observes = TransformMisuse

    def judge(self, seen: TransformMisuse) -> Verdict | None:
        if seen.form not in _FORMS:
            return None
        message, advice, outcome = _FORMS[seen.form]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, mend=seen.mend)
