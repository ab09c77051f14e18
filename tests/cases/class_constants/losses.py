"""Constants of classes, which are what they say for objects whose constructor is in sight."""

import jax
import jax.numpy as jnp

xs = jnp.linspace(-1, 1, 20)
params = {"scale": jnp.zeros(())}


def reducer(how):
    if how == "mean":
        return jnp.mean
    return lambda x: x


class Loss:
    reduction = "mean"

    def __call__(self, params, x):
        return reducer(self.reduction)(params["scale"] * x)


class Unreduced(Loss):
    reduction = "none"


class Switched(Loss):
    reduction = "none"

    def reduce(self):
        self.reduction = "mean"


class Named(Loss):
    reduction = "none"

    def __init__(self, **options):
        for name, value in options.items():
            setattr(self, name, value)


jax.grad(Loss())(params, xs)
jax.grad(Unreduced())(params, xs)  # expect: JAX509
switched = Switched()
switched.reduce()
jax.grad(switched)(params, xs)
jax.grad(Named(reduction="mean"))(params, xs)


class Layer:
    debug = False

    def __call__(self, x):
        if self.debug:
            print("x is", x)
        return x


class Verbose(Layer):
    debug = True

    def __call__(self, x):
        if self.debug:
            print("x is", x)  # expect: JAX204
        return x


@jax.jit
def silent(x):
    return Layer()(x)


@jax.jit
def spoken(x):
    return Verbose()(x)
