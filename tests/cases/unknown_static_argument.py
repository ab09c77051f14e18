"""Static arguments that the function does not have."""

import functools
from functools import partial

import jax


def power(x, exponent, *, scale=1.0):
    return scale * x**exponent


def several(x, *rest):
    return x


def anything(x, **options):
    return x


NAMES = ("exponent", "scales")

_ = jax.jit(power, static_argnames="exponent")
_ = jax.jit(power, static_argnames="scale")
_ = jax.jit(power, static_argnames="exponents")  # expect: JAX506
_ = jax.jit(power, static_argnames=("exponent", "k"))  # expect: JAX506
_ = jax.jit(power, static_argnames=["exponent", "scale"])
_ = jax.jit(power, static_argnames="exponent, scale")  # expect: JAX506
_ = jax.jit(power, static_argnames=NAMES)  # expect: JAX506
_ = jax.jit(power, static_argnums=1)
_ = jax.jit(power, static_argnums=2)  # expect: JAX506
_ = jax.jit(power, static_argnums=(0, 5))  # expect: JAX506
_ = jax.jit(power, static_argnums=-2)
_ = jax.jit(power, static_argnums=-3)  # expect: JAX506
_ = jax.jit(power, static_argnums="exponent")  # expect: JAX506
_ = jax.jit(power, static_argnums=1.0)  # expect: JAX506
_ = jax.jit(power, static_argnames=1)  # expect: JAX506
_ = jax.jit(power, static_argnames=None, static_argnums=None)
_ = jax.jit(several, static_argnums=3)
_ = jax.jit(several, static_argnames="k")  # expect: JAX506
_ = jax.jit(anything, static_argnames="k")
_ = jax.jit(anything, static_argnums=1)  # expect: JAX506
_ = jax.jit(partial(power, 2.0), static_argnums=0)
_ = jax.jit(partial(power, 2.0), static_argnums=1)  # expect: JAX506
_ = jax.jit(partial(power, exponent=2), static_argnums=1)  # expect: JAX506
_ = jax.jit(partial(power, exponent=2), static_argnames="exponent")
_ = jax.jit(jax.vmap(power), static_argnames="k")  # expect: JAX506
_ = jax.jit(jax.vmap(power), static_argnames="exponent")


@partial(jax.jit, static_argnames=("depht",))  # expect: JAX506
def grow(x, depth):
    return x


@partial(jax.jit, static_argnames=("depth",))
def grown(x, depth):
    return x


class Model:
    @partial(jax.jit, static_argnums=(0, 3))  # expect: JAX506
    def step(self, x, training):
        return x

    @partial(jax.jit, static_argnums=(0, 2))
    def step_counted_with_self(self, x, training):
        return x

    def plain(self, x, training):
        return x

    def compiled(self):
        one = jax.jit(self.plain, static_argnums=1)
        two = jax.jit(self.plain, static_argnums=2)  # expect: JAX506
        return one, two


# A wrapper has the signature of what it wraps, as far as JAX looks.
def logged(f):
    @functools.wraps(f)
    def wrapper(x):
        return f(x, 2)

    return wrapper


_ = jax.jit(logged(power), static_argnames="exponent")


def changed_by(decorator):
    @decorator
    def f(x):
        return x

    return jax.jit(f, static_argnums=1)


def of_unknown(f, which):
    return jax.jit(f, static_argnums=7), jax.jit(power, static_argnums=which)
