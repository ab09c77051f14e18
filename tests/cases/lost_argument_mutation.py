"""A container argument mutated in traced code: the caller's own stays as it was."""

import contextlib
import copy
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from jax import lax


@jax.jit
def sgd(params, grads):
    for name in grads:
        params[name] -= 0.1 * grads[name]  # expect: JAX209


@jax.jit
def sgd_returned(params, grads):
    for name in grads:
        params[name] -= 0.1 * grads[name]
    return params


def sgd_plain(params, grads):
    for name in grads:
        params[name] -= 0.1 * grads[name]


# A fresh copy of one's own.
@jax.jit
def sgd_copied(params, grads):
    params = dict(params)
    for name in grads:
        params[name] = params[name] - 0.1 * grads[name]
    return params


@jax.jit
def sgd_splat(params, grads):
    new = {**params}
    new["w"] = params["w"] - grads["w"]
    newer = copy.copy(new)
    newer["b"] = params["b"]
    return newer


@jax.jit
def update_stats(stats, x):
    stats["mean"] = x.mean()  # expect: JAX209
    stats.update(var=x.var())  # expect: JAX209
    return x


@jax.jit
def update_stats_returned(stats, x):
    stats["mean"] = x.mean()
    stats.update(var=x.var())
    return x, stats


@jax.jit
def push(buffer, x):
    buffer.append(x)  # expect: JAX209
    return jnp.zeros(())


@jax.jit
def push_returned(buffer, x):
    buffer.append(x)
    return buffer


def main():
    state, stats, buffer = {"w": jnp.zeros(3), "b": jnp.zeros(())}, {}, []
    sgd(state, {"w": jnp.ones(3)})
    update_stats(stats, jnp.ones(3))
    push(buffer, jnp.ones(3))
    return state["w"], stats["mean"], buffer[0]


@jax.tree_util.register_dataclass
@dataclass
class State:
    step: jax.Array
    w: jax.Array


@jax.jit
def advance(state: State, g):
    state.step = state.step + 1  # expect: JAX209
    state.w = state.w - g  # expect: JAX209


@jax.jit
def advance_returned(state: State, g):
    state.step = state.step + 1
    state.w = state.w - g
    return state


def run(state, gs):
    for g in gs:
        advance(state, g)
    return state.w


def loss(params, x):
    params["scale"] = jnp.abs(params["scale"])  # expect: JAX209
    return jnp.mean(x**2) * params["bias"]


def descend(params, x):
    grads = jax.grad(loss)(params, x)
    return params["scale"], grads


# The written entry is read here: a scratch place, nobody else's.
@jax.jit
def preprocessed(batch):
    batch["image"] = batch["image"] / 255.0
    return batch["image"].mean() + batch["label"].sum()


def scanned(xs):
    def body(state, x):
        state["total"] = state["total"] + x
        return state, state["total"]

    return lax.scan(body, {"total": 0.0}, xs)


# A helper changes the argument of the function that calls it: nobody here looks at it again.
def written(table, x):
    table["x"] = x


@jax.jit
def through_helper(table, x):
    written(table, x)
    return x * 2


def filled(table, x):
    table["x"] = x
    return table


@jax.jit
def through_helper_returned(table, x):
    return filled(table, x)


@jax.jit
def own_table(x):
    table = {}
    written_locally(table, x)
    return table


def written_locally(table, x):
    table["x"] = x


@jax.jit
def nested_returned(params, g):
    layer = params["dense"]
    layer["w"] = layer["w"] - g
    return params


@jax.jit
def nested_lost(params, g):
    layer = params["dense"]
    layer["w"] = layer["w"] - g  # expect: JAX209
    return g.sum()


@jax.jit
def rebound(x, y):
    x += 1
    y = y * 2
    return x + y


# nnx carries out what is written to modules and variables, and nothing else.
class Counter(nnx.Module):
    def __init__(self):
        self.label = "new"
        self.count = nnx.Variable(jnp.zeros(()))


@nnx.jit
def touch(counter):
    counter.label = "used"
    counter.extra = nnx.Variable(jnp.ones(()))
    counter.count[...] += 1


@jax.jit
def touch_in_a_copy(counter):
    counter.label = "used"  # expect: JAX209


def visit(rows, x, log):
    rows.seen[...] += 1
    rows.note = "visited"
    log["note"] = x  # expect: JAX209
    return x


def visited(rows, xs, log):
    return nnx.vmap(visit, in_axes=(0, 0, 0))(rows, xs, log)


class Stack(nnx.Module):
    @nnx.vmap
    def __init__(self, seed):
        self.kernel = nnx.Param(jax.random.uniform(jax.random.key(seed), (2,)))


# Where the caller looks at its own again, a change is lost unless it is returned.
def changed(table, x):
    table["x"] = x  # expect: JAX209


@jax.jit
def through_a_helper(table, x):
    changed(table, x)
    return x * 2


@jax.jit
def read_whole_before(table, x):
    total = sum(jax.tree.leaves(table))
    table["x"] = x  # expect: JAX209
    return total


@jax.jit
def extended(items, x):
    items += [x]  # expect: JAX209
    items.reverse()  # expect: JAX209
    return x


def inner(table, x):
    del table["x"]  # expect: JAX209
    return x


@jax.jit
def handing_on(*args):
    return inner(*args) * 2


def in_a_branch(table, x):
    table["x"] = x  # expect: JAX209
    return x * 2


@jax.jit
def in_part(tables, x):
    table = tables["first"]
    table["x"] = x
    return tables


@jax.jit
def copied_first(table, x):
    table = dict(table)
    table["x"] = x
    return x


def looked_at_again(x):
    table, items, tables = {"x": 0.0}, [0.0], {"first": {"x": 0.0}}
    through_a_helper(table, x)
    read_whole_before(table, x)
    extended(items, x)
    handing_on(table, x)
    copied_first(table, x)
    lax.cond(x > 0, in_a_branch, lambda table, x: x, table, x)
    new = in_part(tables, x)
    return table["x"], items, tables, new


@jax.jit
def not_looked_at(table, x):
    changed_quietly(table, x)
    return sum(jax.tree.leaves(table)) * x


def changed_quietly(table, x):
    table["x"] = x


def once(x):
    table = {"x": 0.0}
    first = not_looked_at(table, x)
    table = {"x": 1.0}
    return first, table["x"]


# What jit hands on to grad is the copy that it made.
def losing(x, items, table):
    items.pop()  # expect: JAX209
    items += [x]  # expect: JAX209
    table["x"] = table["x"] * 2.0  # expect: JAX209
    return x * 2.0


descended = jax.jit(jax.value_and_grad(losing))


def popping(x, items):
    items.pop()
    return x * 2.0


# What vmap does not map is built anew as well.
@jax.tree_util.register_dataclass
@dataclass
class Scale:
    factor: float


def rescaled(x, scale):
    scale.factor += 1.0  # expect: JAX209
    return x * scale.factor


def rescaled_its_own(x, scale):
    scale = copy.copy(scale)
    scale.factor += 1.0
    return x * scale.factor


def handed_on(x, xs):
    items, others, table, scale = [0.0, 1.0], [0.0], {"x": 0.0}, Scale(1.0)
    value, _ = descended(x, items, table)
    slope = jax.grad(popping)(x, others)
    rows = jax.vmap(rescaled, in_axes=(0, None))(xs, scale)
    more = jax.vmap(rescaled_its_own, in_axes=(0, None))(xs, scale)
    return value, slope, rows, more, items, others, table["x"], scale.factor


# What is used is no None, so that `update` is a method that gives a new state.
def attempted(func, state):
    return state.update(func(state.time))


def stepped(func, state):
    return lax.while_loop(lambda one: ~one.accepted, lambda one: attempted(func, one), state)


@jax.jit
def of_a_state(state, x):
    state = state.update(x)
    kept = state.append(x) or x
    return x * 2 + kept


# Operands that come as one and are taken apart.
@jax.jit
def in_one(operands):
    state, g = operands
    state.w = state.w - g  # expect: JAX209
    return g * 2


@jax.jit
def in_one_and_returned(operands):
    state, g = operands
    state.w = state.w - g
    return state


@jax.jit
def in_one_and_returned_whole(operands):
    state, g = operands
    state.w = state.w - g
    return operands


@jax.jit
def in_one_under_another_name(operands):
    state, g = operands
    same = state
    same.w = same.w - g
    return state


class Sampler:
    def note(self, operands):
        (state, other), g = operands
        state.w = g[0]  # expect: JAX209
        return None

    def __call__(self, flag, state, g):
        lax.cond(flag, self.note, lambda operands: None, ((state, g), g))
        return g


# What is returned may be made of the argument, by code that is not seen.
def integrator(model):
    def advance(state, dt):
        state["u"] = state["u"] + dt
        state = model(state)
        return state, dt

    return jax.jit(advance)


def forgetful(model):
    def advance(state, dt):
        state["u"] = state["u"] + dt  # expect: JAX209
        return dt + state["v"]

    return jax.jit(advance)


def simulated(model, state):
    state = {"u": jnp.zeros(3), "v": jnp.ones(3)}
    _state, _ = integrator(model)(state, 0.0)
    forgetful(model)(state, 0.0)
    return _state, state["u"]


# The next turn of a loop hands over the caller's own container, which nobody has changed.
def momentum_of(params, slopes, speeds):
    for layer in params:
        for name in params[layer]:
            speeds[layer][name] = 0.9 * speeds[layer][name] + slopes[layer][name]  # expect: JAX209
            params[layer][name] = params[layer][name] - speeds[layer][name]
    return params


@jax.jit
def rolled(params, speeds, slopes):
    return momentum_of(params, slopes, speeds)


def roll_down(params, slopes_of_turns):
    speeds = jax.tree.map(jnp.zeros_like, params)
    for slopes in slopes_of_turns:
        params = rolled(params, speeds, slopes)
    return params


@jax.jit
def gathered(w, seen, x):
    seen.append(jnp.sum(x))  # expect: JAX209
    return w + x


def gather(w, xs):
    seen = []
    for x in xs:
        w = gathered(w, seen, x)
    return w


@jax.jit
def rolled_with_speed(params, speed, slope):
    speed["w"] = 0.9 * speed["w"] + slope
    return {"w": params["w"] - speed["w"]}, speed


def roll_down_with_speed(params, slopes):
    speed = {"w": jnp.zeros(3)}
    for slope in slopes:
        params, speed = rolled_with_speed(params, speed, slope)
    return params


# Each turn makes the same of what it is given: that the caller's own stays as it is does no harm.
@jax.jit
def of_unit_length(params, x):
    params["w"] = params["w"] / jnp.linalg.norm(params["w"])
    return x @ params["w"]


def of_unit_length_each(params, xs):
    return [of_unit_length(params, x) for x in xs]


@jax.jit
def with_speed_of_turn(params, speed, slope):
    speed["w"] = 0.9 * speed["w"] + slope
    return {"w": params["w"] - speed["w"]}


def roll_from_rest(params, slopes):
    for slope in slopes:
        speed = {"w": jnp.zeros(3)}
        params = with_speed_of_turn(params, speed, slope)
    return params


# Operands that are objects of nnx are changed for the caller too, dicts are not.
def apply_gradients(optimizer, grads):
    optimizer.update(grads)


def apply_if(run, optimizer, grads):
    nnx.cond(run, apply_gradients, lambda *_: None, optimizer, grads)
    nnx.switch(1, [apply_gradients, lambda *_: None], optimizer, grads)
    return optimizer


def apply_in_a_copy(optimizer, grads):
    optimizer.update(grads)  # expect: JAX209


def apply_in_a_copy_if(run, optimizer, grads):
    lax.cond(run, apply_in_a_copy, lambda *_: None, optimizer, grads)
    return optimizer


def note_gradients(notes, grads):
    notes.update(grads=grads)  # expect: JAX209


def note_if(run, grads):
    notes = {"grads": jnp.zeros(())}
    nnx.cond(run, note_gradients, lambda *_: None, notes, grads)
    return notes


# What a library writes into its object by a method is lost like any other change.
def squares(model, x):
    return jnp.sum(model(x) ** 2)


def trained(model, optimizer, seen, x):
    loss, grads = nnx.value_and_grad(squares)(model, x)
    optimizer.update(model, grads)  # expect: JAX209
    seen.update(values=loss)  # expect: JAX209
    return loss


def trained_in_place(model, optimizer, x):
    optimizer.update(model, nnx.grad(squares)(model, x))
    return optimizer.step


def trained_and_returned(model, optimizer, x):
    optimizer.update(model, nnx.grad(squares)(model, x))
    return model, optimizer


def compiled(fn):
    return jax.jit(fn)


def train(x):
    model = nnx.Linear(2, 1, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
    seen = nnx.metrics.Average()
    step = compiled(trained)
    for _ in range(3):
        step(model, optimizer, seen, x)
        nnx.jit(trained_in_place)(model, optimizer, x)
        model, optimizer = jax.jit(trained_and_returned)(model, optimizer, x)
    return model, seen.compute()


# Variables that modules of nnx write in their methods: jax.jit gets copies of them, nnx.jit hands
# them back.
class Seen(nnx.Variable):
    pass


class Gathered(nnx.Module):
    def __init__(self, width):
        self.count = Seen(jnp.zeros(()))
        self.mean = nnx.Variable(jnp.zeros(width))

    def gather(self, x):
        count = self.count[...] + x.shape[0]
        self.mean[...] = self.mean[...] + (x - self.mean[...]).sum(0) / count  # expect: JAX209
        self.count.value = count  # expect: JAX209

    def gather_by_nnx(self, x):
        self.mean[...] = x.mean(0)
        self.count.value += 1

    def gather_and_return(self, x):
        self.count[...] += x.shape[0]
        return self

    def gather_unseen(self, x):
        self.count[...] += x.shape[0]

    def __call__(self, x):
        return x - self.mean[...]


class Centred(nnx.Module):
    def __init__(self, width, rngs):
        self.seen = Gathered(width)
        self.calls = nnx.Variable(jnp.zeros(()))
        self.out = nnx.Linear(width, 2, rngs=rngs)

    def __call__(self, x):
        self.calls[...] += x.shape[0]  # expect: JAX209
        return self.out(self.seen(x))


@jax.jit
def taken_in(model, x):
    model.seen.gather(x)
    return model.seen(x)


@nnx.jit
def taken_in_by_nnx(model, x):
    model.seen.gather_by_nnx(x)
    return model.seen(x)


@jax.jit
def taken_in_and_returned(model, x):
    return model.seen.gather_and_return(x)


@jax.jit
def taken_in_in_its_own(x):
    seen = Gathered(3)
    seen.gather_unseen(x)
    return seen(x)


@jax.jit
def taken_in_at_last(model, x):
    model.seen.gather_unseen(x)
    return model.seen(x)


class Runner:
    def __init__(self, model):
        self.model = model
        self.forward = jax.jit(lambda module, x: module(x))

    def run(self, xs):
        self.model.train()
        return [self.forward(self.model, x) for x in xs]

    def run_in_turns(self, xs):
        given = []
        for x in xs:
            given.append(self.forward(self.model, x))
        return given


def gathers(x):
    model = Centred(3, nnx.Rngs(0))
    taken_in(model, x)
    taken_in_by_nnx(model, x)
    model.seen = taken_in_and_returned(model, x)
    taken_in_in_its_own(x)
    Runner(model).run_in_turns([x, x + 1])
    print(model.seen.count[...], model.calls[...])
    return taken_in_at_last(model, x)


# --- fields that the caller does not look at again ------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass
class Orbit:
    place: jax.Array
    time: jax.Array
    weights: jax.Array


@jax.jit
def weighed(state, steps, weights):
    state.weights = weights
    return lax.scan(lambda one, step: (one, one.place * step), state, steps)[1]


@jax.jit
def weighed_and_seen(state, steps, weights):
    state.weights = weights  # expect: JAX209
    return lax.scan(lambda one, step: (one, one.place * step), state, steps)[1]


def looked_past(state, steps, weights):
    return weighed(state, steps, weights) - state.time


def looked_at(state, steps, weights):
    return weighed_and_seen(state, steps, weights) - state.weights


# --- entries that are taken out to be used --------------------------------------------------------


@jax.jit
def without_label(batch, w):
    label = batch.pop("label")
    return batch["image"] @ w - label


def fitted(w, batches):
    for _ in range(2):
        for batch in batches:
            w = without_label(batch, w)
    return w


@jax.jit
def backward(residuals, w, *, scale):
    slopes = [None, None]
    for i, (x, y) in enumerate(zip(residuals.pop("x"), residuals.pop("y"))):
        slopes[i] = x * y * w * scale
    return slopes


def passed_on(residuals, w):
    return backward(residuals, w, scale=2.0)


def differentiated(w):
    return passed_on({"x": [w, w], "y": [w, w]}, w)


def differentiated_in_turns(stacked, w):
    return lax.scan(lambda w, one: (w, passed_on(one, w)), w, stacked)


# A queue of an object, of the module, or of a caller further up, lives on with all that it held.
@jax.jit
def next_of_field(queue, w):
    return queue.pop() * w  # expect: JAX209


@jax.jit
def next_of_alias(queue, w):
    return queue.pop() * w  # expect: JAX209


@jax.jit
def next_of_part(queue, w):
    return queue.pop() * w  # expect: JAX209


class Server:
    def __init__(self):
        self.name, self.queue = "new", [1.0, 2.0, 3.0]

    def serve(self, w):
        return next_of_field(self.queue, w)

    def serve_alias(self, w):
        queue = self.queue
        return next_of_alias(queue, w)

    def serve_part(self, w):
        _, queue = self.name, self.queue
        return next_of_part(queue, w)


WAITING = [1.0, 2.0]


@jax.jit
def next_of_module(queue, w):
    return queue.pop() * w  # expect: JAX209


def serve_waiting(w):
    return next_of_module(WAITING, w)


@jax.jit
def next_for_caller(queue, w):
    return queue.pop() * w  # expect: JAX209


def serve_for_caller(queue, w):
    return next_for_caller(queue, w)


def left_over(w):
    queue = [1.0, 2.0]
    w = serve_for_caller(queue, w)
    return w, len(queue)


# Each turn takes the last of the same queue, which no turn has made shorter.
@jax.jit
def next_of_turn(queue, w):
    return queue.pop() * w  # expect: JAX209


def served_in_turns(w):
    queue = [1.0, 2.0, 3.0]
    for _ in range(3):
        w = next_of_turn(queue, w)
    return w


# What is taken out and used by nobody is meant to be gone.
@jax.jit
def without_last(queue, w):
    queue.pop()  # expect: JAX209
    return w


def drop_last(w):
    return without_last([w], w)


# Layers of nnx that keep statistics, or count their draws, write into themselves when they are
# called: jax.jit gets a copy of the module, nnx.jit hands it back.
class Normed(nnx.Module):
    def __init__(self, width, rngs):
        self.out = nnx.Linear(width, width, rngs=rngs)
        self.norm = nnx.BatchNorm(width, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.keep = nnx.Dropout(0.0, rngs=rngs)

    def __call__(self, x):
        x = self.norm(self.out(x))  # expect: JAX209
        x = self.keep(x)
        return self.drop(x)  # expect: JAX209


class Judge(nnx.Module):
    def __init__(self, width, rngs):
        self.norm = nnx.BatchNorm(width, use_running_average=True, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x, training=False):
        return self.drop(self.norm(x), deterministic=not training)


class Quiet(nnx.Module):
    def __init__(self, width, rngs):
        self.norm = nnx.BatchNorm(width, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


class Handed(nnx.Module):
    def __init__(self, width, rngs):
        self.norm = nnx.BatchNorm(width, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


@jax.jit
def forward(model, x):
    return model(x)


@nnx.jit
def forward_by_nnx(model, x):
    return model(x)


@jax.jit
def forward_and_back(model, x):
    y = model(x)
    return model, y


def forwards(xs):
    normed, judge, quiet = Normed(3, nnx.Rngs(0)), Judge(3, nnx.Rngs(1)), Quiet(3, nnx.Rngs(2))
    quiet.eval()
    outs = []
    for x in xs:
        outs += [forward(normed, x), forward(judge, x), forward(quiet, x)]
    return outs


def forwards_by_nnx(xs):
    handed, outs = Handed(3, nnx.Rngs(0)), []
    for x in xs:
        outs.append(forward_by_nnx(handed, x))
        handed, y = forward_and_back(handed, x)
        outs.append(y)
    return outs


class Told(nnx.Module):
    def __init__(self, rngs):
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(x)


def told_in_other_ways(xs):
    first, second, third = Told(nnx.Rngs(0)), Told(nnx.Rngs(1)), Told(nnx.Rngs(2))
    first.set_attributes(deterministic=True)
    second.drop.eval()
    third.drop.deterministic = True
    return [(forward(first, x), forward(second, x), forward(third, x)) for x in xs]


# What a variable of nnx holds is written by an index of all axes as well.
class Mean(nnx.Module):
    def __init__(self, dim):
        self.mean = nnx.BatchStat(jnp.zeros(dim))
        self.shown = nnx.Variable(jnp.zeros(dim))

    def __call__(self, x):
        self.mean[...] = 0.9 * self.mean[...] + 0.1 * x.mean(axis=0)  # expect: JAX209
        return x - self.mean[...]

    def show(self, x):
        self.shown[...] = x.mean(axis=0)
        return x - self.shown[...]


@jax.jit
def centre(model, x):
    return model(x).mean()


@jax.jit
def show(model, x):
    return model.show(x).mean()


def centred(model, xs):
    total = 0.0
    for x in xs:
        total += float(centre(model, x)) + float(show(model, x))
    return total


centred(Mean(3), jnp.ones((3, 4, 3)))


# What is asked for by a tracer is no entry of a dict: queues have a method of that name, too.
@jax.jit
def popped(queues, time):
    return jax.vmap(lambda queue: queue.pop(time))(queues)


@jax.jit
def popped_by_name(queues):
    first = jax.vmap(lambda queue: queue.pop("first"))(queues)  # expect: JAX209
    return first, queues["first"]


# --- fields that get back what they held ----------------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass
class Posed:
    angle: jax.Array
    frame: jax.Array

    @contextlib.contextmanager
    def seen_from(self, frame):
        before = self.frame
        try:
            with contextlib.nullcontext():
                self.frame = frame
            yield self
        finally:
            with contextlib.nullcontext():
                self.frame = before

    def turn(self, frame):
        self.frame = frame  # expect: JAX209


@jax.jit
def seen(posed: Posed):
    with posed.seen_from(jnp.eye(2)):
        return posed.frame @ posed.angle


@jax.jit
def turned(posed: Posed):
    posed.turn(jnp.eye(2))
    return posed.frame @ posed.angle


def looked_at(angle):
    posed = Posed(angle, jnp.ones((2, 2)))
    return seen(posed), posed.frame


def looked_at_behind(angle):
    posed = Posed(angle, jnp.ones((2, 2)))
    return turned(posed), posed.frame
