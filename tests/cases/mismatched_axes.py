"""Axes of vmap that do not fit."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp


def predict(w, x, bias=0.0):
    return w @ x + bias


def lengths(w, xs, axes, given):
    _ = jax.vmap(predict, in_axes=(None, 0))(w, xs)
    _ = jax.vmap(predict, in_axes=(None, 0))(w, xs, 0.5)  # expect: JAX511
    _ = jax.vmap(predict, in_axes=(None, 0, None))(w, xs)  # expect: JAX511
    _ = jax.vmap(predict, in_axes=(None, 0, None))(w, xs, 0.5)
    _ = jax.vmap(predict, (None, 0, None))(w, xs, bias=0.5)  # expect: JAX511
    _ = jax.vmap(predict, in_axes=(0,))(w)  # expect: JAX521
    _ = jax.vmap(predict, in_axes=axes)(w, xs, 0.5)
    _ = jax.vmap(predict, in_axes=(None, 0))(*given)
    _ = jax.vmap(predict, in_axes=[None, 0])(w, xs)


_ = jax.vmap(predict, in_axes=(0, 0, 0, 0))  # expect: JAX511
_ = jax.vmap(lambda *args: args, in_axes=(0, 0, 0, 0))
_ = jax.vmap(partial(predict, 1.0), in_axes=(0, 0, 0))  # expect: JAX511
_ = jax.vmap(partial(predict, 1.0), in_axes=(0, 0))
_ = jax.vmap(jnp.dot, in_axes=(0, 0))
_ = jax.vmap(predict, in_axes=(None, None))  # expect: JAX511
_ = jax.vmap(predict, in_axes=None)  # expect: JAX511
_ = jax.vmap(predict, in_axes=None, axis_size=3)
_ = jax.vmap(predict, in_axes=({"w": None, "b": None}, 0))


@partial(jax.vmap, in_axes=(0, None))
def scaled(x, factor):
    return factor * x


def numbers(xs):
    scaled(xs, 2.0)
    scaled(xs)  # expect: JAX511
    _ = jax.vmap(lambda x, k: k * x)(xs, 2.0)  # expect: JAX511
    _ = jax.vmap(lambda x, k: k * x, in_axes=(0, None))(xs, 2.0)
    _ = jax.vmap(lambda x, k: k * x)(xs, jnp.arange(3))


def pair(x):
    return jnp.sum(x), x


def results(xs):
    _ = jax.vmap(pair, out_axes=(0, 1))(xs)
    _ = jax.vmap(pair, out_axes=(0, 0, 0))(xs)  # expect: JAX511
    _ = jax.vmap(jnp.sum, out_axes=0)(xs)
    _ = jax.vmap(lambda x: jnp.sum(x), out_axes=(0, 0))(xs)  # expect: JAX511
    _ = jax.vmap(pair, out_axes=1)(xs)


class Model:
    @partial(jax.vmap, in_axes=(None, 0))
    def rows(self, x):
        return x

    @partial(jax.vmap, in_axes=(None, 0))
    def two(self, x, y):
        return x + y

    def call(self, x):
        return self.rows(x), self.two(x, x)  # expect: JAX511


# One of two, by a switch.
def either(flag, w, xs):
    f = jax.vmap(predict, in_axes=(None, 0)) if flag else jax.vmap(predict, in_axes=(0, 0, 0))
    return f(w, xs)


# Keywords are mapped over their first axis, whatever `in_axes` says.
def by_keyword(w, xs):
    return jax.vmap(predict, in_axes=(None,))(w, x=xs)


def by_position(w):
    return jax.vmap(jnp.sum, in_axes=(None,))(w)  # expect: JAX511


# What a caller passes settles how long a tuple is.
def batched(f, data):
    if len(data) == 1:
        return jax.vmap(f, in_axes=(None, 0))
    if len(data) == 2:
        return jax.vmap(f, in_axes=(None, 0, 0))  # expect: JAX511
    raise ValueError


def one_by_one(f, data):
    if len(data) == 1:
        return jax.vmap(f, in_axes=(None, 0))
    return jax.vmap(f, in_axes=(None, 0, 0))


def distance(x, y):
    return x - y


batched(distance, (jnp.ones(3), jnp.ones(3)))
one_by_one(distance, (jnp.ones(3),))


# A layer of Equinox that is given a state gives another one beside its result.
model = eqx.nn.Sequential([eqx.nn.BatchNorm(3, axis_name="b"), eqx.nn.Identity()])
norm = eqx.nn.BatchNorm(3, axis_name="b")
dense = eqx.nn.Linear(3, 3, key=jax.random.key(0))


def stateful(xs, state):
    def call(x, state):
        return model(x, state=state)

    xs, _ = jax.vmap(call, axis_name="b", in_axes=(0, None), out_axes=(0, None))(xs, state)
    xs, _ = jax.vmap(norm, axis_name="b", in_axes=(0, None), out_axes=(0, None))(xs, state)
    return jax.vmap(lambda x: model(x, state), out_axes=(0, None, None))(xs)  # expect: JAX511


def stateless(xs):
    _ = jax.vmap(lambda x: dense(x), out_axes=(0, None))(xs)  # expect: JAX511
    return jax.vmap(lambda x: eqx.nn.Identity()(x), out_axes=(0, None))(xs)  # expect: JAX511


# A number of Python's has no axes, an array of a known shape as many as that.
import numpy as np


def each_row(func):
    rows = jax.vmap(func)

    def call(x):
        if jnp.ndim(x) == 0:
            return func(x)
        return rows(x)

    return call


def each_row_by_shape(func):
    def call(x):
        return jax.vmap(func)(x) if np.shape(x) != () else func(x)

    return call


def each_row_of_many(func):
    def call(x):
        if np.ndim(x) < 2:
            return jax.vmap(func)(x)  # expect: JAX511
        return func(x)

    return call


def each_row_of_a_matrix(func):
    def call(x):
        if jnp.ndim(x) == 2:
            return jax.vmap(func, in_axes=(0, 0))(x)  # expect: JAX511
        return func(x)

    return call


def squared(x):
    return x**2


each_row(squared)(0.7)
each_row_by_shape(squared)(2)
each_row_of_many(squared)(0.7)
each_row_of_a_matrix(squared)(jnp.zeros((2, 3)))


# --- axes of different lengths, and several for one array -----------------------------------------

STATES = jnp.zeros((10, 4))
CONTROLS = jnp.zeros((10, 2))


def cost(state, control):
    return jnp.sum(state) + jnp.sum(control)


def along_axes():
    return [
        jax.vmap(cost, in_axes=(0, 1))(STATES, CONTROLS),  # expect: JAX511
        jax.vmap(cost)(STATES, CONTROLS.T),  # expect: JAX511
        jax.vmap(cost, in_axes=(0, None))(STATES, CONTROLS.T),
        jax.vmap(cost, in_axes=(0, 1))(STATES, jnp.zeros((2, 10))),
        jax.vmap(cost, in_axes=(-2, 0))(STATES, CONTROLS),
        jax.vmap(cost)(STATES, CONTROLS),
    ]


def along_several(pair):
    wide = jax.vmap(cost, in_axes=((0, 1), 0))(STATES, CONTROLS)  # expect: JAX511
    tree = jax.vmap(lambda both, one: both[0] + one, in_axes=((0, 1), 0))(pair, STATES)
    rows = jax.vmap(lambda both, one: both[0] + one, in_axes=((0, 0), 0))((STATES, STATES), STATES)
    return wide, tree, rows


# --- numbers where pmap has an axis for each device -----------------------------------------------

stepped = jax.pmap(lambda params, step: params / step, axis_name="batch")
stepped_by_all = jax.pmap(lambda params, step: params / step, in_axes=(0, None))
stepped_by_static = jax.pmap(lambda params, step: params / step, static_broadcasted_argnums=1)


def over_devices(params):
    for step in range(1, 4):
        params = stepped(params, step)  # expect: JAX511
        params = stepped_by_all(params, step)
        params = stepped_by_static(params, step)
        params = stepped(params, jnp.full(1, step))
    return params


# --- fields with a converter: what an object holds is what that makes of the argument -------------

import dataclasses

import attrs


def as_row(x):
    return jnp.reshape(x, (1,))


def row_field(**said):
    return eqx.field(converter=jnp.atleast_1d, **said)


def field_as_told(**said):
    return eqx.field(**said)


over_rows = jax.vmap(lambda x: 2 * x)


class Ring(eqx.Module):
    radius: jax.Array = eqx.field(converter=jnp.atleast_1d)
    tilt: jax.Array = row_field()
    width: jax.Array = field_as_told()
    height: jax.Array = eqx.field(converter=as_row, default=0.5)
    weight: jax.Array = partial(eqx.field, converter=as_row)(default=0.5)
    color: jax.Array = eqx.field(converter=lambda value: value, default=0.5)
    shade: float = eqx.field(converter=float, default=2)
    alpha: jax.Array = eqx.field(converter=jnp.asarray, default=0.5)
    gloss: float = eqx.field(converter=None, default=0.5)

    def rows(self):
        turned = dataclasses.replace(self, tilt=0.2, width=0.2)
        return [
            over_rows(self.radius),
            over_rows(self.tilt),
            over_rows(self.width),  # expect: JAX511
            over_rows(self.height),
            over_rows(self.weight),
            over_rows(self.color),  # expect: JAX511
            over_rows(self.shade),  # expect: JAX511
            over_rows(self.alpha),  # expect: JAX511
            over_rows(self.gloss),  # expect: JAX511
            over_rows(turned.tilt),
            over_rows(turned.width),  # expect: JAX511
        ]


class RingByHand(eqx.Module):
    radius: jax.Array = eqx.field(converter=jnp.atleast_1d)
    tilt: jax.Array = eqx.field()

    def __init__(self, radius):
        self.radius = radius
        self.tilt = radius

    def rows(self):
        return over_rows(self.radius), over_rows(self.tilt)  # expect: JAX511


# A field that is declared again has no converter.
class RingAgain(RingByHand):
    radius: jax.Array

    def again(self):
        return over_rows(self.radius)  # expect: JAX511


def rings(read, options):
    class Unseen(eqx.Module):
        radius: jax.Array = eqx.field(converter=read)
        tilt: jax.Array = eqx.field(**options)

        def rows(self):
            return over_rows(self.radius), over_rows(self.tilt)

    return [
        Ring(2.0, 0.3, 0.3).rows(),
        RingByHand(2.0).rows(),
        RingAgain(2.0).again(),
        Unseen(2.0, 0.3).rows(),
    ]


# Dataclasses know no converter, and attrs does.
@dataclasses.dataclass
class PlainRing:
    radius: jax.Array = eqx.field(converter=jnp.atleast_1d)

    def rows(self):
        return over_rows(self.radius)  # expect: JAX511


@jax.tree_util.register_pytree_node_class
@attrs.define
class AttrsRing:
    radius: jax.Array = attrs.field(converter=jnp.atleast_1d)
    tilt: jax.Array = attrs.field()

    def rows(self):
        return over_rows(self.radius), over_rows(self.tilt)  # expect: JAX511

    def tree_flatten(self):
        return (self.radius, self.tilt), None


def more_rings():
    return PlainRing(2.0).rows(), AttrsRing(2.0, 0.3).rows()


# --- arrays without an axis -----------------------------------------------------------------------


@jax.jit
def without_axes(xs):
    return [
        over_rows(jnp.asarray(2.0)),  # expect: JAX511
        over_rows(jnp.sum(xs)),  # expect: JAX511
        over_rows(jnp.sum(xs, axis=0)),
        over_rows(jnp.sum(xs, keepdims=True)),
        over_rows(jnp.asarray([2.0])),
        jax.vmap(jnp.add, in_axes=(0, None))(xs, jnp.asarray(2.0)),
    ]


# Which arm is for a number, another argument tells by its class.
class Rows:
    def __init__(self, inner):
        self.inner = inner


def clipped(value, space):
    if isinstance(space, Rows):
        return jax.vmap(clipped, in_axes=(0, None))(value, space.inner)
    return jnp.clip(value, space.low, space.high)


def over_rows_if_any(value, space):
    if space.has_rows:
        return jax.vmap(clipped, in_axes=(0, None))(value, space.inner)  # expect: JAX511
    return value


def clipped_number(spaces):
    return clipped(jnp.asarray(2.0), spaces.of_one), over_rows_if_any(jnp.asarray(2.0), spaces)


# What two tests leave together, each kept under a name, where one is known.
def of_both(core, x, y):
    single_x = x.ndim == 0
    single_y = y.ndim == 0
    if single_x and single_y:
        return core(x, y)
    if single_y:
        return jax.vmap(lambda one: core(one, y))(x)
    if single_x:
        return jax.vmap(lambda one: core(x, one))(y)
    return jax.vmap(lambda two: jax.vmap(lambda one: core(one, two))(x))(y)


def of_one(core, x, y):
    single_x = x.ndim == 0
    single_y = y.ndim == 0
    if single_x or single_y:
        return jax.vmap(lambda one: core(one, y))(x)  # expect: JAX511
    return core(x, y)


def of_a_number(y):
    return of_both(jnp.add, jnp.asarray(2.0), jnp.asarray(y)) + of_one(
        jnp.add, jnp.asarray(2.0), jnp.asarray(y)
    )


# --- flags by keyword, which are mapped as well ---------------------------------------------------


def gated(x, scale, train):
    return jnp.where(train is None, x, scale * x)


def flags(xs):
    rows = jax.vmap(gated, in_axes=(0, None))
    _ = rows(xs, 2.0, train=True)  # expect: JAX511
    _ = rows(xs, 2.0, train=None)
    _ = jax.vmap(gated, in_axes=(0, None, None))(xs, 2.0, True)
    _ = jax.vmap(gated)(xs, xs, False)  # expect: JAX511
    return jax.vmap(partial(gated, train=True), in_axes=(0, None))(xs, 2.0)


# --- what jvp gives -------------------------------------------------------------------------------


def squares_and_sum(x):
    return x**2, jnp.sum(x)


def pushed_with_more(x):
    push = partial(jax.jvp, squares_and_sum, (x,), has_aux=True)
    return jax.vmap(push, out_axes=(None, -1, None))((jnp.eye(3),))


def pushed_perhaps(x, more):
    push = partial(jax.jvp, squares_and_sum, (x,), has_aux=more)
    return jax.vmap(push, out_axes=(None, -1, None))((jnp.eye(3),))


def pushed(x):
    push = partial(jax.jvp, squares_and_sum, (x,))
    return jax.vmap(push, out_axes=(None, -1, None))((jnp.eye(3),))  # expect: JAX511


def pushed_with_too_few(x):
    push = partial(jax.jvp, squares_and_sum, (x,), has_aux=True)
    return jax.vmap(push, out_axes=(None, -1))((jnp.eye(3),))  # expect: JAX511


# --- what a caller hands over, called here ---------------------------------------------------------


def rows_of(func, xs, y):
    mapped = jax.vmap(func, in_axes=(0, None, None))  # expect: JAX511
    return mapped(xs, y)  # expect: JAX511


def added_to(x, y):
    return x + y


def main_of_rows(xs):
    return rows_of(added_to, xs, 1.0)
