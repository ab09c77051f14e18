"""Arguments in the place of each other, by their names.

## What it finds
A loss of Optax that takes logits first, given something else first and logits behind:
``optax.softmax_cross_entropy(labels, logits)``. And trees of parameters and gradients that
``jax.tree.map`` hands to a function which takes them in the other order. And the body of a
``scan`` that computes an output of the new carry, and returns the output first. And what is called
a scale, or sigma, in the place of ``loc``: ``gamma.logpdf(x, shape, scale)`` of JAX, where the
third argument shifts the distribution.

## Why it is bad
Both orders run: the loss is a number, and the step ``grads - rate * params`` has the shape of the
parameters.

## Example
    loss = optax.softmax_cross_entropy(labels, logits)

## Use instead
    loss = optax.softmax_cross_entropy(logits, labels)

## When it stays quiet
For arguments that are given by name, and where the names do not say what they hold.

## Fix
None: a name may be wrong as well.
"""

from jaxlint.analysis.domains.training.observations import ArgumentsExchanged
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class ExchangedArguments(Rule[ArgumentsExchanged]):
    """Judges the order of arguments."""

    code = "JAX529"
    name = "exchanged-arguments"
    outcome = "silently wrong: each is taken for the other"
    severity = WARNING
    observes = ArgumentsExchanged

    def judge(self, seen: ArgumentsExchanged) -> Verdict | None:
        others = f"exchange the two {'results' if seen.results else 'arguments'}"
        return Verdict(
            f"`{seen.given}` stands where `{seen.function}` takes {seen.wanted}",
            f"pass it by name: {seen.meant}=" if seen.meant else others,
        )
