"""Eigenvectors or singular vectors, differentiated.

## What it finds
In code that is differentiated: ``jnp.linalg.eigh`` and ``jnp.linalg.svd`` of a matrix that depends
on what the gradient is taken of, where the vectors are used and not only the values.

## Why it is bad
The slope of a vector is divided by the differences of its value and all others. Where two values
are equal, as of an identity, a covariance of data that are alike or a freshly made orthogonal
matrix, the gradient is NaN, even if what is made of the vectors does not depend on their choice.

## Example
    values, vectors = jnp.linalg.eigh(covariance)
    whitened = x @ vectors * jax.lax.rsqrt(values)

## Use instead
A function of the matrix that needs no vectors: ``jnp.linalg.cholesky``, ``jnp.linalg.inv``,
Newton's iteration for a root; or a rule of its own (``jax.custom_vjp``) for such a function.

## When it stays quiet
Where only values are used, in functions with a derivative rule of their own, and outside of what is
differentiated. It is advice: many matrices never have equal values.

## Fix
None.
"""

from jaxlint.analysis.domains.numerics.observations import FactorsDegenerate
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import Rule, Verdict

_VECTORS = {"eigh": ("eigenvectors", "eigenvalues"), "svd": ("singular vectors", "singular values")}


class DegenerateFactors(Rule[FactorsDegenerate]):
    """Judges vectors of a matrix whose values may be equal."""

    code = "JAX611"
    name = "degenerate-factors"
    outcome = "silently wrong: the gradient is NaN"
    severity = ADVICE
    observes = FactorsDegenerate

    def judge(self, seen: FactorsDegenerate) -> Verdict | None:
        vectors, values = _VECTORS[seen.function]
        return Verdict(
            f"the gradient of {vectors} is NaN where two {values} are equal",
            "use a function of the matrix without them (cholesky, inv), or a rule of its own",
        )
