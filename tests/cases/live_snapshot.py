"""What is kept of a module that changes in place."""

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, size, *, rngs):
        self.layer = nnx.Linear(size, size, rngs=rngs)


class Tree(eqx.Module):
    weight: jax.Array


class Agent:
    def __init__(self, size, rngs):
        self.online = Net(size, rngs=rngs)
        self.target = self.online  # expect: JAX534


class Pair:
    def __init__(self, net: Net):
        self.student = net
        self.teacher_net = net  # expect: JAX534


def trained(size, rngs, step, losses):
    model = Net(size, rngs=rngs)
    target_model = model  # expect: JAX534
    best_model, best_loss = None, float("inf")
    for loss in losses:
        step(model, target_model)
        if loss < best_loss:
            best_loss = loss
            best_model = model  # expect: JAX534
    return best_model


def best_of(model, step, losses):
    best_loss, best_state = float("inf"), None
    for _ in losses:
        loss = step(model)
        if loss < best_loss:
            best_loss = loss
            best_state = nnx.state(model, nnx.Param)  # expect: JAX534
    return best_state


class Stopper:
    def __init__(self):
        self.best_loss, self.best_state = float("inf"), None

    def look(self, model, loss):
        if loss < self.best_loss:
            self.best_loss = loss
            _, self.best_state = nnx.split(model)  # expect: JAX534


# --- fine ------------------------------------------------------------------------------------------


class ClonedAgent:
    def __init__(self, size, rngs):
        self.online = Net(size, rngs=rngs)
        self.target = nnx.clone(self.online)


class SyncedAgent:
    def __init__(self, size, rngs):
        self.online = Net(size, rngs=rngs)
        self.target = self.online
        self.sync()

    def sync(self):
        self.target = nnx.clone(self.online)


class OwnAgent:
    def __init__(self, online, target: Net):
        self.online = online
        self.target = target


class TreeAgent:
    def __init__(self):
        self.online = Tree(jnp.ones(3))
        self.target = self.online


def copied_best_of(model, step, losses):
    best_loss, best_state = float("inf"), None
    for _ in losses:
        loss = step(model)
        if loss < best_loss:
            best_loss = loss
            best_state = jax.tree.map(jnp.copy, nnx.state(model))
    return best_state


def split_for_a_step(target, model):
    graph, state = nnx.split(model)
    target_state = nnx.state(target)
    return graph, state, target_state


def states_of_a_loop(step, state, losses):
    best_state = state
    for loss in losses:
        state = step(state)
        if loss < 1.0:
            best_state = state
    return best_state


Agent(3, nnx.Rngs(0)), Pair(Net(3, rngs=nnx.Rngs(0))), ClonedAgent(3, nnx.Rngs(0))
SyncedAgent(3, nnx.Rngs(0)), OwnAgent(Net(3, rngs=nnx.Rngs(0)), Net(3, rngs=nnx.Rngs(0)))
TreeAgent()
