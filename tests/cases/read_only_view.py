"""Views of JAX arrays, read and written."""

import jax
import jax.numpy as jnp
import numpy as np


def written(n):
    a = np.asarray(jnp.zeros(n))
    a[0] = 1.0  # expect: JAX313
    a += 1.0  # expect: JAX313
    a.fill(0.0)  # expect: JAX313
    np.add(a, 1.0, out=a)  # expect: JAX313
    np.fill_diagonal(a, 1.0)  # expect: JAX313
    return a


def got(n):
    x = jnp.zeros(n)
    a = jax.device_get(x)
    a[0] = 1.0  # expect: JAX313
    b = a[1:]
    b[0] = 1.0  # expect: JAX313
    return a


def copied(n):
    a = np.array(jnp.zeros(n))
    a[0] = 1.0
    b = np.asarray(jnp.zeros(n)).copy()
    b[0] = 1.0
    c = np.asarray(jnp.zeros(n), dtype=np.int8)
    c[0] = 1
    d = np.asarray(jnp.zeros(n)) + 1.0
    d[0] = 2.0
    return a, b, c, d


def of_others(values):
    a = np.asarray(values)
    a[0] = 1.0
    b = np.asarray([1.0, 2.0])
    b[0] = 2.0
    c = np.asarray(np.zeros(3))
    c += 1.0
    return a, b, c


def rebound(n):
    a = np.asarray(jnp.zeros(n))
    a = a.copy()
    a[0] = 1.0
    return a


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


# Views in a dict that a comprehension, or a map over a tree, makes.
def revived(params):
    held = {name: np.asarray(leaf) for name, leaf in params.items()}
    held["bias"][0] = 0.0  # expect: JAX313
    return held


def revived_as_a_tree(params):
    held = jax.tree.map(np.asarray, params)
    held["bias"][0] = 0.0  # expect: JAX313
    return held


def revived_from_copies(params):
    held = {name: np.array(leaf) for name, leaf in params.items()}
    held["bias"][0] = 0.0
    return jax.tree.map(np.array, params), held


def reviving():
    params = {"bias": jnp.zeros(3), "weight": jnp.ones((3, 3))}
    return revived(params), revived_as_a_tree(params), revived_from_copies(params)
