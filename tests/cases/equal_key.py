"""Keys that are equal as they are made of the same numbers, without being one object."""

import dataclasses
import functools
import random as host_random
from functools import partial
from typing import Protocol, TypedDict

import haiku as hk
import jax
import jax.numpy as jnp
import jax.random as jr
import numpyro
import optax
import pytest


def noise():
    return jr.normal(jr.key(0), (3,))


def called_twice():
    return noise(), noise()  # expect: JAX416


def called_once():
    return noise()


def two_seeds():
    return jr.normal(jr.key(0), (3,)), jr.normal(jr.key(1), (3,))


def one_seed(n):
    a = jr.normal(jr.key(7), (n,))
    b = jr.uniform(jr.PRNGKey(7), (n,))  # expect: JAX416
    return a, b


def unrelated_draws(n):
    return jr.normal(jr.key(7), (n,)), jr.permutation(jr.key(7), n)  # expect: JAX416


def one_of_two(n, flag):
    if flag:
        return jr.normal(jr.key(7), (n,))
    return jr.normal(jr.key(7), (n,))


def unknown_seed(n, seed):
    return jr.normal(jr.key(seed), (n,)), jr.normal(jr.key(seed + 0), (n,))


def host_seed(n):
    return jr.normal(jr.key(host_random.randint(0, 9)), (n,)), jr.normal(jr.key(3), (n,))


@jax.jit
def step(x):
    return x * jr.bernoulli(jr.key(0), 0.9, x.shape)


def train(x, n):
    for _ in range(n):
        x = step(x)  # expect: JAX416
    return x


@partial(jax.jit, static_argnums=1)
def seeded(x, seed):
    return x + jr.normal(jr.key(seed), x.shape)


def train_seeded(x):
    x = seeded(x, 0)
    x = seeded(x, 1)
    return seeded(x, 0)  # expect: JAX416


def defaulted(x, key=jr.key(5)):
    return x + jr.normal(key, x.shape)


def defaults(x):
    return defaulted(x) + defaulted(x)  # expect: JAX416


def given(x):
    first, second = jr.split(jr.key(5))
    return defaulted(x, first) + defaulted(x, second)


def folded(x):
    a = jr.normal(jr.fold_in(jr.key(2), 1), x.shape)
    b = jr.normal(jr.fold_in(jr.key(2), 1), x.shape)  # expect: JAX416
    c = jr.normal(jr.fold_in(jr.key(2), 3), x.shape)
    return a, b, c


def child_and_fold(x):
    weights_key, _ = jr.split(jr.key(3))
    weights = jr.normal(weights_key, x.shape)
    bias = jr.normal(jr.fold_in(jr.key(3), 0), x.shape)  # expect: JAX416
    return weights, bias


def other_child_and_fold(x):
    weights_key, _ = jr.split(jr.key(3))
    weights = jr.normal(weights_key, x.shape)
    bias = jr.normal(jr.fold_in(jr.key(3), 1), x.shape)
    return weights, bias


def children(n):
    keys = jr.split(jr.key(0), 3)
    other = jr.split(jr.key(0), n)  # expect: JAX416
    return jr.normal(keys[0]), jr.normal(other[1])


def numbered_children(x):
    keys = jr.split(jr.key(0), 3)
    return jr.normal(keys[0]) + jr.normal(keys[1]), jr.normal(jr.key(0))  # expect: JAX416


def stepped(n):
    key = jr.key(0)
    out = []
    for _ in range(n):
        key, sub = jr.split(key)
        out.append(jr.normal(sub))
    return jnp.stack(out)


def reset(n):
    first = stepped(n)
    return first + jr.normal(jr.key(1))


# A test of the loop's own lets one turn make it.
def first_turn_only(x, n):
    for i in range(n):
        if i == 0:
            x = step(x)
    return x


class Model:
    def __init__(self):
        self.key = jr.key(0)

    def sample(self, n):
        return jr.normal(self.key, (n,))


def two_models(n):
    return Model().sample(n), Model().sample(n)  # expect: JAX416


# Of code that is not seen nobody knows whether it draws anything at all.
def kinds_of_modules(first, second):
    one = hk.transform(lambda: type(first()))
    two = hk.transform(lambda: type(second()))
    return one.init(jr.key(42)), two.init(jr.key(42))


def two_layers(x):
    one = hk.transform(lambda x: hk.Linear(3)(x))
    two = hk.transform(lambda x: hk.Linear(4)(x))
    return one.init(jr.key(42), x), two.init(jr.key(42), x)  # expect: JAX416


def inits_of_what_is_not_seen(first, second, x):
    return first.init(jr.key(42), x), second.init(jr.key(42), x)


def samples_of_what_is_not_seen(first, second):
    return first.sample(seed=jr.key(42)), second.sample(seed=jr.key(42))  # expect: JAX416


# Two of several keys are equal: no turn makes its own.
def for_each_client(clients):
    return [jr.normal(key) for _, key in clients]  # expect: JAX416


def clients():
    return for_each_client([("a", jr.key(1)), ("b", jr.key(2)), ("c", jr.key(1))])


def noisy_check():
    return jax.random.normal(jax.random.key(42), (3,))


def other_noisy_check():
    return jax.random.uniform(jax.random.key(42), (3,))


def quiet_check():
    return jnp.zeros(3)


# Each turn calls another function, of which one draws.
def checks_of_which_one_draws():
    checks = [quiet_check, len, noisy_check, print, str, repr]
    for check in checks:
        check()


def checks_of_which_two_draw():
    checks = [quiet_check, len, noisy_check, print, str, other_noisy_check]
    for check in checks:
        check()  # expect: JAX416


# A call that lacks what the function needs draws nothing. A decorator may give it.
def drawn_for(size, scale=1.0, *, shift):
    return scale * jr.normal(jr.key(11), (size,)) + shift


@host_random.given_by_others
def drawn_for_others(size):
    return jr.normal(jr.key(12), (size,))


def called_with_too_little():
    drawn_for(3, shift=0.0)
    drawn_for(3, 1.0)


def called_with_enough():
    drawn_for_others(3)
    drawn_for_others()  # expect: JAX416


@pytest.mark.parametrize("size", [3])
def test_of_drawn(size):
    assert jr.normal(jr.key(13), (size,)).shape == (size,)


def all_tests():
    jr.normal(jr.key(13))
    test_of_drawn()


def all_tests_with_sizes():
    jr.normal(jr.key(13))
    test_of_drawn(3)  # expect: JAX416


# What a call with the same arguments has given is kept: it draws once.
@functools.cache
def kept_samples(n):
    return jr.normal(jr.key(31), (n,))


@functools.lru_cache(maxsize=None)
def kept_mean(n):
    return kept_samples(n).mean()


def kept(n):
    return kept_samples(n), kept_mean(n)


def kept_in_a_loop():
    return [kept_samples(8) for _ in range(3)], kept_samples(8)


def kept_of_two_sizes(n):
    return kept_samples(n), kept_samples(n + 1)  # expect: JAX416


def fresh_samples(n):
    return jr.normal(jr.key(32), (n,))


def not_kept(n):
    return fresh_samples(n), [fresh_samples(n) for _ in range(3)]  # expect: JAX416


# A parameter that its annotation calls an object of a class is one.
@dataclasses.dataclass
class Deck:
    cards: jax.Array

    def shuffled(self):
        order = jr.permutation(jr.key(3), self.cards.shape[0])
        return dataclasses.replace(self, cards=self.cards[order])

    def shuffled_by(self, turn):
        order = jr.permutation(jr.fold_in(jr.key(3), turn), self.cards.shape[0])
        return dataclasses.replace(self, cards=self.cards[order])


class Shuffler(Protocol):
    def shuffled(self):
        return jr.permutation(jr.key(3), 5)


class Settings(TypedDict):
    size: int

    def shuffled(self):
        return jr.permutation(jr.key(3), 5)


def dealt(deck: Deck, turns: int):
    hands = []
    for turn in range(turns):
        hands.append(deck.shuffled().cards[:5])  # expect: JAX416
        hands.append(deck.shuffled_by(turn).cards[:5])
    return hands


def dealt_by_anyone(deck: Shuffler, perhaps: Deck | None, settings: Settings, turns: int):
    hands = []
    for _ in range(turns):
        hands.append(deck.shuffled())
        hands.append(perhaps.shuffled())
        hands.append(settings.shuffled())
    return hands


# One function for each of several settings that are spelled out: the results are compared.
def toy_fit(rule, rate=0.1):
    data = jr.normal(jr.key(41), (8,))
    return rule, rate * data.sum()


def compared_by_name():
    for rule in ("plain", "momentum"):
        print(rule, toy_fit(rule))  # expect: JAX416


def compared_by_what_is_made_of_it():
    found = {}
    for rule, make in {"plain": optax.sgd, "adam": optax.adam}.items():
        optimiser = make(0.1)
        found[rule] = toy_fit(optimiser)  # expect: JAX416
    return found


def toy_step(rate):
    return rate * jr.normal(jr.key(42), (8,)).sum()


def compared_in_a_comprehension():
    return [toy_step(rate) for _, rate in enumerate([0.1, 0.2])]  # expect: JAX416


# What is handed is the same in each turn, or is data.
def toy_score(rule):
    return rule, jr.normal(jr.key(43), (8,)).sum()


def turns_of_one_setting(rule):
    for name in ("first", "second"):
        print(name, toy_score(rule))  # expect: JAX416


def turns_that_are_counted():
    for turn in range(2):
        print(toy_score(turn))  # expect: JAX416


def turns_over_data(train, test):
    for batch in (jnp.asarray(train), jnp.asarray(test)):
        print(step(batch))  # expect: JAX416


def turns_within_a_setting():
    for rule in ("plain", "momentum"):
        for _ in range(2):
            print(toy_score(rule))  # expect: JAX416


# --- methods that a field hides --------------------------------------------------------------------


class Augmenting:
    def __init__(self, jitter: bool = False):
        self.jitter = jitter

    def jitter(self, image):
        return image + jax.random.normal(jax.random.key(0), image.shape)

    def mix(self, image):
        return image * jax.random.uniform(jax.random.key(1), image.shape)

    def batch(self, images):
        return [self.jitter(image) for image in images if self.jitter]

    def mixed(self, images):
        return [self.mix(image) for image in images]  # expect: JAX416


class Compiled:
    def __init__(self):
        self.draw = jax.jit(self.draw)

    def draw(self, image):
        return image + jax.random.normal(jax.random.key(0), image.shape)

    def drawn(self, images):
        return [self.draw(image) for image in images]  # expect: JAX416


# A handler of NumPyro hands its key to a model, whose sites may all be given by another handler.
def slope_model(x):
    return numpyro.sample("slope", numpyro.distributions.Normal(0.0, 1.0)) * x


def seeded_where_all_is_given(values):
    given = numpyro.handlers.substitute(slope_model, data=values)
    first = numpyro.handlers.seed(given, rng_seed=jax.random.PRNGKey(0))
    return first, numpyro.handlers.seed(given, rng_seed=jax.random.PRNGKey(0))


def seeded_twice():
    first = numpyro.handlers.seed(slope_model, rng_seed=jax.random.PRNGKey(0))
    return first, numpyro.handlers.seed(slope_model, jax.random.PRNGKey(0))  # expect: JAX416


# One call that is given several equal keys is no loop: which of the streams a model draws from is
# not known.
def streams_of_one_seed(model, params, x):
    rngs = {"params": jax.random.PRNGKey(0), "dropout": jax.random.PRNGKey(0)}
    return model.apply({"params": params}, x, rngs=rngs)


def streams_of_one_seed_in_turns(model, params, xs):
    outs = []
    for x in xs:
        rngs = {"noise": jax.random.PRNGKey(0), "dropout": jax.random.PRNGKey(0)}  # expect: JAX406
        outs.append(model.apply({"params": params}, x, rngs=rngs))
    return outs


# A default is made once, of whatever seed.
def drawn_by_default(shape, key=jr.PRNGKey(host_random.randint(1, 5))):
    return jr.normal(key, shape)


def drawn_by_itself(shape, key=None):
    key = jr.PRNGKey(host_random.randint(1, 5)) if key is None else key
    return jr.normal(key, shape)


def two_layers(n):
    first = drawn_by_default((n, n))
    second = drawn_by_default((n, n))  # expect: JAX416
    return first, second, drawn_by_itself((n, n)), drawn_by_itself((n, n))


# Keys that a function makes at each call.
def first_key():
    return jr.key(0)


def two_first_keys(n):
    one, other = first_key(), first_key()
    return jr.normal(one, (n,)), jr.normal(other, (n,))  # expect: JAX416


def key_of(seed):
    return jr.key(seed)


def keys_of_two_seeds(n):
    one, other = key_of(3), key_of(4)
    return jr.normal(one, (n,)), jr.normal(other, (n,))


def handed_on(key):
    return key


def two_that_are_handed_on(n, one, other):
    return jr.normal(handed_on(one), (n,)), jr.normal(handed_on(other), (n,))


@dataclasses.dataclass
class Sensor:
    name: str
    key: jax.Array = dataclasses.field(default_factory=lambda: jr.key(0))

    def read(self, truth):
        self.key, own = jr.split(self.key)
        return truth + jr.normal(own, truth.shape)


def two_sensors(truth):
    left, right = Sensor("left"), Sensor("right")
    return left.read(truth), right.read(truth)  # expect: JAX416


def two_sensors_with_keys(truth, key):
    one, other = jr.split(key)
    left, right = Sensor("left", one), Sensor("right", other)
    return left.read(truth), right.read(truth)
