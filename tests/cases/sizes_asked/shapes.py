"""What is known of an array's shape decides what asks for it."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.jit
def without_axes(p):
    value = jnp.asarray(1.0)
    if value.shape != ():
        return float(value)
    if value.ndim:
        return float(value)
    return p * value


@jax.jit
def of_a_sum(p):
    total = jnp.sum(p)
    return total if jnp.shape(total) == () else float(total)


@jax.jit
def of_a_sum_along(p):
    total = jnp.sum(jnp.ones((2, 3)) * p, axis=1)
    if total.ndim == 1:
        return float(total)  # expect: JAX105
    return total


@jax.jit
def of_a_sum_along_what_is_known(p):
    total = jnp.sum(jnp.ones((2, 3)), axis=0)
    if len(total) == 3:
        return p * total
    return float(p)


@jax.jit
def of_a_sum_that_keeps(p):
    total = jnp.sum(p, keepdims=True)
    return total if total.shape == () else float(total)  # expect: JAX105


@jax.jit
def of_the_other(p):
    value = jnp.tanh(jnp.zeros((2, 3)))
    if value.shape == (3, 2):
        return float(p)
    rows, columns = value.shape
    if value.size != rows * columns or rows != 2:
        return float(p)
    return p


@jax.jit
def after_an_update(p):
    value = jnp.zeros((2, 3)).at[0].set(p)
    if value.shape == (2, 3):
        return float(p)  # expect: JAX105
    return p


@jax.jit
def of_rows(p):
    def one(row):
        return row.sum() if row.shape == (2, 3) else jnp.asarray(float(row[0]))  # expect: JAX105

    return jax.vmap(one)(jnp.zeros((2, 3))) * p


@jax.jit
def unpacked(p):
    (count,) = jnp.zeros(4).shape
    return [float(p) for _ in range(count)]  # expect: JAX105


@jax.jit
def no_rows(p):
    return [float(p) for _ in range(jnp.zeros((0, 2)).shape[0])]


@dataclass
class Number:
    value: object

    def __post_init__(self):
        self.value = jnp.asarray(self.value)
        if self.value.shape != ():
            self.value = jnp.asarray(float(self.value))


@dataclass
class AnyNumber:
    value: object

    def __post_init__(self):
        self.value = jnp.asarray(self.value)
        if self.value.shape != ():
            self.value = jnp.asarray(float(self.value))  # expect: JAX105


@jax.jit
def of_a_record(p):
    return p * Number(2.0).value + AnyNumber(p).value
