"""Splits of one key on a JAX on which each number of children gives others (before 0.5)."""

# jax: >=0.4.20,<0.5

import jax
import jax.random as jr


def other_numbers(key):
    a, b = jr.split(key)
    c, d, e = jr.split(key, 3)
    return jr.normal(a) + jr.normal(b) + jr.normal(c) + jr.normal(d) + jr.normal(e)


def same_number(key):
    a, b = jr.split(key)
    c, d = jr.split(key, 2)  # expect: JAX403
    return jr.normal(a) + jr.normal(b) + jr.normal(c) + jr.normal(d)


def same_unknown_number(key, n):
    some = jax.vmap(jr.normal)(jr.split(key, n))
    return some + jax.vmap(jr.uniform)(jr.split(key, n))  # expect: JAX403


def numbers_that_may_be_others(key, n, m):
    some = jax.vmap(jr.normal)(jr.split(key, n))
    return some.sum() + jax.vmap(jr.uniform)(jr.split(key, m)).sum()


def three(key):
    a, b, c = jr.split(key, 3)
    return jr.normal(a) + jr.normal(b) + jr.normal(c)


def through_helpers(key):
    a, b = jr.split(key)
    return jr.normal(a) + jr.normal(b) + three(key)


def through_one_helper(key):
    first = three(key)
    return first + three(key)  # expect: JAX403


def made_anew():
    a, b = jr.split(jr.key(0))
    c, d, e = jr.split(jr.key(0), 3)
    return jr.normal(a) + jr.normal(b) + jr.normal(c) + jr.normal(d) + jr.normal(e)


def made_anew_of_one_number():
    a, b = jr.split(jr.key(0))
    c, d = jr.split(jr.key(0))  # expect: JAX416
    return jr.normal(a) + jr.normal(b) + jr.normal(c) + jr.normal(d)  # expect: JAX416


def children_made_anew():
    return jr.normal(jr.split(jr.key(1), 4)[0]), jr.normal(jr.split(jr.key(1), 5)[0])


def folded_anew():
    own = jr.fold_in(jr.key(2), 1)
    return jr.normal(own), jr.normal(jr.fold_in(jr.key(2), 1))  # expect: JAX416


def ordered(key, x):
    a, b, c = jr.split(key, 3)
    return jr.permutation(key, x), jr.normal(a), b, c  # expect: JAX403
