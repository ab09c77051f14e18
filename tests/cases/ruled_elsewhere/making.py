"""Factories of functions with a derivative rule, one of which forgets it."""

from jax import custom_vjp


def ruled(function):
    wrapper = custom_vjp(function)

    def forward(x):
        return function(x), x

    def backward(x, gradient):
        return (gradient * x,)

    wrapper.defvjp(forward, backward)
    return wrapper


def forgotten(function):
    wrapper = custom_vjp(function)  # expect: JAX513

    def forward(x):
        return function(x), x

    return wrapper
