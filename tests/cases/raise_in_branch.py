"""Branches of cond and switch that raise."""

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import checkify


def refuse(x):
    raise ValueError("no")  # expect: JAX117


def direct(x):
    return lax.cond(x > 0, jnp.sqrt, refuse, x)


def refuse_plainly(x):
    raise ValueError("no")


def in_plain_code(x):
    return jnp.sqrt(x) if x > 0 else refuse_plainly(x)


@jax.jit
def local(x):
    def wrong(y):
        z = y * 2
        raise RuntimeError(f"wrong: {z.shape}")  # expect: JAX117

    return lax.cond(x.sum() > 0, lambda y: y, wrong, x)


@jax.jit
def local_by_shape(x):
    def wrong(y):
        if y.ndim > 3:
            raise RuntimeError("too many axes")
        return y * 2

    return lax.cond(x.sum() > 0, lambda y: y, wrong, x)


def never(x):
    raise KeyError("mode")  # expect: JAX117


def switched(i, x):
    return lax.switch(i, [jnp.sin, jnp.cos, never], x)


def switched_with_nan(i, x):
    return lax.switch(i, [jnp.sin, jnp.cos, lambda y: y * jnp.nan], x)


def positive(x):
    y = jnp.abs(x)
    raise OverflowError(y.dtype)  # expect: JAX117


mapped = jax.vmap(lambda x: lax.cond(x > 0, positive, jnp.sin, x))


def zero(x):
    raise ZeroDivisionError  # expect: JAX117


class Model:
    def __call__(self, x):
        return lax.cond(x == 0, zero, lambda y: 1 / y, x)


# What a subclass has to write says so by raising.
class Base:
    def skipped(self, x):
        raise NotImplementedError

    def __call__(self, x):
        return lax.cond(x > 0, self.skipped, jnp.sin, x)


def later(x):
    raise NotImplementedError("later")


def unfinished(x):
    return lax.cond(x > 0, later, jnp.sin, x)


def ended(x):
    raise StopIteration  # expect: JAX117


def inside_scan(xs):
    def body(carry, x):
        return lax.cond(x > 0, lambda y: y, ended, x), carry

    return lax.scan(body, 0.0, xs)


def checked(x):
    checkify.check(x > 0, "x must be positive")
    return jnp.sqrt(x)


def guarded(x):
    try:
        raise ValueError("caught at once")
    except ValueError:
        return x


def with_a_guard(x):
    return lax.cond(x > 0, guarded, jnp.sin, x)


# A handler runs only if what it guards raises.
def updated(detector, x):
    def record(x):
        try:
            state = detector.update(x)
        except Exception as error:
            raise RuntimeError("update raised") from error
        return state

    return lax.cond(x > 0, record, lambda x: x, x)


def refused(detector, x):
    def record(x):
        try:
            detector.check(x)
        finally:
            detector.close()
        raise RuntimeError("nothing to record")  # expect: JAX117

    return lax.cond(x > 0, record, lambda x: x, x)
