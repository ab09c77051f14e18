"""Roots of zero, with a guard that comes too late."""

from dataclasses import dataclass, field
from functools import partial

import jax
import jax.numpy as jnp
from jax.numpy import linalg


@jax.jit
@jax.grad
def norm_and_more(x):
    return (x / (linalg.norm(x) + 1e-6)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def norm_at_least(x):
    return (x / jnp.maximum(jnp.linalg.norm(x, axis=-1), 1e-6)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def inside(x):
    return (x / jnp.sqrt(jnp.sum(x**2) + 1e-6)).sum()


@jax.jit
@jax.grad
def taxicab_norm(x):
    return (x / (linalg.norm(x, ord=1) + 1e-6)).sum()


@jax.jit
@jax.grad
def standardized(x):
    return ((x - x.mean()) / (x.std() + 1e-5)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def by_the_variance(x):
    return ((x - x.mean()) / (jnp.sqrt(jnp.var(x)) + 1e-5)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def by_the_variance_and_more(x):
    return ((x - x.mean()) / jnp.sqrt(jnp.var(x) + 1e-5)).sum()


@jax.jit
@jax.grad
def of_squares(x):
    length = jnp.sum(jnp.square(x)) ** 0.5
    return (x / (1e-6 + length)).sum()  # expect: JAX603


@jax.jit
@jax.grad
def of_what_is_positive(x):
    return (x / (jnp.sqrt(jnp.exp(x)) + 1e-6)).sum()


@jax.jit
@jax.grad
def squared(x):
    return linalg.norm(x) ** 2  # expect: JAX603


@jax.jit
@jax.grad
def squared_by_a_function(x):
    return jnp.square(linalg.norm(x))  # expect: JAX603


@jax.jit
@jax.grad
def squares(x):
    return jnp.sum(x**2)


@jax.jit
@jax.grad
def distance(x, y):
    return linalg.norm(x - y) ** 2 + squares(y)  # expect: JAX603


def only_forward(x):
    return x / (linalg.norm(x) + 1e-6)


@jax.jit
@jax.grad
def fourth_root_and_more(x):
    return 1 / (jnp.sum(x**2) ** 0.25 + 1e-6) + jnp.sum(x**2) ** 1.5  # expect: JAX603


# Two points of one set may be the same one.
@jax.grad
def distances_of_scaled_points(scale, x, y):
    d = x[:, None] / scale - y[None] / scale
    return jnp.sum(1 / (jnp.sqrt(jnp.sum(d**2, axis=-1)) + 1e-6))  # expect: JAX603


@jax.grad
def distances_of_shifted_points(scale, x, y):
    d = x[:, None] / scale - y[None] / scale
    return jnp.sum(1 / jnp.sqrt(jnp.sum(d**2, axis=-1) + 1e-6))


# --- all points of one set -----------------------------------------------------------------------


@jax.grad
def distances_of_one_set(x):
    d = linalg.norm(x[:, None] - x[None, :], axis=-1)  # expect: JAX603
    return jnp.sum(jnp.exp(-d))


def distances(x):
    squares = jnp.sum((x[:, jnp.newaxis] - x[jnp.newaxis]) ** 2, axis=-1)
    return jnp.sqrt(squares)  # expect: JAX603


def energy(x):
    return jnp.sum(1 / (distances(x) + jnp.eye(3)))


forces = jax.grad(energy)(jnp.arange(6.0).reshape(3, 2))


@partial(jax.grad, argnums=1)
def in_two_ways(steep, x):
    if steep:
        d = linalg.norm(x[:, None] - x[None, :], axis=-1)  # expect: JAX603
        return jnp.sum(jnp.exp(-d))
    return jnp.sum(x)


@partial(jax.grad, argnums=1)
def in_neither_way(steep, x):
    d = linalg.norm(x[:, None] - x[None, :], axis=-1)
    if steep:
        return jnp.sum(jnp.exp(-x))
    return jnp.sum(x)


@jax.grad
def masked_too_late(x):
    d = jnp.sqrt(jnp.sum((x[:, None] - x[None]) ** 2, axis=-1))  # expect: JAX603
    return jnp.sum(jnp.where(jnp.eye(3) > 0, 0.0, d))


@jax.grad
def distances_of_two_sets(x, y):
    return jnp.sum(linalg.norm(x[:, None] - y[None], axis=-1))  # expect: JAX604


@jax.grad
def only_compared(x):
    near = linalg.norm(x[:, None] - x[None], axis=-1) < 2.0
    return jnp.sum(near * jnp.sum(x, axis=-1))


@jax.grad
def apart_by_the_diagonal(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1) + jnp.eye(3)
    return jnp.sum(jnp.sqrt(squares))


@jax.grad
def zeros_replaced(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sum(jnp.sqrt(jnp.where(squares > 0, squares, 1.0)))


@jax.grad
def each_pair_once(x):
    i, j = jnp.triu_indices(3, k=1)
    return jnp.sum(jnp.exp(-linalg.norm(x[i] - x[j], axis=-1)))  # expect: JAX604


# By two maps over one array, one in the other, or by one function of two arrays that are one.


def between_rows(f, x, y):
    return jax.vmap(jax.vmap(f, (None, 0)), (0, None))(x, y)


def apart(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))  # expect: JAX603


def apart_in_two_sets(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))  # expect: JAX604


@jax.grad
def mapped_twice(x):
    d = jax.vmap(lambda a: jax.vmap(lambda b: linalg.norm(a - b))(x))(x)  # expect: JAX603
    return jnp.sum(d)


@jax.grad
def mapped_twice_over_two(x, y):
    return jnp.sum(
        jax.vmap(lambda a: jax.vmap(lambda b: linalg.norm(a - b))(y))(x)  # expect: JAX604
    )


@jax.grad
def numbers_of_each_row(x):
    return jnp.sum(
        jax.vmap(lambda a: jax.vmap(lambda b: linalg.norm(a - b))(a))(x)  # expect: JAX604
    )


@jax.grad
def mapped_once(x):
    return jnp.sum(jax.vmap(apart_in_two_sets)(x, jnp.roll(x, 1, axis=0)))


@jax.grad
def by_a_helper(x):
    return jnp.sum(jnp.exp(-between_rows(apart, x, x)))


@jax.grad
def by_a_helper_of_two(x, y):
    return jnp.sum(jnp.exp(-between_rows(apart_in_two_sets, x, y)))


def kernel(h, a, b):
    squares = jnp.sum(((a[:, None] - b[None]) / h) ** 2, axis=-1)
    return jnp.exp(-jnp.sqrt(squares))  # expect: JAX603, JAX604


def kernel_of_two_sets(h, a, b):
    squares = jnp.sum(((a[:, None] - b[None]) / h) ** 2, axis=-1)
    return jnp.exp(-jnp.sqrt(squares))  # expect: JAX604


def kernel_with_an_offset(h, a, b):
    squares = jnp.sum(((a[:, None] - b[None]) / h) ** 2, axis=-1)
    return jnp.exp(-jnp.sqrt(squares + 1e-12))


def likelihood(h, x, y, k):
    factor = linalg.cholesky(k(h, x, x) + jnp.eye(3))
    return jnp.sum(factor @ y)


def prediction(h, x, y, k):
    return jnp.sum(k(h, x, x[:1] + 2.0) * y)


def learnt(h, x, y):
    a = jax.grad(prediction)(h, x, y, kernel)
    b = jax.grad(likelihood)(h, x, y, kernel)
    c = jax.grad(prediction)(h, x, y, kernel_of_two_sets)
    return a, b, c, jax.grad(likelihood)(h, x, y, kernel_with_an_offset)


# Of two arrays that are made in the same way of the same one.


def spans(one, other):
    gaps = one[:, None] - other[None]
    return jnp.sqrt(jnp.sum(gaps**2, axis=-1))  # expect: JAX603


def spans_of_two_sets(one, other):
    gaps = one[:, None] - other[None]
    return jnp.sqrt(jnp.sum(gaps**2, axis=-1))  # expect: JAX604


def spans_in_widths(p, one, other):
    gaps = one / jnp.exp(p["width"]), other / jnp.exp(p["width"])
    return spans_in_one_width(*gaps)


def spans_in_one_width(one, other):
    gaps = one[:, None] - other[None]
    return jnp.sqrt(jnp.sum(gaps**2, axis=-1))  # expect: JAX603, JAX604


@jax.grad
def scaled_alike(s, x):
    return jnp.sum(spans(x * s, x * s))


@jax.grad
def of_two_sets_first(p, x, y):
    return jnp.sum(spans_in_widths(p, x, y)) - jnp.sum(spans_in_widths(p, x, x))


@jax.grad
def scaled_sets(s, x, y):
    return jnp.sum(spans_of_two_sets(x * s, y * s))


@jax.grad
def scaled_by_others(s, x):
    return jnp.sum(spans_of_two_sets(x * s[0], x * s[1]))


@jax.grad
def scaled_otherwise(s, x):
    return jnp.sum(spans_of_two_sets(x * s, x / s))


@jax.grad
def scaled_neighbours(s, x):
    return jnp.sum(spans_of_two_sets(jnp.roll(x, 1, 0) * s, jnp.roll(x, 2, 0) * s))


@jax.grad
def scaled_sums(s, x):
    return jnp.sum(spans_of_two_sets(jnp.sum(x, 0) * s, jnp.sum(x, 1) * s))


# --- what is returned beside the loss ------------------------------------------------------------


@partial(jax.value_and_grad, has_aux=True)
def norm_beside_the_loss(w, x):
    error = x @ w
    norm = jnp.sqrt(jnp.sum(error**2))
    return jnp.mean(error**2), {"norm": norm / (norm + 1e-8)}


@partial(jax.value_and_grad, has_aux=True)
def norm_in_both(w, x):
    norm = jnp.sqrt(jnp.sum((x @ w) ** 2))
    share = norm / (norm + 1e-8)  # expect: JAX603
    return jnp.mean(share), {"share": share}


# --- derivative rules and defaults of fields -----------------------------------------------------


@jax.custom_jvp
def ruled_norm(x):
    return linalg.norm(x)


@ruled_norm.defjvp
def ruled_norm_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    n = ruled_norm(x)
    return n, jnp.vdot(x, t) / jnp.where(n > 0, n, 1.0)


@jax.grad
def offset_of_a_ruled_norm(x):
    return ruled_norm(x) + 1e-8


@dataclass
class Scaled:
    eps: float = field(default=1e-5)
    inside: bool = field(default=False)

    def __call__(self, x):
        return x / (jnp.std(x) + self.eps)  # expect: JAX603


@dataclass
class Unsaid:
    eps: float = field(repr=False)

    def __call__(self, x):
        return x / (jnp.std(x) + self.eps)  # expect: JAX604


slope_of_scaled = jax.grad(lambda x: jnp.sum(Scaled()(x)))
slope_of_unsaid = jax.grad(lambda x, eps: jnp.sum(Unsaid(eps)(x)))


# The slope of a branch that is not taken stays out: `cond` picks what it is given.


def scale(v):
    return 1.0 / (jnp.linalg.norm(v) + 1e-6)


@jax.grad
def in_taken_branch(x):
    return jax.lax.cond(jnp.sum(x * x) > 1e-10, lambda: scale(x), lambda: 0.0)


@jax.grad
def in_taken_branch_as_argument(x):
    return jax.lax.cond(jnp.dot(x, x) > 1e-10, lambda v: scale(v), lambda v: 0.0, x)


@jax.grad
def in_other_branch(x):
    tiny = jnp.linalg.norm(x) < 1e-10
    return jax.lax.cond(tiny, lambda v: 0.0, lambda v: jnp.linalg.norm(v) + 1e-6, x)


@jax.grad
def in_branch_for_zero(x):
    def long(v):
        return jnp.linalg.norm(v) + 1e-6  # expect: JAX603

    tiny = jnp.linalg.norm(x) < 1e-10
    return jax.lax.cond(tiny, long, lambda v: 0.0, x)


@jax.grad
def under_another_predicate(xs):
    def long(v):
        return jnp.linalg.norm(v) + 1e-6  # expect: JAX603

    x, y = xs
    return jax.lax.cond(jnp.sum(y * y) > 1e-10, long, lambda v: 0.0, x)


@jax.grad
def zero_elsewhere_too(x, y):
    def long(v):
        return jnp.linalg.norm(v) + 1e-6  # expect: JAX603

    return jax.lax.cond(jnp.sum(x * x) > 1e-10, long, lambda v: 0.0, x - y)


# Met first where it is left out, then where it is not.
def met_twice(v):
    return jnp.linalg.norm(v) + 1e-6  # expect: JAX603


@jax.grad
def in_both(x):
    far = jnp.sum(x * x) > 1e-10
    one = jax.lax.cond(far, met_twice, lambda v: 0.0, x)
    return one + jax.lax.cond(far, lambda v: 0.0, met_twice, x)


# --- a floor that is an array ---------------------------------------------------------------------


@jax.grad
def unit_rows(x):
    length = linalg.norm(x, axis=-1, keepdims=True)
    return jnp.sum(x / jnp.maximum(length, jnp.asarray(1e-12, x.dtype)))  # expect: JAX603


@jax.grad
def rows_by_a_large_floor(x):
    length = linalg.norm(x, axis=-1, keepdims=True)  # expect: JAX604
    return jnp.sum(x / jnp.maximum(length, jnp.asarray(3.0, x.dtype)))


# --- a triangle leaves each point and itself out -----------------------------------------------------


def repulsion_above_the_diagonal(points):
    gaps = points[:, None] - points[None, :]
    squared = jnp.sum(gaps**2, axis=-1)
    above = jnp.triu(jnp.ones(squared.shape, bool), k=1)
    distances = jnp.sqrt(jnp.where(above, squared, 1.0))
    return jnp.sum(jnp.where(above, 1.0 / distances, 0.0))


def repulsion_below_the_diagonal(points):
    gaps = points[:, None] - points[None, :]
    squared = jnp.sum(gaps**2, axis=-1)
    below = jnp.tril(jnp.ones_like(squared, bool), -1)
    return jnp.sum(jnp.sqrt(jnp.where(below, squared, 1.0)))


def repulsion_from_the_diagonal_on(points):
    gaps = points[:, None] - points[None, :]
    squared = jnp.sum(gaps**2, axis=-1)
    above = jnp.triu(jnp.ones(squared.shape, bool))
    return jnp.sum(jnp.sqrt(jnp.where(above, squared, 1.0)))  # expect: JAX603


force_above_the_diagonal = jax.grad(repulsion_above_the_diagonal)
force_below_the_diagonal = jax.grad(repulsion_below_the_diagonal)
force_from_the_diagonal_on = jax.grad(repulsion_from_the_diagonal_on)


# --- all pairs, of points that other variables or a helper hold -----------------------------------


def between(one, other):
    return jnp.linalg.norm(one - other, axis=-1)  # expect: JAX603


@jax.grad
def energy_by_a_helper(x):
    rows, columns = x[:, None, :], x[None, :, :]
    return jnp.sum(1.0 / (1.0 + between(rows, columns)))


def between_two_sets(one, other):
    return jnp.linalg.norm(one - other, axis=-1)


@jax.grad
def energy_between_sets(x):
    columns = (x + 1.0)[None]
    return jnp.sum(1.0 / (1.0 + between_two_sets(x[:, None], columns)))


@jax.grad
def along_one_axis(x, y):
    rows, also = x[:, None], x[:, None] + y
    return jnp.sum(between_two_sets(rows, also))


# Pairs that indices pick may leave out those of a point with itself.
def energy_of_picked_pairs(positions):
    apart = positions[:, None] - positions[None]
    i, j = jnp.triu_indices(4, k=1)
    return jnp.sum(1 / jnp.linalg.norm(apart[i, j], axis=-1))  # expect: JAX604


slope_of_picked_pairs = jax.grad(energy_of_picked_pairs)


def between_points(one, other):
    return jnp.sqrt(jnp.sum((one - other) ** 2))  # expect: JAX603


ALL_PAIRS = jax.vmap(jax.vmap(between_points, (None, 0)), (0, None))


@jax.grad
def cross_entropy_of_distances(x):
    scores = jnp.where(jnp.eye(4, dtype=bool), -1e9, -ALL_PAIRS(x, x))
    return -jnp.mean(jax.nn.log_softmax(scores, axis=1))
