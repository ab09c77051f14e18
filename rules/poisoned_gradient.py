"""A gradient that what was left out makes NaN.

## What it finds
``jnp.where(x > 0, jnp.log(x), 0.0)`` and its like in code that is differentiated: what is left out
has an infinite slope just where it is left out. The same of ``jnp.select``, of
``sqrt(maximum(x, 0))`` and of ``arccos(clip(x, -1, 1))``. And data that may be missing, left out of
what parameters are computed with: ``where(isnan(y), 0, (y - p) ** 2)``, ``nansum((y - p) ** 2)``.
And the diagonal of all pairs of one set, where each point meets itself:
``where(eye, 0, 1 / gaps)``.

## Why it is bad
Both arms of ``where`` are computed, and in reverse mode (``grad``, ``vjp``, ``jacrev``) the
gradient goes through both: through the one that is not chosen with a factor of zero. Zero times
infinity is not a number, nor is zero times NaN. The value is right, the gradient is NaN, and one
such element spoils the gradient of every parameter.

## Example
    loss = jnp.sum(jnp.where(x > 0, jnp.log(x), 0.0))

## Use instead
    safe = jnp.where(x > 0, x, 1.0)
    loss = jnp.sum(jnp.where(x > 0, jnp.log(safe), 0.0))

## When it stays quiet
Where the argument was replaced before, by ``where``, ``maximum``, ``clip`` or ``nan_to_num``; where
missing data are only added to what depends on the parameters; where nothing shows that a gradient
is taken, or what is made of the number ends in ``stop_gradient``, whole numbers or comparisons;
where the function has a derivative rule of its own. In forward mode (``jacfwd``, ``jvp``,
``linearize``) the slope of ``where`` is that of the arm that is chosen: of such code only the
clamped forms are told. Of choices in each other that leave out one number the innermost is told,
and no choice of what that one gave; none where what is chosen has no slope there either. Of floors
whose slopes only float32 cannot hold it says nothing where the program turns types of 64 bits on.
Of a clamp it says nothing where signs show that the number is never at the bound or beyond. In
files of tests, which fix their numbers, it is advice.

## Fix
None: what is safe depends on the function.
"""

from jaxlint.analysis.domains.numerics.observations import PoisonedGradient
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_ARCS = ("arccos", "arcsin")
_EDGED = "keep the argument off the ends: clip(x, -0.999999, 0.999999)"
_SHOWN = {"*": "the product", "/": "the quotient", "**": "the power"}


class LeftOut(Rule[PoisonedGradient]):
    """Judges what is computed and left out."""

    code = "JAX602"
    name = "poisoned-gradient"
    outcome = "silently wrong: the gradient is NaN"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = PoisonedGradient

    def judge(self, seen: PoisonedGradient) -> Verdict | None:
        unnamed = "the condition" if seen.truth else "the tested value"
        tested = f"`{seen.tested}`" if seen.tested else unnamed
        kind = "reverse-mode gradient" if seen.reverse else "gradient"
        what = _SHOWN.get(seen.op, seen.op)
        return Verdict(
            f"the {kind} is NaN where {tested} is {_spelled(seen)}: "
            f"the slope of {what} is not finite there, although its value is left out",
            _EDGED
            if seen.op in _ARCS
            else "replace the argument before it is used: where(ok, x, 1.0)",
        )


def _spelled(seen: PoisonedGradient) -> str:
    """The number at which the gradient is lost, in words where it stands for others."""
    if seen.truth:
        return "true" if seen.number else "false"
    if seen.below:
        return "negative"
    if seen.number != seen.number:
        return "NaN"
    rounded = f"{seen.number:.4g}"
    return rounded if float(rounded) == seen.number else f"just beyond {rounded}"
