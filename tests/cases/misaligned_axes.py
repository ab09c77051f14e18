"""Columns beside rows, and arrays beside what was computed along an axis that is gone."""

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp

KEY, OTHER, THIRD = jax.random.split(jax.random.key(0), 3)
INPUTS = jax.random.normal(KEY, (64, 3))
TARGETS = INPUTS @ jnp.array([1.0, 2.0, 3.0])
WEIGHTS = jax.random.normal(OTHER, (3, 1))
ROWS = jnp.zeros((5, 7))


def predicted(weights, inputs):
    return jnp.tanh(inputs @ weights) + 0.5


def squared(weights, inputs, targets):
    return jnp.mean((predicted(weights, inputs) - targets) ** 2)  # expect: JAX318


def squared_as_a_row(weights, inputs, targets):
    return jnp.mean((predicted(weights, inputs)[:, 0] - targets) ** 2)


def squared_as_columns(weights, inputs, targets):
    return jnp.mean((predicted(weights, inputs) - targets[:, None]) ** 2)


@jax.jit
def step(weights, inputs, targets):
    return weights - 0.1 * jax.grad(squared)(weights, inputs, targets)


def trained(weights):
    jax.grad(squared_as_a_row)(weights, INPUTS, TARGETS)
    jax.grad(squared_as_columns)(weights, INPUTS, TARGETS)
    return step(weights, INPUTS, TARGETS)


FITTED = trained(WEIGHTS)


def one(weights, row):
    return jnp.dot(row, weights)


def mapped():
    made = jax.vmap(one, in_axes=(None, 0))(WEIGHTS, INPUTS)
    flat = jax.vmap(one, in_axes=(None, 0))(WEIGHTS[:, 0], INPUTS)
    wrong = jnp.mean(jnp.abs(made - TARGETS))  # expect: JAX318
    hits = jnp.mean(made == TARGETS)  # expect: JAX318
    return wrong, hits, jnp.mean(jnp.abs(flat - TARGETS))


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16)(x))
        return nn.Dense(features=1)(x)


NET = Net()
PARAMETERS = NET.init(THIRD, INPUTS)


@jax.jit
def loss_of_net(parameters, inputs, targets):
    return jnp.mean((NET.apply(parameters, inputs) - targets) ** 2)  # expect: JAX318


@jax.jit
def loss_of_flat_net(parameters, inputs, targets):
    return jnp.mean((NET.apply(parameters, inputs).squeeze(-1) - targets) ** 2)


LOSSES = loss_of_net(PARAMETERS, INPUTS, TARGETS), loss_of_flat_net(PARAMETERS, INPUTS, TARGETS)


@eqx.filter_jit
def loss_of_layers(model, inputs, targets):
    return jnp.mean((jax.vmap(model)(inputs) - targets) ** 2)  # expect: JAX318


LAYERS = loss_of_layers(eqx.nn.MLP(3, 1, 8, 2, key=THIRD), INPUTS, TARGETS)


def unknown_many(data, targets):
    inputs = jnp.asarray(data).reshape(-1, 3)
    difference = inputs @ WEIGHTS - jnp.ravel(targets)
    return jnp.mean(difference**2), difference.sum()  # expect: JAX318, JAX318


def as_many(data, targets):
    inputs = jnp.asarray(data).reshape(-1, 3)
    difference = inputs @ WEIGHTS - jnp.ravel(targets)[:, None]
    return jnp.mean(difference**2)


def cut_points(data):
    # Each row against each of four thresholds, on purpose.
    inputs = jnp.asarray(data).reshape(-1, 3)
    return jax.nn.sigmoid(jnp.array([-1.0, 0.0, 1.0, 2.0]) - inputs @ WEIGHTS)


def of_other_lengths():
    return jnp.mean(INPUTS @ WEIGHTS - jnp.arange(5))


def all_pairs(x):
    rows = jnp.sum(INPUTS, axis=1)
    return jnp.mean(rows[:, None] - rows), x[:, None] - x


def shares(x):
    return x / jnp.sum(x, axis=1)  # expect: JAX318


def shares_kept(x):
    return x / jnp.sum(x, axis=1, keepdims=True)


def exponentials(x):
    e = jnp.exp(x - x.max(axis=1, keepdims=True))
    return e / (e.sum(axis=1) + 1e-6)  # expect: JAX318


def centred(x):
    centre = x.mean(axis=0)
    return x - centre, x - x.mean(axis=0), x - x.mean()


def directions(x):
    return x / jnp.maximum(jnp.linalg.norm(x, axis=1), 1e-6)  # expect: JAX318


def directions_kept(x):
    return x / jnp.maximum(jnp.linalg.norm(x, axis=1), 1e-6)[:, None]


def along_the_last():
    low = ROWS - ROWS.min(axis=-1)  # expect: JAX318
    return low, ROWS - ROWS.min(axis=-1)[:, None], ROWS.T - ROWS.min(axis=-1)


def along_the_only_one():
    row = jnp.sum(ROWS, axis=0)
    return row / row.sum(axis=-1), row / row.sum(axis=0)


def of_an_unknown_rank(x):
    return x / jnp.sum(x, axis=-1)


def of_one_row():
    row = jnp.ones((1, 7))
    return row / row.sum(axis=1)


class Deep(nn.Module):
    widths: tuple = (32, 32)

    @nn.compact
    def __call__(self, x):
        for width in self.widths:
            x = nn.relu(nn.Dense(width)(x))
        return nn.Dense(1)(x)


DEEP = Deep()


@jax.jit
def loss_of_deep(parameters, inputs, targets):
    return jnp.mean((DEEP.apply(parameters, inputs) - targets) ** 2)  # expect: JAX318


@jax.jit
def loss_of_deep_rows(parameters, inputs, targets):
    return jnp.mean((DEEP.apply(parameters, inputs)[:, 0] - targets) ** 2)


def values_of(scores, actions):
    return jnp.take_along_axis(scores, actions[:, None], axis=1)


def backups():
    rewards, actions = jnp.linspace(-1.0, 1.0, 16), jnp.arange(16) % 4
    chosen = values_of(jnp.ones((16, 4)), actions)
    flat = values_of(jnp.ones((16, 4)), actions).squeeze(1)
    return rewards + 0.9 * chosen, rewards + 0.9 * flat  # expect: JAX318


DEEP_PARAMETERS = DEEP.init(jax.random.key(7), INPUTS)
loss_of_deep(DEEP_PARAMETERS, INPUTS, TARGETS)
loss_of_deep_rows(DEEP_PARAMETERS, INPUTS, TARGETS)


# --- letters of einsum ----------------------------------------------------------------------------


def similar(x, y):
    return jnp.einsum("bd,be->b", x, y)  # expect: JAX318


def similar_in_heads(x, y):
    return jnp.einsum("bhd, bhe -> bh", x, y)  # expect: JAX318


def dotted(x, y):
    return jnp.einsum("bd,bd->b", x, y), jnp.einsum("bd,bd->", x, y)


def outer(x, y):
    return jnp.einsum("bd,be->bde", x, y), jnp.einsum("bd,ce->bc", x, y)


def summed_on_one_side(x, y, shape):
    return jnp.einsum("bde,bd->b", x, y), jnp.einsum(shape, x, y)


def of_three(x, y, z):
    return jnp.einsum("bd,be,de->b", x, y, z)
