"""A small number that a dtype loses.

## What it finds
Finite differences with a step of ``1e-7`` or less: ``(f(x + h) - f(x)) / h``, central ones too, of
arrays of JAX, also in proportion to their size (``h = 1e-8 * jnp.maximum(1, jnp.abs(x))``). As
advice, ``K + 1e-10 * jnp.eye(n)``: jitter of ``6e-8`` or less. Of arrays that the code makes
``float16``: ``x + 1e-8``. A running average in ``bfloat16`` or ``float16`` that takes on a
thousandth of what is new: ``average + 0.001 * (new - average)``.

## Why it is bad
Beside one, float32 has no number between ``1`` and ``1 + 1.2e-7``. A smaller step changes nothing,
and the difference is zero, or what rounding left of it, divided by the step. A matrix with a unit
diagonal stays as singular as it was, and its Cholesky factor is NaN. In ``float16`` ``1e-8`` is
zero. ``bfloat16`` has eight binary digits: a change of a thousandth is rounded away, and the
average stands still.

## Example
    slope = (loss(x + 1e-8) - loss(x)) / 1e-8

## Use instead
    slope = jax.grad(loss)(x)

## When it stays quiet
Where the program turns types of 64 bits on, for numbers of NumPy's, and for steps that are not
known.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import LostNumber, SmallNumberLost
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class LostStep(Rule[SmallNumberLost]):
    """Judges small numbers beside which others are not small."""

    code = "JAX609"
    name = "lost-step"
    outcome = "silently wrong: float32 has no number so near to the next"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = SmallNumberLost

    def judge(self, seen: SmallNumberLost) -> Verdict | None:
        match seen.form:
            case LostNumber.STEP:
                return Verdict(
                    f"a step of {seen.number} is lost beside numbers of about one",
                    "take the derivative: jax.grad, jax.jvp; or step by about 1e-3",
                )
            case LostNumber.JITTER:
                return Verdict(
                    f"{seen.number} on the diagonal is lost beside numbers of about one",
                    "add about 1e-6 times the largest number of the diagonal",
                    severity=ADVICE,
                )
            case LostNumber.OFFSET:
                return Verdict(
                    f"{seen.number} is zero in {seen.dtype}",
                    "compute in float32, or add 1e-4",
                    "silently wrong: nothing is added",
                )
            case LostNumber.WEIGHT:
                return Verdict(
                    f"a change by {seen.number} of what is new is rounded away in {seen.dtype}",
                    "keep the average in float32",
                    f"silently wrong: {seen.dtype} has no number so near to the next",
                )
