"""Transformations of JAX around layers of Flax."""

import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as jnp
from jax import lax


class Looped(nn.Module):
    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4)
        return lax.fori_loop(0, 3, lambda _, h: layer(h), x)  # expect: JAX524


class Scanned(nn.Module):
    def setup(self):
        self.layer = nn.Dense(4)

    def __call__(self, x):
        def body(h, _):
            return self.layer(h), None

        return lax.scan(body, x, None, length=3)[0]  # expect: JAX524


class Jitted(nn.Module):
    @nn.compact
    def __call__(self, x):
        return jax.jit(nn.Dense(4))(x)  # expect: JAX524


class Chosen(nn.Module):
    @nn.compact
    def __call__(self, x):
        return lax.cond(x.sum() > 0, lambda h: nn.Dense(4)(h), lambda h: h, x)  # expect: JAX524


class Inner(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.relu(nn.Dense(4)(x))


class Remembered(nn.Module):
    @nn.compact
    def __call__(self, x):
        inner = Inner()
        return jax.checkpoint(lambda h: inner(h))(x)  # expect: JAX524


class JittedAndMapped(nn.Module):
    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4)
        return jax.jit(jax.vmap(lambda row: layer(row)))(x)  # expect: JAX503, JAX524


# What depends on no argument is left alone by these.
class Mapped(nn.Module):
    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4)
        return jax.vmap(layer)(x) + jax.grad(lambda h: layer(h).sum())(x)


class Lifted(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.remat(nn.Dense)(4)(nn.jit(Inner)()(x))


class CalledBefore(nn.Module):
    @nn.compact
    def __call__(self, x):
        layer = nn.Dense(4)
        if self.is_initializing():
            return layer(x)
        return lax.fori_loop(0, 3, lambda _, h: layer(h), x)


class WithoutParameters(nn.Module):
    @nn.compact
    def __call__(self, x):
        h = nn.Dense(4)(x)
        h = lax.fori_loop(0, 3, lambda _, g: nn.relu(g), h)
        return lax.cond(h.sum() > 0, nn.relu, lambda g: g, h)


model = Inner()


@jax.jit
def applied(variables, x):
    def body(h, _):
        return model.apply(variables, h), None

    return lax.scan(body, x, None, length=3)[0]


variables = jax.jit(model.init)(jax.random.key(0), jnp.ones((2, 4)))
applied(variables, jnp.ones((2, 4)))


class AppliedInside(nn.Module):
    @nn.compact
    def __call__(self, x):
        own = self.param("own", lambda key: model.init(key, x))
        return lax.fori_loop(0, 3, lambda _, h: model.apply(own, h), x)


# What a module asks for by itself is made where it asks first.
class JittedParameter(nn.Module):
    @nn.compact
    def __call__(self, x):
        def scaled(h):
            return h * self.param("scale", nn.initializers.ones, (4,))

        return jax.jit(scaled)(x)  # expect: JAX503, JAX524


class ScannedVariable(nn.Module):
    @nn.compact
    def __call__(self, x):
        def body(h, _):
            shift = self.variable("state", "shift", jnp.zeros, (4,))
            return h + shift.value, None

        return lax.scan(body, x, None, length=3)[0]  # expect: JAX524


class MappedParameter(nn.Module):
    @nn.compact
    def __call__(self, x):
        return jax.vmap(lambda h: h * self.param("scale", nn.initializers.ones, (4,)))(x)


class ParameterAskedBefore(nn.Module):
    @nn.compact
    def __call__(self, x):
        scale = self.param("scale", nn.initializers.ones, (4,))
        shift = self.variable("state", "shift", jnp.zeros, (4,))
        return lax.fori_loop(0, 3, lambda _, h: h * scale + shift.value, x)


class ParameterAskedBeforeAndInside(nn.Module):
    @nn.compact
    def __call__(self, x):
        if self.is_initializing():
            return x * self.param("scale", nn.initializers.ones, (4,))
        return lax.fori_loop(
            0, 3, lambda _, h: h * self.param("scale", nn.initializers.ones, (4,)), x
        )


class Noisy(nn.Module):
    @nn.compact
    def __call__(self, x):
        def noisy(h):
            return h + jax.random.normal(self.make_rng("noise"), (4,))

        return lax.cond(x.sum() > 0, noisy, lambda h: h, x)


# Haiku: the same, in its modules and in functions that it transforms.
class Dense(hk.Module):
    def __call__(self, x):
        return hk.Linear(4)(x)


class Scaled(hk.Module):
    def __call__(self, x):
        return x * hk.get_parameter("scale", (4,), init=jnp.ones)


class ScannedByJax(hk.Module):
    def __init__(self):
        super().__init__()
        self.layer = hk.Linear(4)

    def __call__(self, x):
        def body(h, _):
            return self.layer(h), None

        return lax.scan(body, x, None, length=3)[0]  # expect: JAX524


class ScannedByHaiku(hk.Module):
    def __init__(self):
        super().__init__()
        self.layer = hk.Linear(4)

    def __call__(self, x):
        def body(h, _):
            return self.layer(h), None

        return hk.scan(body, x, None, length=3)[0]


class ChosenByJax(hk.Module):
    def __call__(self, x):
        return lax.cond(x.sum() > 0, hk.Linear(4), lambda h: h, x)  # expect: JAX524


class MappedByJax(hk.Module):
    def __call__(self, x):
        slope = jax.grad(lambda h: hk.Linear(4)(h).sum())(x)
        return jax.vmap(hk.Linear(4))(x) + slope


class RememberedAndCalledBefore(hk.Module):
    def __call__(self, x):
        dense = Dense()
        return jax.checkpoint(dense)(dense(x))


def scanned_dense(x):
    dense = Dense()
    return lax.fori_loop(0, 3, lambda _, h: dense(h), x)  # expect: JAX524


def scanned_scaled(x):
    scaled = Scaled()
    return lax.fori_loop(0, 3, lambda _, h: scaled(h), x)  # expect: JAX524


def scanned_scaled_once_called(x):
    scaled = Scaled()
    return lax.fori_loop(0, 3, lambda _, h: scaled(h), scaled(x))


def scanned_where_made(x):
    dense = Dense()
    if hk.running_init():
        return dense(x)
    return lax.fori_loop(0, 3, lambda _, h: dense(h), x)


once_called = hk.transform(scanned_scaled_once_called)
dense = hk.transform(scanned_dense)
scaled = hk.transform(scanned_scaled)
where_made = hk.transform(scanned_where_made)


def variables_of_haiku(key, x):
    keys = jax.random.split(key, 4)
    models = dense.init(keys[0], x), scaled.init(keys[1], x), where_made.init(keys[2], x)
    return models, once_called.init(keys[3], x)


def applied_under_jit(params, x):
    return jax.jit(once_called.apply)(params, None, x)
