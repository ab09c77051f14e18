"""A solver that reads the triangle of a matrix that is zero.

## What it finds
``solve_triangular(factor, b)`` where the factor comes of ``jnp.linalg.cholesky``, which gives a
lower triangle, and ``solve_triangular(factor.T, b, lower=True)``. The same of
``jax.lax.linalg.triangular_solve``, of ``cho_solve((factor, lower), b)``, and of what
``jax.scipy.linalg.cholesky`` gives, which is an upper triangle unless ``lower=True`` is said.

## Why it is bad
``solve_triangular`` reads the upper triangle unless it is told otherwise, and never looks at the
other one. Of a lower factor nothing is left but the diagonal: the result is a number like any
other, and wrong.

## Example
    factor = jnp.linalg.cholesky(covariance)
    white = jax.scipy.linalg.solve_triangular(factor, residual)

## Use instead
    factor = jnp.linalg.cholesky(covariance)
    white = jax.scipy.linalg.solve_triangular(factor, residual, lower=True)

## When it stays quiet
Where it is not known which triangle a matrix has, or which one is read; ``trans`` changes neither.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.numerics.observations import TriangleEmpty
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class EmptyTriangle(Rule[TriangleEmpty]):
    """Judges which triangle of a matrix is read."""

    code = "JAX614"
    name = "empty-triangle"
    outcome = "silently wrong: of the matrix the diagonal alone is used"
    severity = WARNING
    observes = TriangleEmpty

    def judge(self, seen: TriangleEmpty) -> Verdict | None:
        has, reads = ("lower", "upper") if seen.lower else ("upper", "lower")
        return Verdict(
            f"this matrix has a {has} triangle, and `{seen.solver}` reads the {reads} one",
            f"say which triangle it has: lower={seen.lower}",
        )
