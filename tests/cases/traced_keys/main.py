"""Keys are arrays: in traced code their numbers, and what is drawn from them, are not there."""

import jax
import jax.numpy as jnp
import numpy as np

kept = []


@jax.jit
def keep(key, x):
    kept.append(key)  # expect: JAX208
    return x + jax.random.normal(key, x.shape)


def keep_on_host(key, x):
    kept.append(key)
    return x + jax.random.normal(key, x.shape)


keep(jax.random.key(12), jnp.ones(3))
keep_on_host(jax.random.key(13), jnp.ones(3))


class Noise:
    def __init__(self, seed):
        self.key = jax.random.key(seed)
        self.step = jax.jit(self._step)
        self.pure = jax.jit(self._pure)

    def _step(self, x):
        self.key, key = jax.random.split(self.key)  # expect: JAX208
        return x + jax.random.normal(key, x.shape)

    def _pure(self, key, x):
        return x + jax.random.normal(key, x.shape)

    def next(self, x):
        self.key, key = jax.random.split(self.key)
        return self.pure(key, x)


noise = Noise(0)
noise.step(jnp.ones(3))
noise.next(jnp.ones(3))


@jax.vmap
def flip(key):
    if jax.random.bernoulli(key):  # expect: JAX101
        return 1.0
    return 0.0


def flip_on_host(key):
    if jax.random.bernoulli(key):
        return 1.0
    return 0.0


flip(jax.random.split(jax.random.key(1), 3))
flip_on_host(jax.random.key(2))


@jax.jit
def from_outside(x):
    drawn = jax.random.bernoulli(jax.random.key(3))
    return x if drawn else -x  # expect: JAX101


@jax.vmap
def folded(key, x):
    return x if jax.random.bernoulli(jax.random.fold_in(key, 1)) else -x  # expect: JAX101


from_outside(jnp.ones(3))
folded(jax.random.split(jax.random.key(4), 3), jnp.ones(3))


@jax.jit
def numbers(key, x):
    data = jax.random.key_data(key)
    return x * int(data[1])  # expect: JAX105


@jax.jit
def numbers_of_host(key, x):
    return x * np.asarray(key).sum()  # expect: JAX107


numbers(jax.random.key(5), jnp.ones(3))
numbers_of_host(jax.random.PRNGKey(5), jnp.ones(3))


@jax.jit
def compared(key, x):
    return x if key == jax.random.key(0) else -x  # expect: JAX101


@jax.jit
def optional(x, key=None):
    if key is None:
        return x
    return x + jax.random.normal(key, x.shape)


compared(jax.random.key(6), jnp.ones(3))
optional(jnp.ones(3), jax.random.key(7))


@jax.jit
def layers(key, x):
    key, other = jax.random.split(key)
    for one in jax.random.split(key, 3):
        x = x + jax.random.normal(one, x.shape)
    first, *rest = jax.random.split(other, 3)
    return x + sum(jax.random.normal(one, x.shape) for one in [first, *rest])


layers(jax.random.key(8), jnp.ones(3))


@jax.jit
def coins(key, x):
    return jax.random.bernoulli(key, shape=x.shape)


def host_after(key, x):
    if coins(key, x).any():
        return x
    return -x


host_after(jax.random.key(9), jnp.ones(3))


@jax.jit
def carried(key, x):
    def turn(carry, _):
        key, total = carry
        key, one = jax.random.split(key)
        if jax.random.uniform(one) > 0.5:  # expect: JAX101
            total = total + 1
        return (key, total), None

    return jax.lax.scan(turn, (key, x), length=3)[0]


carried(jax.random.key(10), jnp.zeros(()))


halves = jax.jit(jax.random.split)


def handed_back(key):
    key, one = halves(key)
    if jax.random.uniform(one) > 0.5:
        return key
    return one


handed_back(jax.random.key(11))
