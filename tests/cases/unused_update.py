"""States that a loop computes and never uses."""

import pickle
import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax.flatten_util import ravel_pytree

from somewhere import Environment, loss_and_state, save_checkpoint

optimizer = optax.adam(1e-3)


@jax.jit
def step(params, opt_state, batch):
    grads = jax.grad(lambda p: jnp.sum(p * batch))(params)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def all_dropped(params, opt_state, batches):
    for batch in batches:
        new_params, new_opt_state = step(params, opt_state, batch)  # expect: JAX520, JAX520
    return params


def one_dropped(params, opt_state, batches):
    for batch in batches:
        params_new, opt_state = step(params, opt_state, batch)  # expect: JAX520
    return params


def by_hand(params, opt_state, batches):
    for batch in batches:
        grads = jax.grad(lambda p, b=batch: jnp.sum(p * b))(params)
        updates, opt_state = optimizer.update(grads, opt_state)
        new_params = optax.apply_updates(params, updates)  # expect: JAX520
    return params


def in_a_while(env, state):
    while True:
        next_state = env.step(state)  # expect: JAX520
        if jnp.all(state > 3):
            break
    return state


def kept(params, opt_state, batches):
    for batch in batches:
        params, opt_state = step(params, opt_state, batch)
    return params


def kept_at_the_end(params, opt_state, batches):
    for batch in batches:
        new_params, new_opt_state = step(params, opt_state, batch)
        params, opt_state = new_params, new_opt_state
    return params


def looked_at(params, opt_state, batches):
    for batch in batches:
        new_params, _ = step(params, opt_state, batch)
        print(new_params)


def named_as_unused(params, opt_state, batches):
    for batch in batches:
        _new_params, _ = step(params, opt_state, batch)
    return params


def moved_in_another_way(params, opt_state, batches):
    for batch in batches:
        new_params, opt_state = step(params, opt_state, batch)
        params = jax.tree.map(lambda p: p * 0.9, params)
    return params


def once(params, opt_state, batch):
    new_params, new_opt_state = step(params, opt_state, batch)
    return params


def for_each_start(starts, opt_state, batch):
    for params in starts:
        new_params, new_opt_state = step(params, opt_state, batch)


def read_further_in(params, opt_state, batches):
    for batch in batches:
        new_params, opt_state = step(params, opt_state, batch)

    def result():
        return new_params

    return result


def other_names(params, batches):
    for batch in batches:
        loss = jnp.sum(params * batch)
    return params


def in_a_branch(params, opt_state, batches):
    for number, batch in enumerate(batches):
        if number > 3:
            updated_params, opt_state = step(params, opt_state, batch)  # expect: JAX520
    return params


def of_a_step(step, state):
    for _ in range(3):
        new_state = step(state)  # expect: JAX520
    return state


# --- what a loop started from is returned --------------------------------------------------------


def returned_as_it_came(params, opt_state, batches):
    current = params
    for batch in batches:
        current, opt_state = step(current, opt_state, batch)
    return params, opt_state  # expect: JAX520


def returned_alone(score, init_state, batches):
    state = init_state
    losses = []
    for batch in batches:
        state, loss = score(state, batch)
        losses.append(loss)
    print(losses)
    return init_state  # expect: JAX520


def counted_by_jax(state):
    last = jax.lax.fori_loop(0, 3, lambda i, x: x + i, state)
    return state  # expect: JAX520


def body(carry, x):
    return carry * 0.9 + x, carry


def scanned(average, xs):
    last, seen = jax.lax.scan(body, average, xs)
    return average, seen  # expect: JAX520


def both_are_returned(params, opt_state, batches):
    current = params
    for batch in batches:
        current, opt_state = step(current, opt_state, batch)
    return params, current


def read_after_the_loop(params, opt_state, batches):
    current = params
    for batch in batches:
        current, opt_state = step(current, opt_state, batch)
    print(current)
    return params


def read_by_a_function_inside(params, opt_state, batches):
    current = params
    for batch in batches:
        current, opt_state = step(current, opt_state, batch)
    jax.debug.callback(lambda: print(current))
    return params


def moved_as_well(params, opt_state, batches):
    current = params
    for batch in batches:
        current, opt_state = step(current, opt_state, batch)
        params = current
    return params


def climbed(path, parent):
    folder = path
    while folder.parts:
        folder = parent(folder)
    return path


def scanned_for_what_is_seen(average, xs):
    _, seen = jax.lax.scan(body, average, xs)
    return average, seen


def kept(carry, x):
    return carry, carry * x


def scanned_with_a_constant(params, xs):
    same, seen = jax.lax.scan(kept, params, xs)
    return params, seen


def scanned_by_what_is_given(f, params, xs):
    last, seen = jax.lax.scan(f, params, xs)
    return params, seen


def scanned_and_returned(params, xs):
    last, seen = jax.lax.scan(body, params, xs)
    return last, params, seen


def bound_again_by_the_scan(average, xs):
    last, (average, seen) = jax.lax.scan(lambda a, x: (a * x, (a, x)), average, xs)
    return average, seen


def bound_again_behind_the_loop(params, opt_state, batches, finish):
    current = params
    for batch in batches:
        current, opt_state = step(current, opt_state, batch)
    params = finish(opt_state)
    return params


def bound_before_the_scan(average, xs, start):
    average = start(average)
    last, (seen, _) = jax.lax.scan(lambda a, x: (a * x, (a, x)), average, xs)
    return average, seen  # expect: JAX520


# --- numbers that are written down are tried in turn ----------------------------------------------


def compared(state, material, batch):
    for exponent in [2.0, 6.0, 10.0]:
        stress, new_state = material.update(state, batch, exponent)
        print(exponent, stress)
    return state


def compared_in_a_row(state, material, batch):
    for place, exponent in enumerate((2.0, 6.0, 10.0)):
        stress, new_state = material.update(state, batch, exponent)
        print(place, stress)
    return state


def data_in_turn(state, step):
    for batch in [jnp.ones(3), jnp.zeros(3)]:
        new_state, loss = step(state, batch)  # expect: JAX520
        print(loss)
    return state


# Steps of optimisers that change nothing.


@jax.jit
def updates_that_are_not_applied(params, state, x):
    optimiser = optax.adam(1e-3)
    grads = jax.grad(lambda params: jnp.sum((x @ params) ** 2))(params)
    updates, state = optimiser.update(grads, state, params)  # expect: JAX520
    return params, state


def parameters_that_are_not_kept(params, grads, batches):
    optimiser = optax.sgd(0.1)
    state = optimiser.init(params)
    for batch in batches:
        updates, state = optimiser.update(grads(params, batch), state)
        moved = optax.apply_updates(params, updates)  # expect: JAX520
    return params


def updates_that_are_applied(params, grads, batches):
    optimiser = optax.sgd(0.1)
    unused = optimiser.init(params)
    state = optimiser.init(params)
    for batch in batches:
        updates, state = optimiser.update(grads(params, batch), state)
        params = optax.apply_updates(params, updates)
    return params


def only_the_state_is_wanted(params, grads):
    optimiser = optax.adam(0.1)
    _, state = optimiser.update(grads, optimiser.init(params))
    return state


def updates_of_something(transform, params, grads, state):
    updates, state = transform.update(grads, state)
    return params, state


@jax.jit
def state_that_is_not_kept(state, x):
    grads = jax.grad(lambda params: jnp.sum((x @ params) ** 2))(state.params)
    new = state.apply_gradients(grads=grads)  # expect: JAX520
    return state


@jax.jit
def state_that_is_kept(state, x):
    grads = jax.grad(lambda params: jnp.sum((x @ params) ** 2))(state.params)
    new = state.apply_gradients(grads=grads)
    return new


def saves_the_first(params, opt_state, batches, path):
    trained = params
    current_params = params
    for batch in batches:
        current_params, opt_state = step(current_params, opt_state, batch)
    with open(path, "wb") as file:
        pickle.dump(params, file)  # expect: JAX520
    save_checkpoint(path, params=params)  # expect: JAX520
    return trained


def saves_both(params, opt_state, batches, path):
    save_checkpoint(path, params=params)
    current_params = params
    for batch in batches:
        current_params, opt_state = step(current_params, opt_state, batch)
        save_checkpoint(path, params)
    save_checkpoint(path, params)
    save_checkpoint(path, current_params)


def saves_before(params, opt_state, batches, path):
    jnp.save(path, params)
    current_params = params
    for batch in batches:
        current_params, opt_state = step(current_params, opt_state, batch)


def first_of_several(params, opt_state, batches):
    def body(carry, batch):
        params, opt_state = carry
        params, opt_state = step(params, opt_state, batch)
        return (params, opt_state), jnp.sum(batch)

    carry, sums = jax.lax.scan(body, (params, opt_state), batches)
    return params, sums  # expect: JAX520


def one_of_several_that_stays(params, opt_state, batches):
    def body(carry, batch):
        params, opt_state = carry
        moved, opt_state = step(params, opt_state, batch)
        return (params, opt_state), moved

    carry, moved = jax.lax.scan(body, (params, opt_state), batches)
    return params, moved


def last_of_several(params, opt_state, batches):
    def body(carry, batch):
        params, opt_state = carry
        params, opt_state = step(params, opt_state, batch)
        return (params, opt_state), jnp.sum(batch)

    (params, opt_state), sums = jax.lax.scan(body, (params, opt_state), batches)
    return params, sums


# --- updates of Equinox --------------------------------------------------------------------------


def applied_to_an_unlike_name(model, grads, opt, opt_state):
    updates, opt_state = opt.update(grads, opt_state)
    new_model = eqx.apply_updates(model, updates)  # expect: JAX520
    return model, opt_state


def applied_and_returned(model, grads, opt, opt_state):
    updates, opt_state = opt.update(grads, opt_state)
    trained = eqx.apply_updates(model, updates)
    return trained, opt_state


# What is kept of the start, or of the best turn, is no state that was lost.
def best_of_all(params, batches):
    best, least = params, jnp.inf
    for batch in batches:
        params, loss = step(params, None, batch)
        if loss < least:
            best, least = params, loss
    return best


# --- states in tuples ----------------------------------------------------------------------------


@jax.jit
def packed_step(carry, batch):
    theta, momentum = carry
    momentum = 0.9 * momentum + jnp.mean(batch)
    return (theta - 0.1 * momentum, momentum), jnp.sum(theta)


@jax.jit
def packed_step_of_data(carry, batch):
    data, momentum = carry
    return (data, 0.9 * momentum + jnp.mean(batch)), jnp.sum(data)


def packed_and_forgotten(theta, batches):
    pair = (theta, jnp.zeros(3))
    best = jnp.inf
    for batch in batches:
        pair, loss = packed_step(pair, batch)
        best = min(best, loss)
    return theta, best  # expect: JAX520


def packed_and_unpacked(theta, batches):
    pair = (theta, jnp.zeros(3))
    for batch in batches:
        pair, loss = packed_step(pair, batch)
    theta, _ = pair
    return theta, loss


def packed_with_what_stays(data, batches):
    pair = (data, jnp.zeros(3))
    total = 0.0
    for batch in batches:
        pair, part = packed_step_of_data(pair, batch)
        total += part
    return data, total


def packed_and_looked_at(theta, batches):
    pair = (theta, jnp.zeros(3))
    path = []
    for batch in batches:
        pair, loss = packed_step(pair, batch)
        path.append(pair[0])
    return theta, path


def packed_by_what_is_given(step, theta, batches):
    pair = (theta, jnp.zeros(3))
    for batch in batches:
        pair, loss = step(pair, batch)
    return theta, loss


# --- turns that all start from the state before the loop -----------------------------------------


class Trainer:
    def __init__(self, params, rate):
        self.params = params
        self.best = params

        @jax.jit
        def descend(params, batch):
            loss, grads = jax.value_and_grad(lambda p: jnp.sum((p * batch) ** 2))(params)
            return params - rate * grads, loss

        self.descend = descend

    def restarted(self, epochs):
        for batches in epochs:
            for batch in batches:
                params, loss = self.descend(self.params, batch)  # expect: JAX520
        self.params = params
        return loss

    def moved_on(self, epochs):
        params = self.params
        for batches in epochs:
            for batch in batches:
                params, loss = self.descend(params, batch)
        self.params = params
        return loss

    def moved_in_each_turn(self, batches):
        for batch in batches:
            params, loss = self.descend(self.params, batch)
            self.params = params
        return loss

    def until_it_is_good(self, batches):
        for batch in batches:
            params, loss = self.descend(self.params, batch)
            if loss < 1.0:
                break
        self.params = params
        return loss

    def moved_elsewhere(self, batches):
        for batch in batches:
            params, loss = self.descend(self.params, batch)
            self.reset(batch)
        self.params = params
        return loss

    def reset(self, batch):
        self.params = jnp.zeros_like(batch)


def restarted_by_name(params, batches):
    for batch in batches:
        moved, _ = packed_step(params, batch)  # expect: JAX520
    params = moved
    return params


def the_best_of_several(params, batches):
    best = jnp.inf
    kept = params
    for batch in batches:
        moved, loss = packed_step(params, batch)
        if loss < best:
            best, kept = loss, moved
    params = kept
    return params


# --- what an optimiser remembers -----------------------------------------------------------------

with_momentum = optax.sgd(0.1, momentum=0.9)
without_memory = optax.sgd(0.1)


def slope_of(params, batch):
    return jax.grad(lambda p: jnp.sum((p * batch) ** 2))(params)


@jax.jit
def forgetful(params, opt_state, batch):
    updates, _ = optimizer.update(slope_of(params, batch), opt_state)  # expect: JAX520
    return optax.apply_updates(params, updates)


@jax.jit
def forgetful_once(params, opt_state, batch):
    updates, _ = optimizer.update(slope_of(params, batch), opt_state)
    return optax.apply_updates(params, updates)


@jax.jit
def plain(params, opt_state, batch):
    updates, _ = without_memory.update(slope_of(params, batch), opt_state)
    return optax.apply_updates(params, updates)


def trained_forgetfully(params, batches):
    opt_state = optimizer.init(params)
    for batch in batches:
        params = forgetful(params, opt_state, batch)
    return params


def trained_plainly(params, batches):
    opt_state = without_memory.init(params)
    for batch in batches:
        params = plain(params, opt_state, batch)
    return params


def one_step(params, batch):
    return forgetful_once(params, optimizer.init(params), batch)


def adapted_each(tasks, params):
    adapted = []
    for batch in tasks:
        opt_state = optimizer.init(params)
        adapted.append(forgetful_once(params, opt_state, batch))
    return adapted


def adapted_from_one_state(tasks, params):
    adapted = []
    opt_state = optimizer.init(params)
    for batch in tasks:
        own = forgetful_once(params, opt_state, batch)
        updates, _ = optimizer.update(slope_of(params, batch), opt_state)
        adapted.append((own, optax.apply_updates(params, updates)))
    return adapted


def forgetful_in_the_loop(params, batches):
    opt_state = with_momentum.init(params)
    for batch in batches:
        updates, _ = with_momentum.update(slope_of(params, batch), opt_state)  # expect: JAX520
        params = optax.apply_updates(params, updates)
    return params


def remembered_in_the_loop(params, batches):
    opt_state = with_momentum.init(params)
    for batch in batches:
        updates, opt_state = with_momentum.update(slope_of(params, batch), opt_state)
        params = optax.apply_updates(params, updates)
    return params


class Fitted(NamedTuple):
    params: jax.Array
    memory: optax.OptState
    count: int = 0


def copied_with_the_old_memory(state, batch):
    updates, memory = with_momentum.update(  # expect: JAX520
        slope_of(state.params, batch), state.memory
    )
    params = optax.apply_updates(state.params, updates)
    return state._replace(params=params, count=state.count + 1), 0.0


def copied_with_the_new_memory(state, batch):
    updates, memory = with_momentum.update(slope_of(state.params, batch), state.memory)
    params = optax.apply_updates(state.params, updates)
    return state._replace(params=params, memory=memory), 0.0


def copied_in_two_steps(state, batch):
    updates, memory = with_momentum.update(slope_of(state.params, batch), state.memory)
    state = state._replace(memory=memory)
    return state._replace(params=optax.apply_updates(state.params, updates))


def made_of_the_old_memory(state, batch):
    updates, _ = with_momentum.update(  # expect: JAX520
        slope_of(state.params, batch), state.memory
    )
    moved = Fitted(optax.apply_updates(state.params, updates), state.memory)
    return {"state": moved, "loss": 0.0}


def made_without_any_memory(state, batch):
    updates, _ = without_memory.update(slope_of(state.params, batch), state.memory)
    return Fitted(optax.apply_updates(state.params, updates), state.memory)


def returned_with_the_old_memory(params, memory, batch):
    updates, later = optimizer.update(slope_of(params, batch), memory)  # expect: JAX520
    params = jax.tree.map(lambda p, u: p + u, params, updates)
    return params, memory


def returned_with_the_new_memory(params, memory, batch):
    updates, memory = optimizer.update(slope_of(params, batch), memory)
    params = jax.tree.map(lambda p, u: p + u, params, updates)
    return params, memory


# What is tried is not kept.
def tried(params, memory, batch):
    updates, _ = optimizer.update(slope_of(params, batch), memory)
    trial = optax.apply_updates(params, updates)
    return params, memory, jnp.sum(trial * batch)


class Fitting:
    def __init__(self, optimiser):
        self.optimiser = optimiser
        self.step = jax.jit(self.make())

    def make(self):
        rule = self.optimiser

        def step(state, batch):
            updates, memory = rule.update(  # expect: JAX520
                slope_of(state.params, batch), state.memory
            )
            params = optax.apply_updates(state.params, updates)
            return state._replace(params=params), 0.0

        return step


fitting = Fitting(optax.chain(optax.clip(1.0), with_momentum))
fitting.step(Fitted(jnp.ones(3), with_momentum.init(jnp.ones(3))), jnp.ones(3))


# --- an optimiser in a field of what it moves on -------------------------------------------------


@dataclass(frozen=True)
class Moving:
    params: jax.Array
    memory: optax.OptState
    rule: optax.GradientTransformation

    def stepped(self, slope):
        updates, memory = self.rule.update(slope, self.memory)  # expect: JAX520
        return replace(self, params=optax.apply_updates(self.params, updates))


@dataclass(frozen=True)
class Remembering:
    params: jax.Array
    memory: optax.OptState
    rule: optax.GradientTransformation

    def stepped(self, slope):
        updates, memory = self.rule.update(slope, self.memory)
        return replace(self, params=optax.apply_updates(self.params, updates), memory=memory)


@dataclass(frozen=True)
class Sliding:
    params: jax.Array
    memory: optax.OptState
    rule: optax.GradientTransformation

    def stepped(self, slope):
        updates, memory = self.rule.update(slope, self.memory)
        return replace(self, params=optax.apply_updates(self.params, updates))


def all_fields(batches):
    rule, start = optax.chain(optax.clip(1.0), optax.adam(1e-2)), jnp.ones(3)
    moving = Moving(start, rule.init(start), rule)
    remembering = Remembering(start, rule.init(start), rule)
    sliding = Sliding(start, without_memory.init(start), without_memory)
    for batch in batches:
        moving = moving.stepped(slope_of(moving.params, batch))
        remembering = remembering.stepped(slope_of(remembering.params, batch))
        sliding = sliding.stepped(slope_of(sliding.params, batch))
    return moving.params, remembering.params, sliding.params


# --- records of one class: what a step is given, and what it gives -------------------------------


@jax.jit
def fitted_further(state, batch):
    moved = jnp.mean(batch) * state.params
    return Fitted(moved, state.memory, state.count + 1), jnp.sum(moved)


def begun():
    return Fitted(jnp.ones(3), with_momentum.init(jnp.ones(3)))


def last_turn_alone(batches):
    start, losses = begun(), []
    for batch in batches:
        fitted, loss = fitted_further(start, batch)  # expect: JAX520
        losses.append(loss)
    return fitted.params, losses


def every_turn(batches):
    fitted, losses = begun(), []
    for batch in batches:
        fitted, loss = fitted_further(fitted, batch)
        losses.append(loss)
    return fitted.params, losses


def each_turn_by_itself(batches):
    start, found = begun(), []
    for batch in batches:
        fitted, loss = fitted_further(start, batch)
        found.append(fitted.params)
    return fitted.params, found


def first_good_one(batches):
    start = begun()
    for batch in batches:
        fitted, loss = fitted_further(start, batch)
        if loss < 1.0:
            break
    return fitted.params


def another_class(batches):
    start = begun()
    for batch in batches:
        moments = jax.tree.leaves(start), jnp.mean(batch)
    return moments


# Each turn is to do the same work.
def timed(batch):
    start, began = begun(), time.perf_counter()
    for _ in range(10):
        fitted, _ = fitted_further(start, batch)
    jax.block_until_ready(fitted)
    return fitted.params, time.perf_counter() - began


# --- what an optimiser remembers, thrown away at the call of the step -----------------------------

plain_descent = optax.sgd(0.1)


@jax.jit
def step_and_loss(params, opt_state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.sum(p * batch))(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


@jax.jit
def step_of_plain_descent(params, opt_state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.sum(p * batch))(params)
    updates, opt_state = plain_descent.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def memory_not_kept(params, batches):
    opt_state = optimizer.init(params)
    for batch in batches:
        params, _, loss = step_and_loss(params, opt_state, batch)  # expect: JAX520
    return params, loss


def memory_kept(params, batches):
    opt_state = optimizer.init(params)
    for batch in batches:
        params, opt_state, _ = step_and_loss(params, opt_state, batch)
    return params


def memory_made_in_each_turn(params, batches):
    for batch in batches:
        opt_state = optimizer.init(params)  # expect: JAX520
        params, opt_state, loss = step_and_loss(params, opt_state, batch)
    return params, loss


def memory_made_for_each_phase(params, phases):
    for batches in phases:
        opt_state = optimizer.init(params)
        for batch in batches:
            params, opt_state, loss = step_and_loss(params, opt_state, batch)
    return params, loss


def memory_made_again_at_times(params, batches):
    opt_state = optimizer.init(params)
    for i, batch in enumerate(batches):
        if i % 100 == 0:
            opt_state = optimizer.init(params)
        params, opt_state, loss = step_and_loss(params, opt_state, batch)
    return params, loss


def one_step_from_each_start(keys, batch):
    for key in keys:
        params = jax.random.normal(key, (3,))
        opt_state = optimizer.init(params)
        params, opt_state, loss = step_and_loss(params, opt_state, batch)
        print(loss)


def nothing_to_remember(params, batches):
    opt_state = plain_descent.init(params)
    for batch in batches:
        params, _, loss = step_of_plain_descent(params, opt_state, batch)
    return params, loss


# --- what by its name comes next, beside what moves on --------------------------------------------


def train_from_the_start(params, batches, loss_fn, transformation):
    opt_state = transformation.init(params)

    @jax.jit
    def step(params, opt_state, batch):
        grads = jax.grad(loss_fn)(params, batch)
        updates, opt_state = transformation.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state

    for batch in batches:
        new_params, opt_state = step(params, opt_state, batch)  # expect: JAX520
    return new_params


def candidates_of_a_chain(params, batches, propose):
    for batch in batches:
        new_params, noise = propose(params, batch)
    return new_params, noise


# --- gradients that nothing reads -----------------------------------------------------------------


def squares(params, batch):
    return jnp.mean((params["w"] * batch) ** 2)


def squares_and_size(params, batch):
    return squares(params, batch), {"size": batch.size}


slopes = jax.jit(jax.grad(squares))


@jax.jit
def gradients_of(params, batch):
    (loss, aux), grads = jax.value_and_grad(squares_and_size, has_aux=True)(params, batch)
    return loss, aux, grads


def differentiates_and_forgets(params, batches):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)  # expect: JAX520
        print(loss)
    return params


def forgets_in_epochs(params, batches):
    for _ in range(3):
        for batch in batches:
            grads = slopes(params, batch)  # expect: JAX520
    save_checkpoint(params)


def forgets_what_a_helper_gives(batches):
    params, losses = {"w": jnp.ones(3)}, []
    for batch in batches:
        loss, aux, grads = gradients_of(params, batch)  # expect: JAX520
        losses.append(loss)
    return params, losses


def slopes_for(params, batch):
    return slopes(params, batch)


def forgets_what_is_handed_on(params, batches):
    for batch in batches:
        grads = slopes_for(params, batch)  # expect: JAX520
    return params


def gradients_that_are_shown(params, batches):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        print(loss, optax.global_norm(grads))
    return params


def gradients_of_the_last_batch(params, batches):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
    return params, grads


def gradients_not_wanted(params, batches):
    for batch in batches:
        loss, _grads = jax.value_and_grad(squares)(params, batch)
        print(loss)
    return params


def evaluate(params, batches):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        print(loss)
    return params


def run_over(params, test_batches):
    for batch in test_batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        print(loss)
    return params


def takes_the_time(params, batches):
    started = time.time()
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
    print(time.time() - started)
    return params


def the_same_each_time(params, batch):
    for _ in range(3):
        loss, grads = jax.value_and_grad(squares)(params, batch)
    return params


def one_batch(params, batches):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        break
    return params


def searches_by_the_loss(params, batches, propose):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        params = propose(params, loss)
    return params


def others_learn(params, head_params, batches, learn):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        head_params = learn(head_params, params, batch)
    return params, head_params


def steps_in_place(params, batches, stepper):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        stepper.step(params, loss)
    return params


def gradients_of_what_is_not_known(params, batches, somehow):
    for batch in batches:
        loss, grads = somehow(params, batch)
    return params


def parameters_for_the_loss_alone(params, batches):
    for batch in batches:
        loss, grads = jax.value_and_grad(squares)(params, batch)
        print(loss)


# A last state may come in parts, and what is returned may stand in a record.
class FittedInParts(NamedTuple):
    params: object
    losses: object


def parts_fitted_in_vain(tx, params, batches):
    def body(carry, batch):
        params, opt_state = carry
        loss, grads = jax.value_and_grad(squares)(params, batch)
        updates, opt_state = tx.update(grads, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state), loss

    (final, _), losses = jax.lax.scan(body, (params, tx.init(params)), batches)
    return FittedInParts(params=params, losses=losses)  # expect: JAX520


def parts_fitted(tx, params, batches):
    def body(carry, batch):
        params, opt_state = carry
        loss, grads = jax.value_and_grad(squares)(params, batch)
        updates, opt_state = tx.update(grads, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state), loss

    (final, _), losses = jax.lax.scan(body, (params, tx.init(params)), batches)
    return FittedInParts(params=final, losses=losses), params


def parts_fitted_to_see_the_losses(tx, params, batches):
    def body(carry, batch):
        params, opt_state = carry
        loss, grads = jax.value_and_grad(squares)(params, batch)
        updates, opt_state = tx.update(grads, opt_state, params)
        return (optax.apply_updates(params, updates), opt_state), loss

    (_, _), losses = jax.lax.scan(body, (params, tx.init(params)), batches)
    return FittedInParts(params=params, losses=losses)


# A part of a state that a step gives anew, and that the new state is not given.
class Carried(NamedTuple):
    params: object
    moving: object
    opt_state: object


def with_moving(params, moving, batch):
    moved = 0.9 * moving + 0.1 * jnp.mean(batch)
    return jnp.sum((params - batch) ** 2) + moved, moved


def part_left_behind(tx, learner, batch):
    slopes = jax.value_and_grad(with_moving, has_aux=True)
    (loss, moving), grads = slopes(learner.params, learner.moving, batch)  # expect: JAX520
    updates, opt_state = tx.update(grads, learner.opt_state, learner.params)
    params = optax.apply_updates(learner.params, updates)
    return learner._replace(params=params, opt_state=opt_state), loss


def part_handed_on(tx, learner, batch):
    slopes = jax.value_and_grad(with_moving, has_aux=True)
    (loss, moving), grads = slopes(learner.params, learner.moving, batch)
    updates, opt_state = tx.update(grads, learner.opt_state, learner.params)
    params = optax.apply_updates(learner.params, updates)
    return learner._replace(params=params, moving=moving, opt_state=opt_state), loss


def part_not_wanted(tx, learner, batch):
    slopes = jax.value_and_grad(with_moving, has_aux=True)
    (loss, _), grads = slopes(learner.params, learner.moving, batch)
    updates, opt_state = tx.update(grads, learner.opt_state, learner.params)
    params = optax.apply_updates(learner.params, updates)
    return learner._replace(params=params, opt_state=opt_state), loss


def part_of_what_is_out_of_sight(slopes, learner, batch):
    (loss, moving), grads = slopes(learner.params, learner.moving, batch)
    return learner._replace(params=grads), loss


class Measured(Environment):
    def measured(self, state, rewards):
        reward, metrics = self.in_place(rewards, state.metrics)
        return state.replace(reward=reward)


def part_measured(learner, batch):
    loss, moving = with_moving(learner.params, learner.moving, batch)
    return loss


# An average of parameters: the first argument has the weight of the step.
def teacher_exchanged(teacher, student):
    teacher = optax.incremental_update(teacher, student, 0.01)  # expect: JAX520
    return teacher


def teacher_followed(teacher, student):
    teacher = optax.incremental_update(student, teacher, 0.01)
    return teacher


def teacher_kept_mostly(teacher, student):
    teacher = optax.incremental_update(teacher, student, step_size=0.99)
    return teacher


def student_pulled_back(teacher, student, step_size):
    student = optax.incremental_update(student, teacher, step_size)
    return student


# --- models that are taken apart ------------------------------------------------------------------


def fit_parts(model, step, batches):
    params, static = eqx.partition(model, eqx.is_array)
    for batch in batches:
        params = step(params, static, batch)
    return model  # expect: JAX520


def fit_and_combine(model, step, batches):
    params, static = eqx.partition(model, eqx.is_array)
    for batch in batches:
        params = step(params, static, batch)
    return eqx.combine(params, static)


def fit_state(model, step):
    graph, state = nnx.split(model)
    for _ in range(3):
        state = step(graph, state)
    return model  # expect: JAX520


def fit_state_in_place(model, step):
    graph, state = nnx.split(model)
    for _ in range(3):
        state = step(graph, state)
        nnx.update(model, state)
    return model


def fit_state_put_back(model, step):
    graph, state = nnx.split(model)
    for _ in range(3):
        state = step(graph, state)
    nnx.update(model, state)
    return model


def fit_both(model, optimizer, make_step):
    graph, state = nnx.split((model, optimizer))
    step = make_step(graph)
    for _ in range(3):
        state, loss = step(state)
    return model, loss  # expect: JAX520


def fit_both_and_merge(model, optimizer, make_step):
    graph, state = nnx.split((model, optimizer))
    step = make_step(graph)
    for _ in range(3):
        state, loss = step(state)
    return nnx.merge(graph, state), loss


def fit_head(model, head, step):
    trained, frozen = eqx.partition(model, head)
    diff = trained
    for _ in range(3):
        diff, loss = step(diff, frozen)
    return eqx.combine(trained, frozen), loss  # expect: JAX520


def fit_head_and_combine(model, head, step):
    trained, frozen = eqx.partition(model, head)
    before, diff = eqx.combine(trained, frozen), trained
    for _ in range(3):
        diff, loss = step(diff, frozen)
    return before, eqx.combine(diff, frozen), loss


def infer(svi, key, data):
    start = svi.init(key, data)
    last, losses = jax.lax.scan(lambda state, _: svi.update(state, data), start, None, length=9)
    return svi.get_params(start), losses  # expect: JAX520


def infer_to_the_end(svi, key, data):
    start = svi.init(key, data)
    last, losses = jax.lax.scan(lambda state, _: svi.update(state, data), start, None, length=9)
    return svi.get_params(last), svi.get_params(start), losses


def fit_vector(params, step):
    flat, unravel = ravel_pytree(params)
    for _ in range(3):
        flat = step(flat)
    return params, unravel  # expect: JAX520


# --- a new state that the step gives is dropped by its name --------------------------------------


class Trained:
    def __init__(self, params):
        self.params = params
        self.opt_state = optimizer.init(params)

        @jax.jit
        def advance(params, opt_state, batch):
            loss, grads = jax.value_and_grad(lambda p: jnp.sum(p * batch))(params)
            updates, opt_state = optimizer.update(grads, opt_state)
            return optax.apply_updates(params, updates), opt_state, loss

        self._advance = advance

    def run_without_memory(self, batches):
        move = self._advance
        for batch in batches:
            self.params, _, loss = move(self.params, self.opt_state, batch)  # expect: JAX520
        return loss

    def run(self, batches):
        for batch in batches:
            self.params, self.opt_state, _ = self._advance(self.params, self.opt_state, batch)
        return self.params

    def evaluate(self, batches):
        for batch in batches:
            _, _, loss = self._advance(self.params, self.opt_state, batch)
            print(loss)

    def run_and_reset(self, batches):
        for batch in batches:
            self.params, _, loss = self._advance(self.params, self.opt_state, batch)
            self.reset()
        return loss

    def reset(self):
        self.opt_state = optimizer.init(self.params)


@eqx.filter_jit
def step_of_model(model, state, opt_state, batch):
    (loss, state), grads = loss_and_state(model, state, batch)
    updates, opt_state = optimizer.update(grads, opt_state)
    return eqx.apply_updates(model, updates), state, opt_state, loss


def statistics_dropped(model, state, opt_state, batches):
    for batch in batches:
        model, _, opt_state, loss = step_of_model(model, state, opt_state, batch)  # expect: JAX520
    return model, loss


def statistics_kept(model, state, opt_state, batches):
    for batch in batches:
        model, state, opt_state, _ = step_of_model(model, state, opt_state, batch)
    return model, state


# --- a state that is returned as it came in ------------------------------------------------------


@jax.jit
def step_with_old_state(params, net_state, opt_state, batch):
    (loss, new_state), grads = loss_and_state(params, net_state, batch)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), net_state, opt_state, loss  # expect: JAX520


@jax.jit
def step_with_new_state(params, net_state, opt_state, batch):
    (loss, new_state), grads = loss_and_state(params, net_state, batch)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), new_state, opt_state, loss


@jax.jit
def evaluated(params, net_state, batch):
    (loss, _), _ = loss_and_state(params, net_state, batch)
    return loss, net_state


@jax.jit
def step_of_another_state(params, env_state, opt_state, batch):
    (loss, new_net_state), grads = loss_and_state(params, env_state, batch)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), env_state, opt_state, loss


# --- new parameters that are changed and left ----------------------------------------------------


@jax.jit
def step_that_keeps_the_old(theta, opt_state, batch):
    grads = jax.grad(lambda p: jnp.sum(p["w"] * batch))(theta)
    updates, opt_state = optimizer.update(grads, opt_state)
    proposal = optax.apply_updates(theta, updates)  # expect: JAX520
    proposal["w"] = jnp.clip(proposal["w"], -1.0, 1.0)
    return theta, opt_state


@jax.jit
def step_that_keeps_the_new(theta, opt_state, batch):
    grads = jax.grad(lambda p: jnp.sum(p["w"] * batch))(theta)
    updates, opt_state = optimizer.update(grads, opt_state)
    proposal = optax.apply_updates(theta, updates)
    proposal["w"] = jnp.clip(proposal["w"], -1.0, 1.0)
    return proposal, opt_state


# --- several names at once, and a function with a parameter of that name -------------------------


@dataclass
class Outcome:
    theta: dict
    trace: list


def moved_for_nothing(init, batches):
    @jax.jit
    def move(theta, opt_state, batch):
        value, grads = jax.value_and_grad(lambda p: jnp.sum(p * batch))(theta)
        updates, opt_state = optimizer.update(grads, opt_state)
        return optax.apply_updates(theta, updates), opt_state, value

    theta, opt_state, trace = init, optimizer.init(init), []
    for batch in batches:
        theta, opt_state, value = move(theta, opt_state, batch)
        trace.append(value)
    return Outcome(theta=init, trace=trace)  # expect: JAX520


def moved_and_returned(init, batches):
    @jax.jit
    def move(theta, opt_state, batch):
        value, grads = jax.value_and_grad(lambda p: jnp.sum(p * batch))(theta)
        updates, opt_state = optimizer.update(grads, opt_state)
        return optax.apply_updates(theta, updates), opt_state, value

    theta, opt_state, trace = init, optimizer.init(init), []
    for batch in batches:
        theta, opt_state, value = move(theta, opt_state, batch)
        trace.append(value)
    return Outcome(theta=theta, trace=trace)


# --- a first state in each round of loops in each other ------------------------------------------


def memory_made_in_each_epoch(params, epochs, batches):
    for _ in range(epochs):
        opt_state = optimizer.init(params)  # expect: JAX520
        for batch in batches:
            params, opt_state, loss = step_and_loss(params, opt_state, batch)
        print(loss)
    return params


def memory_made_for_each_task(tasks, batches):
    for params in tasks:
        opt_state = optimizer.init(params)
        for batch in batches:
            params, opt_state, loss = step_and_loss(params, opt_state, batch)
        print(loss)


def memory_made_for_each_start(keys, batches):
    for key in keys:
        params = jax.random.normal(key, (3,))
        opt_state = optimizer.init(params)
        for batch in batches:
            params, opt_state, loss = step_and_loss(params, opt_state, batch)
        print(loss)


def memory_of_another_optimiser_in_each_stage(params, rates, batches):
    for rate in rates:
        stage = optax.adam(rate)
        opt_state = stage.init(params)
        for batch in batches:
            params, opt_state, loss = step_and_loss(params, opt_state, batch)
    return params


def memory_of_all_epochs(params, epochs, batches):
    opt_state = optimizer.init(params)
    for _ in range(epochs):
        for batch in batches:
            params, opt_state, loss = step_and_loss(params, opt_state, batch)
    return params, loss


# The step is the weight of the new parameters, not of the old ones.
def tracked(new, old):
    return optax.incremental_update(new, old, step_size=0.995)  # expect: JAX520


DECAY = 0.99


def tracked_by_decay(params, ema_params):
    ema_params = optax.incremental_update(params, ema_params, DECAY)  # expect: JAX520
    return ema_params


def tracked_by_what_is_left(params, ema_params):
    return optax.incremental_update(params, ema_params, 1 - DECAY)


def tracked_the_other_way_round(params, ema_params):
    return optax.incremental_update(ema_params, params, 0.99)


def copied(params, target_params):
    return optax.incremental_update(params, target_params, 1.0)


# The state that a function is given has its place taken by a first one.
adam = optax.adam(1e-3)


@jax.jit
def epoch_from_the_start(params, opt_state, slopes):
    opt_state = adam.init(params)  # expect: JAX520
    updates, opt_state = adam.update(slopes, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


@jax.jit
def epoch_that_goes_on(params, opt_state, slopes):
    updates, opt_state = adam.update(slopes, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def epoch_with_a_default(params, slopes, opt_state=None):
    opt_state = adam.init(params)
    updates, opt_state = adam.update(slopes, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def epoch_of_a_reset(params, opt_state, slopes, reset):
    if reset:
        opt_state = adam.init(params)
    updates, opt_state = adam.update(slopes, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


# --- a step that is written out in a loop ---------------------------------------------------------


def loss_of(params, batch):
    return jnp.mean((batch @ params) ** 2)


def begun_in_each_turn(params, batches):
    for batch in batches:
        opt_state = optimizer.init(params)  # expect: JAX520
        grads = jax.grad(loss_of)(params, batch)
        updates, opt_state = optimizer.update(grads, opt_state)
        params = optax.apply_updates(params, updates)
    return params


def begun_before_the_turns(params, batches):
    opt_state = optimizer.init(params)
    for batch in batches:
        grads = jax.grad(loss_of)(params, batch)
        updates, opt_state = optimizer.update(grads, opt_state)
        params = optax.apply_updates(params, updates)
    return params


def begun_for_each_task(first, tasks):
    adapted = []
    for batch in tasks:
        params, opt_state = first, optimizer.init(first)
        grads = jax.grad(loss_of)(params, batch)
        updates, opt_state = optimizer.update(grads, opt_state)
        adapted.append(optax.apply_updates(params, updates))
    return adapted


def tuned_from_the_first(first, tasks):
    for batch in tasks:
        params = first
        opt_state = optimizer.init(params)
        grads = jax.grad(loss_of)(params, batch)
        updates, opt_state = optimizer.update(grads, opt_state)
        params = optax.apply_updates(params, updates)
        print(loss_of(params, batch))


def begun_in_rounds_of_two(params, batches):
    for batch in batches:
        opt_state = optimizer.init(params)
        for part in batch:
            grads = jax.grad(loss_of)(params, part)
            updates, opt_state = optimizer.update(grads, opt_state)
            params = optax.apply_updates(params, updates)
    return params


def begun_for_two_updates(params, batches):
    for batch in batches:
        opt_state = optimizer.init(params)
        updates, opt_state = optimizer.update(jax.grad(loss_of)(params, batch), opt_state)
        params = optax.apply_updates(params, updates)
        updates, opt_state = optimizer.update(jax.grad(loss_of)(params, batch), opt_state)
        params = optax.apply_updates(params, updates)
    return params


# --- turns that give something, and all start from the same ---------------------------------------


def fitted_from_the_first(svi, key, data):
    svi_state = svi.init(key, data)
    update = jax.jit(lambda state: svi.update(state, data))
    losses = []
    for _ in range(100):
        new_state, loss = update(svi_state)  # expect: JAX520
        losses.append(float(loss))
    return svi.get_params(new_state), losses


def fitted(svi, key, data):
    svi_state = svi.init(key, data)
    losses = []
    for _ in range(100):
        svi_state, loss = svi.update(svi_state, data)
        losses.append(float(loss))
    return svi.get_params(svi_state), losses


def warmed_up(update, state):
    for _ in range(3):
        new_state, loss = update(state)
    return new_state, loss


def best_of_all(update, state, batches):
    best = jnp.inf
    for batch in batches:
        new_state, loss = update(state, batch)
        if loss < best:
            best, chosen = loss, new_state
    return chosen, new_state


def one_of_two(update, net_state, env_state, batches):
    losses = []
    for batch in batches:
        new_state, loss = update(net_state, env_state, batch)
        losses.append(loss)
    return new_state, losses


# --- bodies of scans that carry on what they were given -------------------------------------------


def rolled_out(env, policy, state, key):
    def body(carry, _):
        state, key = carry
        key, action_key = jax.random.split(key)
        new_state = env.step(state, policy(state, action_key))
        return (state, key), new_state  # expect: JAX520

    return jax.lax.scan(body, (state, key), None, length=10)


def rolled_out_alone(env, state, actions):
    def body(state, action):
        next_state = env.step(state, action)
        return state, (next_state.reward, next_state)  # expect: JAX520

    return jax.lax.scan(body, state, actions)


def rolled_out_and_carried(env, state, actions):
    def body(state, action):
        next_state = env.step(state, action)
        return next_state, (state, next_state.reward)

    return jax.lax.scan(body, state, actions)


def rolled_out_under_one_name(env, state, actions):
    def body(state, action):
        next_state = env.step(state, action)
        state = next_state
        return state, next_state.reward

    return jax.lax.scan(body, state, actions)


def looked_ahead(env, state, actions):
    def body(state, action):
        value = env.value(state, action)
        return state, value

    return jax.lax.scan(body, state, actions)


def looked_ahead_by_a_map(env, state, actions):
    def one(action):
        new_state = env.step(state, action)
        return state, new_state

    return jax.lax.map(one, actions)


# --- targets that follow the parameters -----------------------------------------------------------


def target_left_behind(params, target, batches, step):
    for batch in batches:
        params = step(params, target, batch)
        new_target = optax.incremental_update(params, target, 0.01)  # expect: JAX520
    return params


def target_moved(params, target, batches, step):
    for batch in batches:
        params = step(params, target, batch)
        target = optax.incremental_update(params, target, 0.01)
    return params


# --- a memory in a field, and the new one in a variable -------------------------------------------


class FieldTrainer:
    def __init__(self, update, params, state):
        self.update, self.params, self.opt_state = update, params, state

    def fit(self, batches):
        for batch in batches:
            self.params, opt_state, loss = self.update(  # expect: JAX520
                self.params, self.opt_state, batch
            )
            print(loss)

    def fit_rightly(self, batches):
        for batch in batches:
            self.params, self.opt_state, loss = self.update(self.params, self.opt_state, batch)
            print(loss)

    def fit_and_keep(self, batches):
        for batch in batches:
            self.params, opt_state, loss = self.update(self.params, self.opt_state, batch)
            self.opt_state = opt_state
            print(loss)

    def fit_with_a_copy(self, batches):
        opt_state = self.opt_state
        for batch in batches:
            self.params, opt_state, loss = self.update(self.params, opt_state, batch)
            print(loss)

    def looked_ahead(self, batches):
        for batch in batches:
            params, opt_state, loss = self.update(self.params, self.opt_state, batch)
            print(loss)


def adapted(first, task, optimizer, steps):
    opt_state = optimizer.init(first)

    def inner(_, carry):
        params, state = carry
        grads = jax.grad(loss_of)(params, task)
        updates, state = optimizer.update(grads, opt_state, params)  # expect: JAX520
        return optax.apply_updates(params, updates), state

    return jax.lax.fori_loop(0, steps, inner, (first, opt_state))


def adapted_in_order(first, task, optimizer, steps):
    opt_state = optimizer.init(first)

    def inner(_, carry):
        params, state = carry
        grads = jax.grad(loss_of)(params, task)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    return jax.lax.fori_loop(0, steps, inner, (first, opt_state))


def summed(xs):
    total = jnp.zeros(3)

    def body(carry, x):
        return total + x, None  # expect: JAX520

    return jax.lax.scan(body, total, xs)


def summed_from_the_first(xs):
    total = jnp.zeros(3)

    def body(carry, x):
        return carry + x, carry - total

    return jax.lax.scan(body, total, xs)


def each_from_the_first(params, xs):
    def body(_, x):
        return params, params * x

    return jax.lax.scan(body, params, xs)
