import jax.numpy as jnp

STEPS = 10


def collide(position, velocity, walls):
    low, high = walls
    if position < low:  # expect: JAX101
        return low, -velocity
    hit = position > high and velocity > 0  # expect: JAX104
    return jnp.where(hit, high, position), velocity


def describe(position):
    print("position", position)  # expect: JAX204


def substeps(dt):
    count = 0
    while dt > 0.01:
        dt, count = dt / 2, count + 1
    return count
