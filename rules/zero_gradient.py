"""A gradient that is zero everywhere.

## What it finds
``jax.grad`` or ``jax.value_and_grad`` of a function whose result is made by something that has no
slope (``argmax``, comparisons, ``round``, ``floor``, ``sign``, a cast to whole numbers,
``stop_gradient``) of all that is differentiated, or that never reads the argument in question.

## Why it is bad
JAX raises nothing: all gradients are zero, the optimiser moves nothing, and training stands still.

## Example
    def loss(params, x, labels):
        return jnp.mean(jnp.argmax(x @ params, axis=-1) != labels)

## Use instead
    def loss(params, x, labels):
        logits = jax.nn.log_softmax(x @ params)
        return -jnp.mean(jnp.take_along_axis(logits, labels[:, None], axis=-1))

## When it stays quiet
Where any part of the result may have a slope, comes from code that is not in sight or from a
function with a derivative rule of its own; functions that a caller hands in; parameters whose name
starts with an underscore; lambdas that ignore their argument. In test files, which compare such
gradients with zero, it is advice.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import GradientVanishes
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class ZeroGradient(Rule[GradientVanishes]):
    """Judges gradients of what does not depend on the arguments."""

    code = "JAX605"
    name = "zero-gradient"
    outcome = "silently wrong: the gradient is zero"
    meant_in = frozenset((FileKind.TEST,))
    observes = GradientVanishes

    def judge(self, seen: GradientVanishes) -> Verdict | None:
        if seen.ignored:
            return Verdict(
                f"the function never reads `{seen.ignored}`, which is differentiated",
                "differentiate the argument that is meant, or use it",
            )
        return Verdict(
            "nothing with a slope lies between the arguments and the result",
            "differentiate a smooth loss, and measure the other one beside it",
        )
