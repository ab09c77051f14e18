"""What is left out, and what it does to the gradient."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import equinox as eqx
import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import linen as nn
from jax import lax


@jax.grad
def guarded_log(x):
    return jnp.sum(jnp.where(x > 0, jnp.log(x), 0.0))  # expect: JAX602


@jax.grad
def replaced_before(x):
    safe = jnp.where(x > 0, x, 1.0)
    return jnp.sum(jnp.where(x > 0, jnp.log(safe), 0.0))


@jax.grad
def clamped_before(x):
    return jnp.sum(jnp.where(x > 0, jnp.log(jnp.maximum(x, 1e-6)), 0.0))


@jax.grad
def replaced_by_zero(x):
    safe = jnp.where(x > 0, x, 0.0)
    return jnp.sum(jnp.where(x > 0, jnp.sqrt(safe), 0.0))


@jax.grad
def with_a_mask(x):
    mask = jnp.logical_not(x <= 1e-3)
    logs = jnp.log(x) * 2.0
    return jnp.where(mask, logs, 0.0).sum()  # expect: JAX602


def with_a_mask_of_something_else(x, mask):
    return jnp.where(mask, jnp.log(x), 0.0).sum()


@jax.grad
def of_what_is_total(x):
    return jnp.where(x > 0, jnp.tanh(x), jnp.sin(x)).sum()


@jax.grad
def elu(x):
    return jnp.where(x > 0, x, jnp.expm1(x)).sum()  # expect: JAX602


@jax.grad
def elu_of_what_is_clamped(x):
    return jnp.where(x > 0, x, jnp.expm1(jnp.minimum(x, 0.0))).sum()


@jax.grad
def elu_that_keeps_what_grows(x):
    return jnp.where(x > 0, jnp.log1p(jnp.maximum(x, 0.0)), x).sum()


@jax.grad
def by_select(x):
    return lax.select(x != 0, 1 / x, x).sum()  # expect: JAX602


@jax.grad
def by_a_test_of_the_result(x):
    y = jnp.log(x)
    return jnp.where(jnp.isfinite(y), y, 0.0).sum()  # expect: JAX602


@jax.grad
def by_two_tests(x):
    inside = (x > -1) & (x < 1)
    return jnp.where(inside, jnp.arccos(x), 0.0).sum()  # expect: JAX602


@jax.grad
def through_a_helper(x):
    return jnp.where(x > 0, root(x), 0.0).sum()  # expect: JAX602


def root(x):
    return x**0.5


@jax.grad
def clamped_to_zero(x):
    return jnp.sqrt(jnp.maximum(x, 0.0)).sum()  # expect: JAX602


@jax.grad
def clipped_to_zero(x):
    return jnp.sqrt(x.clip(0.0)).sum()  # expect: JAX602


@jax.grad
def clamped_above_zero(x):
    return jnp.sqrt(jnp.maximum(x, 1e-12)).sum()


@jax.grad
def clamped_by_relu(x):
    return jnp.sqrt(jax.nn.relu(x)).sum()


@jax.grad
def of_what_is_cut_off(x):
    y = lax.stop_gradient(x)
    return x.sum() + jnp.where(y > 0, jnp.log(y), 0.0).sum()


slope_with_a_mask = jax.grad(with_a_mask_of_something_else)


# --- what is differentiated -----------------------------------------------------------------------


def average(w, x, count):
    return jnp.where(count > 0, w * x / count, 0.0).sum()  # expect: JAX602


def average_of_data(w, x, count):
    return (w * jnp.where(count > 0, x / count, 0.0)).sum()


@jax.jit
def step(w, x, count):
    loss, slope = jax.value_and_grad(average)(w, x, count)
    return loss, slope, jax.grad(average_of_data)(w, x, count)


@partial(jax.jit, static_argnums=0)
def step_by_rows(rate, w, x):
    def loss(w):
        y = jax.vmap(lambda row: jnp.where(row > 0, jnp.log(row), 0.0))(w * x)  # expect: JAX602
        return y.sum()

    return w - rate * jax.grad(loss)(w)


def only_forward(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)


@jax.custom_jvp
def with_a_rule(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)


@with_a_rule.defjvp
def rule(primals, tangents):
    (x,), (tangent,) = primals, tangents
    return with_a_rule(x), tangent / jnp.where(x > 0, x, 1.0)


slope_by_rule = jax.jit(jax.grad(lambda x: with_a_rule(x).sum()))


# A power below one is a root, another one has a finite slope at zero.
@jax.jit
@jax.grad
def fourth_root_of_clamped(x):
    return jnp.sum(jnp.maximum(x, 0.0) ** 0.25)  # expect: JAX602


@jax.jit
@jax.grad
def third_power_of_clamped(x):
    return jnp.sum(jnp.maximum(x, 0.0) ** 3 + jnp.clip(2.0 / jnp.exp(x), None, 50.0) ** 5)


@jax.grad
def of_what_is_bounded(x):
    sure = jnp.clip(x, -1.0, 1.0)
    one = jnp.where(jnp.abs(sure) < 1.0, jnp.expm1(sure), sure)
    two = jnp.where(x > 0, jnp.exp(jnp.minimum(x, 1.0)), jnp.exp(jnp.tanh(x)))
    wave = jnp.cos(x) - 2.0
    three = jnp.where(wave > 0, jnp.log(wave), 0.0)
    return jnp.sum(one + two + three)


@jax.grad
def of_what_reaches_its_bound(x):
    sure = jnp.clip(x, -1.0, 1.0)
    one = jnp.where(jnp.abs(sure) < 1.0, jnp.arccos(sure), 0.0)  # expect: JAX602
    cosine = jnp.cos(x)
    two = jnp.where(cosine < 1.0, jnp.arccos(cosine), 0.0)  # expect: JAX602
    return jnp.sum(one + two)


# A number that is computed twice is the same number.
@jax.grad
def computed_twice(w, x):
    return jnp.sum(jnp.where(jnp.abs(w * x) < 1, jnp.arccos(w * x), 0.0))  # expect: JAX602


@jax.grad
def computed_of_others(w, x):
    return jnp.sum(jnp.where(w * x > 0, jnp.log(jnp.exp(w)), 0.0))


@jax.grad
def by_a_list_of_conditions(x):
    choices = [jnp.sqrt(x), 0.0 * x]
    return jnp.sum(jnp.select([x > 0, x <= 0], choices))  # expect: JAX602


@jax.grad
def by_the_second_condition(x):
    return jnp.sum(jnp.select([x > 1, x > 0], [x, jnp.log(x)], x))  # expect: JAX602


@jax.grad
def by_a_list_of_safe_choices(x):
    safe = jnp.where(x > 0, x, 1.0)
    return jnp.sum(jnp.select([x > 1, x > 0], [x, jnp.log(safe)], 0.0))


@jax.grad
def angle(u, v):
    cosine = jnp.dot(u, v)
    return jnp.arccos(jnp.clip(cosine, -1.0, 1.0))  # expect: JAX602


@jax.grad
def angle_inside(u, v):
    cosine = jnp.dot(u, v)
    return jnp.arccos(jnp.clip(cosine, -0.999999, 0.999999))


# What a function makes of several others runs each of them.
def slope_of(energy):
    return jax.jit(lambda x: jax.grad(energy)(x))


def first_energy(x):
    return jnp.sum(jnp.where(x > 0, jnp.log(x), 0.0))  # expect: JAX602


def second_energy(x):
    return jnp.sum(jnp.where(x > 0, jnp.sqrt(x), 0.0))  # expect: JAX602


def third_energy(x):
    return jnp.sum(jnp.where(x > 0, x**2, 0.0))


slope_of_first, slope_of_second = slope_of(first_energy), slope_of(second_energy)
slope_of_third = slope_of(third_energy)


# In float32 it is one up to 88 only.
@jax.grad
def occupied(x):
    near = jnp.where(x > 709.0, 0.0, x)
    return jnp.where(x > 709.0, 0.0, 1.0 / (jnp.exp(near) + 1.0)).sum()  # expect: JAX602


# What a field says holds in what is called, so that the gradient is of the other arm.
class Layout(NamedTuple):
    turning: bool


def turned(x, layout):
    if layout.turning:
        angle = jnp.linalg.norm(x)
        return jnp.where(angle > 0, jnp.sin(angle) / angle, 1.0)
    return x.sum()


@partial(jax.jit, static_argnums=1)
def predicted(x, layout):
    def moved(y):
        return turned(y, layout)

    if layout.turning:
        return moved(x)
    return jax.grad(moved)(x)


def spun(x, layout):
    if layout.turning:
        angle = jnp.linalg.norm(x)  # expect: JAX604
        return jnp.where(angle > 0, jnp.sin(angle) / angle, 1.0)  # expect: JAX602
    return x.sum()


@partial(jax.jit, static_argnums=1)
def estimated(x, layout):
    def moved(y):
        return spun(y, layout)

    if not layout.turning:
        return moved(x)
    return jax.grad(moved)(x)


# What is only compared has no slope.
@jax.grad
def compared_root(x):
    tail = jnp.sqrt(jnp.maximum(jnp.sum(x) - x[0], 0.0))
    return jnp.sum(jnp.where(tail <= 0.1, x * 2, x))


@jax.grad
def compared_and_used_root(x):
    tail = jnp.sqrt(jnp.maximum(jnp.sum(x) - x[0], 0.0))  # expect: JAX602
    return jnp.sum(jnp.where(tail <= 0.1, x * 2, x)) + tail


# --- what is never 0 ------------------------------------------------------------------------------

EPSILON = 1e-8


@jax.grad
def divided_by_a_softplus_above_zero(x):
    nu = jax.nn.softplus(x) + EPSILON
    return jnp.where(nu > 2, (nu - 2) / nu, 1.0).sum()


@jax.grad
def divided_by_a_softplus(x):
    nu = jax.nn.softplus(x)
    return jnp.where(nu > 2, (nu - 2) / nu, 1.0).sum()  # expect: JAX602


# --- one guard that lacks, around which more is chosen --------------------------------------------


@jax.grad
def chosen_twice(x, limit):
    inner = jnp.where(x > 0, jnp.log(x), 0.0)  # expect: JAX602
    return jnp.where(x > limit, inner, 1.0).sum()


@jax.grad
def chosen_side_by_side(x):
    y = jnp.log(x)
    first = jnp.where(x > 0, y, 0.0)  # expect: JAX602
    return (first + jnp.where(x > 0, 2 * y, 0.0)).sum()  # expect: JAX602


@partial(jax.grad, argnums=(0, 1))
def two_guards_that_lack(x, y):
    inner = jnp.where(x > 0, jnp.log(x), 0.0)  # expect: JAX602
    return jnp.where(y > 0, inner + jnp.log(y), 1.0).sum()  # expect: JAX602


# What is named is a number that can occur: an even power is never negative, a difference may be.
@jax.grad
def root_of_even_power(x):
    return jnp.sum(jnp.sqrt(jnp.maximum(x**6, 0.0)))  # expect: JAX602


@jax.grad
def root_of_odd_power(x):
    return jnp.sum(jnp.sqrt(jnp.maximum(x**7 - 1.0, 0.0)))  # expect: JAX602


# Not spoiled by all negative numbers, but by one.
@jax.grad
def root_of_what_is_larger(x):
    return jnp.sum(jnp.where(x > 0, jnp.sqrt(x + 1.0), 0.0))  # expect: JAX602


# --- forward mode: the slope of a choice is that of what is chosen -----------------------------


def chosen_forward(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def clamped_forward(x):
    return jnp.sqrt(jnp.maximum(x, 0.0))  # expect: JAX602


def both_ways(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)  # expect: JAX602


def along(x):
    pushed = jax.jvp(chosen_forward, (x,), (jnp.ones_like(x),))
    linear = jax.linearize(chosen_forward, x)
    return pushed, linear, jax.jacfwd(chosen_forward)(x), jax.jacfwd(clamped_forward)(x)


def twice(x):
    return jax.jacfwd(jax.jacrev(both_ways))(x)


# Of all numbers of an array only some are left out; what is made of all of them is not zero there.
def shared_out(mask, scores):
    kept = jnp.where(mask > 0, 0.5, 0.0)
    share = kept / kept.sum()
    return jnp.sum(jnp.where(mask > 0, share * scores, 0.0))


def shared_out_each(mask, scores):
    kept = jnp.where(mask > 0, 0.5, 0.0)
    share = scores / kept
    return jnp.sum(jnp.where(mask > 0, share * scores, 0.0))  # expect: JAX602


def shared_by_length(mask, scores):
    length = jnp.linalg.norm(scores)  # expect: JAX604
    safe = jnp.where(length > 0.0, length, 1.0)  # expect: JAX602
    return jnp.sum(scores / safe) + jnp.sum(mask)


jax.grad(shared_by_length, argnums=1)(jnp.ones(3), jnp.ones(3))
jax.grad(shared_out, argnums=1)(jnp.ones(3), jnp.ones(3))
jax.grad(shared_out_each, argnums=1)(jnp.ones(3), jnp.ones(3))


# --- one of several tests, or a test of a factor, decides alone -----------------------------------


@partial(jax.grad, argnums=(0, 1))
def by_a_factor_of_the_divisor(e, n, c):
    both = e * n
    return jnp.sum(jnp.where(e > 1e-4, c / both, 0.0))  # expect: JAX602


@partial(jax.grad, argnums=(0, 1))
def by_a_factor_of_what_is_above(e, n, c):
    both = e * n
    return jnp.sum(jnp.where(e > 1e-4, both / (c * c + 1.0), 0.0))


@jax.grad
def by_one_test_of_two(s, a, i):
    near = (i < 0.05) | (i > 3.1)
    return jnp.sum(jnp.where((s != 0) & jnp.logical_not(near), a / s, a))  # expect: JAX602


@jax.grad
def by_either_test_of_two(s, a, i):
    return jnp.sum(jnp.where((s == 0) | (i > 0), a, a / s))  # expect: JAX602


@jax.grad
def by_two_tests_of_what_was_replaced(s, a, i):
    safe = jnp.where((s != 0) & (i > 0), s, 1.0)
    return jnp.sum(jnp.where((s != 0) & (i > 0), a / safe, a))


@jax.grad
def by_either_test_that_leaves_it_in(s, a, i):
    return jnp.sum(jnp.where((s > 2) & (i > 0), a, a / (1.0 + s * s)))


# --- what is chosen of a number that is spoiled already is no slip of its own ---------------------


@partial(jax.grad, argnums=(0, 1))
def turned_and_wrapped(s, p, b):
    quotient = p / s
    one = jnp.where(s >= 0.2, 1.0 - quotient, b)  # expect: JAX602
    two = jnp.where(s >= 0.2, b + quotient, b)  # expect: JAX602
    below = s < 0.0
    wrapped = jnp.where(below, two + 3.0, two)
    again = jnp.where(below, wrapped + 3.0, 2.0 * wrapped)
    return jnp.sum(one + again)


@partial(jax.grad, argnums=(0, 1))
def wrapped_with_a_slip_of_its_own(s, p, b):
    two = jnp.where(s >= 0.2, b + p / s, b)  # expect: JAX602
    return jnp.sum(jnp.where(s < 0.0, two + jnp.log(-s), two))  # expect: JAX602


# What a choice gave as a constant has no slope, whatever is made of it.
@jax.grad
def made_of_what_was_replaced(x, w):
    squares = jnp.sum(x**2, axis=-1)
    length = jnp.where(squares == 0, 0.0, jnp.sqrt(jnp.where(squares == 0, 1.0, squares)))
    return jnp.sum(jnp.where(length == 0, w, jnp.sin(w * length) / length))


@jax.grad
def made_of_what_is_given(length, w):
    return jnp.sum(jnp.where(length == 0, w, jnp.sin(w * length) / length))  # expect: JAX602


# --- data that may be missing: zero times NaN is NaN ----------------------------------------------


@jax.grad
def product_with_missing_data(p, y):
    return jnp.sum(jnp.where(jnp.isnan(y), 0.0, p * y))  # expect: JAX602


@jax.grad
def squares_with_missing_data(p, y):
    here = ~jnp.isnan(y)
    return jnp.sum(jnp.where(here, (p - y) ** 2, 0.0))  # expect: JAX602


@jax.grad
def sum_without_missing_data(p, y):
    return jnp.nansum((p - y) ** 2)  # expect: JAX602


@jax.grad
def errors_that_are_missing(p, y):
    errors = jnp.square(p - y)
    return jnp.sum(jnp.where(jnp.isnan(errors), 0.0, errors))  # expect: JAX602


@jax.grad
def likelihood_of_two(p, x, y):
    regular = ~(jnp.isnan(x) | jnp.isnan(y))
    logs = y * p - jnp.tanh(p) * x
    return jnp.sum(jnp.where(regular, logs, 0.0))  # expect: JAX602


@jax.grad
def difference_with_missing_data(p, y):
    here = jnp.isfinite(y)
    return jnp.sum(jnp.where(here, 2.0 * p - y, 0.0)) + jnp.nansum(jnp.abs(p - y))


@jax.grad
def data_replaced_before(p, y):
    missing = jnp.isnan(y)
    known = jnp.where(missing, 0.0, y)
    return jnp.sum(jnp.where(missing, 0.0, (p - known) ** 2))


@jax.grad
def data_made_numbers_before(p, y):
    known = jnp.nan_to_num(y)
    return jnp.sum(jnp.where(jnp.isnan(y), 0.0, p * known))


@jax.grad
def scaled_data_that_are_missing(p, y):
    return p * jnp.nansum(y) + p * jnp.sum(jnp.where(jnp.isnan(y), 0.0, y**2))


# Where a parameter is not a number, no gradient by it is one.
@jax.grad
def parameters_that_are_missing(p):
    return jnp.sum(jnp.where(jnp.isnan(p), 0.0, p * p))


# The logarithm makes a NaN of a number, so nothing says that the data have one.
@jax.grad
def missing_logarithm(p, y):
    logs = jnp.log(p) + jnp.log(y)
    return jnp.sum(jnp.where(jnp.isnan(logs), 0.0, logs))


# --- the diagonal of all pairs of one set --------------------------------------------------------


def inverses(squares):
    sixth = 1.0 / squares**3
    return sixth**2 - sixth


@jax.grad
def pulls(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    others = ~jnp.eye(x.shape[0], dtype=bool)
    return jnp.sum(jnp.where(others, inverses(squares), 0.0))  # expect: JAX602


@jax.grad
def by_a_difference_of_ones(x):
    gaps = x[:, None] - x[None, :]
    return jnp.sum(jnp.where(1 - jnp.eye(3) > 0, 1.0 / gaps, 0.0))  # expect: JAX602


@jax.grad
def by_the_diagonal_itself(x):
    gaps = x[:, None] - x[None, :]
    return jnp.sum(jnp.where(jnp.eye(3) == 1, 0.0, jnp.log(gaps**2)))  # expect: JAX602


@jax.grad
def of_two_sets(x, y):
    squares = jnp.sum((x[:, None] - y[None]) ** 2, axis=-1)
    return jnp.sum(jnp.where(~jnp.eye(3, dtype=bool), inverses(squares), 0.0))


@jax.grad
def of_given_squares(squares):
    return jnp.sum(jnp.where(~jnp.eye(3, dtype=bool), inverses(squares), 0.0))


@jax.grad
def diagonal_replaced(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    others = ~jnp.eye(3, dtype=bool)
    safe = jnp.where(others, squares, 1.0)
    return jnp.sum(jnp.where(others, inverses(safe), 0.0))


@jax.grad
def diagonal_lifted(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1) + jnp.eye(3)
    return jnp.sum(jnp.where(~jnp.eye(3, dtype=bool), inverses(squares), 0.0))


@jax.grad
def softened(x, eps):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sum(jnp.where(~jnp.eye(3, dtype=bool), 1.0 / (squares + eps), 0.0))


@jax.grad
def beside_the_diagonal(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sum(jnp.where(jnp.eye(3, k=1) > 0, squares, 0.0))


@jax.jacfwd
def forwards(x):
    squares = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    return jnp.sum(jnp.where(~jnp.eye(3, dtype=bool), inverses(squares), 0.0))


# --- exponentials are above zero -------------------------------------------------------------------


def inverse_of(s, t):
    return jnp.where(s > 0, t / s, 0.0)


def of_exponentials(x):
    return inverse_of(jnp.exp(0.5 * jnp.clip(x, -18.0, 18.0)), x)


def of_any_number(x):
    return jnp.where(x > 0, 1.0 / x, 0.0)  # expect: JAX602


def from_one_on(x):
    growth = jnp.exp(x)
    return jnp.where(growth > 1.0, jnp.log(growth - 1.0), 0.0)  # expect: JAX602


def at_the_same_place(x):
    s, t = jnp.exp(x), jnp.exp(2.0 * x)
    return jnp.where(s == t, s, (s - t) / (jnp.log(s) - jnp.log(t)))  # expect: JAX602


of_exponentials_slope = jax.grad(of_exponentials)
of_any_number_slope = jax.grad(of_any_number)
from_one_on_slope = jax.grad(from_one_on)
at_the_same_place_slope = jax.grad(at_the_same_place)


# What is computed of arrays that are given is no other number than theirs.


def floored(x, least):
    size = jnp.sqrt(jnp.mean(x**2))
    safe = jnp.where(size <= least, jnp.ones_like(x), x)
    return jnp.where(size <= least, least, jnp.sqrt(jnp.mean(safe**2)))


def floored_late(x, least):
    size = jnp.mean(x**2)
    return jnp.where(size <= least, least, jnp.sqrt(size))  # expect: JAX602, JAX604


def slopes_of_floors():
    zero = jnp.asarray(0.0)
    return jax.grad(floored)(zero, zero), jax.grad(floored_late)(zero, zero)


# Of several arrays that a model gives each depends on its parameters that a layer has made.
class Heads(nn.Module):
    @nn.compact
    def __call__(self, x):
        hidden = nn.tanh(nn.Dense(8)(x))
        return nn.Dense(2)(hidden), nn.softplus(nn.Dense(2)(hidden)), x


heads = Heads()


def entropy_of_a_head(params, x):
    rate, _, _ = heads.apply(params, x)
    return -jnp.sum(rate * log_or_zero(rate))


def log_or_zero(p):
    return jnp.where(p > 0, jnp.log(p), 0.0)  # expect: JAX602


def entropy_of_the_input(params, x):
    _, rate, same = heads.apply(params, x)
    return -jnp.sum(rate * jnp.where(same > 0, jnp.log(same), 0.0))


@jax.jit
def head_slopes(params, x):
    return jax.grad(entropy_of_a_head)(params, x), jax.grad(entropy_of_the_input)(params, x)


# A number of one sign times a square has that sign, wherever both lie.
def grown(size):
    return jnp.where(size < 50.0, jnp.exp(size), 0.0)


def grown_where_above(size):
    return jnp.where(size < 50.0, jnp.exp(size), 0.0)  # expect: JAX602


def fallen_where_below(size):
    return jnp.where(size > -50.0, jnp.exp(-size), 0.0)


def of_widths(raw, x):
    width = jax.nn.softplus(raw) + 1e-3
    return jnp.mean(grown(-width * x**2) + grown_where_above(width * x**2))


def of_any_width(raw, x):
    width = jax.nn.softplus(raw) + 1e-3
    return jnp.mean(fallen_where_below(x**2 * width))


def width_slopes(raw, x):
    return jax.grad(of_widths)(raw, x), jax.grad(of_any_width)(raw, x)


# --- quotients, products and sums of positive numbers are positive --------------------------------

TABLE = {"radii": np.asarray([0.8, 1.2]), "moved": np.asarray([-0.8, 1.2])}


@jax.grad
def root_of_a_positive_quotient(x):
    weights = jnp.exp(-((x[:, None] - jnp.asarray(TABLE["radii"])) ** 2))
    mean = jnp.sum(jnp.asarray(TABLE["radii"]) * weights, axis=1) / jnp.sum(weights, axis=1)
    scaled = 3.0 * mean * jnp.asarray(TABLE["radii"])[0]
    return jnp.sum(jnp.sqrt(jnp.clip(scaled / jnp.clip(mean, 1e-30), 0.0)))


@jax.grad
def root_of_a_quotient_of_any_sign(x):
    weights = jnp.exp(-((x[:, None] - jnp.asarray(TABLE["radii"])) ** 2))
    mean = jnp.sum(jnp.asarray(TABLE["moved"]) * weights, axis=1) / jnp.sum(weights, axis=1)
    return jnp.sum(jnp.sqrt(jnp.clip(mean, 0.0)))  # expect: JAX602


@jax.grad
def root_of_a_positive_number_less_one(x):
    weights = jnp.exp(-((x[:, None] - jnp.asarray(TABLE["radii"])) ** 2))
    return jnp.sum(jnp.sqrt(jnp.maximum(weights - 1.0, 0.0)))  # expect: JAX602


@jax.grad
def root_of_a_square_in_a_product(x):
    weights = jnp.exp(-((x[:, None] - jnp.asarray(TABLE["radii"])) ** 2))
    return jnp.sum(jnp.sqrt(jnp.clip(x**2 * jnp.sum(weights, axis=1), 0.0)))  # expect: JAX602


@jax.grad
def root_of_a_positive_product(x, y):
    kernel = jnp.einsum("i,i->", jnp.exp(x), jnp.exp(y) ** -1.5)
    return jnp.sqrt(jnp.maximum(kernel, 0.0))


@jax.grad
def root_of_any_product(x, y):
    kernel = jnp.einsum("i,i->", jnp.exp(x), y)
    return jnp.sqrt(jnp.maximum(kernel, 0.0))  # expect: JAX602


# Of a table out of sight a clamp does not say that it has numbers below zero, or zeros.
def read_table(path):
    with open(path, "rb") as file:
        return {name: np.asarray(column) for name, column in np.load(file).items()}


@jax.grad
def root_with_a_table(x):
    column = jnp.asarray(np.asarray(read_table("table.npz")["column"]))
    known = jnp.where(column >= 0.0, column, 0.0)
    mean = jnp.sum(known * jnp.exp(x)) / jnp.sum(jnp.exp(x))  # expect: JAX601
    return jnp.sqrt(jnp.clip(3.0 * column[0] * mean / jnp.clip(mean, 1e-30), 0.0))


@jax.grad
def root_with_a_table_of_any_number(x):
    column = jnp.asarray(np.asarray(read_table("table.npz")["column"]))
    return jnp.sum(jnp.sqrt(jnp.maximum(column * x, 0.0)))  # expect: JAX602


@jax.grad
def root_with_a_table_of_a_difference(x):
    column = jnp.asarray(np.asarray(read_table("table.npz")["column"]))
    return jnp.sum(jnp.sqrt(jnp.maximum(column - jnp.exp(x), 0.0)))  # expect: JAX602


# In float32 the square of a floor below 1e-19 is zero.
@jax.grad
def floored(p):
    return jnp.where(p > 0.0, 1.0 / jnp.maximum(p, 1e-30), 0.0)  # expect: JAX602


@jax.grad
def floored_higher(p):
    return jnp.where(p > 0.0, 1.0 / jnp.maximum(p, 1e-18), 0.0)


# --- where what is chosen has no slope either, no choice is to blame ------------------------------


def series_or_power(x, ratio):
    log_ratio = jnp.log(ratio)
    near = jnp.abs(log_ratio) < 1e-4
    safe = jnp.where(near, 1.0, log_ratio)
    y = x * log_ratio
    return jnp.sum(jnp.where(near, x * (1.0 + y / 2.0), jnp.expm1(x * safe) / safe))


def series_or_unsafe_power(x, ratio):
    log_ratio = jnp.log(ratio)
    near = jnp.abs(log_ratio) < 1e-4
    y = x * log_ratio
    return jnp.sum(jnp.where(near, x * (1.0 + y / 2.0), jnp.expm1(y) / log_ratio))  # expect: JAX602


slopes_of_powers = (
    jax.grad(series_or_power, argnums=(0, 1)),
    jax.grad(series_or_unsafe_power, argnums=(0, 1)),
)


# What NumPy or Python makes a number of has no slope.
def size(x):
    return jnp.sqrt(jnp.maximum(jnp.sum(x) - 1.0, 0.0))


def size_that_is_returned(x):
    return jnp.sqrt(jnp.maximum(jnp.sum(x) - 1.0, 0.0))  # expect: JAX602


@jax.grad
def known_size(x, here):
    count = np.asarray(size(x)) if here else 0  # expect: JAX107
    return jnp.sum(x) + count


@jax.grad
def known_and_used_size(x, here):
    found = size_that_is_returned(x)
    return found + (np.asarray(found) if here else 0)  # expect: JAX107


# A table in sight that has a zero, and one that has none.
@jax.grad
def root_with_a_zero_in_a_table(x):
    shares = jnp.asarray(np.array([0.0, 1.0])) * jnp.exp(jnp.tanh(x))
    return jnp.sum(jnp.sqrt(jnp.maximum(shares, 0.0)))  # expect: JAX602


@jax.grad
def root_with_no_zero_in_a_table(x):
    shares = jnp.asarray(np.array([0.5, 1.0])) * jnp.exp(jnp.tanh(x))
    return jnp.sum(jnp.sqrt(jnp.maximum(shares, 0.0)))


# Of a gradient that a test expects to raise there are no numbers.
def closed_form(k):
    return jnp.sum(jnp.where(k > 0, (1 - jnp.exp(-k)) / k, 1.0))


def raises_as_expected(k):
    with pytest.raises(ValueError):
        jax.grad(closed_form)(k)


def open_form(k):
    return jnp.sum(jnp.where(k > 0, (1 - jnp.exp(-k)) / k, 1.0))  # expect: JAX602


def gives_numbers(k):
    return jax.grad(open_form)(k)


# One of several functions is taken.
def near(x):
    return jnp.sum(jnp.where(x > 0, jnp.log(x), 0.0))  # expect: JAX602


def far(x):
    return jnp.sum(x)


def of_one_of_both(x, flag):
    loss = near if flag else far
    return jax.grad(lambda v: loss(v))(x)


# What a function takes out of its keywords is not in what it hands on.
def filtered(x, floor=0.0, weights=None):
    weighted = weights is not None

    def step(total, item):
        if weighted:
            total = jnp.where(total > 0, 1.0 / total, 0.0)  # expect: JAX602
        return total + jnp.exp(item), total

    return jax.lax.scan(step, floor, x)[0]


def unweighted(x, floor=0.0, weights=None):
    weighted = weights is not None

    def step(total, item):
        if weighted:
            total = jnp.where(total > 0, 1.0 / total, 0.0)
        return total + jnp.exp(item), total

    return jax.lax.scan(step, floor, x)[0]


def in_chunks(filtering):
    def batched(x, **shared):
        size = shared.pop("chunk", None)
        several = jax.vmap(lambda one: filtering(one, **shared))
        return several(x) if size is None else several(x[:size])

    return batched


with_weights, without_weights = in_chunks(filtered), in_chunks(unweighted)


def of_chunks(x):
    weighed = jax.grad(lambda y: with_weights(y, weights=1.0, chunk=3).sum())(x)
    return weighed + jax.grad(lambda y: without_weights(y, floor=1.0, chunk=3).sum())(x)


# What a layer of a model gives has a slope where the parameters that it computes with have one.
def positive_of_equinox(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))  # expect: JAX602


def positive_of_linen(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))  # expect: JAX602


def positive_of_parameter(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))  # expect: JAX602


def positive_of_fixed(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))


def positive_of_haiku(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))  # expect: JAX602


class Rate(eqx.Module):
    trunk: eqx.nn.MLP

    def __init__(self, key):
        self.trunk = eqx.nn.MLP(3, 1, 32, 2, key=key)

    def __call__(self, x):
        return positive_of_equinox(self.trunk(x)[0])


def loss_of_rates(rate, xs):
    return jnp.mean(jax.vmap(rate)(xs))


@eqx.filter_jit
def slope_of_rates(rate, xs):
    return eqx.filter_grad(loss_of_rates)(rate, xs)


slope_of_rates(Rate(jax.random.key(0)), jnp.ones((2, 3)))


class RateOfLinen(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.ones, (3,))
        return positive_of_linen(nn.Dense(1)(x)) + positive_of_parameter(scale * x)


class FixedRate(nn.Module):
    @nn.compact
    def __call__(self, x):
        return positive_of_fixed(nn.Dense(1)(x))


def haiku_rate(x):
    return positive_of_haiku(hk.Linear(1)(x))


rate_of_haiku = hk.without_apply_rng(hk.transform(haiku_rate))


@jax.jit
def slope_of_models(params, fixed, weight, x):
    def loss(params, weight):
        rates = RateOfLinen().apply(params, x) + rate_of_haiku.apply(params, x)
        return jnp.mean(rates) + jnp.mean(weight * FixedRate().apply(fixed, x))

    return jax.grad(loss)(params, weight)


# It has one as well where nothing else is traced.
def positive_of_layer_alone(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))  # expect: JAX602


def positive_of_parameter_alone(x):
    return jnp.where(x > 30.0, x, jnp.log(1.0 + jnp.exp(x)))  # expect: JAX602


class RateAlone(nn.Module):
    activation: Callable[[jax.Array], jax.Array] = positive_of_layer_alone

    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.ones, (3,))
        return self.activation(nn.Dense(1)(x)) + positive_of_parameter_alone(scale * x)


def loss_alone(params, fixed, model, x):
    return jnp.mean(model.apply(params, x)) * jnp.mean(FixedRate().apply(fixed, x))


rate_alone, some = RateAlone(), jnp.ones((2, 3))
jax.grad(loss_alone)(
    rate_alone.init(jax.random.key(0), some),
    FixedRate().init(jax.random.key(1), some),
    rate_alone,
    some,
)


# A mean over what a mask leaves, which may be nothing.
def mean_of_the_marked(losses, mask):
    return jnp.sum(losses * mask, axis=-1) / jnp.sum(mask, axis=-1)


def of_at_least_one(losses, mask):
    return jnp.sum(losses * mask, axis=-1) / jnp.maximum(jnp.sum(mask, axis=-1), 1.0)


def of_labels(w, x, labels):
    mask = (labels >= 0).astype(jnp.float32)
    means = mean_of_the_marked(w * x, mask)
    return jnp.where(mask.any(axis=-1), means, 0.0).sum()  # expect: JAX602


def of_labels_with_floor(w, x, labels):
    mask = (labels >= 0).astype(jnp.float32)
    means = of_at_least_one(w * x, mask)
    return jnp.where(jnp.any(mask, axis=-1), means, 0.0).sum()


def slopes_of_labels(x, labels):
    x, labels = jnp.asarray(x), jnp.asarray(labels)
    return jax.grad(of_labels)(1.0, x, labels), jax.grad(of_labels_with_floor)(1.0, x, labels)


GRAVITY = 9.81


@jax.grad
def clamped_and_scaled(level):
    wet = jnp.maximum(level, 0.0)
    return jnp.sqrt(2.0 * GRAVITY * wet).sum()  # expect: JAX602


@jax.grad
def clamped_and_parted(level):
    return jnp.sqrt(jnp.maximum(level, 0.0) / GRAVITY).sum()  # expect: JAX602


@jax.grad
def clamped_above_zero_and_scaled(level):
    return jnp.sqrt(2.0 * GRAVITY * jnp.maximum(level, 1e-9)).sum()


# A test of each number says nothing of their sum.
@jax.grad
def mixed(amounts):
    shares = amounts / amounts.sum()
    return jnp.sum(amounts * jnp.log(jnp.where(shares > 0, shares, 1.0)))


@jax.grad
def shared(amounts):
    total = amounts.sum(-1, keepdims=True)
    return jnp.sum(jnp.where(total > 0, amounts / total, 1.0))  # expect: JAX602


# --- what ends where no slope is -------------------------------------------------------------------


def guarded(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)  # expect: JAX602


def guarded_aside(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


@jax.grad
def held_back(x):
    return x + jax.lax.stop_gradient(2 * guarded_aside(x) + 1)


@jax.grad
def counted(x):
    steps = 3 * guarded_aside(x)
    return x + jnp.floor(steps) + steps.astype(jnp.int32)


@jax.grad
def held_back_elsewhere(x):
    return x + jax.lax.stop_gradient(guarded(x))


@jax.grad
def held_back_and_used(x):
    once = 2 * guarded(x)
    return x + jax.lax.stop_gradient(once) + once


# Where no number stands in the place of the value, none is silently lost in the gradient.
@jax.grad
def undefined_below(t):
    return jnp.where(t > 0.0, 1.0 / t, jnp.nan) + jnp.where(t > 0.0, jnp.log(t), -np.inf)


@jax.grad
def zero_below(t):
    return jnp.where(t > 0.0, 1.0 / t, 0.0)  # expect: JAX602


# --- powers by numbers that are given ---------------------------------------------------------------


def emitted(rate, counts):
    means = counts * rate
    return jnp.sum(jnp.where(counts == 0, 1.0, jnp.exp(-means) * means**counts))


def emitted_by_floats(rate, counts):
    counts = jnp.asarray(counts, jnp.float32)
    means = counts * rate
    return jnp.sum(jnp.where(counts == 0, 1.0, jnp.exp(-means) * means**counts))  # expect: JAX602


emitted_slope = jax.grad(emitted)
emitted_by_floats_slope = jax.grad(emitted_by_floats)
