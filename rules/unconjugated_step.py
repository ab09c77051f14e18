"""A step along the gradient by complex numbers.

## What it finds
``z - rate * gradient`` where ``z`` and the gradient that ``jax.grad`` gives of a loss are complex
arrays, for a variable, and for each leaf of a tree; such gradients given to an optimiser of Optax.

## Why it is bad
JAX gives the conjugate of the direction in which a real loss rises: along it the real part goes
down and the imaginary part goes up. The loss grows with each step, and nothing is raised.

## Example
    gradient = jax.grad(loss)(z)
    z = z - 0.1 * gradient

## Use instead
    gradient = jax.grad(loss)(z)
    z = z - 0.1 * jnp.conj(gradient)

## When it stays quiet
Where nothing shows that the numbers are complex, and for what functions make of a gradient.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import StepUnconjugated
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class UnconjugatedStep(Rule[StepUnconjugated]):
    """Judges steps by gradients of complex numbers."""

    code = "JAX608"
    name = "unconjugated-step"
    outcome = "silently wrong: imaginary parts move the wrong way"
    severity = WARNING
    observes = StepUnconjugated

    def judge(self, seen: StepUnconjugated) -> Verdict | None:
        return Verdict(
            "this step follows the gradient by complex numbers, not its conjugate",
            "take the conjugate: jnp.conj(gradient)",
        )
