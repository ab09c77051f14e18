"""A fresh function jitted in each turn of a Python loop."""

import functools
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import jit
from scipy.optimize import NonlinearConstraint

BATCHES = [jnp.ones(3), jnp.zeros(3)]


def scale(x, k):
    return x * k


def total(x):
    return jnp.sum(x**2)


def by_lambda(x):
    for k in range(10):
        x = jax.jit(lambda v: v * k)(x)  # expect: JAX502
    return x


def by_lambda_hoisted(x):
    scaled = jax.jit(lambda v, k: v * k)
    for k in range(10):
        x = scaled(x, k)
    return x


def by_definition(w, batches):
    for batch in batches:

        @jax.jit  # expect: JAX502
        def step(w):
            return w - jnp.mean(batch)

        w = step(w)
    return w


def by_definition_hoisted(w, batches):
    @jax.jit
    def step(w, batch):
        return w - jnp.mean(batch)

    for batch in batches:
        w = step(w, batch)
    return w


def by_partial(x):
    for k in range(3):
        fast = jit(partial(scale, k=k))  # expect: JAX502
        x = fast(x)
    return x


# T24: one function of the module, one trace.
def by_name(x):
    for _ in range(3):
        x = jax.jit(total)(x) + x
    return x


def by_static(x):
    fast = jax.jit(scale, static_argnames="k")
    for k in (1, 2, 1, 2):
        x = fast(x, k=k)
    return x


def by_gradient(w):
    for _ in range(100):
        w = w - 0.1 * jax.jit(jax.grad(total))(w)  # expect: JAX502
    return w


def by_gradient_hoisted(w):
    slope = jax.jit(jax.grad(total))
    for _ in range(100):
        w = w - 0.1 * slope(w)
    return w


def by_vmap(xss):
    return [jax.jit(jax.vmap(total))(xs) for xs in xss]  # expect: JAX502


def by_value_and_grad(w):
    done = False
    while not done:
        value, g = jit(jax.value_and_grad(total))(w)  # expect: JAX502
        w, done = w - g, bool(value < 1.0)
    return w


class Model:
    def __init__(self, w):
        self.w = w

    def loss(self, x):
        return jnp.mean((x - self.w) ** 2)

    def evaluate(self, batches):
        losses = []
        for batch in batches:
            losses.append(jax.jit(self.loss)(batch))  # expect: JAX502
        return losses


class FastModel:
    def __init__(self, w):
        self.w = w
        self.fast_loss = jax.jit(self.loss)

    def loss(self, x):
        return jnp.mean((x - self.w) ** 2)

    def evaluate(self, batches):
        return [self.fast_loss(batch) for batch in batches]


# At the level of the module too.
for batch in BATCHES:
    print(jax.jit(lambda x: x + 1)(batch))  # expect: JAX502

add_one = jax.jit(lambda x: x + 1)
for batch in BATCHES:
    print(add_one(batch))


# One compiled function for each entry, kept.
def table(powers):
    fns = {}
    for power in powers:
        fns[power] = jax.jit(partial(scale, k=power))
    return fns


def listed(powers):
    return [jax.jit(partial(scale, k=power)) for power in powers]


FAST = {name: jax.jit(fn) for name, fn in {"total": total, "mean": jnp.mean}.items()}


class Ensemble:
    def __init__(self, members):
        self.steps = []
        for member in members:
            self.steps.append(jax.jit(member.step))


# It returns or breaks in the turn that makes it.
def first_that_fits(fns, x):
    for fn in fns:
        if fn is not None:
            return jax.jit(lambda v: fn(v) + 1)
    return None


# Compiled once, when first needed.
def lazily(w, batches):
    step = None
    for batch in batches:
        if step is None:
            step = jax.jit(lambda w, b: w - jnp.mean(b))
        w = step(w, batch)
    return w


# T25: a Python loop of traced code.
@jax.jit
def in_traced(x):
    for _ in range(3):
        x = add_one(x)
    return x


def in_traced_made(x):
    for _ in range(3):
        x = x + total(x)
    return x


fast_in_traced = jax.jit(in_traced_made)


# T27: the donated state is bound again in each turn.
def donated(state, batches):
    step = jax.jit(lambda state, batch: state + batch, donate_argnums=0)
    for batch in batches:
        state = step(state, batch)
    return state


def one_turn_of_three(xs, w):
    for transform in (jax.jit, jax.grad, jax.vmap):
        _ = transform(lambda x: x + w)(xs)


def each_turn_by_another_name(xs, w):
    make = jax.jit
    for x in xs:
        _ = make(lambda a: a + w)(x)  # expect: JAX502


# A flag that the branch resets: once for each change, not once a turn.
def when_stale(turns, table):
    stale, step, total = True, None, 0.0
    for turn in range(turns):
        if turn == 3:
            table, stale = table * 2, True
        if stale:
            step = jax.jit(lambda x, table=table: x * table)
            stale = False
        total = total + step(1.0)
    return total


def when_larger(sizes):
    largest, total = 0, 0.0
    for size in sizes:
        if size > largest:
            largest = size
            step = jax.jit(lambda x, size=size: x * size)
        total = total + step(1.0)
    return total


def when_asked(turns, table, fresh):
    total = 0.0
    for turn in range(turns):
        if fresh:
            step = jax.jit(lambda x, table=table: x * table)  # expect: JAX502
            total = total + step(1.0)
    return total


def on_even_turns(turns):
    total = 0.0
    for turn in range(turns):
        if turn % 2 == 0:
            step = jax.jit(lambda x, turn=turn: x * turn)  # expect: JAX502
            total = total + step(1.0)
    return total


# A partial that is made once is one object: its compilation is found again.
halved = partial(scale, k=0.5)


def by_one_partial(x):
    doubled = partial(scale, k=2.0)
    for _ in range(10):
        x = jax.jit(doubled)(jax.jit(halved)(x))
    return x


def by_partials(x, factors):
    for factor in factors:
        scaled = partial(scale, k=factor)
        x = jax.jit(scaled)(x)  # expect: JAX502
    return x


# Code that is traced is compiled as a whole, whatever its loops make.
@jax.jit
def within_compiled(x):
    for i in range(2):

        def shifted(y, by=i):
            return y + by

        x = jax.pmap(shifted)(x)
    return x


def within_plain(x):
    for i in range(2):

        def shifted(y, by=i):
            return y + by

        x = jax.pmap(shifted)(x)  # expect: JAX502
    return x


def within_gradient(x):
    for i in range(2):

        def shifted(y, by=i):
            return y + by

        x = jax.jit(shifted)(x)  # expect: JAX502
    return x.sum()


within_compiled(jnp.ones((1, 2))), jax.grad(within_gradient)(jnp.ones(2))


# Equinox compares what it compiles: a method of one object is found again, a closure is not.
class Scaler:
    def __init__(self, by):
        self.by = by

    def apply(self, x):
        return x * self.by


def by_filter_of_method(x):
    scaler = Scaler(2.0)
    for _ in range(3):
        x = eqx.filter_jit(scaler.apply)(x)
    return x


def by_method_of_an_object(x):
    scaler = Scaler(2.0)
    for _ in range(3):
        x = jax.jit(scaler.apply)(x)  # expect: JAX502
    return x


def by_filter_of_gradient(x):
    for _ in range(3):
        x = x - eqx.filter_jit(eqx.filter_grad(total))(x)
    return x


def by_filter_of_plain_gradient(x):
    for _ in range(3):
        x = x - eqx.filter_jit(jax.grad(total))(x)  # expect: JAX502
    return x


def by_filter_of_lambda(x):
    for _ in range(3):
        x = eqx.filter_jit(lambda y: y + 1)(x)  # expect: JAX502
    return x


# A jit that a call hands out, a new one each time.
class Policy:
    def __init__(self, scale):
        self.scale = scale
        self._act = None
        self.jits = {}

    @property
    def act(self):
        return jax.jit(lambda params, obs: jnp.tanh(obs @ params) * self.scale)

    @functools.cached_property
    def act_kept(self):
        return jax.jit(lambda params, obs: jnp.tanh(obs @ params) * self.scale)

    @property
    def act_lazy(self):
        if self._act is None:
            self._act = jax.jit(lambda params, obs: jnp.tanh(obs @ params) * self.scale)
        return self._act

    def act_for(self, size):
        made = jax.jit(lambda params, obs: jnp.tanh(obs @ params) * size)
        return self.jits.setdefault(size, made)

    def make(self):
        def act(params, obs):
            return jnp.tanh(obs @ params) * self.scale

        return jax.jit(act)

    def named(self):
        return jax.jit(total)


def by_property(policy: Policy, params, obs):
    policy = Policy(2.0)
    for _ in range(10):
        obs = policy.act(params, obs)  # expect: JAX502
        obs = policy.act_kept(params, obs)
        obs = policy.act_lazy(params, obs)
        obs = policy.act_for(3)(params, obs)
        obs = policy.named()(obs)
    return obs


def by_factory(params, obs):
    policy = Policy(2.0)
    for _ in range(10):
        obs = policy.make()(params, obs)  # expect: JAX502
    for _ in range(10):
        act = policy.make()
        obs = act(params, obs)  # expect: JAX502
    act = policy.make()
    for _ in range(10):
        obs = act(params, obs)
    return obs


def for_each(params, obs, scales):
    for scale in scales:
        obs = Policy(scale).make()(params, obs)
        act = Policy(scale).make()
        obs = act(params, obs)
    for _ in scales:
        act = Policy(2.0).make()
        for _ in range(100):
            obs = act(params, obs)
    return obs


def handed_on(params, obs):
    acts = []
    for _ in range(10):
        act = Policy(2.0).make()
        obs = act(params, obs)
        acts.append(act)
    return acts


def when_missing(params, obs):
    act = None
    for _ in range(10):
        if act is None:
            act = Policy(2.0).make()
        obs = act(params, obs)
    return obs


# In a few turns that are written out it is advice.
def listed_orders(x, orders):
    for order in (1, 2, 3):
        x = jax.jit(lambda v: v**order)(x)  # expect: JAX502
    for order in orders:
        x = jax.jit(lambda v: v**order)(x)  # expect: JAX502
    return x


def raised_once(x, order):
    raised = jax.jit(lambda v: v**order)  # expect: JAX503
    return raised(x)


def listed_calls(x):
    for number, order in enumerate([1, 2, 3]):
        x = raised_once(x, order) + number
    return x


# --- functions that another function builds ------------------------------------------------------


def scaled_by(factor):
    def scaled(x):
        return jnp.sum(x) * factor

    return scaled


@functools.cache
def scaled_once(factor):
    return scaled_by(factor)


def shifted_by(shift):
    return lambda x: x + shift


def in_place(xs):
    for x in xs:
        print(jax.jit(scaled_by(2.0))(x))  # expect: JAX502


def by_a_name(xs):
    for x in xs:
        shift = shifted_by(2.0)
        print(jax.jit(shift)(x))  # expect: JAX502


def built_before(xs):
    scaled = scaled_by(2.0)
    for x in xs:
        print(jax.jit(scaled)(x))


def built_and_kept(xs):
    for x in xs:
        print(jax.jit(scaled_once(2.0))(x))


def for_each_setting(x, settings):
    for setting in settings:
        print(jax.jit(scaled_by(setting))(x))


class Score:
    def __init__(self, factor):
        self.factor = factor

    def compiled(self):
        return jax.jit(scaled_by(self.factor))

    def of_each(self, xs):
        return [float(score) for score in self._scores(xs)]

    def _scores(self, xs):
        scores = []
        for x in xs:
            scores.append(self.compiled()(x))  # expect: JAX502
        return scores

    def of_each_at_once(self, xs):
        score, scores = self.compiled(), []
        for x in xs:
            scores.append(score(x))
        return scores


# --- loops inside the turn -----------------------------------------------------------------------


def moved(slope, x, rate):
    return x - rate * slope(x)


def rate_moved_on(slope, x, rounds, rate=0.1):
    for _ in range(rounds):
        step = jax.jit(functools.partial(moved, slope, rate=rate))  # expect: JAX502
        for _ in range(4):
            x = step(x)
        rate *= 0.9
    return x


def nothing_of_the_turn(slope, x, rounds, rate=0.1):
    for _ in range(rounds):
        step = jax.jit(lambda x: moved(slope, x, rate))  # expect: JAX502
        while x[0] > 1:
            x = step(x)
        x = x + 1
    return x


def each_rate(slope, x, rates):
    for rate in rates:
        step = jax.jit(functools.partial(moved, slope, rate=rate))
        for _ in range(4):
            x = step(x)
    return x


def each_rate_halved(slope, x, rates):
    for rate in rates:
        half = rate / 2
        step = jax.jit(functools.partial(moved, slope, rate=half))
        for _ in range(4):
            x = step(x)
    return x


def tiled(x, count):
    return jnp.tile(x, count)


# A size has to be compiled.
def each_size(x, rounds, count=1):
    for _ in range(rounds):
        step = jax.jit(functools.partial(tiled, count=count))
        for _ in range(4):
            x = step(x).sum()
        count *= 2
    return x


# What the turn has jitted before is found again.
def again_in_the_turn(xs):
    out = []
    for x in xs:
        shift = lambda v: v + x
        out += [jax.jit(shift)(x), jax.jit(shift)(x)]  # expect: JAX502
        out += [jax.jit(lambda v: v + x)(x), jax.jit(lambda v: v - x)(x)]  # expect: JAX502, JAX502
    return out


# --- other code in each turn ---------------------------------------------------------------------


class Model:
    def __init__(self, depth):
        self.depth = depth

    def apply(self, x):
        return x * self.depth


def for_each_function(functions, x):
    for function in functions:
        x = jax.jit(jax.vmap(function))(x)
    return x


def for_each_order(function, x):
    for _ in range(3):
        function = jax.grad(function)
        print(jax.jit(jax.vmap(function))(x))


def for_each_argument(function, x, y):
    for place in range(2):
        print(jax.jit(jax.jacfwd(function, argnums=place))(x, y))


def for_each_model(x):
    for depth in (1, 2):
        model = Model(depth)
        x = jax.jit(model.apply)(x)
    return x


def for_each_object(models, x):
    for model in models:
        x = jax.jit(lambda v: jnp.sum(model.solve(v)))(x)
        x = x + sum(jax.jit(other.solve)(x) for other in models)
    return x


def for_one_model(turns, x):
    for _ in range(turns):
        model = Model(2)
        x = jax.jit(model.apply)(x)  # expect: JAX502
    return x


def for_each_batch(model, batches):
    for batch in batches:
        print(jax.jit(lambda w: model(w, batch.mean()))(2.0))  # expect: JAX502
        print([jax.jit(lambda w: w + row.sum())(2.0) for row in batch])  # expect: JAX502


def for_each_transformation(x):
    for transform in (jax.jacfwd, jax.jacrev, lambda f: jax.jacfwd(jax.jacrev(f))):
        print(jax.jit(transform(jnp.sin))(x))
        print(jax.jit(transform(lambda v: v * x))(x))
        print(jax.jit(jax.jacfwd(lambda v: v * x))(x))  # expect: JAX502


# What an object of other code is built of stays with that object.
def constraints_of(targets, x):
    found = []
    for target in targets:
        gap = jax.jit(lambda v: jnp.sum((v - target) ** 2))
        gap(x)
        found.append(NonlinearConstraint(fun=gap, lb=0.0, ub=1.0))
    return found


def gaps_of(targets, x):
    for target in targets:
        gap = jax.jit(lambda v: jnp.sum((v - target) ** 2))  # expect: JAX502
        print(gap(x))


# Another function in each turn, that a default or a partial hands on.
def squared_by(model, x):
    return model(x) ** 2


def stretched_by(scale, x):
    return x * scale


def of_each_model(models, x):
    for _name, model in models.items():
        yield jax.jit(lambda one, run=model: run(one))(x)
        yield jax.jit(partial(squared_by, model))(x)


def of_each_named_model(models, x):
    for model in models.values():
        yield jax.jit(partial(apply_to, model=model))(x)


def apply_to(x, model):
    return model(x)


def of_each_scale(scales, x):
    for scale in scales:
        yield jax.jit(lambda one, by=scale: one * by)(x)  # expect: JAX502
        yield jax.jit(partial(stretched_by, scale))(x)  # expect: JAX502


MODELS_BY_NAME = {"squared": squared_by, "stretched": stretched_by}


def of_each_known_model(x):
    for _name, model in MODELS_BY_NAME.items():
        yield jax.jit(jax.grad(model, 1))(1.0, x)
