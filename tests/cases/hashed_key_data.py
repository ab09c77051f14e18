"""hash() as the data or the seed of a key."""

import hashlib
import zlib
from binascii import crc32

import jax
import jax.random as jr
from jax.random import PRNGKey, fold_in


def by_name(key, name):
    return jr.fold_in(key, hash(name))  # expect: JAX412


def reduced(key, name):
    return jr.fold_in(key, hash(name) % 2**32)  # expect: JAX412


def masked(key, name):
    return fold_in(key, hash(name) & 0xFFFFFFFF)  # expect: JAX412


def seed(name):
    return PRNGKey(abs(hash(name)) % 2**31)  # expect: JAX412


def typed_seed(name):
    return jr.key(hash(name))  # expect: JAX412


def by_keyword(key, name):
    return jr.fold_in(key, data=hash(name) % 1000)  # expect: JAX412


def per_layer(key, names, shape):
    return {n: jr.normal(fold_in(key, hash(n) % 2**31), shape) for n in names}  # expect: JAX412


def through_a_variable(key, name, shape):
    data = hash(name) % 2**32
    return jr.normal(jr.fold_in(key, data), shape)  # expect: JAX412


def stable_id(path):
    return hash("/".join(path)) % 2**32


def through_a_helper(key, path):
    return jr.fold_in(key, stable_id(path))  # expect: JAX412


def cut_to_an_int(key, name):
    return jr.fold_in(key, int(hash(name)) >> 40)  # expect: JAX412


def checksum(key, name):
    return jr.fold_in(key, zlib.crc32(name.encode())), jr.key(crc32(b"weights"))


def digest(key, name):
    data = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
    return jr.fold_in(key, data)


def place(key, names):
    return {name: jr.fold_in(key, i) for i, name in enumerate(sorted(names))}


def length(key, name):
    return jr.fold_in(key, len(name))


def for_a_table(key, names, shape):
    buckets = {hash(name) % 16: name for name in names}
    return buckets, jr.normal(key, shape)


class Layer:
    def __init__(self, name, width):
        self.name = name
        self.width = width

    def __hash__(self):
        return hash((self.name, self.width))

    def init(self, key):
        return jr.normal(jr.fold_in(key, self.width), (self.width,))


# A function of this file's own: it gives the same in each process.
def own_hash(key, name):
    def hash(text):
        return zlib.adler32(text.encode())

    return jr.fold_in(key, hash(name))


def given(key, name, hash=zlib.crc32):
    return jr.fold_in(key, hash(name.encode()))


def letters(key, name):
    return jr.fold_in(key, sum(map(ord, name)))


# Only where the shard lies depends on the hash.
def sharded(key, name, shape):
    shard = hash(name) % jax.device_count()
    return jax.device_put(jr.normal(key, shape), jax.devices()[shard])


# Only text and bytes are salted.
def of_numbers(key, shape, n):
    by_shape = jr.fold_in(key, hash((3, 4.5, None)) % 2**31)
    by_turns = [jr.fold_in(key, hash((i, n)) % 2**31) for i in range(n)]
    return by_shape, by_turns, jr.fold_in(key, hash(7)), jr.key(hash((shape, True)))


def of_text_and_numbers(key, name, n):
    first = jr.fold_in(key, hash(("encoder", n)) % 2**31)  # expect: JAX412
    second = jr.fold_in(key, hash((name, n)) % 2**31)  # expect: JAX412
    return first, second, jr.fold_in(key, hash(b"encoder"))  # expect: JAX412


# An object that is a tuple is hashed by what it holds; any other one by its address, or by text.
class Shape(tuple):
    pass


class Config:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)


def of_objects(shape, name):
    return jr.key(hash(Shape(shape))), jr.key(hash(Config(name)))  # expect: JAX412


# ``hash(x)`` is what the method of x gives.
def by_the_method(key, name, path):
    first = jr.fold_in(key, name.__hash__() % 2**31)  # expect: JAX412
    return first, jr.key(abs(path[0].__hash__()))  # expect: JAX412


def by_the_method_of_a_number(key, shape, n):
    return jr.fold_in(key, (3, n).__hash__() % 2**31), jr.key((7).__hash__())


class Stable:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number


def by_an_own_method(number):
    return jr.key(Stable(number).__hash__())
