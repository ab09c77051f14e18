"""NumPy's in-place methods, attribute assignments and `out=` on JAX arrays."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def filled(n):
    x = jnp.zeros(n)
    x.fill(1.0)  # expect: JAX302
    return x


def filled_full(n):
    x = jnp.zeros(n)
    x = jnp.full_like(x, 1.0)
    return x


def filled_numpy(n):
    x = np.zeros(n)
    x.fill(1.0)
    return jnp.asarray(x)


def resized(x):
    y = jnp.ravel(x)
    y.resize(4)  # expect: JAX302
    return y


def put(x):
    y = jnp.sort(x)
    y.put([0], [1.0])  # expect: JAX302
    return y


def partitioned(key):
    x = jax.random.normal(key, (8,))
    x.partition(3)  # expect: JAX302
    return x


def item_set(x):
    y = jnp.exp(x)
    y.itemset(0, 1.0)  # expect: JAX302
    return y


def frozen(x):
    y = jnp.asarray(x)
    y.setflags(write=False)  # expect: JAX302
    return y


def numpy_methods(n):
    x = np.arange(n)
    x.resize(4)
    x.put([0], [1])
    x.partition(2)
    x.setflags(write=False)
    x.shape = (2, 2)
    return x


def reshaped(n):
    x = jnp.arange(n)
    x.shape = (2, -1)  # expect: JAX302
    return x


def reshaped_method(n):
    x = jnp.arange(n)
    x = x.reshape(2, -1)
    return x


class Box:
    def __init__(self, shape):
        self.shape = shape

    def grow(self):
        self.shape = (*self.shape, 1)

    def fill(self, value):
        self.value = value


def boxes():
    box = Box((2,))
    box.shape = (3,)
    box.fill(1.0)
    return box


def summed(x):
    total = np.zeros(())
    return jnp.sum(x, out=total)  # expect: JAX302


def added(x, y):
    out = jnp.zeros(3)
    jnp.add(x, y, out=out)  # expect: JAX302
    return out


def added_numpy(x, y):
    out = np.zeros(3)
    np.add(x, y, out=out)
    np.clip(out, 0, 1, out=out)
    return out


def no_out(x, y):
    total = jnp.sum(x, out=None)
    return total + jnp.add(x, y)


@jax.jit
def traced(x):
    y = jnp.tanh(x)
    y.fill(0.0)  # expect: JAX302
    return y


def scanned(xs):
    def body(carry, x):
        carry = carry + x
        carry.fill(0.0)  # expect: JAX302
        return carry, None

    return lax.scan(body, jnp.zeros(3), xs)


@partial(jax.jit, static_argnums=1)
def concatenated(x, n):
    return jnp.concatenate([x, x], out=x)  # expect: JAX302


# T21
def aliased(x):
    import jax.numpy as np

    y = np.zeros(3)
    y.fill(2.0)  # expect: JAX302
    return np.sin(x), y


class State:
    def __init__(self, n):
        self.buffer = jnp.zeros(n)
        self.host = np.zeros(n)

    def reset(self):
        self.host.fill(0.0)
        self.buffer.fill(0.0)  # expect: JAX302

    def reset_rebound(self):
        self.buffer = jnp.zeros_like(self.buffer)


def unknown(x, buffer):
    x.fill(0.0)
    buffer.put("item")
    buffer.shape = (3,)
    return x


# These methods return a new array, and here it is used.
def pure_methods(x):
    y = jnp.asarray(x)
    y = y.sort()
    y = y.clip(0, 1).round().astype(int)
    return jnp.put(y, 0, 1, inplace=False)


# T15
def with_ref():
    ref = jax.new_ref(jnp.zeros(3))
    ref[...] = jnp.ones(3)
    return ref[...]


def queue_like(queue):
    import queue as queues

    tasks = queues.Queue()
    tasks.put(1)
    queue.put(tasks)
    return tasks


def masks(x, mask):
    y = jnp.exp(x, where=mask)  # expect: JAX302
    z = jnp.maximum(y, 0, where=mask)  # expect: JAX302
    return z, jnp.sum(y, where=mask), jnp.mean(y, where=mask), jnp.add(y, 1, where=None)


def functions(n, values):
    x = jnp.zeros(n)
    np.put(x, 0, 1.0)  # expect: JAX302
    np.place(x, [True], values)  # expect: JAX302
    np.fill_diagonal(x, 1.0)  # expect: JAX302
    np.random.shuffle(x)  # expect: JAX302
    np.random.default_rng(0).shuffle(x)  # expect: JAX302
    jnp.fill_diagonal(x, 1.0)  # expect: JAX302
    jnp.place(x, x > 0, values)  # expect: JAX302
    jnp.fill_diagonal(x, 1.0, inplace=False)
    y = np.zeros(n)
    np.put(y, 0, 1.0)
    np.add.at(y, 0, 1.0)
    np.random.shuffle(values)
    return jnp.put_along_axis(x, x > 0, 1.0, 0, inplace=False), y


class Table:
    def __init__(self, rows):
        self.rows = rows

    def put(self, row):
        return Table([*self.rows, row])


@jax.jit
def put_into_a_tree(table, x):
    table = table.put(x)
    return table.get(0), x + 1


# --- a wrapper that hands on what NumPy's functions have ---------------------------------------------


def take(x, places, axis=None, out=None):
    return jnp.take(x, places, axis=axis, out=out)


def take_into(x, places, out):
    return jnp.take(x, places, out=out)  # expect: JAX302


def dot(x, y, out=None):
    return jnp.dot(x, y, out=out)  # expect: JAX302
