"""A variable of an enclosing function that cached traced code reads and that changes later."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
from jax import lax


def make_scaled(scale):
    @jax.jit
    def scaled(x):
        return x * scale  # expect: JAX202

    def set_scale(value):
        nonlocal scale
        scale = value

    return scaled, set_scale


def make_scaled_once(scale):
    @jax.jit
    def scaled(x):
        return x * scale

    return scaled


def main():
    scale = 1.0

    @jax.jit
    def scaled(x):
        return x * scale  # expect: JAX202

    first = scaled(jnp.ones(3))
    scale = 2.0
    return first, scaled(jnp.ones(3))


# Bound again before the function is first called.
def make_late(scale):
    @jax.jit
    def scaled(x):
        return x * scale

    scale = abs(scale)
    return scaled


def fit(w, xs, epochs):
    lr = 0.1

    @jax.jit
    def step(w, x):
        return w - lr * jnp.mean(x)  # expect: JAX202

    for _ in range(epochs):
        for x in xs:
            w = step(w, x)
        lr = lr * 0.9
    return w


def fit_argument(w, xs, epochs):
    lr = 0.1

    @jax.jit
    def step(w, x, lr):
        return w - lr * jnp.mean(x)

    for _ in range(epochs):
        for x in xs:
            w = step(w, x, lr)
        lr = lr * 0.9
    return w


# The loop variable of a loop after the definition.
def fit_epochs(w, xs):
    @jax.jit
    def step(w, x):
        return w - 0.1 * x / (1 + epoch)  # expect: JAX202

    for epoch in range(10):
        for x in xs:
            w = step(w, x)
    return w


def fit_aug(w, xs):
    count = 0
    step = jax.jit(lambda w, x: w - x / (1 + count))  # expect: JAX202
    for x in xs:
        w = step(w, x)
        count += 1
    return w


# A parameter that the function binds again.
def decay_rate(w, xs, rate):
    step = jax.jit(lambda w, x: w - rate * x)  # expect: JAX202
    for x in xs:
        w = step(w, x)
        rate = rate / 2
    return w


# Containers of the enclosing function.
def fit_config(w, xs):
    config = {"lr": 0.1, "clip": 1.0}

    @jax.jit
    def step(w, x):
        return w - config["lr"] * x  # expect: JAX202

    for x in xs:
        w = step(w, x)
        config["lr"] *= 0.9
    return w


def fit_config_fixed(w, xs):
    config = {"lr": 0.1}
    config["clip"] = 1.0

    @jax.jit
    def step(w, x):
        return w - config["lr"] * jnp.minimum(x, config["clip"])

    for x in xs:
        w = step(w, x)
    return w


# Late binding: every function of the list sees the last k.
def powers():
    fns = []
    for k in range(3):
        fns.append(jax.jit(lambda x: x**k))  # expect: JAX202
    return fns


def powers_bound():
    fns = []
    for k in range(3):
        fns.append(jax.jit(lambda x, k=k: x**k))
    return fns


def powers_partial(power):
    fns = {}
    for k in range(3):
        fns[k] = jax.jit(partial(power, k))
    return fns


def powers_listed():
    return [jax.jit(lambda x: x**k) for k in range(3)]  # expect: JAX202


# Bodies of control flow are cached by identity even without jit.
def two_runs(x):
    gain = 1.0

    def body(carry, _):
        return carry * gain, carry  # expect: JAX202

    first, _ = lax.scan(body, x, None, length=3)
    gain = 2.0
    second, _ = lax.scan(body, x, None, length=3)
    return first, second


def one_run(x):
    gain = 1.0
    gain = gain + 1.0

    def body(carry, _):
        return carry * gain, carry

    return lax.scan(body, x, None, length=3)


def runs_in_loop(x, gains):
    def body(i, carry):
        return carry * gain  # expect: JAX202

    for gain in gains:
        x = lax.fori_loop(0, 3, body, x)
    return x


# A new body in each turn sees the value of its turn.
def runs_with_new_body(x, gains):
    for gain in gains:

        def body(i, carry):
            return carry * gain

        x = lax.fori_loop(0, 3, body, x)
        x, _ = lax.scan(lambda c, _: (c * gain, None), x, None, length=2)
    return x


def runs_with_carry(x, gains):
    def body(i, carry):
        x, gain = carry
        return x * gain, gain

    for gain in gains:
        x, _ = lax.fori_loop(0, 3, body, (x, gain))
    return x


def branches_in_loop(x, offsets):
    def up(v):
        return v + offset  # expect: JAX202

    def down(v):
        return v - 1.0

    for offset in offsets:
        x = lax.cond(jnp.sum(x) < 0, up, down, x)
    return x


def remat_in_loop(x, scales):
    @jax.checkpoint
    def block(v):
        return jnp.sin(v) * scale  # expect: JAX202

    for scale in scales:
        x = block(x)
    return x


# vmap, grad and lax.map alone run the function at each call.
def fresh_each_time(x, scales):
    def energy(v):
        return jnp.sum(v**2) * scale

    for scale in scales:
        x = x - jax.grad(energy)(x)
        x = x + jax.vmap(energy)(x) + lax.map(energy, x)
    return x


# What the plain function around changes is not read by the compiled one.
def counted(w, xs):
    count, total = 0, 0.0

    @jax.jit
    def step(w, x):
        total = jnp.sum(x)
        return w - total

    for x in xs:
        w = step(w, x)
        count += 1
        total += float(count)
    return w, total


# Called once, before the variable moves on.
def make_and_move(offset):
    @jax.jit
    def shifted(x):
        return x + offset

    return shifted, offset + 1


class Experiment:
    def run(self, w, xs):
        lr = 0.1

        def update(w, x):
            return w - lr * x  # expect: JAX202

        self.update = jax.jit(update)
        for x in xs:
            w = self.update(w, x)
            lr *= 0.99
        return w


def partial_before_the_change(scale, init, xs):
    def body(carry, x, first=False):
        return carry + scale, None

    first = partial(body, first=True)
    scale = scale * 10
    return lax.scan(body, init, xs), first


def plain_call_before_the_change(scale, init, xs):
    def body(carry, x):
        return carry + scale, None

    init, _ = body(init, xs[0])
    scale = scale * 10
    return lax.scan(body, init, xs)


def scan_before_the_change(scale, init, xs):
    def body(carry, x):
        return carry + scale, None  # expect: JAX202

    init, _ = lax.scan(body, init, xs)
    scale = scale * 10
    return lax.scan(body, init, xs)


def scan_in_the_other_arm(init, xs, n):
    shapes = []

    def body(carry, x):
        return carry + len(shapes), None

    for i in range(n + 1):
        if i < n:
            shapes.append(init.shape)
        else:
            init, _ = lax.scan(body, init, xs)
    return init


def kept(x, handle):
    return x


def closing_a_box(data):
    box = [None]

    @jax.jit
    def build(x):
        return kept(x, box[0])

    def update(x):
        return build(x)

    box[0] = update
    return update


def closing_a_list(data):
    box = []

    @jax.jit
    def build(x):
        return kept(x, box[0])

    def update(x):
        return build(x)

    box.append(update)
    return update


def closing_a_variable(data):
    closed = None

    @jax.jit
    def build(x):
        return kept(x, closed)

    def update(x):
        return build(x)

    closed = update
    return update


def changed_between(data):
    box = [1.0]

    @jax.jit
    def build(x):
        return x * box[0]  # expect: JAX202

    def update(x):
        return build(x)

    first = update(data)
    box[0] = 2.0
    return first, update(data)


def result_into(data):
    box = [1.0]

    @jax.jit
    def build(x):
        return x * box[0]  # expect: JAX202

    def update(x):
        return build(x)

    box[0] = update(data)
    return update(data)


# Late binding that runs see: none of these is called in the turn that makes it.
class Moments:
    def __init__(self, orders):
        self.of = {}
        for order in orders:
            self.of[f"m{order}"] = jax.jit(lambda x: jnp.mean(x**order))  # expect: JAX202
        for power in orders:
            self.of[f"c{power}"] = jax.jit(lambda x, power=power: jnp.mean(x**power))

    def measure(self, x):
        return {name: moment(x) for name, moment in self.of.items()}


class MomentsWarmed:
    def __init__(self, orders):
        self.of = {}
        for order in orders:
            self.of[order] = jax.jit(lambda x: jnp.mean(x**order))
            self.warm(order)

    def warm(self, order):
        return self.of[order](jnp.ones(3))


def filters_by_comprehension(widths, x):
    kept = [jax.jit(lambda v: jnp.tanh(v / width)) for width in widths]  # expect: JAX202
    return [one(x) for one in kept]


def filters_by_generator(widths, x):
    made = (jax.jit(lambda v: jnp.tanh(v / width)) for width in widths)
    return [one(x) for one in made]


def filters_of_a_value(rows, x):
    kept = []
    for i in range(len(rows)):
        row = rows[i]

        @jax.jit
        def weighted(v):
            return v * row  # expect: JAX202

        kept.append(weighted)
    return [one(x) for one in kept]


def filters_made_by_a_helper(widths, x):
    def made(width):
        return jax.jit(lambda v: jnp.tanh(v / width))

    kept = [made(width) for width in widths]
    return [one(x) for one in kept]


# The second loop gives the variable the value that each of them is meant to see.
def filters_under_the_same_name(widths, x):
    kept = []
    for i in range(len(widths)):
        kept.append(jax.jit(lambda v: v * i))
    for i in range(len(widths)):
        x = kept[i](x)
    return x


# One slot for all of them holds the last one.
def filter_in_a_slot(widths, x):
    kept = {}
    for width in widths:
        kept["last"] = jax.jit(lambda v: jnp.tanh(v / width))
    return kept["last"](x)


def filters_run_per_outer_turn(widths, scales, x):
    for scale in scales:
        kept = [jax.jit(lambda v, width=width: v * scale / width) for width in widths]
        x = sum(one(x) for one in kept)
    return x


# A setter that a loop calls beside the compiled function.
def make_damped():
    damping = 0.0

    @jax.jit
    def damped(x):
        return x * (1.0 - damping)  # expect: JAX202

    def set_damping(value):
        nonlocal damping
        damping = value

    return damped, set_damping


def damped_by_turns(rates, x):
    damped, set_damping = make_damped()
    out = []
    for rate in rates:
        set_damping(rate)
        out.append(damped(x))
    return out


def damped_by_options(rates, x):
    options = {"damping": 0.0}
    damped = jax.jit(lambda v: v * (1.0 - options["damping"]))  # expect: JAX202

    def set_damping(value):
        options["damping"] = value

    for rate in rates:
        set_damping(rate)
        x = damped(x)
    return x


# The same value in each turn: that it ever is another one is presumed.
def damped_alike(rates, x):
    damping = 0.0
    damped = jax.jit(lambda v: v * (1.0 - damping))  # expect: JAX202

    def set_damping(value):
        nonlocal damping
        damping = value

    for _ in rates:
        set_damping(0.1)
        x = damped(x)
    return x


def damped_by_argument(rates, x):
    damping = 0.0
    damped = jax.jit(lambda v, damping: v * (1.0 - damping))

    def set_damping(value):
        nonlocal damping
        damping = value

    for rate in rates:
        set_damping(rate)
        x = damped(x, damping)
    return x


# A factory that is called in each turn makes another function: here it is only presumed that
# somebody changes what an old one has read.
def make_softened():
    softening = 0.0

    @jax.jit
    def softened(x):
        return jnp.sqrt(x**2 + softening)  # expect: JAX202

    def set_softening(value):
        nonlocal softening
        softening = value

    return softened, set_softening


def softened_by_new_functions(values, x):
    softened, set_softening = make_softened()
    set_softening(values[0])
    x = softened(x)
    softened, set_softening = make_softened()
    set_softening(values[1])
    return softened(x)


def softened_by_a_factory(values, x):
    def made():
        return jax.jit(lambda v: jnp.sqrt(v**2 + softening))  # expect: JAX202

    softening = 0.0
    first = made()
    x = first(x)
    softening = values[0]
    second = made()
    return second(x)


# What each turn binds is what was there before the loop.
class Plan:
    def __init__(self, scale):
        self.scale = scale

    def advance(self):
        self.scale = self.scale * 2

    def same_in_each_turn(self, sizes):
        made = {}
        for size in sizes:
            scale = self.scale

            @jax.jit
            def scaled(x):
                return x * scale

            made[size] = scaled
        return made

    def advanced_in_each_turn(self, sizes):
        made = {}
        for size in sizes:
            self.advance()
            scale = self.scale

            @jax.jit
            def scaled(x):
                return x * scale  # expect: JAX202

            made[size] = scaled
        return made


def looked_up_in_each_turn(sizes, scales):
    made = {}
    for size in sizes:
        scale = scales[size]

        @jax.jit
        def scaled(x):
            return x * scale  # expect: JAX202

        made[size] = scaled
    return made


# What was compiled is thrown away in between, or a setting that belongs to the keys of traces is
# made: all is traced anew.
def cleared_between(x):
    bound, margin = 1e-3, 1e-3

    @jax.jit
    def solve(x):
        return x * bound

    @jax.jit
    def solve_in_margin(x):
        return x * margin  # expect: JAX202

    solve(x)
    jax.clear_caches()
    bound = 1e-7
    solve(x), solve_in_margin(x)
    margin = 1e-7
    jax.clear_caches()
    solve(x), solve_in_margin(x)
    margin = 1e-12
    return solve(x), solve_in_margin(x)


def refined_between(x):
    bound, margin = 1e-3, 1e-3

    @jax.jit
    def solve(x):
        return x * bound

    @jax.jit
    def solve_in_margin(x):
        return x * margin  # expect: JAX202

    solve(x), solve_in_margin(x)
    jax.config.update("jax_default_matmul_precision", "float32")
    bound, margin = 1e-7, 1e-7
    solve(x), solve_in_margin(x)
    jax.config.update("jax_default_matmul_precision", "float32")
    margin = 1e-12
    return solve(x), solve_in_margin(x)


def refined_by_calls(x):
    bound, margin = 1e-3, 1e-3

    @jax.jit
    def solve(x):
        return x * bound

    @jax.jit
    def solve_in_margin(x):
        return x * margin  # expect: JAX202

    def refine():
        nonlocal bound
        jax.config.update("jax_default_matmul_precision", "float32")
        bound = 1e-7

    def widen():
        nonlocal margin
        margin = 1e-7

    solve(x), solve_in_margin(x)
    refine()
    solve(x), solve_in_margin(x)
    widen()
    return solve(x), solve_in_margin(x)


# The unpacking raises before anything is read.
def unpacked_wrongly(weights, batches):
    @jax.jit
    def evaluate(inputs):
        x, y = inputs
        return jnp.mean((x @ weights + group - y) ** 2)

    total = 0.0
    for x, group, y in batches:
        total += evaluate([x, group, y])
    return total


def unpacked_rightly(weights, batches):
    @jax.jit
    def evaluate(inputs):
        x, y = inputs
        return jnp.mean((x @ weights + group - y) ** 2)  # expect: JAX202

    total = 0.0
    for x, group, y in batches:
        total += evaluate([x, y])
    return total


# A list that a function fills where it finds nothing holds from then on what it was given.
def fills_once(points):
    cache = []

    def total():
        if not cache:
            with jax.ensure_compile_time_eval():
                cache.append(jnp.sum(points))
        return cache[0]

    return lambda x: x + total()


def fills_each_time(points):
    cache = []

    def total():
        with jax.ensure_compile_time_eval():
            cache.append(jnp.sum(points))
        return cache[0]  # expect: JAX202

    return lambda x: x + total()


def filled_in_turns(points):
    once, again = fills_once(points), fills_each_time(points)
    step = jax.jit(lambda x: jax.lax.map(lambda y: once(y) + again(y), x))
    return [step(point) for point in points], step


# --- models that are taken apart once more -------------------------------------------------------


def trained_in_parts(model, batches, combined):
    params, static = eqx.partition(model, eqx.is_array)

    @jax.jit
    def step(params, batch):
        return combined(params, static, batch)

    for batch in batches:
        params = step(params, batch)
        params, static = eqx.partition(eqx.combine(params, static), eqx.is_array)
    return params


def trained_with_another_scale(model, batches, combined, measured):
    params, scale = eqx.partition(model, eqx.is_array)

    @jax.jit
    def step(params, batch):
        return combined(params, scale, batch)  # expect: JAX202

    for batch in batches:
        params = step(params, batch)
        params, scale = measured(params)
    return params


def summed_in_batches(loader):
    @jax.jit
    def summed(x):
        return x.sum(axis=1) / cells * jnp.repeat(jnp.ones(1), cells)

    for batch in loader:
        cells = batch["x"].shape[0]
        yield summed(jnp.asarray(batch["x"]))


def summed_by_the_number_of_batches(loader):
    seen = []

    @jax.jit
    def summed(x):
        return x.sum() / count  # expect: JAX202

    for batch in loader:
        seen.append(batch)
        count = len(seen)
        yield summed(jnp.asarray(batch["x"]))
