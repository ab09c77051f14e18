"""Rings of so many places, and the place of the next write."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

CAPACITY = 8


class Ring(NamedTuple):
    items: jax.Array
    rewards: jax.Array
    cursor: jax.Array
    size: jax.Array


@jax.jit
def pushed(ring: Ring, item, reward):
    return Ring(
        items=ring.items.at[ring.cursor].set(item),  # expect: JAX327
        rewards=ring.rewards.at[ring.cursor].set(reward),  # expect: JAX327
        cursor=ring.cursor + 1,
        size=jnp.minimum(ring.size + 1, CAPACITY),
    )


@jax.jit
def pushed_in_a_ring(ring: Ring, item, reward):
    return Ring(
        items=ring.items.at[ring.cursor].set(item),
        rewards=ring.rewards.at[ring.cursor].set(reward),
        cursor=(ring.cursor + 1) % CAPACITY,
        size=jnp.minimum(ring.size + 1, CAPACITY),
    )


def pushed_at_a_remainder(ring, item):
    place = jnp.mod(ring.cursor, CAPACITY)
    items = ring.items.at[place].set(item)
    size = jnp.minimum(ring.size + 1, CAPACITY)
    return ring._replace(items=items, cursor=ring.cursor + 1, size=size)


def pushed_together(ring, items):
    count = items.shape[0]
    places = ring.cursor + jnp.arange(count)
    return ring._replace(
        items=ring.items.at[places].set(items),  # expect: JAX327
        cursor=ring.cursor + count,
        size=jnp.minimum(ring.size + count, ring.items.shape[0]),
    )


def pushed_together_in_a_ring(ring, items):
    count = items.shape[0]
    places = (ring.cursor + jnp.arange(count)) % ring.items.shape[0]
    return ring._replace(
        items=ring.items.at[places].set(items),
        cursor=ring.cursor + count,
        size=jnp.minimum(ring.size + count, ring.items.shape[0]),
    )


def pushed_in_a_dict(ring, item):
    return {
        "items": ring["items"].at[ring["cursor"]].set(item),  # expect: JAX327
        "cursor": ring["cursor"] + 1,
        "size": jnp.minimum(ring["size"] + 1, CAPACITY),
    }


def begun_anew(ring, item):
    after = ring["cursor"] + 1
    return {
        "items": ring["items"].at[ring["cursor"]].set(item),
        "cursor": jnp.where(ring["cursor"] >= CAPACITY - 1, 0, after),
        "size": jnp.minimum(ring["size"] + 1, CAPACITY),
    }


# What is filled once has no count that stops.
def filled_once(ring, item):
    return ring._replace(
        items=ring.items.at[ring.cursor].set(item), cursor=ring.cursor + 1, size=ring.size + 1
    )


class Memory:
    def __init__(self, capacity):
        self.items = jnp.zeros((capacity, 3))
        self.capacity, self.cursor, self.size = capacity, 0, 0

    def push(self, item):
        self.items = self.items.at[self.cursor].set(item)  # expect: JAX327
        self.cursor += 1
        self.size = min(self.size + 1, self.capacity)

    def push_in_a_ring(self, item):
        self.items = self.items.at[self.cursor].set(item)
        self.cursor = (self.cursor + 1) % self.capacity
        self.size = min(self.size + 1, self.capacity)

    def push_until_full(self, item):
        if self.cursor < self.capacity:
            self.items = self.items.at[self.cursor].set(item)
            self.cursor += 1
        self.size = min(self.size + 1, self.capacity)


class HostMemory:
    def __init__(self, capacity):
        self.items = np.zeros((capacity, 3))
        self.capacity, self.cursor, self.size = capacity, 0, 0

    def push(self, item):
        self.items[self.cursor] = item
        self.cursor += 1
        self.size = min(self.size + 1, self.capacity)


class Log:
    def __init__(self):
        self.items = jnp.zeros((CAPACITY, 3))
        self.rows, self.seen = 0, 0

    def write(self, item):
        self.items = self.items.at[self.rows].set(item)  # expect: JAX327
        self.rows += 1
        self.seen = jnp.clip(self.seen + 1, 0, CAPACITY)


def all_of_them(ring, item, items):
    pushed(ring, item, 1.0), pushed_in_a_ring(ring, item, 1.0), filled_once(ring, item)
    memory = Memory(CAPACITY)
    memory.push(item), memory.push_in_a_ring(item), memory.push_until_full(item)
    return pushed_at_a_remainder(ring, item), pushed_together(ring, items)
