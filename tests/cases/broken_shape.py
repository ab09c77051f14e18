"""What is given as a shape."""

import jax
import jax.numpy as jnp
import numpy as np


def quotients(x, n):
    y = jnp.sin(x)
    a = jnp.zeros(y.shape[0] / 2)  # expect: JAX315
    b = jnp.ones((2, len(x) / 2))  # expect: JAX315
    half = y.size / 2
    c = jnp.full((half,), 1.0)  # expect: JAX315
    d = y.reshape(half, 2)  # expect: JAX315
    e = jnp.zeros(2.0)  # expect: JAX315
    return a, b, c, d, e, jnp.zeros(n / 2), jnp.zeros(int(half)), jnp.zeros(y.size // 2)


@jax.jit
def shapes(x):
    y = jnp.sin(x)
    a = y.reshape(2, -1, y.shape[1:])  # expect: JAX315
    b = jnp.zeros((3, y.shape))  # expect: JAX315
    c = jnp.broadcast_to(y, (2, (3, 4)))  # expect: JAX315
    d = y.reshape(2, -1, *y.shape[1:]) + jnp.zeros((3, *y.shape))
    return a, b, c, d, y.reshape(y.shape), jnp.zeros(y.shape[1:]), y.reshape((2, -1))


def others(x, n):
    shape = x.shape
    return jnp.arange(n / 2), jnp.linspace(0.0, n / 2), jnp.zeros(shape), np.zeros(n)


def told(x, shape):
    return x.reshape(shape), x.reshape(2, shape), jnp.zeros([2, 3]), jnp.zeros(shape=(2, 3))


def only_reads_a_shape(x):
    y = jnp.asarray(x)
    return y.shape[0], y.ndim


@jax.jit
def only_computes(x):
    y = jnp.abs(x)
    return y * 2.0 + y.sum()


def only_numpy(n):
    y = np.zeros(n)
    return y.sum() + y[0]


def only_a_dict(params):
    names = sorted(params)
    return {name: params[name] for name in names}


def only_a_list(xs):
    found = []
    for x in xs:
        found.append(jnp.sum(x))
    return jnp.stack(found)


# What a class of the project calls a shape may be a number.
class Box:
    def __init__(self, low, shape: tuple[int, ...]):
        self.low, self.shape = low, shape


class Spaces:
    def __init__(self, heads):
        self.box = Box(0, shape=heads)
        self.spaces = {"agent": Box(0, shape=heads)}

    def space(self, agent):
        return self.spaces[agent]


def of_spaces(count):
    spaces = Spaces(3)
    first = jnp.zeros((1, count, spaces.space("agent").shape))
    return first, jnp.zeros((1, count, spaces.box.shape))


def of_a_parameter(x, count):
    return jnp.zeros((count, x.shape))  # expect: JAX315


def buffers(batch, width):
    cells = jnp.zeros(batch, width)  # expect: JAX315
    ones = jnp.ones(2, 3)  # expect: JAX315
    return cells, ones, jnp.zeros((batch, width)), jnp.full(batch, width), np.eye(batch, width)


made_of_sizes = buffers(2, 4)


def of_a_type(size, dtype):
    return jnp.zeros(size, dtype), jnp.ones(size, "float32"), jnp.empty(size, None)


made_of_a_type = of_a_type(2, jnp.float32)


# What a sampler takes behind its parameters is the shape; a scale is multiplied.
def drawn(key, alpha, rate, x):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    scale = jnp.sqrt(jnp.abs(jnp.asarray(x, float)))
    a = jax.random.gamma(k1, alpha, 1 / rate)  # expect: JAX315
    b = jax.random.normal(k2, scale)  # expect: JAX315
    c = jax.random.uniform(k3, 0.5)  # expect: JAX315
    d = jax.random.beta(k4, alpha, rate, shape=2.0)  # expect: JAX315
    return a, b, c, d


def drawn_well(key, alpha, rate, x, sizes):
    k1, k2, k3, k4, k5 = jax.random.split(key, 5)
    a = jax.random.gamma(k1, alpha, rate.shape) / rate
    b = jax.random.normal(k2, sizes) * jnp.sqrt(x)
    c = jax.random.uniform(k3, (), minval=0.5)
    d = jax.random.beta(k4, alpha, 1 / rate, x.shape)
    return a, b, c, d, jax.random.normal(k5, jnp.array([2, 3]))
