"""Variables of Flax that are given to ``apply`` from another level of their tree."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Line(nn.Module):
    size: int = 2

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.size)(x)


class Shift(nn.Module):
    @nn.compact
    def __call__(self, x):
        return x + 1.0

    def width(self, x):
        return x.shape


def inner_tree(key, x):
    model = Line()
    variables = model.init(key, x)
    params = variables["params"]
    first = model.apply(params, x)  # expect: JAX521
    return first, model.apply(variables, x), model.apply({"params": params}, x)


def straight(key, x):
    params = Line(3).init(key, x)["params"]
    wrong = Line(3).apply(params, x)  # expect: JAX521
    return wrong, Line(4).apply(params, x), Line(3).apply({"params": params}, x)


def whole_as_part(key, x):
    model = Line()
    params = model.init(key, x)
    wrong = model.apply({"params": params}, x)  # expect: JAX521
    return wrong, model.apply(params, x), model.apply({"params": params["params"]}, x)


# Without parameters there is no level of them.
def without_parameters(key, x):
    model = Shift()
    variables = model.init(key, x)
    return model.apply({"params": variables}, x), model.apply({"params": {}}, x)


def other_methods(key, x):
    model = Line()
    params = model.init(key, x)["params"]
    rngs = {"params": key}
    made, _ = model.apply(params, x, rngs=rngs, mutable=True)
    return made, model.apply(params, x, method=lambda module, x: x)


def of_another_model(key, x):
    params = Line().init(key, x)["params"]
    return Shift().apply(params, x)


def state_made(key, x, model):
    variables = model.init(key, x)
    return TrainState.create(apply_fn=model.apply, params=variables["params"], tx=optax.sgd(0.1))


def probabilities(state, x):
    return jax.nn.softmax(state.apply_fn(state.params, x))  # expect: JAX521


def probabilities_of_all(state, x):
    return jax.nn.softmax(state.apply_fn({"params": state.params}, x))


def by_state(key, x):
    state = state_made(key, x, Line(5))
    return probabilities(state, x), probabilities_of_all(state, x)


@jax.jit
def trained(state, x):
    def loss(params):
        return jnp.sum(state.apply_fn(params, x))  # expect: JAX521

    def right(params):
        return jnp.sum(state.apply_fn({"params": params}, x))

    grads = jax.tree.map(jnp.add, jax.grad(loss)(state.params), jax.grad(right)(state.params))
    return state.apply_gradients(grads=grads)


def training(key, x):
    state = state_made(key, x, Line(6))
    return trained(state, x)


# A model that is not in sight may take what it likes.
def unknown(model, key, x):
    params = model.init(key, x)["params"]
    return model.apply(params, x)


# --- parameters that steps have moved on -----------------------------------------------------------


def stepped(x, tx=optax.adam(1e-3)):
    model = Line()
    params = model.init(jax.random.key(0), x)["params"]

    @jax.jit
    def step(params, state):
        grads = jax.grad(lambda p: model.apply({"params": p}, x).sum())(params)
        updates, state = tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    state = tx.init(params)
    for _ in range(100):
        params, state = step(params, state)
    halved = jax.tree.map(lambda leaf: leaf / 2, params)
    right = model.apply({"params": params}, x), model.apply({"params": halved}, x)
    wrong = model.apply(halved, x)  # expect: JAX521
    return right, wrong, model.apply(params, x)  # expect: JAX521


class Plane(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


def stepped_as_a_whole(x, tx=optax.adam(1e-3)):
    model = Plane()
    variables = model.init(jax.random.key(0), x)

    @jax.jit
    def step(variables, state):
        grads = jax.grad(lambda v: model.apply(v, x).sum())(variables)
        updates, state = tx.update(grads, state)
        return optax.apply_updates(variables, updates), state

    state = tx.init(variables)
    for _ in range(100):
        variables, state = step(variables, state)
    return model.apply(variables, x), model.apply({"params": variables}, x)  # expect: JAX521
