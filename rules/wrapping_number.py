"""Whole numbers of few bits that wrap around.

## What it finds
A difference of two arrays of ``uint8`` or ``uint16`` (``-``, ``jnp.subtract``, ``jnp.diff``) of
which the size, the square, a mean or the sign is asked, or which becomes a number with a sign. And
a product of matrices of ``int8`` or ``uint8`` (``@``, ``jnp.dot``, ``jnp.einsum`` and the like).
The code has to name both dtypes.

## Why it is bad
The result has the dtype of what it is made of. ``3 - 5`` is 254 in ``uint8``, and ``jnp.abs`` of
that is 254 as well; a sum of products of ``int8`` is what is left of it between -128 and 127.
Nothing is raised.

## Example
    change = jnp.abs(frames[1:] - frames[:-1])  # both are uint8

## Use instead
    change = jnp.abs(frames[1:].astype(jnp.int16) - frames[:-1].astype(jnp.int16))

Products: ``jnp.matmul(x, w, preferred_element_type=jnp.int32)``.

## When it stays quiet
Where one dtype is not known, for a literal beside an array, for arithmetic that is to wrap around
(``(x - y) & 0xFF``), where the larger comes first
(``jnp.maximum``, or a test of both in the same statement), and where a wider dtype is asked for.

## Fix
None: which dtype is wide enough is for the author to say.
"""

from jaxlint.analysis.domains.numerics.observations import NumberWraps, Wrapping
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class WrappingNumber(Rule[NumberWraps]):
    """Judges arithmetic in dtypes of few bits."""

    code = "JAX610"
    name = "wrapping-number"
    outcome = "silently wrong: what leaves the dtype comes in at the other end"
    severity = WARNING
    observes = NumberWraps

    def judge(self, seen: NumberWraps) -> Verdict | None:
        if seen.form is Wrapping.DIFFERENCE:
            return Verdict(
                f"a difference of {seen.dtype} that is less than zero wraps around",
                "convert both sides to a dtype with a sign first: .astype(jnp.int32)",
            )
        return Verdict(
            f"the sums of products of {seen.dtype} are kept in {seen.dtype}, and wrap around",
            "preferred_element_type=jnp.int32 (jnp.matmul, jnp.einsum)",
        )
