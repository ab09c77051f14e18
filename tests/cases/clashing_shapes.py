"""Arrays whose shapes the code shows, and that JAX refuses together or takes."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

TABLE, ROW, COLUMN = jnp.ones((3, 4)), jnp.arange(4.0), jnp.arange(3.0)


def added():
    wrong = TABLE + COLUMN  # expect: JAX319
    return wrong, TABLE + ROW, TABLE + COLUMN[:, None], TABLE + 1


def compared(limit):
    wrong = TABLE > COLUMN  # expect: JAX319
    return wrong, TABLE > ROW, TABLE > limit, TABLE == 0


def multiplied():
    wrong = TABLE @ TABLE  # expect: JAX319
    another = jnp.dot(TABLE, COLUMN)  # expect: JAX319
    third = ROW @ TABLE  # expect: JAX319
    return wrong, another, third, TABLE @ ROW, COLUMN @ TABLE, TABLE.T @ TABLE, jnp.dot(TABLE, 2)


def through_layers(x):
    first, second = jnp.zeros((4, 16)), jnp.zeros((8, 1))
    hidden = jax.nn.relu(TABLE @ first)
    return hidden @ second  # expect: JAX319


def through_right_layers(x):
    first, second = jnp.zeros((4, 16)), jnp.zeros((16, 1))
    hidden = jax.nn.relu(TABLE @ first)
    return hidden @ second, x @ second


def functions():
    low = jnp.minimum(TABLE, COLUMN)  # expect: JAX319
    chosen = jnp.where(TABLE > 0, TABLE, COLUMN)  # expect: JAX319
    return low, chosen, jnp.minimum(TABLE, ROW), jnp.where(TABLE > 0, TABLE, 0.0)


def put_together():
    wrong = jnp.concatenate([TABLE, COLUMN])  # expect: JAX319
    wider = jnp.concatenate([TABLE, jnp.zeros((2, 5))])  # expect: JAX319
    beside = jnp.concatenate([TABLE, jnp.zeros((3, 5))], axis=1)
    stack = jnp.stack([ROW, COLUMN])  # expect: JAX319
    return wrong, wider, beside, stack, jnp.stack([ROW, ROW]), jnp.concatenate([TABLE, TABLE])


def along(axis):
    return jnp.concatenate([TABLE, jnp.zeros((3, 5))], axis=axis)


def of_numpy():
    weights = np.ones((3, 4))
    return TABLE + weights, np.ones((3, 4)) @ np.ones((4, 2))


@jax.jit
def called(table, row):
    return table * row  # expect: JAX319


CALLED = called(TABLE, COLUMN), called(TABLE, ROW)


def some(flag):
    other = COLUMN if flag else ROW
    return TABLE + other


def refused():
    with pytest.raises(ValueError):
        TABLE + COLUMN


def attempted():
    try:
        return TABLE + COLUMN
    except ValueError:
        return None


def of_some_length(keep):
    picked = TABLE[keep > 0]
    return picked + ROW, TABLE[: len(jax.devices())] + COLUMN[:, None]


def each_row():
    of_rows = jax.vmap(lambda row: row + ROW)(TABLE)
    return of_rows, jax.vmap(lambda column: column + ROW)(TABLE.T)  # expect: JAX319


def reused_name(x):
    table = jnp.ones((3, 4))
    table = table[:, 0]
    return table + COLUMN


# --- lists that grow on some paths ----------------------------------------------------------------


class Log:
    def __init__(self):
        self.rewards = []

    def add(self, reward):
        self.rewards.append(reward)


def logged(steps):
    log, done = Log(), False
    while not done:
        reward, done = steps.take()
        log.add(0.5)
    return jnp.array(log.rewards) + jnp.ones(3)


def logged_if_asked(asked):
    rewards = [0.5]
    if asked:
        rewards.append(1.0)
    return jnp.array(rewards) + jnp.ones(3)


def logged_twice():
    log = Log()
    log.add(0.5)
    log.add(1.0)
    return jnp.array(log.rewards) + jnp.ones(3)  # expect: JAX319


# --- dot of stacks: each of the one with each of the other -----------------------------------------


def turned(rotation=None):
    corners, turn = jnp.zeros((4, 1, 2)), jnp.zeros((2, 2))
    stacks = jnp.zeros((3, 2, 5))
    right = jnp.dot(corners, turn), jnp.dot(corners, stacks), jnp.dot(jnp.zeros(2), stacks)
    wide = jnp.dot(corners, stacks) + jnp.zeros((4, 1, 3, 5))
    wrong = jnp.dot(turn, corners)  # expect: JAX319
    return right, wide, wrong, jnp.dot(stacks, jnp.zeros((4, 4, 2)))  # expect: JAX319
