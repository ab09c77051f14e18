"""What arrays of other libraries have, and the sparse ones of JAX, and arrays of JAX lack."""

from __future__ import annotations

_SPARSE = "jax.experimental.sparse."
_DENSE = ("todense", "matvec", "matmat")


def makes_sparse(name: str) -> bool:
    """Whether a function gives a sparse matrix, or may: an object made of arrays, but none."""
    dense = name.endswith(_DENSE) or name.startswith(f"{_SPARSE}linalg.")
    return name.startswith(_SPARSE) and not dense


# Attributes that the arrays of ``jax.experimental.sparse`` have and arrays lack, but for those that
# arrays of other libraries have as well (JAX 0.10.2).
SPARSE_ATTRIBUTES = frozenset(
    """
    col fromdense from_scipy_sparse indices indices_sorted indptr n_batch n_dense n_sparse nse row
    sort_indices sum_duplicates to_bcoo todense tree_flatten tree_unflatten unique_indices
    update_layout
    """.split()
)

# Libraries whose arrays, as a rule, no code of JAX makes: what is declared to be one of theirs is
# not made by JAX, whatever a caller for several of these libraries seems to pass.
OTHERS = frozenset(("torch", "tensorflow", "cupy", "mlx", "paddle", "dask"))

# A method that arrays of JAX had once: deprecated in 0.3.7 and removed later
# (https://github.com/jax-ml/jax/pull/10266, 11944).
TILE, TILE_UP_TO = "tile", "0.4.0"

# Attributes of arrays of NumPy or PyTorch that JAX arrays lack, and what to write for each.
FOREIGN: dict[str, str] = {
    "flat": "write `x.ravel()`",
    "strides": "a JAX array tells nothing of its memory; `np.asarray(x)` does",
    "data": "a JAX array tells nothing of its memory; `np.asarray(x)` does",
    "ctypes": "a JAX array tells nothing of its memory; `np.asarray(x)` does",
    "base": "a JAX array tells nothing of its memory; `np.asarray(x)` does",
    "flags": "a JAX array tells nothing of its memory; `np.asarray(x)` does",
    "tostring": "write `x.tobytes()`",
    "tofile": "write `np.asarray(x).tofile(...)`",
    "dump": "write `np.asarray(x).dump(...)`",
    "numpy": "write `np.asarray(x)`",
    "cpu": "write `jax.device_get(x)`",
    "cuda": "write `jax.device_put(x, device)`",
    "to": "write `jax.device_put(x, device)` or `x.astype(dtype)`",
    "detach": "write `jax.lax.stop_gradient(x)`",
    "requires_grad": "differentiate a function with `jax.grad`",
    "backward": "differentiate a function with `jax.grad`",
    "grad": "differentiate a function with `jax.grad`",
    "unsqueeze": "write `jnp.expand_dims(x, axis)`",
    "permute": "write `x.transpose(...)`",
    "contiguous": "leave it out",
    "numel": "write `x.size`",
    "dim": "write `x.ndim`",
    "expand": "write `jnp.broadcast_to(x, shape)`",
    "masked_fill": "write `jnp.where(mask, value, x)`",
    "float": "write `x.astype(jnp.float32)`",
    "long": "write `x.astype(int)`",
    "add_": "write `x = x + y`",
    "sub_": "write `x = x - y`",
    "mul_": "write `x = x * y`",
    "div_": "write `x = x / y`",
    "zero_": "write `x = jnp.zeros_like(x)`",
    "fill_": "write `x = jnp.full_like(x, value)`",
    "copy_": "write `x = y`",
    "clamp_": "write `x = x.clip(...)`",
    "append": "write `x = jnp.append(x, value)`",
    "exp": "write `jnp.exp(x)`",
    "log": "write `jnp.log(x)`",
    "sqrt": "write `jnp.sqrt(x)`",
    "abs": "write `jnp.abs(x)`",
    "pow": "write `x ** y`",
    "device_buffer": "write `x.addressable_data(0)`",
    "device_buffers": "write `x.addressable_shards`",
    "to_py": "write `np.asarray(x)`",
    "split": "write `jnp.split(x, ...)`",
    "tile": "write `jnp.tile(x, ...)`",
    "block_host_until_ready": "write `x.block_until_ready()`",
    "matmul": "write `x @ y`",
    "norm": "write `jnp.linalg.norm(x)`",
    "softmax": "write `jax.nn.softmax(x)`",
    "clamp": "write `x.clip(...)`",
}
