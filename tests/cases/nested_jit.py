"""A jit made inside traced code: compiled with what is around it."""

from functools import lru_cache, partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import jit, lax
from jax._src import core
from jax._src.api import vmap


@jax.jit
def outer(x):
    @jax.jit  # expect: JAX501
    def inner(y):
        return jnp.sin(y)

    return inner(x) + 1


# A jit that is called again saves tracing: its function is run once, whatever it is called on.
@jax.jit
def two_calls(x):
    @jax.jit
    def inner(y):
        return jnp.sin(y)

    return inner(x) + inner(x + 1)


# T25: calling what is jitted already is fine.
@jax.jit
def layer(x):
    return jnp.tanh(x)


@jax.jit
def network(x):
    for _ in range(3):
        x = layer(x)
    return x


@jax.jit
def outer_plain_inner(x):
    def inner(y):
        return jnp.sin(y)

    return inner(x) + inner(x + 1)


def square(x):
    return x**2


@jit
def call_form(x):
    return jax.jit(square)(x)  # expect: JAX501


@jit
def call_form_plain(x):
    return square(x)


@jit
def with_options(x):
    step = partial(jax.jit, donate_argnums=0)(square)  # expect: JAX501
    return step(x)


@partial(jax.jit, static_argnames="n")
def of_gradient(x, n):
    slope = jax.jit(jax.grad(square))
    for _ in range(n):
        x = x - slope(x)
    return x


@partial(jax.jit, static_argnames="n")
def of_gradient_in_each_turn(x, n):
    for _ in range(n):
        x = x - jax.jit(jax.grad(square))(x)  # expect: JAX501
    return x


@jax.jit
def of_gradient_in_a_list(xs):
    slope = jax.jit(jax.grad(square))
    return [slope(x) for x in xs]


@jax.jit
def of_gradient_of_a_list(xs):
    slope = jax.jit(jax.grad(square))  # expect: JAX501
    return slope(sum([x * x for x in xs]))


@jax.jit
def by_a_helper(x):
    slope = jax.jit(jax.grad(square))
    return descended(slope, x)


def descended(slope, x):
    for _ in range(3):
        x = x - slope(x)
    return x


@partial(jax.jit, static_argnames="n")
def of_gradient_plain(x, n):
    slope = jax.grad(square)
    for _ in range(n):
        x = x - slope(x)
    return x


def scanned(xs):
    def body(carry, x):
        step = jax.jit(lambda c: c + x)  # expect: JAX501
        return step(carry), None

    return lax.scan(body, 0.0, xs)


# T25: a jitted body of a scan.
@jax.jit
def jitted_body(carry, x):
    return carry + x, None


def scanned_by_jitted(xs):
    return lax.scan(jitted_body, 0.0, xs)


def compiled_helper(x):
    fast = jax.jit(square)  # expect: JAX501
    return fast(x)


@jax.jit
def through_helper(x):
    return compiled_helper(x)


class Model:
    def __init__(self, w):
        self.w = w
        self.predict = jax.jit(self._predict)

    def _layer(self, x):
        return x * self.w

    def _predict(self, x):
        fast = jax.jit(self._layer)  # expect: JAX501
        return fast(x)


class FlatModel:
    def __init__(self, w):
        self.w = w
        self.layer = jax.jit(self._layer)
        self.predict = jax.jit(self._predict)

    def _layer(self, x):
        return x * self.w

    def _predict(self, x):
        return self.layer(x)


@jax.jit
def other_transforms(xs):
    rows = jax.vmap(square)(xs)
    slopes = jax.vmap(jax.grad(square))(xs)
    checkpointed = jax.checkpoint(square)(xs)
    return rows + slopes + checkpointed


@eqx.filter_jit
def filtered(model, x):
    fast = eqx.filter_jit(square)  # expect: JAX501
    return model, fast(x)


# T24, T25: made when the module is read, in __init__ or in a factory.
fast_square = jax.jit(square)
twice_jitted = jax.jit(jax.jit(square))
jitted_gradient = jax.jit(jax.grad(fast_square))


def make_step(lr):
    @jax.jit
    def step(w, g):
        return w - lr * layer(g)

    return step


@jax.jit
def of_fast(x):
    return fast_square(x) + twice_jitted(x) + jitted_gradient(x)


# T09
def host(x):
    return x


@jax.jit
def with_host(x):
    return jax.pure_callback(host, x, x)


# pmap binds an axis and maps over it: it is no jit that could be left out.
def averaged(x):
    return lax.pmean(x, axis_name="devices")


@jax.jit
def over_devices(x):
    return jax.pmap(averaged, axis_name="devices")(x)


# The shardings of an inner jit are constraints; donation means nothing there.
@partial(jax.jit, static_argnames="sharding")
def laid_out(x, sharding):
    spread = jax.jit(square, out_shardings=sharding)
    gathered = jax.jit(square, in_shardings=sharding)
    given = jax.jit(square, donate_argnums=0)  # expect: JAX501
    return spread(x) + gathered(x) + given(x)


@partial(jax.jit, static_argnames="options")
def laid_out_perhaps(x, options):
    return jax.jit(square, **options)(x)


# What is only lowered is no part of the program around it.
def cost(f, x):
    return jax.jit(f).lower(x).compile().cost_analysis()


@jax.jit
def with_its_cost(x):
    spec = jax.ShapeDtypeStruct(x.shape, x.dtype)
    fast = jax.jit(square)
    return x * cost(square, spec)["flops"], fast.eval_shape(spec)


def initial(key):
    make = jax.jit(lambda k: jax.random.normal(k, (4,)))
    return make(key)


shapes = jax.eval_shape(initial, jax.random.key(0))
jaxpr = jax.make_jaxpr(initial)(jax.random.key(0))


def started(key):
    make = jax.jit(lambda k: jax.random.normal(k, (4,)))  # expect: JAX501
    return make(key)


start = jax.jit(lambda key: started(key) + 1)


@lru_cache
def kept_solver(size):
    return jax.jit(lambda x: x * size)


def fresh_solver(size):
    return jax.jit(lambda x: x * size)  # expect: JAX501


@jax.jit
def solved(x):
    return kept_solver(3)(x) + fresh_solver(3)(x)


# What asks whether nothing is traced is told so in plain code alone.
def squared_anywhere(x):
    if not core.trace_state_clean():
        return square(x)
    return jax.jit(square)(x)


def squared_at_first(x):
    if core.trace_state_clean():
        return jax.jit(square)(x)
    return jax.vmap(square)(x)


def squared_wherever(x):
    if not core.trace_state_clean():
        return jax.jit(square)(x)  # expect: JAX501
    return square(x)


def squared_at_top_level(x):
    if core.trace_ctx.is_top_level():
        return jax.jit(square)(x)
    return square(x)


def squared_below_top_level(x):
    if not core.trace_ctx.is_top_level():
        return jax.jit(square)(x)  # expect: JAX501
    return square(x)


@jax.jit
def squares_in_trace(x):
    return squared_anywhere(x) + squared_at_first(x) + squared_wherever(x)


@jax.jit
def squares_by_level(x):
    return squared_at_top_level(x) + squared_below_top_level(x)


# A callback runs on the host, where nothing is traced.
def squared_on_host(x):
    if core.trace_state_clean():
        return x
    return jax.jit(square)(x)


@jax.jit
def called_back(x):
    return jax.pure_callback(squared_on_host, x, x)


# --- behind a test for tracers --------------------------------------------------------------------


def measured(table, x):
    if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(table)):
        return x
    scaled = jax.jit(lambda y: y * table.scale)  # expect: JAX503
    return scaled(x)


def measured_anyhow(table, x):
    scaled = jax.jit(lambda y: y * table.scale)  # expect: JAX501
    return scaled(x)


def measuring(table):
    @jax.jit
    def run(x):
        return measured(table, x), measured_anyhow(table, x)

    return run


# A transformation is the same where it is imported from its private home.
@jit
def mapped_from_home(xs):
    @jit  # expect: JAX501
    def row(x):
        return x * 2

    return vmap(row)(xs)


@jit
def mapped_plain_from_home(xs):
    return vmap(square)(xs)
