"""Functions that make triangular matrices, and those that read one triangle (run on JAX 0.10.2)."""

from __future__ import annotations

from typing import NamedTuple

_BY_NAME = 64


class Triangular(NamedTuple):
    """A function that gives a triangular matrix, or takes one.

    It is a lower one if ``lower``, unless the argument ``name``, at ``place`` if it may be given
    by position, says otherwise: that it is ``lower`` or ``upper``.
    """

    lower: bool
    place: int = _BY_NAME
    name: str = ""


MAKERS = {
    "jax.numpy.linalg.cholesky": Triangular(True, name="upper"),
    "jax.lax.linalg.cholesky": Triangular(True),
    "jax.scipy.linalg.cholesky": Triangular(False, 1, "lower"),
    "jax.numpy.tril": Triangular(True),
    "jax.numpy.triu": Triangular(False),
}

SOLVERS = {
    "jax.scipy.linalg.solve_triangular": Triangular(False, 3, "lower"),
    "jax.lax.linalg.triangular_solve": Triangular(False, name="lower"),
}

# Takes a pair of the matrix and whether it is a lower one.
PAIR_SOLVER = "jax.scipy.linalg.cho_solve"

# Functions and attributes that turn one triangle into the other, and that leave it.
TURNING = frozenset(("jax.numpy.transpose", "jax.numpy.matrix_transpose", "jax.numpy.swapaxes"))
TURNED = frozenset(("T", "mT"))
KEEPING = frozenset(("jax.numpy.conj", "jax.numpy.conjugate", "jax.lax.stop_gradient"))
