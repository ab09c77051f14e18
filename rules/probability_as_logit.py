"""Probabilities given to what takes logits.

## What it finds
What a softmax or a sigmoid gave, numbers divided by their sum, a mixture of such rows, or unequal
numbers below one that are written out and add up to it, given as logits: to
``jax.random.categorical``, to the losses of Optax that take logits, and to distributions of
Distrax, NumPyro and TensorFlow Probability, of which many take logits first.

## Why it is bad
A softmax is taken of them once more. Of two classes with probabilities 1 and 0 it makes 0.73 and
0.27, so that a policy explores for ever, and a loss never comes below 0.31 however sure a model is.

## Example
    probs = jax.nn.softmax(logits)
    action = jax.random.categorical(key, probs)

## Use instead
    action = jax.random.categorical(key, logits)

For what is known as probabilities alone, ``jnp.log(probs)``; for a distribution, ``probs=probs``.

## When it stays quiet
Where a sigmoid stands before a softmax, as a last layer that bounds logits; and for what unseen
code gave, whatever its name.

## Fix
None: whether the first softmax or the second one is wrong is for the author to say.
"""

from jaxlint.analysis.domains.numerics.observations import Normal, ProbabilitiesTaken
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_MADE = {
    Normal.SOFTMAX: "by a softmax",
    Normal.SIGMOID: "by a sigmoid",
    Normal.QUOTIENT: "by a division by their sum",
    Normal.MIXTURE: "by a mixture of rows that add up to one",
    Normal.WRITTEN: "which add up to one as they are written",
}


class ProbabilityAsLogit(Rule[ProbabilitiesTaken]):
    """Judges what is given as logits."""

    code = "JAX612"
    name = "probability-as-logit"
    outcome = "silently wrong: the probabilities are nearly equal"
    severity = WARNING
    observes = ProbabilitiesTaken

    def judge(self, seen: ProbabilitiesTaken) -> Verdict | None:
        otherwise = "as `probs=`" if seen.named else "their logarithms"
        return Verdict(
            f"`{seen.taker}` takes logits; these are probabilities, {_MADE[seen.made]}",
            f"give the logits, or {'give them ' if seen.named else ''}{otherwise}",
        )
