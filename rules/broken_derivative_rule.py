"""A custom derivative whose rules are missing or do not fit.

## What it finds
``jax.custom_vjp`` and ``jax.custom_jvp`` functions that are called and never given a rule; rules
that take another number of arguments than JAX calls them with; forward and jvp rules that return
no pair, backward rules that do not return a tuple with one entry for each argument, such as one
that hands back the bare cotangent of an array. Backward rules that leave the cotangent unread, and
jvp rules the tangents; those that take the cotangent first and what was kept last, or an argument
of ``nondiff_argnums`` behind these; calls that give tracers for such an argument of a
``custom_vjp`` function.

## Why it is bad
Without a rule, each call raises ``AttributeError``. A rule that does not fit raises
``TypeError``, but only when a gradient is asked for. One that leaves the cotangent out gives the
slope as if the function were the whole loss.

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
Rules whose parameters or results are not all known, functions handed to code that is not read;
a cotangent named ``_``, one tangent of several, and rules that give zeros.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.usage.observations import DerivativeRule, DerivativeRuleBroken
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    DerivativeRule.MISSING: (
        "{transform} without {what}: no call works",
        "give it its rules with {what}",
        "raises AttributeError",
    ),
    DerivativeRule.MISFIT: (
        "{what}",
        "fit the rule to the arguments of the function",
        None,
    ),
    DerivativeRule.UNCHAINED: (
        "this rule leaves `{what}` unread, with which its slope is to be multiplied",
        "multiply with `{what}`: by the chain rule it is what comes from behind",
        "silently wrong: the gradient is that of this function alone",
    ),
    DerivativeRule.EXCHANGED: (
        "the backward rule unpacks `{what}`, which is the cotangent, as what the forward rule kept",
        "take what was kept first and the cotangent last",
        "raises TypeError or ValueError",
    ),
    DerivativeRule.LATE: (
        "this rule takes `{what}`, which is fixed, behind others: JAX hands it over first",
        "take the fixed arguments first",
        "raises TypeError or ValueError",
    ),
    DerivativeRule.TRACED: (
        "`{what}` is fixed by nondiff_argnums, and is given a traced value",
        "take it as any other argument, and give None or a slope for it in the backward rule",
        "raises UnexpectedTracerError",
    ),
}


class BrokenDerivativeRule(Rule[DerivativeRuleBroken]):
    """Judges the rules of custom derivatives."""

    code = "JAX513"
    name = "broken-derivative-rule"
    outcome = "raises TypeError"
    observes = DerivativeRuleBroken

    def judge(self, seen: DerivativeRuleBroken) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
