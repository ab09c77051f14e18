"""Functions and classes that decorators and calls put into tables, and that are taken from there."""

import jax
import jax.numpy as jnp

from somewhere import made_elsewhere

STRATEGIES = {}
MODELS = {}
CHECKED = {}
MANY = {}


def strategy(name):
    def keep(function):
        STRATEGIES[name] = function
        return function

    return keep


def model(cls):
    MODELS[cls.__name__] = cls
    return cls


def checked(function):
    CHECKED[function.__name__] = function
    return function


@strategy("largest")
def largest(x):
    return jnp.nonzero(x > 1.0)[0]  # expect: JAX109


@strategy("all")
def everything(x):
    return jnp.nonzero(x > 1.0, size=3)[0]


@jax.jit
def chosen(x, y):
    return STRATEGIES["largest"](x), STRATEGIES["all"](y)


@checked
def noise(key, n):
    return jax.random.normal(key, (n,))


@checked
def steps(key, n):
    return jax.random.normal(key, (n,)).cumsum()


def by_name(name, key):
    draws = []
    for _ in range(3):
        draws.append(CHECKED[name](key, 3))  # expect: JAX402
    return draws


def by_name_from_new_keys(name, keys):
    return [CHECKED[name](key, 3) for key in keys]


# What an entry gives that nobody here has registered is not known.
def by_name_and_column(name, key):
    CHECKED["table"] = made_elsewhere
    return CHECKED[name](key, 3)["first"]


@model
class Bounded:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, x):
        assert jnp.max(x) < self.limit  # expect: JAX103
        return x


@model
class Free:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, x):
        assert self.limit > 0
        return x


def built(settings, x):
    network = MODELS[settings["name"]](settings["limit"])
    return jax.vmap(lambda x: network(x))(x)


class Registry:
    def __init__(self):
        self._made = {}

    def register(self, name):
        def keep(function):
            self._made[name] = function
            return function

        return keep

    def get(self, name):
        return self._made[name]


layers = Registry()


@layers.register("flat")
def flat(x):
    return float(x)  # expect: JAX105


@layers.register("whole")
def whole(x):
    return float(x.shape[0])


@jax.jit
def from_registry(x, y):
    return layers.get("flat")(x) + layers.get("whole")(y)


for number in range(12):
    MANY[f"by {number}"] = lambda x, number=number: x * number


@jax.jit
def of_many(x, name="by 3"):
    return MANY[name](x)
