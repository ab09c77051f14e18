"""and, or, not, a chained comparison or `in` on traced values."""

import dataclasses
from functools import partial

import jax
import jax.numpy as jnp
import pytest
from jax import lax


@jax.jit
def in_box(x, y):
    if x > 0 and y > 0:  # expect: JAX104
        return x + y
    return 0.0


@jax.jit
def in_box_array(x, y):
    inside = (x > 0) & (y > 0)
    return jnp.where(inside, x + y, 0.0)


def in_box_plain(x, y):
    return x > 0 and y > 0


@jax.jit
def outside(x, limit):
    far = x.max() > limit or x.min() < -limit  # expect: JAX104
    return jnp.where(far, 0.0, x)


@jax.jit
def outside_array(x, limit):
    far = jnp.logical_or(x.max() > limit, x.min() < -limit)
    return jnp.where(far, 0.0, x)


# T01, T02: the first operands are static.
@jax.jit
def static_operands(x, mask=None):
    if mask is not None and mask.ndim == 2:
        x = x * mask
    if x.dtype == jnp.float32 or x.dtype == jnp.bfloat16:
        x = x + 1
    if len(x) > 0 and x.shape[0] < 5:
        x = x + 1
    return x


# The last operand is returned as it is, and a static first one decides alone.
@partial(jax.jit, static_argnames="strict")
def last_operand(x, strict):
    bad = strict and jnp.isnan(x).any()
    return jnp.where(bad, 0.0, x)


@jax.jit
def negated(x):
    return jnp.where(not (x.sum() > 0), x, -x)  # expect: JAX104


@jax.jit
def negated_array(x):
    return jnp.where(~(x.sum() > 0), x, -x)


# T04, T05: static truth values.
@partial(jax.jit, static_argnames=("deterministic",))
def negated_static(params, xs, deterministic):
    if not deterministic:
        xs = [2.0 * x for x in xs]
    if not params:
        return xs
    return xs if not isinstance(xs, tuple) else list(xs)


@jax.jit
def negated_in_if(x):
    if not jnp.all(x > 0):  # expect: JAX104
        return x
    return -x


@jax.jit
def chained(x):
    return jnp.where(0 < x < 1, x, 0.0)  # expect: JAX104


@jax.jit
def chained_array(x):
    return jnp.where((0 < x) & (x < 1), x, 0.0)


@jax.jit
def chained_static(x):
    if 1 < x.ndim < 4 and 0 < x.shape[0] <= 128:
        return x.mean()
    return x


@jax.jit
def member(n):
    small = n in (0, 1, 2)  # expect: JAX104
    return jnp.where(small, n, 0)


@jax.jit
def member_array(n):
    return jnp.where(jnp.isin(n, jnp.array([0, 1, 2])), n, 0)


@jax.jit
def value_in_array(x):
    x = jnp.sort(x)
    if 3 not in x:  # expect: JAX104
        return x
    return -x


# T04
@partial(jax.jit, static_argnames="kind")
def member_static(params, kind):
    if "bias" in params and kind in ("dense", "conv"):
        return params["bias"]
    if "scale" not in params:
        return 0.0
    return params["scale"]


@jax.jit
def default_by_or(x, y):
    total = jnp.sum(y)
    y = total or jnp.ones(())  # expect: JAX104
    return x + y


# T06: nobody passes y.
@jax.jit
def default_by_or_static(x, y=None):
    y = y or 3.0
    return x + y


def keep_going(state):
    step, error = state
    return step < 10 and error > 1e-6  # expect: JAX104


def keep_going_array(state):
    step, error = state
    return (step < 10) & (error > 1e-6)


def iterate(x):
    body = lambda state: (state[0] + 1, state[1] / 2)
    first = lax.while_loop(keep_going, body, (0, x))
    second = lax.while_loop(keep_going_array, body, (0, x))
    third = lax.while_loop(
        lambda s: s[0] < 10 and not s[1] < 1,  # expect: JAX104
        body,
        (0, x),
    )
    return first, second, third


def scan_mask(xs):
    def body(count, x):
        hit = x > 0 and x < 1  # expect: JAX104
        return count + hit, hit

    return lax.scan(body, 0, xs)


def both_positive(a, b):
    return a > 0 or b > 0  # expect: JAX104


def same_rank(a, b):
    return a.ndim == b.ndim or a.size > b.size


@jax.jit
def through_helpers(x, y):
    same_rank(x, y)
    return both_positive(x.sum(), y.sum())


class Walker:
    def __init__(self, low, high, wrap):
        self.low, self.high, self.wrap = low, high, wrap

    @partial(jax.jit, static_argnums=(0,))
    def step(self, x):
        if self.low < 0 < self.high and not self.wrap:
            x = x + 1
        done = self.low > x or x > self.high  # expect: JAX104
        return x, done


# T08
def clipped_row(row, low, high):
    if low < 0 < high and not low > high:
        return jnp.clip(row, low, high)
    return row


clipped = jax.vmap(clipped_row, in_axes=(0, None, None))


# T07
def hinge(w, margin):
    if w > 0 and margin > 0 and not w > margin:
        return margin - w
    return w * 0.0


hinge_slope = jax.grad(hinge)


@jax.vmap
def row_flags(row):
    return not row.any()  # expect: JAX104


@jax.vmap
def row_flags_array(row):
    return jnp.logical_not(row.any())


@jax.jit
def loop_condition(x):
    while x > 0 and x < 10:  # expect: JAX104
        x = x + 1
    return x


def refused_by_a_wrapper(wrap, rng):
    def body():
        lax.while_loop(lambda x: x.all(), lambda x: not x, 1)

    wrapped = wrap(body)
    with pytest.raises(ValueError):
        wrapped.init(rng)


def refused_by_a_wrapper_of_its_name(wrap, rng):
    def body():
        lax.while_loop(lambda x: x.all(), lambda x: not x, 1)

    body = wrap(body)
    with pytest.raises(ValueError):
        body.init(rng)


def refused_inside(wrap, rng):
    with pytest.raises(ValueError):

        @wrap
        def body():
            lax.while_loop(lambda x: x.all(), lambda x: not x, 1)

        body.init(rng)


def refused_once_and_run_after(wrap, rng):
    def body():
        lax.while_loop(lambda x: x.all(), lambda x: not x, 1)  # expect: JAX104

    wrapped = wrap(body)
    with pytest.raises(ValueError):
        wrapped.init(rng)
    return wrapped.apply(rng)


def run_beside_what_is_refused(wrap, rng):
    def body():
        lax.while_loop(lambda x: x.all(), lambda x: not x, 1)  # expect: JAX104

    wrapped = wrap(body)
    with pytest.raises(ValueError):
        rng.split()
    return wrapped.init(rng)


# The truth of a container is its length, and a tracer is no list.
def with_default(key, partial=None, extra=None):
    params = partial or {"w": jnp.zeros(2)}
    return params, extra or [1.0], key


def of_a_list(x):
    if isinstance(x, list) and not x:
        return x
    if isinstance(x, (tuple, dict)) or not x:  # expect: JAX104
        return x
    return x * 2


defaults = jax.jit(with_default)(jax.random.key(0), {"w": jnp.ones(2)})
lists = jax.vmap(of_a_list)(jnp.ones(3))


@jax.jit
def given_or_made(scale, bias):
    scale = 1.0 if scale is None else scale
    bias = bias or jnp.zeros(3)  # expect: JAX104
    return scale * 2 + bias * 2


# An argument whose annotation names a class is an object or None; its truth is Python's.
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Rates:
    rate: jax.Array


@jax.jit
def with_rates(x, rates: Rates | None = None, scale: jax.Array | None = None):
    known = rates or Rates(jnp.ones(3))
    factor = scale or 1.0  # expect: JAX104
    return x * known.rate * factor


def simulate(x, rates=None, scale=None):
    return with_rates(x, rates, scale)


# A loop that is chosen by the flag which decides on the jit.
def python_loop(condition, body, state):
    while True:
        if not condition(state):
            return state
        state = body(state)


def python_loop_too(condition, body, state):
    while True:
        if not condition(state):  # expect: JAX104
            return state
        state = body(state)


def looped(condition, body, jitted, state):
    loop = lax.while_loop if jitted else python_loop
    return loop(condition, body, state)


def looped_in_python(condition, body, jitted, state):
    loop = python_loop_too if jitted else lax.while_loop
    return loop(condition, body, state)


class Solver:
    def __init__(self, jitted):
        self.jitted = jitted

    def solver(self, loop):
        solve = partial(loop, lambda x: x > 0, lambda x: x - 1, self.jitted)
        if self.jitted:
            solve = jax.jit(solve)
        return solve

    def solve(self, x):
        return self.solver(looped)(x), self.solver(looped_in_python)(x)


# What is traced is not where a flag says that nothing is jitted.
class Chooser:
    def __init__(self, use_jit):
        self.use_jit = use_jit
        self.run = jax.jit(self.step) if use_jit else self.step
        self.other = jax.jit(self.step_unrolled)

    def step(self, x):
        loop = lax.while_loop if self.use_jit else chosen_loop
        return loop(lambda s: s < 10.0, lambda s: s + 1.0, x)

    def step_unrolled(self, x):
        loop = lax.while_loop if self.unroll else chosen_loop_too
        return loop(lambda s: s < 10.0, lambda s: s + 1.0, x)


def chosen_loop(condition, body, state):
    while True:
        if not condition(state):
            return state
        state = body(state)


def chosen_loop_too(condition, body, state):
    while True:
        if not condition(state):  # expect: JAX104
            return state
        state = body(state)


# What is False in the first turn, and an array in the others.
def has_settled(turn, x):
    if turn == 0:
        return False
    return jnp.max(jnp.abs(x)) < 1.0


def has_spent(turn, x):
    if turn == 0:
        return False
    return turn > x.ndim


@jax.jit
def halved_until_settled(x):
    turn = 0
    while not has_settled(turn, x):  # expect: JAX104
        x, turn = x / 2, turn + 1
    return x


@jax.jit
def halved_until_spent(x):
    turn = 0
    while not has_spent(turn, x):
        x, turn = x / 2, turn + 1
    return x
