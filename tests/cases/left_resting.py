"""Models of nnx that learn in the mode of evaluation."""

import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, *, rngs):
        self.layer = nnx.Linear(2, 2, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.layer(x))


class Plain(nnx.Module):
    def __init__(self, *, rngs):
        self.layer = nnx.Linear(2, 2, rngs=rngs)

    def __call__(self, x):
        return self.layer(x)


class Told(Net):
    def __call__(self, x, resting=False):
        return self.drop(self.layer(x), deterministic=resting)


def error(model, x):
    return jnp.mean(model(x) ** 2)


@nnx.jit
def step(model, optimizer, x):
    value, grads = nnx.value_and_grad(error)(model, x)
    optimizer.update(model, grads)
    return value


def evaluated(model, x):
    model.eval()
    return model(x)


def evaluated_and_back(model, x):
    model.eval()
    result = model(x)
    model.train()
    return result


def optimizer_of(model):
    return nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)


def trained_once(x):
    model = Net(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    model.train()
    for _ in range(10):
        for _ in range(4):
            step(model, optimizer, x)  # expect: JAX536
        print(evaluated(model, x))


def never_told(x):
    model = Net(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(10):
        step(model, optimizer, x)  # expect: JAX536
        model.eval()
        print(model(x))


class Normed(nnx.Module):
    def __init__(self, *, rngs):
        self.norm = nnx.BatchNorm(2, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


class Trainer:
    def __init__(self):
        self.model = Normed(rngs=nnx.Rngs(0))
        self.optimizer = optimizer_of(self.model)

    def validate(self, x):
        self.model.eval()
        return error(self.model, x)

    def fit(self, x):
        for _ in range(10):
            step(self.model, self.optimizer, x)  # expect: JAX536
            self.validate(x)

    def fit_in_turns(self, x):
        for _ in range(10):
            self.model.train()
            step(self.model, self.optimizer, x)
            self.validate(x)


def by_trainers(x):
    Trainer().fit(x)
    Trainer().fit_in_turns(x)


class Dropped(nnx.Module):
    def __init__(self, *, rngs):
        self.weight = nnx.Param(jnp.ones(3))
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.weight[...] * x)


def slopes_of(model, x):
    return nnx.grad(lambda model: jnp.mean(model(x) ** 2))(model)


def plainly(x, batches):
    model = Dropped(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    model.train()
    for batch in batches:
        grads = slopes_of(model, batch)  # expect: JAX536
        optimizer.update(model, grads)
        model.eval()
        print(model(x))


class Scaled(Dropped):
    def __call__(self, x):
        return self.drop(x) * self.weight[...]


@nnx.jit
def scaled_step(model, optimizer, x):
    optimizer.update(model, nnx.grad(lambda model: jnp.mean(model(x) ** 2))(model))


def until_told(x, wanted):
    model = Scaled(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(100):
        scaled_step(model, optimizer, x)  # expect: JAX536
        score = evaluated(model, x).mean()
        if score > wanted:
            break


def until_it_is_small(x):
    model = Scaled(rngs=nnx.Rngs(0))
    optimizer, value = optimizer_of(model), 1.0
    while value > 0.1:
        scaled_step(model, optimizer, x)  # expect: JAX536
        model.eval()
        value = float(model(x).mean())


def at_rest_on_some_paths(x):
    model = Scaled(rngs=nnx.Rngs(0))
    optimizer, value = optimizer_of(model), 1.0
    while value > 0.1:
        scaled_step(model, optimizer, x)
        value = float(model(x).mean())
        if value > 0.5:
            continue
        model.eval()


def told_in_each_turn(x):
    model = Net(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(10):
        model.train()
        step(model, optimizer, x)
        print(evaluated(model, x))


def told_behind(x):
    model = Net(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(10):
        step(model, optimizer, x)
        print(evaluated_and_back(model, x))


class Twice(Dropped):
    pass


def shown_and_back(model, x):
    model.eval()
    result = model(x)
    model.train()
    return result


def told_behind_once_more(x):
    model = Twice(rngs=nnx.Rngs(0))
    model.train()
    shown_and_back(model, x)
    for _ in range(10):
        grads = slopes_of(model, x)
        shown_and_back(model, x)
    return grads


def tuned_at_rest(x):
    model = Net(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(3):
        step(model, optimizer, x)
    model.eval()
    for _ in range(10):
        step(model, optimizer, x)
        print(evaluated(model, x))


def without_such_layers(x):
    model = Plain(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(10):
        step(model, optimizer, x)
        print(evaluated(model, x))


def told_at_the_call(x):
    model = Told(rngs=nnx.Rngs(0))
    optimizer = optimizer_of(model)
    for _ in range(10):
        step(model, optimizer, x)
        print(evaluated(model, x))


def of_another_model(x):
    model, other = Net(rngs=nnx.Rngs(0)), Net(rngs=nnx.Rngs(1))
    optimizer = optimizer_of(model)
    for _ in range(10):
        step(model, optimizer, x)
        print(evaluated(other, x))
