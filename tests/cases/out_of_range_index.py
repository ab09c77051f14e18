"""Literal indices and the shapes of what they index."""

import jax
import jax.numpy as jnp
import numpy as np

COUNT = 3


def made(n):
    x = jnp.zeros(4)
    a = x[3] + x[-4] + x[0]
    b = x[4]  # expect: JAX306
    c = x[-5]  # expect: JAX306
    return a + b + c + x[n] + x[2:9].sum()


@jax.jit
def several_axes(y):
    x = jnp.ones((2, COUNT), jnp.float32) * 2.0
    a = x[0, 3]  # expect: JAX306
    b = x[2]  # expect: JAX306
    c = x[:, -4]  # expect: JAX306
    return a + y[7], b + x[0], c + x[:, 2] + x[..., 2], x[1, 2], x[None, 0]


def of_literals():
    x = jnp.array([[1, 2], [3, 4]])
    return x[1, 1], x[1, 2], x[jnp.arange(5)]  # expect: JAX306


def of_range():
    steps = jnp.arange(2, 8, 2)
    return steps[2], steps[3]  # expect: JAX306


def updated(v):
    x = jnp.zeros(3)
    x = x.at[2].set(v)
    x = x.at[3].add(v)  # expect: JAX306
    x = x.at[-4].add(v)  # expect: JAX306
    return x.at[3].set(v, mode="drop") + x.at[3].get(mode="clip")


def of_numpy():
    x = np.zeros(3)
    return x[5]


def grown(n):
    x = jnp.zeros(2)
    for _ in range(n):
        x = jnp.append(x, 0.0)
    return x[2]


def tested():
    x = jnp.zeros(2)
    if len(x) > 4:
        return x[4]
    return x[1]


def either(flag):
    x = jnp.zeros(2) if flag else jnp.zeros(8)
    return x[5]


def helper(x):
    return x[3]  # expect: JAX306


short = helper(jnp.zeros(2))
longer = helper(jnp.zeros(8))


def behind_a_closure():
    x = jnp.zeros(2)

    def read():
        return x[3]

    x = jnp.zeros(8)
    return read()


def unpacked(shape):
    x = jnp.zeros(shape)
    y = jnp.zeros((*shape, 2))
    return x[9], y[0, 9]


# Keys are counted from zero, too: the last one is drawn from twice.
def jitters(key, xs):
    n = len(xs)
    keys = jax.random.split(key, n)
    moved = [x + jax.random.normal(keys[i]) for i, x in enumerate(xs)]
    return moved, jax.random.uniform(keys[n])  # expect: JAX306


def jitters_of_parameter(key, count):
    keys = jax.random.split(key, count)
    return jax.random.uniform(keys[count])  # expect: JAX306


def third_of_three(key):
    keys = jax.random.split(key, 3)
    return jax.random.uniform(keys[3])  # expect: JAX306


def jitters_with_one_more(key, xs):
    n = len(xs)
    keys = jax.random.split(key, n + 1)
    moved = [x + jax.random.normal(keys[i]) for i, x in enumerate(xs)]
    return moved, jax.random.uniform(keys[n])


def last_jitter(key, count):
    keys = jax.random.split(key, count)
    count = count - 1
    return jax.random.uniform(keys[count])


def ends_of_jitters(key, count):
    keys = jax.random.split(key, count)
    return jax.random.uniform(keys[count - 1]), keys[:count], keys[-count]


def jitter_of_some(key, count, chosen):
    keys = jax.random.split(key, count)
    if chosen < count:
        count = chosen
    return jax.random.uniform(keys[count])


# --- arrays that are given another shape ----------------------------------------------------------


def of_a_grid():
    grid = jnp.arange(10.0).reshape(5, 2)
    row, last = 5, 4
    return grid[row, :], grid[last, :], grid[0, 2]  # expect: JAX306, JAX306


def of_what_is_left():
    grid = jnp.zeros(10).reshape((-1, 5))
    return grid[1], grid[2], grid[0, 4]  # expect: JAX306


def of_what_is_not_known(n):
    grid = jnp.reshape(jnp.arange(10.0), (n, -1))
    return grid[7], jnp.arange(n).reshape(5, -1)[0, 9]


def noise_of(key, scale):
    keys = jax.random.split(key, 6)
    if scale is not None:
        return scale * jax.random.normal(keys[6])  # expect: JAX306
    return jax.random.normal(keys[5])


def longer(y):
    return jnp.concatenate((y * 2.0, y[:1]))


def slopes_of_each():
    x = jnp.ones(3)
    forward, backward = jax.jacfwd(longer)(x), jax.jacrev(longer)(x)
    value, tangent = jax.jvp(longer, (x,), (x,))
    slope = jax.grad(lambda y: y.sum())(x)
    curved = jax.hessian(lambda y: y.sum())(x)
    return forward[3], backward[3, 2], value[3], tangent[3], curved[2, 2], slope[2]


def slopes_too_far():
    x = jnp.ones(3)
    forward, value = jax.jacfwd(longer)(x), jax.jvp(longer, (x,), (x,))[0]
    curved = jax.hessian(lambda y: y.sum())(x)
    missing = forward[4], forward[0, 3], value[4]  # expect: JAX306, JAX306, JAX306
    return missing, curved[2, 2]
