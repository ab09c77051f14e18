"""Attributes that JAX arrays lack, of arrays and of others."""

from dataclasses import dataclass
from typing import Generic, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
import torch
from jax.experimental import sparse
from jaxtyping import Array, Float, Shaped
from torch import Tensor


def eager(n):
    x = jnp.zeros(n)
    a = x.numpy()  # expect: JAX316
    b = x.detach().cpu()  # expect: JAX316
    c = x.flat  # expect: JAX316
    d = x.strides  # expect: JAX316
    x.add_(1.0)  # expect: JAX316
    x.device_buffer.to_py()  # expect: JAX316
    x.split(2)  # expect: JAX316
    "a b".split()
    jnp.split(x, 2)
    return a, b, c, d, x.T, x.real, x.at, x.size, x.nbytes


@jax.jit
def inside(x):
    y = jnp.tanh(x)
    z = y.unsqueeze(-1)  # expect: JAX316
    return z + y.exp()  # expect: JAX316


@jax.jit
def trees(params, model):
    return params.grad, model.exp(params), params["w"].mean()


def of_numpy(n):
    x = np.zeros(n)
    return x.flat, x.strides, x.data, x.tofile("x")


def lists(xs):
    values = []
    values.append(jnp.sum(xs))
    return values


def asked(n):
    x = jnp.zeros(n)
    if hasattr(x, "numpy"):
        return x.numpy()
    try:
        return x.numpy()
    except AttributeError:
        return np.asarray(x)


def sparse_array(n):
    x = sparse.BCOO.fromdense(jnp.zeros(n))
    return x.data


def history(n):
    losses = [jnp.zeros(n)]

    def note(loss):
        losses.append(loss)

    note(1.0)
    losses = jnp.array(losses)
    return losses, note


# A sparse matrix is no array, and has parts of its own.
@jax.jit
def sparse_parts(x):
    matrix = sparse.BCSR.from_bcoo(x)
    both = sparse.bcoo_concatenate([x, x], dimension=1)
    ones = sparse.BCOO.fromdense(jnp.ones((3, 3)))
    return matrix.data, both.data, ones.indices, matrix.todense()


@jax.jit
def dense_parts(x):
    return jnp.concatenate([jnp.ones(3), jnp.ones(3)]).data  # expect: JAX316


def loss_of_sparse(weights, points):
    return jnp.mean(weights.data @ points)


def loss_of_dense(weights, points):
    return jnp.mean(weights.data * points)  # expect: JAX316


def gradient_of_sparse(points):
    weights = jnp.eye(3)
    weights = sparse.COO.fromdense(weights, nse=3)
    noise = sparse.random_bcoo(jax.random.key(0), (3, 3))
    return jax.grad(loss_of_sparse)(weights, points), jax.jit(loss_of_sparse)(noise, points)


def gradient_of_dense(points):
    weights = sparse.bcoo_todense(sparse.BCOO.fromdense(jnp.eye(3)))
    return jax.grad(loss_of_dense)(weights, points)


# --- objects of the project's own classes ---------------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass
class Chart:
    data: jax.Array

    def ravel(self):
        return Chart(self.data.ravel())

    def __getitem__(self, index):
        return Chart(self.data[index])


ChartT = TypeVar("ChartT", bound=Chart)
Named = TypeVar("Named", bound="Chart")
NumbersT = TypeVar("NumbersT", bound=jax.Array)


@jax.jit
def of_charts(chart: ChartT, quoted: "ChartT", named: Named, plain: "Chart") -> ChartT:
    return chart.ravel()[1:].data, quoted.ravel().data, named.ravel().data, plain.ravel().data


@jax.jit
def of_numbers(x: NumbersT, quoted: "jax.Array") -> NumbersT:
    first = x.ravel()[1:].data  # expect: JAX316
    return first, quoted.ravel().data  # expect: JAX316


def flat_chart(chart: ChartT):
    return chart.ravel().data


def flat_numbers(x: NumbersT):
    return x.ravel().data  # expect: JAX316


@jax.jit
def handed_on(x, y):
    return flat_chart(x), flat_numbers(y)


# --- annotations that say a shape, of arrays and of other classes ---------------------------------

UnitT = TypeVar("UnitT")


@jax.tree_util.register_dataclass
@dataclass
class Measured(Generic[UnitT]):
    data: Float[Array, "..."]

    def __getitem__(self, index):
        return Measured(self.data[index])


Row = Shaped[Measured[UnitT], "..."]
Column = Shaped[Array, "..."]


@jax.tree_util.register_dataclass
@dataclass
class Survey:
    lengths: Shaped[Measured[UnitT], "..."]
    widths: Shaped["Measured", "..."]
    counts: Shaped[Array, "..."]

    @jax.jit
    def total(self):
        counts = self.counts.data  # expect: JAX316
        return self.lengths.data + self.lengths[0, :].data + self.widths.data + counts


@jax.jit
def of_rows(row: Row, given: Shaped[Measured[UnitT] | Array, "..."], column: Column):
    first = column.data  # expect: JAX316
    return row.data + given.data, first


# What has such a method, or takes such an index, may be an object of the caller's own.
@jax.jit
def of_a_map(sky, where):
    return sky.ravel().data, sky[where].data, sky.reshape(-1).flags


@jax.jit
def of_what_is_computed(x):
    return jnp.sin(x).ravel().data  # expect: JAX316


# --- what kind a value is, as some function says --------------------------------------------------


def library_of(x):
    module = type(x).__module__.split(".")[0]
    return "torch" if module == "torch" else "jax"


def counts_itself(x):
    return all(callable(getattr(x, name, None)) for name in ("numel", "detach"))


def counted_by_library(rows):
    x = jnp.asarray(rows)
    library = library_of(x)
    return x.numel() if library == "torch" else x.size


def counted_by_itself(rows):
    x = jnp.asarray(rows)
    if counts_itself(x):
        return x.detach().numel()
    return x.size


def counted_by_numbers(rows):
    x = jnp.asarray(rows)
    if jnp.any(x > 0) and x.ndim == 2:
        return x.numel()  # expect: JAX316
    return x.size


# --- sparse arrays, which an annotation calls arrays ----------------------------------------------


def contracted(x: jax.Array, matrix: jax.Array) -> jax.Array:
    indices, values = matrix.indices, matrix.data
    return jnp.zeros_like(x).at[indices[:, 0]].add(values * x[indices[:, 1]])


def contracted_by_data(x: jax.Array, matrix: jax.Array) -> jax.Array:
    return matrix.data @ x  # expect: JAX316


# --- what serves several libraries is given what is declared of another one, as it seems ----------


def by_torch(theta: torch.Tensor, named: Tensor):
    return theta.float().unsqueeze(0), named.detach()


def by_jax(theta: jax.Array, unnamed):
    return theta.float(), unnamed.detach()  # expect: JAX316, JAX316


def dispatched(library, n):
    probe = jnp.zeros(n)
    by = by_torch if library == "torch" else by_jax
    by(probe, probe)
    return by_torch(probe, probe)
