"""Functions that call themselves, and what ends that."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


def factorial(n):
    return jnp.where(n <= 1, 1, n * factorial(n - 1))  # expect: JAX118


def factorial_of_an_int(n):
    return 1 if n <= 1 else n * factorial_of_an_int(n - 1)


def factorial_in_a_loop(n):
    return lax.fori_loop(1, n + 1, lambda i, total: total * i, 1)


@jax.jit
def fibonacci(n):
    return lax.cond(n < 2, lambda: n, lambda: fibonacci(n - 1) + fibonacci(n - 2))  # expect: JAX118


def gcd(a, b):
    return lax.select(b == 0, a, gcd(b, a % b))  # expect: JAX118


def gcd_of_ints(a, b):
    while b:
        a, b = b, a % b
    return a


def search(f, low, high):
    middle = (low + high) / 2
    return jnp.where(f(middle) > 0, search(f, low, middle), middle)  # expect: JAX118


def search_to_a_depth(f, low, high, depth=20):
    if depth == 0:
        return low
    middle = (low + high) / 2
    return jnp.where(
        f(middle) > 0,
        search_to_a_depth(f, low, middle, depth - 1),
        search_to_a_depth(f, middle, high, depth - 1),
    )


# Over a tree, `and`, `or`, a loop and a comprehension end it as well.
def leaves(tree):
    return isinstance(tree, dict) and sum(leaves(branch) for branch in tree.values())


def depth_of(tree):
    return not tree or depth_of(tree[0])


def walk(tree):
    total = 0
    for branch in tree:
        total += walk(branch)
    return total


def flat(tree):
    return [leaf for branch in tree for leaf in flat(branch)]


def matched(tree):
    match tree:
        case (left, right):
            return matched(left) + matched(right)
        case _:
            return tree


def collatz(n):
    def even(m):
        return collatz(m // 2)  # expect: JAX118

    def odd(m):
        return collatz(3 * m + 1)  # expect: JAX118

    return lax.cond(n % 2 == 0, even, odd, n)


# The method of another object is another call.
class Chain:
    def __init__(self, inner):
        self.inner = inner

    def __call__(self, x):
        return self.inner(x) * 2


# A tree without leaves ends it.
def doubled(tree):
    return jax.tree.map(lambda leaf: doubled(leaf), tree)


# The same function made twice: the one calls the other.
def joined(first, second):
    def schedule(step):
        return jnp.where(step < 10, first(step), second(step - 10))

    return schedule


warmup = joined(joined(jnp.sin, jnp.cos), jnp.tanh)


def total(step):
    return warmup(step)


# A test of a static argument ends it, in a function that is jitted too.
@partial(jax.jit, static_argnums=1)
def smoothed(x, depth):
    if depth == 0:
        return x
    else:
        left = jnp.where(x > 0, smoothed(x, depth - 1), 0.0)
        return left + jnp.where(x < 0, smoothed(x, depth - 1), 0.0)


@partial(jax.jit, static_argnums=1)
def sharpened(x, depth):
    return jnp.where(depth == 0, x, sharpened(x, depth - 1))  # expect: JAX118


print(smoothed(jnp.ones(2), 2), sharpened(jnp.ones(2), 2))
