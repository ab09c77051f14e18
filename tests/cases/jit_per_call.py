"""A fresh function jitted and called in a plain function: compiled anew at each call."""

import functools
import importlib
from functools import lru_cache, partial

import jax
import jax.numpy as jnp
from elsewhere import is_wanted
import progress
from flax import nnx
from jax import jit


def total(x):
    return jnp.sum(x**2)


def scale(x, k):
    return x * k


def by_lambda(x):
    return jax.jit(lambda v: v * 2)(x)  # expect: JAX503


double = jax.jit(lambda v: v * 2)


def by_hoisted_lambda(x):
    return double(x)


def by_definition(w, x):
    @jax.jit  # expect: JAX503
    def step(w):
        return w - jnp.mean(x)

    return step(w)


# Returned, stored or passed on: the caller keeps it.
def make_step(x):
    @jax.jit
    def step(w):
        return w - jnp.mean(x)

    return step


def make_steps(x):
    first = jax.jit(lambda w: w - x)
    second = jit(partial(scale, k=x))
    return {"first": first, "second": second}


def passed_on(train, x):
    return train(jax.jit(lambda w: w - x))


def by_partial(x, k):
    fast = jit(partial(scale, k=k))  # expect: JAX503
    return fast(x)


# T24: one function of the module, one trace.
def by_name(x):
    return jax.jit(total)(x)


def by_name_bound(x):
    fast = jax.jit(total)
    return fast(x)


def by_gradient(w):
    return jax.jit(jax.grad(total))(w)  # expect: JAX503


def by_gradient_outside(w):
    return jax.grad(jax.jit(total))(w)


def by_value_and_grad(w):
    fast = jax.jit(jax.value_and_grad(total))  # expect: JAX503
    value, g = fast(w)
    return value, g


def by_vmap(xs):
    batched = jax.vmap(total)
    fast = jit(batched)  # expect: JAX503
    return fast(xs)


def by_local_function(x, offset):
    def shifted(v):
        return v + offset

    return jax.jit(shifted)(x)  # expect: JAX503


def by_local_function_plain(x, offset):
    def shifted(v):
        return v + offset

    return jax.vmap(shifted)(x)


# Called in a loop of the same function: the one compilation serves every turn.
def in_loop(w, batches):
    @jax.jit
    def step(w, batch):
        return w - jnp.mean(batch)

    for batch in batches:
        w = step(w, batch)
    return w


def in_comprehension(xs):
    fast = jax.jit(lambda v: v + 1)
    return [fast(x) for x in xs]


def main():
    step = jax.jit(lambda w: w - 1.0)
    return step(jnp.ones(3))


class Model:
    def __init__(self, w):
        self.w = w
        self.fast_loss = jax.jit(self.loss)
        first = jax.jit(lambda v: v * self.w)
        self.start = first(w)

    def loss(self, x):
        return jnp.mean((x - self.w) ** 2)

    def evaluate(self, x):
        return self.fast_loss(x)

    def compile(self):
        self.fast = jax.jit(lambda x: self.loss(x))

    def slope(self, x):
        return jax.jit(jax.grad(self.loss))(x)  # expect: JAX503


# Nobody keeps a compiled method here.
class SlowModel:
    def __init__(self, w):
        self.w = w

    def loss(self, x):
        return jnp.mean((x - self.w) ** 2)

    def evaluate(self, x):
        return jax.jit(self.loss)(x)  # expect: JAX503


# T24: the factory runs once for each argument.
@lru_cache
def cached_step(n):
    step = jax.jit(lambda x: x * n)
    step(jnp.ones(n))
    return step


@functools.cache
def cached_value(n):
    return jax.jit(lambda x: x * n)(jnp.ones(n))


CACHE = {}
compiled = None


def by_cache(n, x):
    if n not in CACHE:
        CACHE[n] = jax.jit(lambda v: v * n)
    return CACHE[n](x)


def by_global(x):
    global compiled
    if compiled is None:
        compiled = jax.jit(lambda v: v * 2)
    return compiled(x)


# Looked at, not run.
def lowered(x):
    return jax.jit(lambda v: v * 2).lower(x).as_text()


# Also a helper of others, called at each step.
def normalise(x):
    @partial(jax.jit, static_argnames="eps")  # expect: JAX503
    def run(x, eps):
        return x / (jnp.linalg.norm(x) + eps)

    return run(x, eps=1e-6)


def train(xs):
    return [normalise(x) for x in xs]


def twice(w):
    step = jax.jit(lambda w: w - 1.0)  # expect: JAX503
    w = step(w)
    return step(w)


def by_alias(x):
    from jax import jit as compile_function

    return compile_function(lambda v: v + 1)(x)  # expect: JAX503


result = jax.jit(lambda v: v + 1)(jnp.ones(3))

if __name__ == "__main__":
    fast = jax.jit(lambda v: v + 2)
    print(fast(jnp.ones(3)), main())


# Made at the first call, and kept.
class Lazy:
    def __init__(self, rate):
        self.rate = rate
        self.compiled = None

    def step(self, x):
        if self.compiled is None:
            self.compiled = jax.jit(self.update)
        return self.compiled(x)

    def update(self, x):
        return x * self.rate


class Eager:
    def __init__(self, rate):
        self.rate = rate
        self.compiled = None

    def step(self, x):
        self.compiled = jax.jit(self.update)  # expect: JAX503
        return self.compiled(x)

    def update(self, x):
        return x * self.rate


lazily, eagerly = Lazy(2.0).step(1.0), Eager(2.0).step(1.0)


# A long function is a procedure that runs once, unless a loop is seen to call it.
def relaxed(x, steps, rate):
    x = jnp.asarray(x)
    rate = jnp.asarray(rate)
    low, high = jnp.min(x), jnp.max(x)
    middle = (low + high) / 2
    width = high - low
    x = (x - middle) / width

    @jax.jit  # expect: JAX503
    def run(x):
        return jax.lax.fori_loop(0, steps, lambda i, x: x - rate * x, x)

    x = run(x)
    return x * width + middle


def relaxed_once(x, steps, rate):
    x = jnp.asarray(x)
    rate = jnp.asarray(rate)
    low, high = jnp.min(x), jnp.max(x)
    middle = (low + high) / 2
    width = high - low
    x = (x - middle) / width

    @jax.jit
    def run(x):
        return jax.lax.fori_loop(0, steps, lambda i, x: x - rate * x, x)

    x = run(x)
    return x * width + middle


# What is said in it makes it no longer.
def relaxed_as_said(x, steps, rate):
    """Bring all numbers near to the middle."""
    x = jnp.asarray(x)
    rate = jnp.asarray(rate)
    low, high = jnp.min(x), jnp.max(x)
    middle = (low + high) / 2
    x = x - middle

    @jax.jit  # expect: JAX503
    def run(x):
        return jax.lax.fori_loop(0, steps, lambda i, x: x - rate * x, x)

    x = run(x)
    return x + middle


def compared(xs):
    once = relaxed_once(xs[0], 3, 0.1)
    return [once, *(relaxed(x, 3, 0.1) for x in xs)]


# A function of which only the program or the shapes are asked compiles nothing, and so does what
# is called by such functions alone.
def doubled_where_asked(x):
    return jit(lambda v: v * 2)(x)


def one_more_where_asked(x):
    return doubled_where_asked(x) + 1


def program(x):
    return jax.make_jaxpr(one_more_where_asked)(x)


def doubled_anywhere(x):
    return jit(lambda v: v * 2)(x)  # expect: JAX503


def one_more_anywhere(x):
    return doubled_anywhere(x) + 1


def shape_anywhere(x):
    return jax.eval_shape(one_more_anywhere, x), one_more_anywhere(x)


def doubled_by_both(x):
    return jit(lambda v: v * 2)(x)  # expect: JAX503


def one_more_by_both(x):
    return doubled_by_both(x) + 1


def two_more_where_asked(x):
    return one_more_by_both(x) + 1


def shape_of_two_more(x):
    return jax.eval_shape(two_more_where_asked, x)


def three_more(x):
    return one_more_by_both(x) + 2


# pmap knows a function by ``==``, and the methods of one object are equal; jit does not.
class Scattered:
    factor = 2.0

    def scale(self, x):
        return self.factor * x

    def by_pmap(self, x):
        return jax.pmap(self.scale)(x)

    def by_jit(self, x):
        return jax.jit(self.scale)(x)  # expect: JAX503

    def by_nnx(self, x):
        return nnx.pmap(self.scale)(x)  # expect: JAX503

    def by_pmap_of_vmap(self, x):
        return jax.pmap(jax.vmap(self.scale))(x)  # expect: JAX503


def pmap_of_partial(x, k):
    return jax.pmap(partial(scale, k=k))(x)  # expect: JAX503


def pmap_of_closure(x, k):
    return jax.pmap(lambda row: row * k)(x)  # expect: JAX503


def pmap_of_function(x):
    return jax.pmap(total)(x)


# A loop of the function's own shares what is compiled; a loop around its calls does not.
class Judge:
    def __init__(self, w):
        self.w = w

    def _score(self, x):
        return jnp.mean(x * self.w)

    def scores(self, batches):
        score = jax.jit(self._score)  # expect: JAX503
        return [score(batch) for batch in batches]

    def total(self, batches):
        score, total = jax.jit(self._score), 0.0  # expect: JAX503
        for batch in batches:
            total = total + score(batch)
        return total

    def scores_once(self, batches):
        score = jax.jit(self._score)
        return [score(batch) for batch in batches]

    def scores_kept(self, batches):
        if self.score is None:
            self.score = jax.jit(self._score)
        return [self.score(batch) for batch in batches]


# What is made for the data of the call cannot be made once, and its loop may be worth it.
def fitted(x, target, steps):
    slope = jax.jit(jax.grad(lambda w: jnp.sum((x * w - target) ** 2)))
    w = jnp.zeros(3)
    for _ in range(steps):
        w = w - slope(w)
    return w


def fitted_by(loss, steps):
    slope = jax.jit(jax.grad(loss))
    w = jnp.zeros(3)
    for _ in range(steps):
        w = w - slope(w)
    return w


def fitted_anew(steps):
    slope = jax.jit(jax.grad(total))  # expect: JAX503
    w = jnp.zeros(3)
    for _ in range(steps):
        w = w - slope(w)
    return w


def judged_each_epoch(w, epochs, batches):
    judge = Judge(w)
    first = judge.scores_once(batches)
    for _ in range(epochs):
        print(judge.scores(batches), judge.total(batches), judge.scores_kept(batches))
        print(fitted(w, first, 10), fitted_by(total, 10), fitted_anew(10))
    return first


# A function that another one builds for each call is another one to jit.
def weigher(weight):
    return lambda x: weight * x


def weighed(x):
    return jax.jit(weigher(3.0))(x)  # expect: JAX503


half = weigher(0.5)


def halved(x):
    return jax.jit(half)(x)


# --- functions that code out of sight makes others of ---------------------------------------------


def stepped(total, x):
    return jax.jit(lambda v: v * 2)(total) + x, None


def stepped_by_hand(total, x):
    return jax.jit(lambda v: v * 2)(total) + x, None  # expect: JAX503


def shown(total):
    return jax.jit(lambda v: v * 2)(total)


def all_steps(xs):
    step = progress.shown(10)(partial(stepped))
    return jax.lax.scan(step, 0.0, xs)


def all_steps_by_hand(xs):
    return progress.run(stepped_by_hand, xs)


fast = jax.jit(progress.noted(shown))


# The class is an attribute of the module that asks for itself.
class StepperByName:
    def step(self, x):
        return x * 3 + 1


def by_a_parameter(stepper, x):
    return jax.jit(stepper.step)(x)  # expect: JAX503


def by_the_own_module(xs):
    made = getattr(importlib.import_module(__name__), "StepperByName")()
    for x in xs:
        by_a_parameter(made, x)


# --- a function that its maker jits again: JAX finds what the first one compiled ------------------


def shifted_by(k):
    def shifted(x):
        return x + k

    return shifted


def again(x, k):
    shift, other = shifted_by(k), lambda v: v + k
    first = jax.jit(shift)(x)  # expect: JAX503
    first = jax.jit(shift)(first)
    second = jax.jit(other)(jax.jit(other)(x))  # expect: JAX503
    return first, second


def again_of_what_is_made_of_it(x, k):
    rows, part = jax.vmap(lambda v: v + k), partial(scaled_by_two, k=k)
    first = jax.jit(rows)(x), jax.jit(rows)(x)  # expect: JAX503
    second = jax.jit(part)(x), jax.jit(part)(x)  # expect: JAX503
    return first, second


def scaled_by_two(x, k):
    return 2 * x + k


def another_each_time(x, k):
    def shift(v):
        return v + k

    first = [
        jax.jit(shifted_by(k))(x),  # expect: JAX503
        jax.jit(shifted_by(k))(x),  # expect: JAX503
        jax.jit(jax.vmap(shift))(x),  # expect: JAX503
        jax.jit(jax.vmap(shift))(x),  # expect: JAX503
        jax.jit(partial(scaled_by_two, k=k))(x),  # expect: JAX503
        jax.jit(partial(scaled_by_two, k=k))(x),  # expect: JAX503
        nnx.jit(shift)(x),  # expect: JAX503
        nnx.jit(shift)(x),  # expect: JAX503
    ]
    made = shifted_by(k)
    second = jax.jit(made)(x)  # expect: JAX503
    made = shifted_by(k)
    return first, second, jax.jit(made)(x)  # expect: JAX503


def under_other_settings(x, k):
    def shift(v, n=1):
        return v + n * k

    return [
        jax.jit(shift)(x),  # expect: JAX503
        jax.jit(shift, donate_argnums=0)(x + 1),  # expect: JAX503
        jax.jit(shift, donate_argnums=0)(x + 2),
        jax.jit(shift, static_argnums=1)(x, 2),  # expect: JAX503
        jax.jit(shift, static_argnums=1)(x, 3),  # expect: JAX503
        jax.jit(shift, static_argnums=1)(x, 2),
    ]


def of_other_shapes(k):
    shift = lambda v: v + k
    return [
        jax.jit(shift)(jnp.ones(3)),  # expect: JAX503
        jax.jit(shift)(jnp.ones(4)),  # expect: JAX503
        jax.jit(shift)(jnp.ones(3)),
        jax.jit(shift)(jnp.ones(3, int)),  # expect: JAX503
    ]


def in_either_arm(x, flag):
    shift = lambda v: v + x
    if flag:
        return jax.jit(shift)(x)  # expect: JAX503
    return jax.jit(shift)(x)  # expect: JAX503


def perhaps_before(x, flag):
    shift, grow, turn, stay = (lambda v: v + x), (lambda v: v * x), (lambda v: v - x), lambda v: v
    first = jax.jit(shift)(x) if flag else x  # expect: JAX503
    second = flag and jax.jit(grow)(x)  # expect: JAX503
    try:
        third = jax.jit(turn)(x)  # expect: JAX503
        third = jax.jit(turn)(third)
    except ValueError:
        third = jax.jit(stay)(x)  # expect: JAX503
    return [
        jax.jit(shift)(first),  # expect: JAX503
        jax.jit(grow)(second),  # expect: JAX503
        jax.jit(turn)(third),  # expect: JAX503
        jax.jit(stay)(third),  # expect: JAX503
    ]


def certainly_before(x, flag):
    shift = lambda v: v + x
    first = jax.jit(shift)(x)  # expect: JAX503
    if flag:
        return jax.jit(shift)(first)
    return [jax.jit(shift)(first), jax.jit(shift)(first)]


def of_a_method(stepper, x):
    made = StepperByName()
    return jax.jit(made.step)(x), jax.jit(made.step)(x)  # expect: JAX503, JAX503


def forgotten_between(x, k):
    shift = lambda v: v + k
    first = jax.jit(shift)(x)  # expect: JAX503
    jax.clear_caches()
    return first, jax.jit(shift)(x)  # expect: JAX503


# --- comprehensions over what is written out: advice, as loops over that are ----------------------


def of_one_kind(x, power):
    return jax.jit(lambda v: v**power)(x)  # expect: JAX503


def of_one_of_many(x, power):
    return jax.jit(lambda v: v**power)(x)  # expect: JAX503


def of_one_and_many(x, power):
    return jax.jit(lambda v: v**power)(x)  # expect: JAX503


def of_few_and_many(x, powers):
    few = [of_one_kind(x, power) for power in (1, 2)], {p: of_one_kind(x, p) for p in [3, 4]}
    many = [of_one_of_many(x, power) for power in powers]
    return few, many, [of_one_and_many(x, power) for power in (1, 2) for _ in powers]


class Score:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, x):
        return x * self.rate


ONE_SCORE = Score(2.0)


# An object that is there is the same one at each call; its methods are new each time.
class Scorer:
    def __init__(self):
        self.score = Score(2.0)

    def by_object(self, x):
        return jax.jit(self.score)(x)

    def by_its_method(self, x):
        return jax.jit(self.score.__call__)(x)  # expect: JAX503

    def by_itself(self, x):
        return jax.jit(self)(x)

    def __call__(self, x):
        return self.score(x) + 1.0


def by_object_of_the_module(x):
    return jax.jit(ONE_SCORE)(x)


def by_object_made_there(x):
    return jax.jit(Score(3.0))(x)  # expect: JAX503


def by_named_object_made_there(x):
    score = Score(3.0)
    return jax.jit(score)(x)  # expect: JAX503


# What is filled where it was found empty is compiled once.
def with_memo(points):
    cache = []

    def total():
        if not cache:
            cache.append(jax.jit(lambda p: jnp.sum(p))(points))
        return cache[0]

    def grown():
        if not points:
            cache.append(jax.jit(lambda p: jnp.sum(p))(cache))  # expect: JAX503
        return cache[0]

    return total, grown


class Filled:
    def context(self, x):
        if getattr(self, "_context", None) is not None:
            return self._context
        self._context = jax.jit(lambda p: jnp.sum(p))(x)
        return self._context

    def other(self, x):
        if getattr(self, "_context", None) is not None:
            return self._context
        self._other = jax.jit(lambda p: jnp.sum(p))(x)  # expect: JAX503
        return self._other


# Another transformation of a jit calls that, and a jit of one that is made anew finds nothing.
def by_row(rows, shift):
    @jax.jit  # expect: JAX503
    def moved(row):
        return row + shift

    return jax.vmap(moved)(rows)


def by_device(rows, shift):
    @jax.jit
    def moved(row):
        return row + shift

    return jax.pmap(moved)(rows)  # expect: JAX503


@jax.jit
def moved_by_one(row):
    return row + 1


def by_row_of_one_jit(rows):
    return jax.vmap(moved_by_one)(rows), jax.jit(moved_by_one)(rows)


def mapped_and_kept(shift):
    @jax.jit
    def moved(row):
        return row + shift

    return jax.vmap(moved)


# Loops of JAX in plain code.
def leap(slope, q):
    def body(_, q):
        return q - 0.1 * slope(q)

    return jax.lax.fori_loop(0, 10, body, q)  # expect: JAX503


class Walker:
    def chosen(self, q):
        return jax.lax.cond(q.sum() > 0, lambda q: q + 1, lambda q: q - 1, q)  # expect: JAX503

    def layer(self, q):
        return jax.lax.scan(lambda c, _: (c * 2.0, None), q, None, length=3)[0]

    def jitted_layer(self, q):
        return jax.lax.scan(lambda c, _: (c * 2.0, None), q, None, length=3)[0]

    def stacked(self, q):
        for _ in range(100):
            q = self.layer(q)
        return q


def doubled(_, q):
    return 2.0 * q


def by_one_body(q):
    return jax.lax.fori_loop(0, 10, doubled, q)


def once(q):
    return jax.lax.map(lambda row: row * 2.0, q)


def main():
    walker, q = Walker(), jnp.ones(3)
    jitted = jax.jit(walker.jitted_layer)
    for _ in range(100):
        q = by_one_body(walker.chosen(leap(jnp.sin, q)))
        q = jitted(q)
    return once(q)


# Rules for derivatives are traced, although a script hands them over.
@jax.custom_vjp
def moved_on(q):
    return 2.0 * q


def moved_forward(q):
    return moved_on(q), q


def folded(slope):
    return jax.lax.fori_loop(0, 10, lambda _, s: s + 1, slope)


def moved_backward(q, slope):
    for _ in range(100):
        slope = folded(slope)
    return (slope * q,)


moved_on.defvjp(moved_forward, moved_backward)


# A gradient of plain code is plain code, that of a jit is not.
def cost_of(plan, target):
    def body(at, by):
        return at + by, (at + by - target) ** 2

    return jax.lax.scan(body, 0.0, plan)[1].sum()  # expect: JAX503


def jitted_cost_of(plan, target):
    def body(at, by):
        return at + by, (at + by - target) ** 2

    return jax.lax.scan(body, 0.0, plan)[1].sum()


def main_of_plans():
    plan, slopes = jnp.zeros(20), jax.jit(jax.grad(jitted_cost_of))
    for _ in range(100):
        plan = plan - 0.1 * jax.grad(cost_of)(plan, 1.0)
        plan = plan - 0.1 * slopes(plan, 1.0)
    return plan


# --- what a function keeps in a global, in a field of an object ----------------------------------


class Backend:
    def __init__(self, solve, slope):
        self.solve = solve
        self.slope = slope


backend = None


def loaded():
    global backend
    if backend is not None:
        return backend

    def solve(x):
        return jnp.sin(x)

    backend = Backend(jax.jit(solve), jax.jit(jax.grad(solve)))
    return backend


def built():
    def solve(x):
        return jnp.sin(x)

    return Backend(jax.jit(solve), jax.jit(jax.grad(solve)))


def steered(x):
    kept = loaded()
    return kept.slope(kept.solve(x))


def steered_anew(x):
    fresh = built()
    return fresh.slope(x)  # expect: JAX503


class Plant:
    def __init__(self):
        self.backend = None

    def steered(self, x):
        if self.backend is None:
            self.backend = built()
        return self.backend.slope(x)


def main_of_plants(x):
    plant = Plant()
    for _ in range(100):
        x = plant.steered(steered_anew(steered(x)))
    return x


# Of rows with a predicate each a map runs both branches, and selects.
def bounded(x):
    return jax.lax.cond(x > 0, lambda v: v, lambda v: -v, x)


def bounded_by(x, upper):
    return jax.lax.cond(upper, lambda v: v, lambda v: -v, x)  # expect: JAX503


def bounded_as_asked(x):
    return jax.lax.cond(is_wanted(x), lambda v: v, lambda v: -v, x)


def main_of_rows():
    xs = jnp.zeros(20)
    for _ in range(100):
        xs = jax.vmap(bounded_as_asked)(xs)
        xs = jax.vmap(bounded)(xs)
        xs = jax.vmap(bounded_by, in_axes=(0, None))(xs, xs[0] > 0)
    return xs


# --- epochs that make their step anew ----------------------------------------------------------------


def epoch(params, batches, rate):
    @jax.jit  # expect: JAX503
    def descend(params, x):
        return params - rate * jax.grad(lambda p: jnp.sum(p * x))(params)

    for x in batches:
        params = descend(params, x)
    return params


def total_error(params, batches):
    @jax.jit  # expect: JAX503
    def error(x):
        return jnp.sum((x @ params) ** 2)

    total = 0.0
    for x in batches:
        total += float(error(x))
    return total


def all_epochs(batches, rate=0.1):
    params = jnp.zeros(3)
    for _ in range(100):
        params = epoch(params, batches, rate)
        print(total_error(params, batches))
    return params


def epoch_of_a_rate(params, batches, rate):
    @jax.jit
    def descend(params, x):
        return params - rate * jax.grad(lambda p: jnp.sum(p * x))(params)

    for x in batches:
        params = descend(params, x)
    return params


def epochs_of_a_schedule(batches, schedule):
    params = jnp.zeros(3)
    for number in range(100):
        rate = schedule(number)
        params = epoch_of_a_rate(params, batches, rate)
        params = epoch_of_a_rate(params, batches, schedule(number))
    return params


def epoch_of_a_size(params, batches):
    size = len(batches)

    @jax.jit
    def descend(params, x):
        return params - jax.grad(lambda p: jnp.sum(p * x) / size)(params)

    for x in batches:
        params = descend(params, x)
    return params


def epochs_of_a_size(batches):
    params = jnp.zeros(3)
    for _ in range(100):
        params = epoch_of_a_size(params, batches)
    return params


# A run for each of several seeds is long, and what it compiles is used a while.
def run_of_a_seed(params, batches, rate):
    @jax.jit
    def descend(params, x):
        return params - rate * jax.grad(lambda p: jnp.sum(p * x))(params)

    for x in batches:
        params = descend(params, x)
    return params


def all_seeds(batches, seeds, rate):
    found = []
    for seed in seeds:
        start = jax.random.normal(jax.random.key(seed), (3,))
        found.append(run_of_a_seed(start, batches, rate))
    return found
