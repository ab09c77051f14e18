"""Finds which samplers of JAX give numbers that depend on each other when they share a key.

    python tools/tied_samplers.py > jaxlint/knowledge/tied_samplers.txt

Each sampler, and a draw from each child of a split, is run on the same 20,000 keys, as a single
number and as an element of an array, under each generator of JAX. Two of them are tied if the
table of their ranks, in eighths, is further from even than chance would put it (a chi-square of 49
degrees of freedom, eight standard deviations above its mean). A line of the output names a
sampler, or ``split``, and after it those that it is tied with.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

import jax
import jax.numpy as jnp
import numpy as np
from jax import random

KEYS = 20_000
BINS = 8
GENERATORS = ("threefry2x32", "rbg", "unsafe_rbg")
SHAPES = ((), (4,))
EVEN = jnp.ones(16) / 16

Shape = tuple[int, ...]
Draw = Callable[[jax.Array, Shape], jax.Array]


def _permuted(key: jax.Array, shape: Shape) -> jax.Array:
    return random.permutation(key, 64)[: math.prod(shape)].reshape(shape)


def _child(number: int) -> Draw:
    return lambda key, shape: random.normal(random.split(key)[number], shape)


# What is drawn, by the name of the sampler and, after a colon, how it is called. With weights
# ``choice`` draws other numbers than without; without replacement it is a permutation, cut short.
DRAWS: Mapping[str, Draw] = {
    "ball": lambda key, shape: random.ball(key, 2, shape=shape)[..., 0],
    "bernoulli": lambda key, shape: random.bernoulli(key, 0.5, shape),
    "beta": lambda key, shape: random.beta(key, 2.0, 3.0, shape),
    "binomial": lambda key, shape: random.binomial(key, 10.0, 0.5, shape),
    "bits": lambda key, shape: random.bits(key, shape).astype(float),
    "categorical": lambda key, shape: random.categorical(key, jnp.zeros(16), shape=shape),
    "cauchy": random.cauchy,
    "chisquare": lambda key, shape: random.chisquare(key, 3.0, shape=shape),
    "choice": lambda key, shape: random.choice(key, 16, shape),
    "choice_weighted": lambda key, shape: random.choice(key, 16, shape, p=EVEN),
    "choice_weighted:rare": lambda key, shape: random.choice(key, 16, shape, False, EVEN),
    "dirichlet": lambda key, shape: random.dirichlet(key, jnp.ones(3), shape)[..., 0],
    "double_sided_maxwell": lambda key, shape: random.double_sided_maxwell(key, 0.0, 1.0, shape),
    "exponential": random.exponential,
    "f": lambda key, shape: random.f(key, 3.0, 4.0, shape=shape),
    "gamma": lambda key, shape: random.gamma(key, 2.0, shape),
    "generalized_normal": lambda key, shape: random.generalized_normal(key, 2.0, shape),
    "geometric": lambda key, shape: random.geometric(key, 0.3, shape),
    "gumbel": random.gumbel,
    "laplace": random.laplace,
    "loggamma": lambda key, shape: random.loggamma(key, 2.0, shape),
    "logistic": random.logistic,
    "lognormal": lambda key, shape: random.lognormal(key, 1.0, shape),
    "maxwell": random.maxwell,
    "multinomial": lambda key, shape: random.multinomial(
        key, 20.0, jnp.ones(3) / 3, shape=(*shape, 3)
    )[..., 0],
    "multivariate_normal": lambda key, shape: random.multivariate_normal(
        key, jnp.zeros(2), jnp.eye(2), shape
    )[..., 0],
    "normal": random.normal,
    "orthogonal": lambda key, shape: random.orthogonal(key, 2, shape)[..., 0, 0],
    "pareto": lambda key, shape: random.pareto(key, 2.0, shape),
    "permutation": _permuted,
    "poisson": lambda key, shape: random.poisson(key, 5.0, shape),
    "rademacher": random.rademacher,
    "randint": lambda key, shape: random.randint(key, shape, 0, 16),
    "randint:odd": lambda key, shape: random.randint(key, shape, 0, 13),
    "rayleigh": lambda key, shape: random.rayleigh(key, 1.0, shape),
    "split:0": _child(0),
    "split:1": _child(1),
    "t": lambda key, shape: random.t(key, 3.0, shape),
    "triangular": lambda key, shape: random.triangular(key, 0.0, 0.5, 1.0, shape),
    "truncated_normal": lambda key, shape: random.truncated_normal(key, -1.0, 1.0, shape),
    "uniform": random.uniform,
    "wald": lambda key, shape: random.wald(key, 1.0, shape),
    "weibull_min": lambda key, shape: random.weibull_min(key, 1.0, 2.0, shape),
}


def tied(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether two samples, a number for each key, depend on each other."""
    table = np.zeros((BINS, BINS))
    np.add.at(table, (_bin(one, 1), _bin(other, 2)), 1)
    even = len(one) / BINS**2
    freedom = (BINS - 1) ** 2
    return float(((table - even) ** 2 / even).sum()) > freedom + 8 * math.sqrt(2 * freedom)


def _bin(sample: np.ndarray, seed: int) -> np.ndarray:
    """The eighth in which each number is, those that are equal in an order of the seed's own.

    In one order for both, samples of few different numbers would look tied by it.
    """
    order = np.random.default_rng(seed).permutation(len(sample))
    ranks = np.empty(len(sample), int)
    ranks[order[np.argsort(sample[order], kind="stable")]] = np.arange(len(sample))
    return ranks * BINS // len(sample)


def samples(generator: str, shape: Shape, keys: int = KEYS) -> dict[str, np.ndarray]:
    """What each draws from the same keys: the last number of an array of that shape."""
    many = random.split(random.key(7, impl=generator), keys)
    drawn = {}
    for name, draw in DRAWS.items():
        # Under vmap the generator rbg gives other numbers than key by key.
        last = jax.jit(lambda batch, draw=draw: jax.lax.map(lambda key: draw(key, shape), batch))
        with suppress(NotImplementedError):  # of poisson, but for the default generator
            drawn[name] = np.asarray(last(many)).astype(float).reshape(keys, -1)[:, -1]
    return drawn


def pairs(drawn: Mapping[str, np.ndarray]) -> Iterator[frozenset[str]]:
    """The names of samplers that are tied."""
    for one, other in itertools.combinations(drawn, 2):
        if tied(drawn[one], drawn[other]):
            yield frozenset(name.partition(":")[0] for name in (one, other))


def main() -> None:
    """Write the table."""
    found: set[frozenset[str]] = set()
    for generator, shape in itertools.product(GENERATORS, SHAPES):
        found.update(pairs(samples(generator, shape)))
        print(generator, shape, len(found), file=sys.stderr)
    for name in sorted({name.partition(":")[0] for name in DRAWS}):
        others = sorted(other for pair in found if name in pair for other in pair - {name})
        print(f"{name}: {' '.join(others)}".rstrip())


if __name__ == "__main__":
    main()
