"""JAX518: what a traced function returns."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.tree_util import Partial


@jax.jit
def text(x):
    return x, "done"  # expect: JAX518


@jax.jit
def nested(x):
    return {"info": [x, {"name": "a"}]}  # expect: JAX518


@jax.jit
def function(x):
    def inner(y):
        return x + y

    return inner  # expect: JAX518


@jax.jit
def early(x, flag=None):
    if flag is None:
        return "nothing"  # expect: JAX518
    return x


@jax.jit
def shown(x):
    return str(x)  # expect: JAX518


@jax.jit
def a_set(x):
    return {1, 2}  # expect: JAX518


def helper(x):
    return x, "text"


@jax.jit
def text_that_stays_inside(x):
    value, name = helper(x)
    table = {"sum": value.sum(), name: x}
    return table["sum"], None


@jax.jit
def numbers(x):
    return {"a": 1, "b": (2.0, True), "c": [x]}


def aux(x):
    return jnp.sum(x), {"name": "sum"}


def with_aux(x):
    return jax.value_and_grad(aux, has_aux=True)(x)


def body(carry, x):
    return carry, ("label", x)  # expect: JAX518


def scanned(xs):
    return lax.scan(body, 0.0, xs)


def loops(x):
    return lax.fori_loop(0, 3, lambda i, c: "c", x)  # expect: JAX518


def apply(name, x):
    return name


def passes_text_on(x):
    return jax.jit(apply)("text", x)  # expect: JAX517


# What pl.when decorates is called at once, and its name is None from then on.
def kernel(x_ref, out_ref):
    def turn(i, _):
        @pl.when(i > 0)
        def _():
            out_ref[i] = x_ref[i]

        return _

    lax.fori_loop(0, 4, turn, None)


def kernel_with_helper(x_ref, out_ref):
    def turn(i, _):
        def _():
            out_ref[i] = x_ref[i]

        _()
        return _  # expect: JAX518

    lax.fori_loop(0, 4, turn, None)


# Under custom_gradient the second thing that a function gives is its gradient, which stays.
def spiking(forward, backward):
    @jax.custom_gradient
    def spike(x):
        return forward(x), lambda g: g * backward(x)

    return jax.jit(spike)


def with_function(forward, backward):
    def pair(x):
        return forward(x), lambda g: g * backward(x)  # expect: JAX518

    return jax.jit(pair)


# A partial of JAX is a pytree of its arguments; one of functools is none.
@Partial
def doubled(x):
    return 2 * x


def applied(carry, _):
    x, f = carry
    return (f(x), f), None


def applied_by_hand(carry, _):
    x, f = carry
    return (f(x), f), None  # expect: JAX518


def carried(x):
    _ = lax.scan(applied, (x, doubled), None, 3)
    return lax.scan(applied_by_hand, (x, lambda x: 2 * x), None, 3)


# --- what is None at first, until a registration sets it ------------------------------------------


class Halo:
    primitive = None


@jax.jit
def lowered(x):
    return Halo.primitive.bind(x)


@jax.jit
def named(x):
    return "halo".upper()  # expect: JAX518


# --- dicts whose entries are fields ---------------------------------------------------------------


class Entries(dict):
    def __init__(self, **given):
        for name, value in given.items():
            setattr(self, name, value)

    def pop(self, name):
        return super().pop(name)

    def first(self):
        return next(iter(self.values()))


@jax.jit
def entry_of_the_name_of_a_method(entries: Entries):
    return entries.pop


@jax.jit
def method_of_entries(entries: Entries):
    return entries.first  # expect: JAX518
