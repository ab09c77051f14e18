"""What is slow enough to be timed: calls that plain code hands to the device and that go on there.

JAX returns from each of them before the work is done, compiled or not:
https://docs.jax.dev/en/latest/async_dispatch.html. What a CPU does at once is left out, as norms
and sums.
"""

from __future__ import annotations

_BY_MODULE = {
    "jax.numpy": """
        argsort convolve correlate dot einsum inner kron lexsort matmul sort tensordot vdot
    """,
    "jax.numpy.linalg": """
        cholesky cond det eig eigh eigvals eigvalsh inv lstsq matmul matrix_power matrix_rank
        multi_dot pinv qr slogdet solve svd svdvals tensordot tensorinv tensorsolve
    """,
    "jax.numpy.fft": """
        fft fft2 fftn hfft ifft ifft2 ifftn ihfft irfft irfft2 irfftn rfft rfft2 rfftn
    """,
    "jax.scipy.fft": "dct dctn idct idctn",
    "jax.scipy.linalg": """
        cho_factor cho_solve cholesky det eigh expm expm_frechet funm inv lu lu_factor lu_solve
        polar qr rsf2csf schur solve solve_triangular sqrtm svd
    """,
    "jax.lax": "conv conv_general_dilated dot dot_general map sort top_k",
    "jax.lax.linalg": "cholesky eig eigh lu qr svd triangular_solve",
}

# Functions that hand over work which people time.
COSTLY = frozenset(
    f"{module}.{name}" for module, functions in _BY_MODULE.items() for name in functions.split()
)
