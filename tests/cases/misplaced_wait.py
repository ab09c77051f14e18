"""Waiting for what has no block_until_ready."""

import jax
import jax.numpy as jnp


@jax.jit
def pair(x):
    return x, x + 1


@jax.jit
def single(x):
    return x + 1


def of_containers(x):
    pair(x).block_until_ready()  # expect: JAX514
    jax.block_until_ready(pair(x))
    pair(x)[0].block_until_ready()
    single(x).block_until_ready()
    (x, x).block_until_ready()  # expect: JAX514
    [x, x].block_until_ready()  # expect: JAX514
    {"a": x}.block_until_ready()  # expect: JAX514
    both = jax.value_and_grad(jnp.sum)(x)
    both.block_until_ready()  # expect: JAX514


def of_unknown(f, x):
    f(x).block_until_ready()
    x.block_until_ready()


@jax.jit
def traced(x):
    y = jnp.sin(x)
    y.block_until_ready()  # expect: JAX514
    return jnp.cos(y).block_until_ready()  # expect: JAX514


@jax.vmap
def mapped(x):
    return jnp.sin(x).block_until_ready()  # expect: JAX514


@jax.jit
def of_an_argument(params):
    return params.block_until_ready()  # expect: JAX514


@jax.jit
def of_an_object(model):
    model.step()
    return model.block_until_ready()


def guarded(value):
    try:
        (value, value).block_until_ready()
    except AttributeError:
        pass


def of_parts(x):
    first, second = pair(x)
    first.block_until_ready()
    return second.block_until_ready()


def of_numbers(x):
    return [y.block_until_ready() for y in pair(x)]


def by_the_function(x):
    jax.block_until_ready({"a": x, "b": [x, x]})
    return jax.block_until_ready(pair(x))


def of_leaves(tree):
    return jax.tree.map(lambda leaf: leaf.block_until_ready(), tree)


# What handled an error once, answers for no call that nothing handles.
def waited_for(x):
    return x.block_until_ready()  # expect: JAX514


def waited_for_with_care(x):
    return x.block_until_ready()


@jax.jit
def with_and_without_care(x):
    x = jnp.sin(x)
    try:
        y = waited_for(x) + waited_for_with_care(x)
    except AttributeError:
        y = x
    return y + waited_for(x)


def waited_for_if_it_can_be(f, x):
    result = f(x)
    if hasattr(result, "block_until_ready"):
        result.block_until_ready()
    return result


def waited_for_whatever_it_is(f, x):
    result = f(x)
    if hasattr(result, "__len__"):
        result.block_until_ready()  # expect: JAX514
    return result


@jax.jit
def both(x):
    return x + 1, x - 1


waited_for_if_it_can_be(both, jnp.ones(3)), waited_for_whatever_it_is(both, jnp.ones(3))
