"""What is done to `x.at`."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def called(x, i):
    return x.at(i).set(0.0)  # expect: JAX305


@jax.jit
def indexed(x, i):
    return x.at[i].set(0.0)


def no_index(n):
    x = jnp.zeros(n)
    y = x.at.set(1.0)  # expect: JAX305
    y = x.at[0].assign(1.0)  # expect: JAX305
    y = x.at[0].update(1.0)  # expect: JAX305
    y = x.at[:].sub(1.0)  # expect: JAX305
    x = x.at[:].subtract(1.0).at[0].mul(2.0).at[1].divide(3.0)
    return y, x.at[0].get(mode="fill", fill_value=0)


def not_called(n):
    x = jnp.zeros(n)
    x.at[0].set  # expect: JAX305
    x.at[0]  # expect: JAX305
    write = x.at[0].set
    place = x.at[1]
    return write(1.0) + place.set(2.0)


@jax.jit
def called_place(x):
    return x.at[0](1.0)  # expect: JAX305


@jax.jit
def in_scan(xs):
    def body(carry, x):
        carry = carry.at[0].apply(jnp.sin)
        return carry.at[0].sub(x), x  # expect: JAX305

    return jax.lax.scan(body, jnp.zeros(2), xs)


class Clock:
    def at(self, hour):
        return hour


def of_others(frame, clock):
    frame.at["row", "column"] = 1
    frame.at(0)
    return Clock().at(3), clock.at(0), frame.at[0].assign(2)


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
