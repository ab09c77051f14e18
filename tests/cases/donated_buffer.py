"""Arrays whose buffers a call took."""

import copy
import dataclasses
from functools import partial
from typing import NamedTuple

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from flax.training.train_state import TrainState


@partial(jax.jit, donate_argnums=(0,))
def step(state, x):
    return state + x


update = jax.jit(lambda x, y: (x + y, y), donate_argnums=0)


@partial(jax.jit, donate_argnames=("old",))
def named(new, old):
    return old + new


@jax.jit
def keep(state, x):
    return state + x


def read_again(n):
    state = jnp.zeros(n)
    new = step(state, 1.0)
    a = jnp.sum(state)  # expect: JAX314
    b = state + 1.0  # expect: JAX314
    c = state[0]  # expect: JAX314
    d = state.sum()  # expect: JAX314
    return a, b, c, d, new, state.shape, state.dtype


def rebound(n):
    state = jnp.zeros(n)
    for i in range(3):
        state = step(state, i)
    state, y = update(state, 1.0)
    return state + y


def in_a_loop(n):
    state = jnp.zeros(n)
    results = []
    for i in range(n):
        results.append(step(state, i))  # expect: JAX314
    return results


def copied(n):
    state = jnp.zeros(n)
    before, also = state.copy(), jnp.array(state)
    state = step(state, 1.0)
    return before + also + state


def alias(n):
    state = jnp.zeros(n)
    same, placed = state, jax.device_put(state)
    state = step(state, 1.0)
    return same + 1.0, jnp.sin(placed), state  # expect: JAX314


def by_name(n):
    old = jnp.zeros(n)
    new = named(1.0, old=old)
    return new, old * 2.0  # expect: JAX314


def twice(n):
    state = jnp.zeros(n)
    return step(state, state)  # expect: JAX314


def in_a_container(n):
    params = {"w": jnp.zeros(n), "b": jnp.zeros(1)}
    new = step(params["w"], 1.0)
    return jnp.sum(params["b"]), jnp.sum(params["w"]), new  # expect: JAX314


def numpy_stays(n):
    state = np.zeros(n)
    return step(state, 1.0), state + 1.0


def not_donated(n):
    state, x = jnp.zeros(n), jnp.ones(n)
    new = step(state, x)
    kept = keep(x, 1.0)
    return new, x + 1.0, kept, x.sum()


def unknown(state):
    new = step(state, 1.0)
    return new, state


def on_one_path(flag, n):
    state = jnp.zeros(n)
    if flag:
        return step(state, 1.0)
    return state + 1.0


@jax.jit
def traced(n):
    state = jnp.zeros(3)
    new = step(state, n)
    return new + state


def results_of_calls(n):
    state = keep(jnp.zeros(n), 1.0)
    state = step(state, 1.0)
    new = step(state, 1.0)
    return new, keep(state, 1.0)  # expect: JAX314


def handed_on(x):
    return step(x, 1.0)


def by_a_helper_again(n):
    first = keep(jnp.ones(n), 1.0)
    second = handed_on(first)
    third = handed_on(second)
    return first + 1.0, second + 1.0, third + 1.0  # expect: JAX314


def by_a_helper_in_turn(n):
    state = jnp.ones(n)
    for _ in range(3):
        state = handed_on(state)
    return handed_on(state)


def in_the_next_turn(n, rows):
    start = jnp.zeros(n)
    total = 0.0
    for row in rows:
        total = total + step(start, row)  # expect: JAX314
    return total


def in_a_loop_before(n, rows):
    start = jnp.zeros(n)
    for row in rows:
        start = step(start, row)
    return start + 1.0


def only_asked(n):
    state = jnp.zeros(n)
    lowered = step.lower(state, 1.0)
    new = step(state, 1.0)
    return new, lowered, state.is_deleted()


# Lowering runs nothing, and a deleted array still answers what its buffer is not needed for.
def lowered(n):
    state = jnp.zeros(n)
    compiled = step.lower(state, 1.0).compile()
    traced = step.trace(state, 1.0)
    shape = step.eval_shape(state, 1.0)
    return compiled(state, 1.0), traced, shape, state + 1.0


def lowered_behind_the_call(n):
    state = jnp.zeros(n)
    new = step(state, 1.0)
    compiled = step.lower(state, 1.0).compile()
    cost = compiled.cost_analysis()
    return new, cost, state + 1.0  # expect: JAX314


def asked(n):
    state = jnp.zeros(n)
    new = step(state, 1.0)
    assert state.is_deleted() and state.shape == new.shape and len(state) == n
    if isinstance(state, jax.Array) and hasattr(state, "dtype") and jnp.ndim(state) == 1:
        state.delete()
    shape = jax.eval_shape(keep, state, 1.0)
    again = jnp.zeros_like(state)
    print(state)  # expect: JAX314
    return shape, again, state.sum()  # expect: JAX314


# Of a dict only the entry that was given away is gone.
@partial(jax.jit, donate_argnames=("cache",))
def attend(query, cache):
    return query * 2, cache + query


def attend_to(batch):
    return attend(batch["query"], batch["cache"])


def first_query(batch):
    return batch["query"][0]


def first_cached(batch):
    return batch["cache"][0]  # expect: JAX314


def queries_are_left(n):
    batch = {"query": jnp.ones(n), "cache": jnp.zeros(n)}
    _, cache = attend_to(batch)
    return first_query(batch), cache


def caches_are_gone(n):
    batch = {"query": jnp.ones(n), "cache": jnp.zeros(n)}
    _, cache = attend_to(batch)
    return first_cached(batch), cache


def all_of_it(n):
    batch = {"query": jnp.ones(n), "cache": jnp.zeros(n)}
    _, cache = attend_to(batch)
    return jax.tree.map(jnp.sum, batch), cache  # expect: JAX314


# A helper donates at each of its calls, a loop in each of its turns.
def advanced(state):
    return step(state, 1.0)


def advanced_twice():
    first = jnp.ones(3)
    second = advanced(first)
    third = advanced(second)
    return second + third  # expect: JAX314


def advanced_and_kept():
    first = jnp.ones(3)
    second = advanced(first)
    third = advanced(second)
    return third + 1


def summed_up(start, rows):
    total = 0.0
    for row in rows:
        total = total + step(start, row)  # expect: JAX314
    return total


def stepped_on(start, rows):
    for row in rows:
        start = step(start, row)
    return start


sums = summed_up(jnp.zeros(3), [1.0, 2.0]), stepped_on(jnp.zeros(3), [1.0, 2.0])


# A handler does not make it one less: what was donated is gone, whoever asks.
def handled(x):
    state = jnp.zeros(3)
    new = step(state, x)
    try:
        return new + state  # expect: JAX314
    except RuntimeError:
        return new


def expected(x):
    state = jnp.zeros(3)
    new = step(state, x)
    with pytest.raises(RuntimeError):
        new + state
    return new


# What a record holds is donated with it.
class Pair(NamedTuple):
    left: jax.Array
    right: jax.Array


@partial(jax.jit, donate_argnums=0)
def stepped(tree):
    return jax.tree.map(lambda leaf: leaf + 1, tree)


def of_a_record():
    pair = Pair(jnp.zeros(3), jnp.ones(3))
    new = stepped(pair)
    return new.left + pair.left  # expect: JAX314


def of_a_new_record():
    pair = Pair(jnp.zeros(3), jnp.ones(3))
    pair = stepped(pair)
    return pair.left + pair.right


def one_array_twice():
    zeros = jnp.zeros(3)
    return stepped(Pair(zeros, zeros))  # expect: JAX314


def one_array_twice_in_a_dict():
    zeros = jnp.zeros(3)
    return stepped({"mean": zeros, "variance": zeros})  # expect: JAX314


def two_arrays():
    return stepped({"mean": jnp.zeros(3), "variance": jnp.zeros(3)})


# On one of the paths that meet it is gone.
def donated_on_a_branch(flag):
    state = jnp.ones(3)
    if flag:
        step(state, 1.0)
    return state + 1.0  # expect: JAX314


def read_on_the_other_branch(flag):
    state = jnp.ones(3)
    if flag:
        new = step(state, 1.0)
    else:
        new = state
    if not flag:
        return state + 1.0
    return new + 1.0


def bound_on_the_branch(flag):
    state = jnp.ones(3)
    if flag:
        state = step(state, 1.0)
    return state + 1.0


def kept_of_a_turn(n):
    best, state = None, jnp.ones(3)
    for _ in range(n):
        best = state
        state = step(state, 1.0)
    return best.sum(), state.sum()  # expect: JAX314


def copy_kept_of_a_turn(n):
    best, state = None, jnp.ones(3)
    for _ in range(n):
        best = state.copy()
        state = step(state, 1.0)
    return best.sum(), state.sum()


def bound_in_some_turns(n):
    state = jnp.ones(3)
    for i in range(n):
        new = step(state, 1.0)  # expect: JAX314
        if i > 2:
            state = new
    return new.sum()


def in_a_handler(xs):
    state = jnp.ones(3)
    for x in xs:
        try:
            state = step(state, x)
        except RuntimeError:
            state = keep(state, x)
    return state.sum()


def left_when_donated(flag):
    state = jnp.ones(3)
    if flag:
        return step(state, 1.0)
    return state.sum()


# --- objects that one path gave away -------------------------------------------------------------


def of_a_record_behind_a_break(n):
    pair = Pair(jnp.zeros(3), jnp.ones(3))
    for _ in range(n):
        new = stepped(pair)
        if new.left.sum() < 1e-3:
            break
        pair = new
    return pair.left.sum()  # expect: JAX314


def of_a_record_in_a_dict(n):
    held = {"pair": Pair(jnp.zeros(3), jnp.ones(3))}
    while True:
        new = {"pair": stepped(held["pair"])}
        if new["pair"].left.sum() < 1e-3:
            break
        held = new
    return held["pair"].right.sum()  # expect: JAX314


def of_a_new_record_behind_a_break(n):
    pair = Pair(jnp.zeros(3), jnp.ones(3))
    for _ in range(n):
        pair = stepped(pair)
        if pair.left.sum() < 1e-3:
            break
    return pair.left.sum()


def record_that_is_read_on_the_other_branch(flag):
    pair = Pair(jnp.zeros(3), jnp.ones(3))
    other = Pair(jnp.ones(3), jnp.ones(3))
    if flag:
        stepped(pair)
        pair = other
    return pair.left.sum()


def record_kept_under_a_condition(keep):
    pair = Pair(jnp.zeros(3), jnp.ones(3))
    first = pair if keep else None
    new = stepped(pair)
    if first is not None:
        return first.left.sum()  # expect: JAX314
    return new.left.sum()


# --- arrays that were others on some of the paths that met ---------------------------------------


@partial(jax.jit, donate_argnums=0)
def moved_towards(params, target, x):
    return jax.tree.map(lambda p, t: p - x * t, params, target)


def synchronised_now_and_then(xs):
    params, target = jnp.ones(3), jnp.zeros(3)
    for turn, x in enumerate(xs):
        params = moved_towards(params, target, x)  # expect: JAX314
        if turn % 10 == 0:
            target = params


def copied_now_and_then(xs):
    params, target = jnp.ones(3), jnp.zeros(3)
    for turn, x in enumerate(xs):
        params = moved_towards(params, target, x)
        if turn % 10 == 0:
            target = params.copy()


def one_or_the_other(flag, x):
    params, target = jnp.ones(3), jnp.zeros(3)
    if flag:
        params, target = target, params
    return moved_towards(params, target, x)


class Policy(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(2)(x)


class Learner:
    def __init__(self):
        self.policy = Policy()
        self.params = self.policy.init(jax.random.key(0), jnp.zeros((1, 3)))
        self.synchronise()

    def synchronise(self):
        self.target = self.params

    @partial(jax.jit, static_argnums=0, donate_argnums=1)
    def step(self, params, target, x):
        return jax.tree.map(lambda p, t: p - x * t, params, target)

    def learn(self, x):
        self.params = self.step(self.params, self.target, x)  # expect: JAX314


def learned(xs):
    learner = Learner()
    for turn, x in enumerate(xs):
        if x is not None:
            learner.learn(x)
        if turn % 10 == 9:
            learner.synchronise()


class CarefulLearner:
    def __init__(self):
        self.policy = Policy()
        self.params = self.policy.init(jax.random.key(0), jnp.zeros((1, 3)))
        self.synchronise()

    def synchronise(self):
        self.target = jax.tree.map(jnp.copy, self.params)

    @partial(jax.jit, static_argnums=0, donate_argnums=1)
    def step(self, params, target, x):
        return jax.tree.map(lambda p, t: p - x * t, params, target)

    def learn(self, x):
        self.params = self.step(self.params, self.target, x)


def learned_carefully(xs):
    learner = CarefulLearner()
    for turn, x in enumerate(xs):
        if x is not None:
            learner.learn(x)
        if turn % 10 == 9:
            learner.synchronise()


@partial(jax.jit, donate_argnames="pair")
def stepped_by_name(pair, x):
    return Pair(pair.left + x, pair.right)


def record_of_one_array_by_name(x):
    ones = jnp.ones(3)
    return stepped_by_name(pair=Pair(ones, ones), x=x)  # expect: JAX314


def made_of_one(array):
    return Pair(array, array)


def record_of_one_array_made_by_a_helper(x):
    pair = made_of_one(jnp.ones(3))
    return stepped_by_name(x=x, pair=pair)  # expect: JAX314


def record_of_two_arrays_by_name(x):
    ones = jnp.ones(3)
    return stepped_by_name(pair=Pair(ones, ones.copy()), x=x)


def given_beside_the_record(x):
    pair = Pair(jnp.ones(3), jnp.zeros(3))
    return stepped_by_name(x=pair.left, pair=pair)  # expect: JAX314


# --- trees that are kept, and copied in part -----------------------------------------------------

adam = optax.adam(1e-2)


@partial(jax.jit, donate_argnums=0)
def shrunk(tree):
    return jax.tree.map(lambda leaf: 0.9 * leaf, tree)


@partial(jax.jit, donate_argnums=(0, 1))
def trained(tree, memory, x):
    slopes = jax.grad(lambda t: jnp.sum((t["w"] - x) ** 2))(tree)
    updates, memory = adam.update(slopes, memory, tree)
    return optax.apply_updates(tree, updates), memory


def tree_made():
    return {"w": jnp.ones(3), "b": jnp.zeros(())}


def size(tree):
    return jnp.sum(tree["w"]) + tree["b"]


def same_arrays():
    tree = tree_made()
    average = jax.tree.map(jnp.asarray, tree)
    tree = shrunk(tree)
    return average["w"] + tree["w"]  # expect: JAX314


def same_arrays_of_the_usual_width():
    tree = tree_made()
    average = jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.float32), tree)
    tree = shrunk(tree)
    return average["w"] + tree["w"]  # expect: JAX314


def other_arrays():
    tree = tree_made()
    average = jax.tree.map(jnp.copy, tree)
    narrow = jax.tree.map(lambda leaf: jnp.asarray(leaf, jnp.bfloat16), tree)
    moved = jax.tree.map(lambda leaf: 1.0 * leaf, tree)
    tree = shrunk(tree)
    return average["w"] + tree["w"] + narrow["w"] + moved["w"]


def best_of_turns(xs):
    tree = tree_made()
    memory, best, lowest = adam.init(tree), tree, float("inf")
    for x in xs:
        if x < lowest:
            best, lowest = tree, x
        tree, memory = trained(tree, memory, x)
    return best["w"].sum()  # expect: JAX314


def best_of_turns_none_at_first(xs):
    tree, best = tree_made(), None
    for x in xs:
        if x > 1.0:
            best = tree
        tree = shrunk(tree)
    return size(best)  # expect: JAX314


def copy_of_the_best_turn(xs):
    tree, best = tree_made(), None
    for x in xs:
        if x > 1.0:
            best = jax.tree.map(jnp.copy, tree)
        tree = shrunk(tree)
    return size(best)


def best_behind_the_step(xs):
    tree, best = tree_made(), None
    for x in xs:
        tree = shrunk(tree)
        best = tree
    return size(best)


class Keeper:
    def __init__(self):
        self.best = None

    def offer(self, tree, value):
        if value > 1.0:
            self.best = tree


def best_of_a_keeper(xs):
    tree, keeper = tree_made(), Keeper()
    for x in xs:
        keeper.offer(tree, x)
        tree = shrunk(tree)
    return size(keeper.best)  # expect: JAX314


def copy_of_a_keeper(xs):
    tree, keeper = tree_made(), Keeper()
    for x in xs:
        keeper.offer(jax.tree.map(jnp.copy, tree), x)
        tree = shrunk(tree)
    return size(keeper.best)


def norm(tree):
    return jnp.sqrt(jnp.sum(tree["w"] ** 2))  # expect: JAX314


# What a helper gives for arrays that live says nothing of those that are gone.
def measured_before_and_after():
    tree = tree_made()
    before = norm(tree)
    shrunk(tree)
    return before, norm(tree)


def gone_given_by_name():
    state = jnp.ones(3)
    new = step(state, 1.0)
    return new, keep(x=1.0, state=state)  # expect: JAX314


# What is compiled at its first use is None until then.
_compiled = None


def compiled():
    global _compiled
    if _compiled is None:
        _compiled = jax.jit(lambda tree: jax.tree.map(jnp.negative, tree), donate_argnums=0)
    return _compiled


def compiled_at_first_use():
    state = jnp.ones(3)
    new = compiled()(state)
    return new - state  # expect: JAX314


def compiled_at_first_use_and_bound_anew():
    state = jnp.ones(3)
    state = compiled()(state)
    return -state


def compiled_if_wished(fast):
    state, run = jnp.ones(3), None
    if fast:
        run = jax.jit(jnp.negative, donate_argnums=0)
    if run is not None:
        new = run(state)
        return new - state  # expect: JAX314
    return state


class Compiling:
    def __init__(self):
        self.run = None
        self.given = None
        self.planned = None

    def give(self, given):
        self.given = given

    def plan(self):
        self.planned = jax.jit(jnp.negative, donate_argnums=0)

    @property
    def lazily(self):
        if self.run is None:
            self.run = jax.jit(jnp.negative, donate_argnums=0)
        return self.run

    def by_property(self):
        state = jnp.ones(3)
        new = self.lazily(state)
        return new - state  # expect: JAX314

    def planned_by_a_method(self):
        state = jnp.ones(3)
        new = self.planned(state)
        return new - state  # expect: JAX314

    def given_by_a_method(self):
        state = jnp.ones(3)
        new = self.given(state)
        return new - state

    def forgotten(self):
        self.planned = None
        state = jnp.ones(3)
        if self.planned:
            self.planned(state)
        return -state


class CompilingForItself:
    run = None
    other = None

    def compile_once(self):
        if self.run is None:
            self.run = jax.jit(jnp.negative, donate_argnums=0)
        return self.run

    def by_attribute_of_the_class(self):
        state = jnp.ones(3)
        new = self.compile_once()(state)
        return new - state  # expect: JAX314

    def set_by_nobody(self):
        state = jnp.ones(3)
        new = self.other(state)
        return new - state


@partial(jax.tree_util.register_dataclass, data_fields=["weights", "count"], meta_fields=[])
@dataclasses.dataclass
class Course:
    weights: dict
    count: jax.Array


@partial(jax.jit, donate_argnums=0)
def later_course(course):
    return jax.tree.map(lambda leaf: leaf + 1, course)


def course_made():
    return Course({"w": jnp.ones(3)}, jnp.zeros(()))


def on_the_host(course):
    return jax.device_get(course)


# The host gets arrays of its own, whatever holds them.
def fields_fetched_before():
    course = course_made()
    before, inline = on_the_host(course), jax.device_get(course)
    after = later_course(course)
    return before.count + 1, inline.count + 1, after, course.count + 1  # expect: JAX314


def fields_copied_deeply_before():
    course = course_made()
    before, mapped = copy.deepcopy(course), jax.tree.map(np.array, course)
    after = later_course(course)
    return before.count + 1, mapped.count + 1, after


def fields_copied_flatly_before():
    course = course_made()
    before = dataclasses.replace(course, weights={})
    after = later_course(course)
    return before.count + 1, after  # expect: JAX314


def one_of_two_fetched(flag):
    course = Course({}, jnp.ones(2)) if flag else Pair(jnp.ones(2), jnp.ones(2))
    before = jax.device_get(course)
    after = later_course(course)
    return before, after


def fetched_from_a_step():
    course = later_course(course_made())
    before = jax.device_get(course)
    after = later_course(course)
    return jax.tree.map(jnp.sum, before), after


def fetched_too_late():
    course = later_course(course_made())
    after = later_course(course)
    return jax.device_get(course), after  # expect: JAX314


# What is best on some turns is given away by the next.
def measured(weights):
    return jnp.sum(weights["w"])


def best_course(xs):
    course, lowest = course_made(), float("inf")
    best = course
    for x in xs:
        course = later_course(course)
        if x < lowest:
            best, lowest = course, x
    return jax.jit(measured)(best.weights)  # expect: JAX314


def best_course_copied(xs):
    course, lowest = course_made(), float("inf")
    best = jax.tree.map(jnp.copy, course)
    for x in xs:
        course = later_course(course)
        if x < lowest:
            best, lowest = jax.tree.map(jnp.copy, course), x
    return jax.jit(measured)(best.weights)


def best_course_fetched(xs):
    course, lowest = course_made(), float("inf")
    best = on_the_host(course)
    for x in xs:
        course = later_course(course)
        if x < lowest:
            best, lowest = on_the_host(course), x
    return jax.jit(measured)(best.weights)


def best_array(xs):
    state, best = jnp.ones(3), None
    for x in xs:
        state = step(state, x)
        if x > 1.0:
            best = state
    return best + 1.0  # expect: JAX314


def first_array(xs):
    state, best = jnp.ones(3), None
    for x in xs:
        state = step(state, x)
        if x > 1.0:
            best = state
            break
    return best + 1.0


def last_course(xs):
    course = best = course_made()
    for _ in xs:
        course = later_course(course)
        best = course
    return jax.jit(measured)(best.weights)


# --- what the caller hands over -------------------------------------------------------------------


def difference_of_given(state, x):
    new = step(state, x)
    return new - state  # expect: JAX314


def drift_of_given(state, xs):
    drifts = []
    for x in xs:
        new = step(state, x)
        drifts.append(jax.tree.map(lambda a, b: a - b, new, state))  # expect: JAX314
        state = new
    return drifts


def given_for_good(state, x):
    before = state.copy()
    shape = state.shape
    state = step(state, x)
    return state - before, shape


def given_on_one_path(state, x, fast):
    if fast:
        return step(state, x)
    return state + x


# --- names of an outer function, results handed back, loops that are left --------------------------


def streamed(blocks):
    memory = jnp.zeros(4)
    advance = jax.jit(lambda m, v: (0.5 * m + v, m.sum()), donate_argnums=(0,))

    def produced():
        nonlocal memory
        while True:
            memory, level = advance(memory, jnp.ones(4))
            yield level

    source = produced()
    return [next(source) for _ in range(blocks)], memory


def streamed_alike(blocks):
    memory = jnp.zeros(4)
    advance = jax.jit(lambda m, v: (0.5 * m + v, m.sum()), donate_argnums=(0,))

    def produced():
        while True:
            _, level = advance(memory, jnp.ones(4))  # expect: JAX314
            yield level

    return produced()


def handed_back(key, state, x):
    return state, jnp.sum(x * state)


def trained_by_what_hands_back(key, state, batches):
    step = jax.jit(handed_back, donate_argnums=(1,))
    for x in batches:
        state, loss = step(key, state, x)
    return state


def trained_until(update, key, state, batches, total):
    step = jax.jit(update, donate_argnums=(1,))
    done = 0
    while True:
        for x in batches:
            key, sub = jax.random.split(key)
            state, loss = step(sub, state, x)
            done += 1
            if done >= total:
                break
        if done >= total:
            break
    return state


def trained_until_in_vain(update, key, state, batches, total):
    step = jax.jit(update, donate_argnums=(1,))
    done = 0
    while True:
        for x in batches:
            key, sub = jax.random.split(key)
            new, loss = step(sub, state, x)  # expect: JAX314
            done += 1
            if done >= total:
                break
        if done >= total:
            break
    return new


# What a call takes is a tree as a rule: its parts are gone with it, as far as they are arrays.
@partial(jax.jit, donate_argnums=(0,))
def scaled_tree(state, x):
    return jax.tree.map(lambda p: p * x, state)


def part_used(state, x):
    new = scaled_tree(state, x)
    moved = jax.tree.map(lambda a, b: a - b, new.params, state.params)  # expect: JAX314
    return new, moved, state.scale * 2  # expect: JAX314


def part_not_computed_with(state, x):
    new = scaled_tree(state, x)
    return new, state.apply_fn(new.params, x), print(state.name)


def part_of_the_new_one(state, x):
    before = jax.tree.map(jnp.copy, state.params)
    state = scaled_tree(state, x)
    return state, jax.tree.map(lambda a, b: a - b, state.params, before)


def entry_used(params, x):
    state = {"params": params, "step": 0}
    new = scaled_tree(state, x)
    return new, jnp.sum(state["params"])  # expect: JAX314


def entry_put_aside(params, x):
    state = {"params": params}
    new = scaled_tree(state, x)
    return new, state["params"]


def fields_of_a_state_of_flax(params, x):
    state = TrainState.create(apply_fn=None, params=params, tx=optax.adam(1e-3))
    new = scaled_tree(state, x)
    kept = optax.global_norm(state.params)  # expect: JAX314
    return new, kept, state.tx
