"""A key made from a literal seed where it is made again and again."""

from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp
import jax.random as jr
import numpy as np
from jax import lax, random
from jax.random import PRNGKey

KEY = jr.key(0)
SEEDS = (1, 2, 3)


def rollout(state, n):
    for _ in range(n):
        key = jr.key(0)  # expect: JAX406
        state = state + jr.normal(key, state.shape)
    return state


def rollout_once(state, n):
    key = jr.key(0)
    for _ in range(n):
        key, sub = jr.split(key)
        state = state + jr.normal(sub, state.shape)
    return state


def inline(images):
    noisy = []
    for image in images:
        noisy.append(image + random.normal(PRNGKey(42), image.shape))  # expect: JAX406
    return noisy


def while_loop(x):
    tries = 0
    while tries < 10:
        x = x + jr.uniform(jr.PRNGKey(1), x.shape)  # expect: JAX406
        tries += 1
    return x


def comprehension(sizes):
    return [jr.normal(jr.key(0), (n,)) for n in sizes]  # expect: JAX406


def dict_comprehension(names):
    return {name: jr.uniform(jr.key(7), (3,)) for name in names}  # expect: JAX406


def split_in_the_loop(batches):
    out = []
    for batch in batches:
        noise_key, mask_key = jr.split(jr.key(0))  # expect: JAX406
        noise = jr.normal(noise_key, batch.shape)
        out.append(jnp.where(jr.bernoulli(mask_key, 0.5, batch.shape), batch, noise))
    return out


def shuffled_epochs(data, epochs):
    for epoch in range(epochs):
        key = jr.key(epoch)
        data = data[jr.permutation(key, len(data))]
    return data


def from_the_turn(n):
    return [jr.normal(jr.key(1000 + i), (3,)) for i in range(n)]


def from_the_seeds(shape):
    return [jr.normal(jr.key(seed), shape) for seed in SEEDS]


def folded(n, shape):
    out = []
    for i in range(n):
        key = jr.fold_in(jr.key(0), i)
        out.append(jr.normal(key, shape))
    return out


def module_key(n, shape):
    return [jr.normal(jr.fold_in(KEY, i), shape) for i in range(n)]


def seed_that_changes(n, shape):
    seed, out = 0, []
    for _ in range(n):
        seed += 1
        out.append(jr.normal(jr.key(seed), shape))
    return out


def seed_drawn_by_numpy(n, shape):
    rng = np.random.default_rng(0)
    return [jr.normal(jr.key(rng.integers(2**31)), shape) for _ in range(n)]


# One constant key in a function that is called once: initialisation, a test, a script.
def init(shape):
    key = jr.key(0)
    return jr.normal(key, shape)


@partial(jax.jit, static_argnums=0)
def jitted_init(shape):
    w_key, b_key = jr.split(jr.PRNGKey(0))
    return jr.normal(w_key, shape), jr.normal(b_key, shape[-1:])


def add_noise(key, x):
    return x + 0.1 * jr.normal(key, x.shape)


def helper_in_a_loop(xs):
    return [add_noise(jr.key(0), x) for x in xs]  # expect: JAX406


def scan_body(carry, x):
    key = jr.key(3)  # expect: JAX406
    return carry + jr.normal(key, x.shape), x


def scanned(xs):
    return lax.scan(scan_body, jnp.zeros(xs.shape[1:]), xs)


def scanned_over_keys(xs):
    def body(carry, inputs):
        key, x = inputs
        return carry + jr.normal(key, x.shape), x

    return lax.scan(body, jnp.zeros(xs.shape[1:]), (jr.split(jr.key(3), len(xs)), xs))


@jax.jit
def fori(x):
    def body(i, x):
        return x + jr.normal(jr.PRNGKey(0), x.shape)  # expect: JAX406

    return lax.fori_loop(0, 10, body, x)


@jax.jit
def fori_from_the_index(x):
    def body(i, x):
        return x + jr.normal(jr.key(i), x.shape)

    return lax.fori_loop(0, 10, body, x)


def mapped(xs):
    return lax.map(lambda x: x + jr.normal(jr.key(0), x.shape), xs)  # expect: JAX406


def lax_while(x):
    def body(x):
        key = jr.key(9)  # expect: JAX406
        return x + jr.uniform(key, x.shape)

    return lax.while_loop(lambda x: jnp.sum(x) < 10.0, body, x)


@jax.vmap
def perturb(row):
    key = jr.key(0)  # expect: JAX406
    return row + jr.normal(key, row.shape)


def vmapped_lambda(rows):
    return jax.vmap(lambda r: r * jr.bernoulli(jr.key(0), 0.5, r.shape))(rows)  # expect: JAX406


def vmapped_over_seeds(rows):
    return jax.vmap(lambda seed, r: r + jr.normal(jr.key(seed), r.shape))(jnp.arange(3), rows)


def vmapped_over_keys(rows):
    return jax.vmap(add_noise)(jr.split(jr.key(0), len(rows)), rows)


# The loop ends with its first turn.
def first_that_fits(candidates):
    for candidate in candidates:
        if candidate.ndim == 2:
            return add_noise(jr.key(0), candidate)
    return None


# A type, a shape, a structure: no number of the key is used.
def looked_at(n):
    shapes = []
    for _ in range(n):
        key = jr.key(0)
        shapes.append((key.dtype, key.shape))
    return shapes


def behind_a_test_of_all_turns(xs, mode):
    drawn = []
    if mode == "random":
        for x in xs:
            drawn.append(jax.random.permutation(jax.random.key(42), x))  # expect: JAX406
    return drawn


def behind_a_test_of_each_turn(xs):
    key, drawn = None, []
    for x in xs:
        if key is None:
            key = jax.random.key(42)
        key, one = jax.random.split(key)
        drawn.append(jax.random.permutation(one, x))
    return drawn


class Wide(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.width)(x)


# Several models may start from one seed, to be compared; one model then is the same each time.
def compared(x, widths):
    models = []
    for width in widths:
        model = Wide(width)
        models.append(model.init(jr.key(0), x))
    return models


def initialised_again(x, n):
    model = Wide(3)
    found = []
    for _ in range(n):
        found.append(model.init(jr.key(0), x))  # expect: JAX406
    return found


# Settings that are spelled out are compared, on equal numbers: advice.
def drawn_for(key, width):
    return jr.normal(key, (width, 3))


def compared_by_width(score, x):
    for width in (3, 4):
        weights = drawn_for(jr.key(0), width)  # expect: JAX406
        print(width, score(weights, x))


def compared_by_name_and_width(score, x):
    for name, width in {"narrow": 3, "wide": 4}.items():
        key = jr.key(1)  # expect: JAX406
        start = jr.normal(key, (width, 3))
        print(name, score(start, x))


def compared_under_names(score):
    found = {}
    for width in (3, 4):
        found[width] = drawn_for(jr.key(2), width)  # expect: JAX406
    return found


# What the turns draw is put together.
def layers():
    drawn = []
    for width in (3, 4):
        drawn.append(0.1 * jr.normal(jr.key(2), (width, 3)))  # expect: JAX406
    return drawn


def layers_by_helper():
    drawn = []
    for width in (3, 4):
        weights = drawn_for(jr.key(3), width)  # expect: JAX406
        drawn.append(weights)
    return drawn


def layers_by_name():
    drawn = {}
    for name, width in (("first", 3), ("second", 4)):
        weights = jr.normal(jr.key(4), (width, 3))  # expect: JAX406
        drawn[name] = weights
    return drawn


def summed():
    total = 0.0
    for width in (3, 4):
        total += jr.normal(jr.key(5), (width,)).sum()  # expect: JAX406
    return total


# Turns that take nothing over from each other are compared too, whatever they go over.
def fitted(weights, data):
    return weights @ data


def swept(score, settings):
    results = []
    for setting in settings:
        start = drawn_for(jr.key(6), 3)  # expect: JAX406
        results.append(score(fitted(start, setting)))
    return results


def swept_by_count(score, n):
    results = []
    for setting in range(n):
        start = drawn_for(jr.key(6), 3)  # expect: JAX406
        results.append(score(fitted(start, setting)))
    return results


def trained(step, weights, batches):
    for batch in batches:
        noise = drawn_for(jr.key(7), 3)  # expect: JAX406
        weights = step(weights, batch, noise)
    return weights


class Trained:
    def train(self, batches):
        for batch in batches:
            noise = drawn_for(jr.key(8), 3)  # expect: JAX406
            self.weights = self.step(batch, noise)


def gathered(batches):
    drawn = []
    for batch in batches:
        noise = jr.normal(jr.key(9), batch.shape)  # expect: JAX406
        drawn.append(noise)
    return drawn


# What is handed on is there, be it a function, a class, or what a library calls so.
def moved(x, kernel=None, size=None):
    if kernel is None and size is None:
        return x + jr.normal(jr.key(6))
    return x


class Kernel:
    pass


def moved_by_kernels(xs, size):
    by_function = jax.vmap(lambda x: moved(x, jax.nn.relu, size))(xs)
    by_class = jax.vmap(lambda x: moved(x, Kernel, size))(xs)
    by_jitted = jax.vmap(lambda x: moved(x, jax.jit(jnp.tanh), size))(xs)
    by_bound = jax.vmap(partial(moved, kernel=partial(jnp.add, 1), size=size))(xs)
    either = nn.relu if size else jnp.tanh
    return (
        by_function + by_class + by_jitted + by_bound + jax.vmap(partial(moved, kernel=either))(xs)
    )


def moved_by_default(x, kernel=None, size=None):
    if kernel is None and size is None:
        return x + jr.normal(jr.key(7))  # expect: JAX406
    return x


def moved_by_some(xs, size):
    kernel = jax.nn.relu if size else None
    return jax.vmap(lambda x: moved_by_default(x, kernel, size))(xs)


# What stands in a field of an object may be None, and so may what a library calls by another name.
def moved_as_set(x, device=None):
    if device is None:
        return x + jr.normal(jr.key(8))  # expect: JAX406
    return x


def moved_by_setting(xs):
    return jax.vmap(lambda x: moved_as_set(x, jax.config.jax_default_device))(xs)


def moved_along(x, axis=None):
    if axis is None:
        return x + jr.normal(jr.key(9))  # expect: JAX406
    return x


def moved_along_new(xs):
    return jax.vmap(lambda x: moved_along(x, jnp.newaxis))(xs)


# Who asks it of a name of a library itself knows that it may be None.
def moved_on_device(xs):
    def one(x):
        if jax.profiler is None:
            return x + jr.normal(jr.key(10))  # expect: JAX406
        return x

    return jax.vmap(one)(xs)


# A list of one element has one turn.
def one_setting(shape):
    settings = [
        (0.1, 0.2),
        # (0.3, 0.4),
    ]
    for number, (low, high) in enumerate(settings):
        key = jax.random.key(0)
        print(number, jax.random.uniform(key, shape, minval=low, maxval=high))


def two_settings(shape):
    names = ["a", "b"]
    for number, _ in enumerate(names):
        key = jax.random.key(0)  # expect: JAX406
        print(number, jax.random.uniform(key, shape))


def one_setting_and_more(shape, names):
    settings = ["a"]
    settings += names
    for number, _ in enumerate(settings):
        key = jax.random.key(0)  # expect: JAX406
        print(number, jax.random.uniform(key, shape))


def for_each_setting(shape, settings):
    for low in settings:
        key = jax.random.key(0)  # expect: JAX406
        print(jax.random.uniform(key, shape, minval=low))


def for_each_of_one(shape):
    for_each_setting(shape, [0.1])
