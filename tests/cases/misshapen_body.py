"""Functions of loops and branches that do not fit."""

import abc
from functools import partial
from typing import NamedTuple

import haiku as hk
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import checkify
from somewhere import decorate

XS = jnp.ones(3)


def add(c, x):
    return c + x, c


def scans(xs, init):
    lax.scan(add, 0.0, xs)
    lax.scan(lambda c, x: jnp.add(c, x), 0.0, xs)  # expect: JAX512
    lax.scan(lambda c, x: (c, c, c), init, xs)  # expect: JAX512
    lax.scan(lambda c, x: {"c": c}, init, xs)  # expect: JAX512
    lax.scan(lambda c, x: [c, x], init, xs)
    lax.scan(lambda c, x: c, init, xs)
    lax.scan(lambda c: (c, c), init, xs)  # expect: JAX512
    lax.scan(lambda c, x, y: (c, c), init, xs)  # expect: JAX512
    lax.scan(lambda c, x, k=2: (c, c), init, xs)
    lax.scan(partial(lambda k, c, x: (c, x), 2), init, xs)
    lax.scan(lambda *both: both, init, xs)


def carries(xs, a, b):
    lax.scan(lambda c, x: ((c[0], c[1], x), None), (a, b), xs)  # expect: JAX512
    lax.scan(lambda c, x: ((c[0], c[1]), None), (a, b), xs)
    lax.scan(lambda c, x: ((c[0], c[1]), None), [a, b], xs)  # expect: JAX512
    lax.scan(lambda c, x: (None, x), 0.0, xs)  # expect: JAX512
    lax.scan(lambda c, x: (c, x), None, xs)
    lax.fori_loop(0, 3, lambda i, c: (c, c), jnp.zeros(3))  # expect: JAX512
    lax.while_loop(lambda c: c < 3, lambda c: None, 0)  # expect: JAX512


def over_nothing(init):
    lax.scan(add, init)  # expect: JAX512
    lax.scan(add, init, None)  # expect: JAX512
    lax.scan(add, init, 10)  # expect: JAX512
    lax.scan(add, init, range(10))  # expect: JAX512
    lax.scan(add, init, [1.0, 2.0])  # expect: JAX512
    lax.scan(add, init, None, 10)
    lax.scan(add, init, length=10)
    lax.scan(add, init, jnp.arange(10))
    lax.scan(add, init, [XS, XS])


def forgets(i, c):
    c = c + i


def loops(x):
    lax.fori_loop(0, 3, lambda c: c, x)  # expect: JAX512
    lax.fori_loop(0, 3, lambda i, c: c, x)
    lax.fori_loop(0, 3, lambda state, i: state, x)  # expect: JAX512
    lax.fori_loop(0, 3, lambda i, state: state, x)
    lax.fori_loop(0, 3, lambda v, i: v + i, x)  # expect: JAX512
    lax.fori_loop(0, 3, lambda k, i: i + k, x)
    lax.fori_loop(0, 3, lambda _, i: i, x)
    lax.fori_loop(0, 3, forgets, 0.0)  # expect: JAX512
    lax.while_loop(lambda a, b: a < b, lambda c: c, x)  # expect: JAX512
    lax.while_loop(lambda c: c[0] < c[1], lambda c: c, (x, x))
    lax.while_loop(lambda c: (c, c), lambda c: c, x)  # expect: JAX512
    lax.map(lambda a, b: a + b, x)  # expect: JAX512
    lax.map(lambda ab: ab[0] + ab[1], (x, x))


def branches(p, x, operands):
    lax.cond(p, lambda v: v, lambda v: -v, x)
    lax.cond(p, lambda: x, lambda: -x, x)  # expect: JAX512
    lax.cond(p, lambda v: v, lambda v: -v)  # expect: JAX512
    lax.cond(p, lambda v: v, lambda v: -v, operand=x)
    lax.cond(p, lambda v: v, lambda v: -v, *operands)
    lax.cond(p, lambda: 1, lambda: 0.0)  # expect: JAX512
    lax.cond(p, lambda: 1.0, lambda: jnp.zeros(()))
    lax.cond(p, lambda: (x, x), lambda: (x, x, x))  # expect: JAX512
    lax.cond(p, lambda: (x, x), lambda: [x, x])  # expect: JAX512
    lax.cond(p, lambda: jnp.sin(x), lambda: None)  # expect: JAX512
    lax.switch(0, [lambda v: v, lambda: x], x)  # expect: JAX512
    lax.switch(1.0, [lambda v: v, lambda v: -v], x)  # expect: JAX512
    lax.switch(0, (lambda v: v, lambda v: -v), operand=x)


@decorate
def decorated(c):
    return c, c


class Filter(abc.ABC):
    @abc.abstractmethod
    def step(self, c, x):
        """One step."""

    def run(self, xs):
        return lax.scan(self.step, 0.0, xs)

    @staticmethod
    @jax.jit
    def add(c, x):
        return c + x, None

    def total(self, xs):
        return lax.scan(self.add, 0.0, xs)


def of_others(init, xs, f):
    lax.scan(decorated, init, xs)
    lax.scan(f, init, xs)
    hk.scan(lambda c: (c, c), init, xs)


# The structure of both hangs on one flag.
def by_flag(flag, x):
    init = (x, x) if flag else x
    return lax.fori_loop(0, 3, lambda i, c: (c[0], c[1]) if flag else c, init)


# What checkify makes gives an error beside what the function gives.
def checked(init, xs):
    def pair(c, x):
        error, (c, y) = checkify.checkify(lambda a, b: (a + b, a))(c, x)
        return c, y

    def triple(c, x):
        error, result = checkify.checkify(lambda a, b: (a + b, a, b))(c, x)
        return result

    lax.scan(pair, init, xs)
    lax.scan(triple, init, xs)  # expect: JAX512


# What other code is handed may be filled there.
def filled(handlers, xs):
    message, kept = {"value": None}, {"value": None}
    for handler in handlers:
        handler.process(message)
    lax.fori_loop(0, 3, lambda i, c: c + 1, message["value"])
    lax.fori_loop(0, 3, lambda i, c: jnp.add(c, 1), kept["value"])  # expect: JAX512


def filled_list(fill):
    slots, kept = [None], [None]
    fill(slots)
    lax.fori_loop(0, 3, lambda i, c: jnp.ones(3), slots[0])
    lax.fori_loop(0, 3, lambda i, c: jnp.ones(3), kept[0])  # expect: JAX512


# Dtypes: a loop is compiled for one, to which only what is weak gives way.
class Moments(NamedTuple):
    mean: jax.Array
    weight: jax.Array

    @classmethod
    def of_arrays(cls, width):
        return cls(jnp.zeros(width), jnp.zeros((), jnp.int32))

    @classmethod
    def of_numbers(cls, width):
        return cls(jnp.zeros(width), 0)

    @classmethod
    def of_floats(cls, width):
        return cls(jnp.zeros(width), jnp.zeros(()))


def weighed(moments, x):
    weight = moments.weight + 0.5
    return Moments(moments.mean + x, weight), None


def weighs(xs):
    first, _ = lax.scan(weighed, Moments.of_arrays(3), xs)  # expect: JAX512
    second, _ = lax.scan(weighed, Moments.of_numbers(3), xs)
    third, _ = lax.scan(weighed, Moments.of_floats(3), xs)
    return first, second, third


def halved(i, total):
    return total * 0.5


def doubled(i, total):
    return total * 2


@jax.jit
def halves(x):
    first = lax.fori_loop(0, 3, halved, jnp.zeros(3, int))  # expect: JAX512
    second = lax.fori_loop(0, 3, halved, 8)
    third = lax.fori_loop(0, 3, halved, jnp.full(3, 8))
    fourth = lax.fori_loop(0, 3, halved, x)
    fifth = lax.fori_loop(0, 3, doubled, jnp.zeros(3, int))
    sixth = lax.fori_loop(0, 3, halved, jnp.zeros(3, int) * 1.0)
    return first, second, third, fourth, fifth, sixth


def exchanges():
    # What is weak gives way first, and then the other carry is what it was.
    first, _ = lax.scan(lambda c, _: ((c[1], c[0]), None), (jnp.zeros(()), 0), None, length=3)
    zeros = jnp.zeros((), int)
    second, _ = lax.scan(  # expect: JAX512
        lambda c, _: ((c[1], c[0]), None), (jnp.zeros(()), zeros), None, length=3
    )
    return first, second


def shrinks(x, several):
    first = lax.while_loop(lambda v: v > 0.1, lambda v: v / 2, jnp.ones((2, 4)))  # expect: JAX512
    second = lax.while_loop(lambda v: jnp.any(v > 0.1), lambda v: v / 2, jnp.ones((2, 4)))
    third = lax.while_loop(lambda v: v > 0.1, lambda v: v / 2, jnp.ones(()))
    fourth = lax.while_loop(lambda v: v > 0.1, lambda v: v / 2, x)
    fifth = lax.while_loop(lambda v: v[0] > 0.1, lambda v: v / 2, jnp.ones(3))
    return first, second, third, fourth, fifth


# Beside what is weak: it may rise, and others with it, but no result is of a lower kind then.
def counted_in_steps(xs):
    def step(belief, x):
        return {**belief, "time": belief["time"] + 0.1, "cost": belief["cost"] + x}, x

    first, _ = lax.scan(step, {"time": jnp.zeros((), int), "cost": 0.0}, xs)  # expect: JAX512
    second, _ = lax.scan(step, {"time": jnp.zeros(()), "cost": 0.0}, xs)
    third, _ = lax.scan(step, {"time": 0, "cost": 0.0}, xs)
    return first, second, third


def counted_elsewhere(xs):
    def step(belief, x):
        belief = {**belief, "time": belief["time"] + 0.1}
        return belief, x

    whole = jnp.zeros((), int)
    return lax.scan(step, {"time": whole, "cost": 0.0}, xs)  # expect: JAX512


def counted_in_whole_steps(xs):
    def step(belief, x):
        return {**belief, "time": belief["time"] + 1, "cost": belief["cost"] + x}, x

    return lax.scan(step, {"time": jnp.zeros((), int), "cost": 0.0}, xs)


# A number that a jitted function is given has its kind there; a carry may be another one later.
@jax.jit
def moved(dt, xs):
    def step(at, x):
        return at + dt, x

    first, _ = lax.scan(step, jnp.zeros((), int), xs)  # expect: JAX512
    second, _ = lax.scan(step, 0, xs)
    return first, second


@jax.jit
def counted(n, xs):
    first, _ = lax.scan(lambda at, x: (at + n, x), jnp.zeros((), int), xs)
    second, _ = lax.scan(lambda at, x: (at * 0.5, x), n, xs)
    return first, second


def moves(xs):
    return moved(0.1, xs), counted(2, xs)


# The dtypes of branches must agree: not even that of a Python number gives way.
def dtypes_of_branches(p, x, key):
    distance = jnp.linalg.norm(x)
    lax.cond(p, lambda: 1, lambda: -0.01 * distance)  # expect: JAX512
    lax.cond(p, lambda: 1.0, lambda: -0.01 * distance)
    lax.cond(p, lambda: 0, lambda: jax.random.uniform(key))  # expect: JAX512
    lax.cond(p, lambda: jnp.argmax(x), lambda: jnp.float32(-1))  # expect: JAX512
    lax.cond(p, lambda: jnp.argmax(x), lambda: -1)
    lax.cond(p, lambda: distance.mean(), lambda: jnp.sum(jnp.zeros(3) > 1))  # expect: JAX512
    lax.cond(p, lambda: distance.mean().astype(int), lambda: jnp.sum(jnp.zeros(3) > 1))
    lax.cond(p, lambda: (x, jnp.zeros(3)), lambda: (x, jnp.arange(3)))  # expect: JAX512
    lax.cond(p, lambda: (x, jnp.zeros(3)), lambda: (x, jnp.arange(3) / 2))
    lax.cond(p, lambda: x, lambda: 0)
    lax.switch(p, [jnp.sin, jnp.isnan], jnp.zeros(3))  # expect: JAX512
    return lax.switch(p, [jnp.sin, jnp.abs], jnp.zeros(3))


def kinds_that_functions_give(x):
    chosen = jnp.where(x > 0, 1, 0)
    lax.cond(True, lambda: chosen, lambda: 0.5)  # expect: JAX512
    lax.cond(True, lambda: chosen * 0.5, lambda: 0.5)
    lax.cond(True, lambda: chosen / 2, lambda: 0)  # expect: JAX512
    return lax.cond(True, lambda: jnp.maximum(chosen, 0.5), lambda: 0)  # expect: JAX512


def carries_of_a_dtype_of_their_own(xs):
    lax.scan(lambda c, x: (c + 0.5, None), jnp.int32(0), xs)  # expect: JAX512
    lax.scan(lambda c, x: (c + 1, None), jnp.int32(0), xs)
    return lax.scan(lambda c, x: (c + 0.5, None), 0, xs)


# Truth values give way to nothing, though Python wrote them, and nothing gives way to them; nor does
# a float to a whole number.
def flag_as_a_float(x):
    def turn(carry):
        height, over = carry
        return height + 1.0, (height > 3.0).astype(jnp.float32)

    return lax.while_loop(lambda carry: carry[1] < 1, turn, (x, False))  # expect: JAX512


def flag_as_a_flag(x):
    def turn(carry):
        height, over = carry
        return height + 1.0, height > 3.0

    return lax.while_loop(lambda carry: ~carry[1], turn, (x, False))


def flag_by_sums(xs):
    def step(seen, x):
        return jnp.int32(x > 0), x

    return lax.scan(step, False, xs)  # expect: JAX512


def flags_or(xs):
    def step(seen, x):
        return seen | (x > 0), x

    return lax.scan(step, False, xs)


def number_as_a_flag(xs):
    return lax.fori_loop(0, 3, lambda turn, total: jnp.sum(xs) > 0, 0)  # expect: JAX512


def number_as_a_float(xs):
    return lax.fori_loop(0, 3, lambda turn, total: jnp.float32(turn), 0)


def float_as_a_number(xs):
    return lax.fori_loop(0, 3, lambda turn, total: jnp.int32(turn), 0.0)  # expect: JAX512


def float_by_another_that_rises(xs):
    def turn(at, carry):
        count, total = carry
        return jnp.float32(at), carry[0]

    return lax.fori_loop(0, 3, turn, (0, 0.0))


# Parts, magnitudes and comparisons of complex numbers are real; what is made of them alone too.
@jax.jit
def measures_of_complex_numbers(p, w):
    z = 1j * jnp.sin(w)
    lax.cond(p, lambda: z, lambda: 0.0)  # expect: JAX512
    lax.cond(p, lambda: z.real * z.imag, lambda: 0.0)
    lax.cond(p, lambda: z[0].imag + jnp.real(z).sum() * jnp.imag(z[1]), lambda: 0.0)
    lax.cond(p, lambda: jnp.abs(z - 2) ** 2 + abs(z).T, lambda: 0.0)
    lax.cond(p, lambda: jnp.linalg.norm(z) * jnp.angle(z), lambda: 0.0)
    lax.cond(p, lambda: z == 1, lambda: False)
    lax.cond(p, lambda: abs(z), lambda: 1)  # expect: JAX512
    lax.cond(p, lambda: z.real, lambda: 1)  # expect: JAX512
    lax.cond(p, lambda: z.T, lambda: 0.0)  # expect: JAX512
    lax.cond(p, lambda: z.conj() * z.real, lambda: 0.0)
    return lax.cond(p, lambda: z.mT * z.imag, lambda: 0.0)  # expect: JAX512


@jax.jit
def rounded_by_python(p, w):
    x = jnp.float32(w)
    lax.cond(p, lambda: round(x), lambda: 0)
    lax.cond(p, lambda: round(x, 2), lambda: 0)  # expect: JAX512
    whole, left = divmod(x, 2)
    return lax.cond(p, lambda: round(whole), lambda: 0.5 * left)  # expect: JAX512


# --- carries that grow ----------------------------------------------------------------------------


def collected(rewards):
    def body(kept, reward):
        return jnp.concatenate([kept, reward[None]]), None

    return jax.lax.scan(body, jnp.zeros((1,)), rewards)[0]  # expect: JAX512


def collected_by_name(rows):
    def body(carry, row):
        count, kept = carry["count"], carry["rows"]
        return {"count": count + 1, "rows": jnp.vstack([kept, row])}, count

    return jax.lax.scan(body, {"count": 0, "rows": jnp.zeros((1, 3))}, rows)  # expect: JAX512


def appended(n):
    return jax.lax.fori_loop(  # expect: JAX512
        0, n, lambda i, kept: jnp.append(kept, i), jnp.zeros(1, int)
    )


def stacked(n, x):
    return jax.lax.fori_loop(0, n, lambda i, kept: jnp.stack([kept, kept]), x)  # expect: JAX512


def queued(rewards):
    def body(kept, reward):
        kept = jnp.concatenate([kept[1:], reward[None]])
        return kept, kept.mean()

    def body_from_the_left(kept, reward):
        kept = jnp.concatenate([reward[None], kept])[:-1]
        return kept, kept.mean()

    first = jax.lax.scan(body, jnp.zeros(3), rewards)
    return first, jax.lax.scan(body_from_the_left, jnp.zeros(3), rewards)


def joined_and_reduced(rewards):
    def body(total, reward):
        return jnp.stack([total, reward]).sum(0), jnp.concatenate([total[None], reward[None]])

    return jax.lax.scan(body, 0.0, rewards)


# A lambda that leaves its second parameter unread leaves the carry unread.
def balance(principal, rate, years):
    return jax.lax.fori_loop(0, years, lambda amount, _: amount * rate, principal)  # expect: JAX512


def balance_carried(principal, rate, years):
    return jax.lax.fori_loop(0, years, lambda _, amount: amount * rate, principal)


def written_for_each(ref, n):
    return jax.lax.fori_loop(0, n, lambda i, _: ref.set(i), None)


# Lambdas look the variables of their loop up when they are called.
def filters(rates):
    made = []
    for rate in rates:
        made.append(lambda x: rate * x)
    return made


def bound_filters(rates):
    made = []
    for rate in rates:
        made.append(lambda x, rate=rate: rate * x)
    return made


FILTERS = filters((0.1, 0.2, 0.3))
BOUND_FILTERS = bound_filters((0.1, 0.2, 0.3))


def filtered_by_the_last(which, x):
    return jax.lax.switch(which, FILTERS, x)  # expect: JAX512


def filtered_by_each(which, x):
    return jax.lax.switch(which, BOUND_FILTERS, x)


def filtered_in_a_comprehension(which, x, rates):
    return jax.lax.switch(which, [lambda y: y * rate for rate in (0.1, 0.2)], x)  # expect: JAX512


def scaled_by_what_is_given(which, x, rates):
    return jax.lax.switch(which, [lambda y: y * x for rate in (0.1, 0.2)], x)


def filtered_in_its_turn(which, x, rates):
    for rate in rates:
        x = jax.lax.switch(which, [lambda y: y * rate, lambda y: y], x)
    return x


class Pair(NamedTuple):
    first: jax.Array
    second: jax.Array


def shapes_kept(xs):
    start = jnp.ones((4, 3))
    wider = lax.fori_loop(0, 5, lambda i, acc: acc @ jnp.ones((3, 2)), start)  # expect: JAX512
    square = lax.fori_loop(0, 5, lambda i, acc: acc @ jnp.ones((3, 3)), start)
    rows = jnp.ones((8, 3))
    summed, _ = lax.scan(lambda c, x: (c + x, x), jnp.zeros(3), rows)
    raised, _ = lax.scan(lambda c, x: (c + x, x), jnp.zeros(()), rows)  # expect: JAX512
    unknown, _ = lax.scan(lambda c, x: (c + x, x), jnp.zeros(3), xs)
    return wider, square, summed, raised, unknown


def shapes_of_branches(p, x):
    apart = lax.cond(p, lambda v: v.sum(), lambda v: v, jnp.ones(3))  # expect: JAX512
    alike = lax.cond(p, lambda v: v.sum(), lambda v: v[0], jnp.ones(3))
    return apart, alike, lax.cond(p, lambda v: v.sum(), lambda v: v, x)


def records_of_branches(p, a, b):
    apart = lax.cond(p, lambda: (a, b), lambda: Pair(a, b))  # expect: JAX512
    return apart, lax.cond(p, lambda: Pair(b, a), lambda: Pair(a, b))


def add_pairs(c, ab):
    return c + ab[0], ab[1]


def lengths_scanned(xs):
    apart = lax.scan(add_pairs, 0.0, (jnp.ones(3), jnp.ones(4)))  # expect: JAX512
    alike = lax.scan(add_pairs, 0.0, (jnp.ones(3), jnp.zeros(3)))
    return apart, alike, lax.scan(add_pairs, 0.0, (jnp.ones(3), xs))


# Dicts and lists by what they hold, as they are written.
def one_more(x):
    def body(state):
        moved = state["x"] - 1
        return {"x": moved, "turn": state["turn"] + 1, "last": moved.max()}

    return lax.while_loop(lambda s: s["turn"] < 3, body, {"x": x, "turn": 0})  # expect: JAX512


def one_less(x):
    def body(state, _):
        return {"x": state["x"] - 1}, None

    return lax.scan(body, {"x": x, "turn": 0}, None, length=3)  # expect: JAX512


def another_inside(x):
    def body(_, state):
        return {"x": {"b": state["x"]["a"]}}

    return lax.fori_loop(0, 3, body, {"x": {"a": x}})  # expect: JAX512


def spread_and_more(x):
    def body(_, state):
        return {**state, "z": state["x"] + 1}

    return lax.fori_loop(0, 3, body, {"x": x, "y": x})  # expect: JAX512


def shorter(x):
    return lax.fori_loop(0, 3, lambda i, state: [state[0]], [x, x])  # expect: JAX512


def spread_and_changed(x):
    def body(_, state):
        return {**state, "x": state["x"] + 1}

    return lax.fori_loop(0, 3, body, {"x": x, "y": x})


def in_another_order(x):
    return lax.fori_loop(0, 3, lambda i, s: {"y": s["y"], "x": s["x"] + i}, {"x": x, "y": x})


def put_together(x):
    return lax.fori_loop(0, 3, lambda i, s: s | {"x": s["x"] + i}, {"x": x, "y": x})


def one_by_one(x):
    return lax.fori_loop(0, 3, lambda i, s: {k: v + i for k, v in s.items()}, {"x": x, "y": x})


def with_an_option(x, more):
    def body(_, state):
        made = {"x": state["x"] + 1}
        if more:
            made["more"] = state["more"]
        return made

    start = {"x": x}
    if more:
        start["more"] = x
    return lax.fori_loop(0, 3, body, start)


def filled_in_the_body(x):
    def body(_, state):
        made = {}
        for name in ("x", "y"):
            made[name] = state[name] * 2
        return made

    return lax.fori_loop(0, 3, body, {"x": x, "y": x})


class Averaged(NamedTuple):
    step: jax.Array
    average: jax.Array | None


def without_average(state):
    return state._replace(average=None)


def with_average(state):
    return state._replace(average=state.average * 0.9)


def with_zeros(state):
    return Averaged(state.step, jnp.zeros_like(state.average))


@jax.jit
def warmed_up(state):
    return lax.cond(state.step < 3, without_average, with_average, state)  # expect: JAX512


@jax.jit
def started(state):
    return lax.cond(state.step < 3, with_zeros, with_average, state)


warmed_up(Averaged(jnp.zeros(()), jnp.ones(3)))
started(Averaged(jnp.zeros(()), jnp.ones(3)))


# What `dict` copies and changes has the keys of both.
def norms_beside(theta):
    def body(state, _):
        return dict(state, norm=jnp.sum(state["theta"])), None

    return lax.scan(body, {"theta": theta, "count": 0}, None, length=3)  # expect: JAX512


def counted_beside(theta):
    def body(state, _):
        return dict(state, count=state["count"] + 1), None

    return lax.scan(body, {"theta": theta, "count": 0}, None, length=3)


# --- loops that count downwards -------------------------------------------------------------------


def add_index(i, total):
    return total + i


def downwards(n):
    return lax.fori_loop(n - 1, -1, add_index, 0)  # expect: JAX512


def downwards_by_literals():
    return lax.fori_loop(10, 0, add_index, 0)  # expect: JAX512


def upwards(n):
    return lax.fori_loop(0, n, add_index, 0), lax.fori_loop(-3, 0, add_index, 0)


def upwards_from_what_is_given(first):
    return lax.fori_loop(first, 0, add_index, 0)


def no_turn():
    return lax.fori_loop(0, 0, add_index, 0)


# The fields of a record that vmap gives have a new first axis.
class Move(NamedTuple):
    matrix: jax.Array
    shift: jax.Array


def moved_by(step):
    return Move(jnp.eye(6), step * jnp.zeros(6))


def walked_along(times):
    times = jnp.linspace(0.0, 1.0, 61)
    moves = jax.vmap(moved_by)(jnp.diff(times))
    return lax.scan(lambda x, one: (one[1].matrix @ x, one[0]), jnp.ones(6), (times[1:], moves))


def walked_along_one(times):
    times = jnp.linspace(0.0, 1.0, 61)
    moves = moved_by(times[1])
    return lax.scan(lambda x, one: (x, one[0]), jnp.ones(6), (times[1:], moves))  # expect: JAX512


# A module that may be lacking is not the one that is handed over.
try:
    import chex
    import jax.numpy as perhaps_jnp
except ImportError:
    chex = perhaps_jnp = None


def advanced(state, xp):
    def turn(carry, _):
        return Moments(carry, 1.0), carry

    if xp is perhaps_jnp:
        return lax.scan(turn, state, None, length=3)
    return turn(state, None)


def advanced_by_numpy():
    return advanced(None, np)


def advanced_anyway(state, xp):
    def turn(carry, _):
        return Moments(carry, 1.0), carry

    if xp is not perhaps_jnp:
        return lax.scan(turn, state, None, length=3)  # expect: JAX512
    return turn(state, None)


def advanced_by_numpy_anyway():
    return advanced_anyway(None, np)


# --- carries that begin like what is scanned ----------------------------------------------------------


def traces_of(fired):
    counts = fired.astype(jnp.int32)

    def decay(trace, count):
        trace = 0.9 * trace + count
        return trace, trace

    return jax.lax.scan(decay, jnp.zeros_like(counts[0]), counts)  # expect: JAX512


def traces_of_floats(fired):
    counts = fired.astype(jnp.int32)

    def decay(trace, count):
        trace = 0.9 * trace + count
        return trace, trace

    return jax.lax.scan(decay, jnp.zeros_like(counts[0], jnp.float32), counts)


def traces_of_copies(fired):
    counts = fired.astype(jnp.int32)

    def decay(trace, count):
        trace = 0.9 * trace + count
        return trace, trace

    whole, half = 2 * counts[0], 0.5 * counts[0]
    right = jax.lax.scan(decay, half, counts)
    return right, jax.lax.scan(decay, whole, counts)  # expect: JAX512


def all_traces(key):
    fired = jax.random.bernoulli(key, 0.1, (20, 3))
    return traces_of(fired), traces_of_floats(fired), traces_of_copies(fired)
