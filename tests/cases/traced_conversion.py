"""A traced value where Python wants a number of its own."""

import math
import operator
import pickle
import typing
from collections.abc import Sequence
from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def loss_value(w, x):
    loss = jnp.mean((w - x) ** 2)
    return float(loss)  # expect: JAX105


@jax.jit
def loss_array(w, x):
    return jnp.mean((w - x) ** 2)


def train(w, batches):
    history = []
    for x in batches:
        history.append(float(loss_array(w, x)))
        history.append(loss_array(w, x).item())
    return int(np.argmin(history)), history


@jax.jit
def by_item(x):
    total = x.sum()
    return x / total.item()  # expect: JAX105


@jax.jit
def by_list(x):
    return x.tolist()  # expect: JAX105


@jax.jit
def integer(x):
    n = int(x * 3)  # expect: JAX105
    return n


@jax.jit
def integer_array(x):
    return (x * 3).astype(int)


# T02: shapes are Python ints.
@jax.jit
def shape_numbers(x):
    n = int(x.shape[0] * 0.5)
    scale = 1.0 / float(x.size) + 1.0 / math.sqrt(x.shape[-1])
    width = math.prod(x.shape[1:]) * int(np.prod(x.shape[1:]))
    return x[:n].reshape(n, -1) * scale + width + math.pi + float("inf")


# A jnp call gives a tracer even on a shape.
@jax.jit
def shape_by_jnp(x):
    n = int(jnp.prod(jnp.array(x.shape)))  # expect: JAX105
    return x.reshape(n)


@jax.jit
def truth(x):
    return bool(x.sum() > 0)  # expect: JAX105


@partial(jax.jit, static_argnames=("train", "lr"))
def static_numbers(x, train, lr):
    return x * float(lr) * int(train) if bool(train) else x


@jax.jit
def complex_number(x):
    return complex(jnp.sum(x))  # expect: JAX105


@jax.jit
def by_math(x):
    return math.exp(-jnp.sum(x))  # expect: JAX105


@jax.jit
def by_math_guard(x, y):
    if math.isnan(y):  # expect: JAX105
        return x
    return y


@jax.jit
def by_jnp(x):
    return jnp.exp(-jnp.sum(x)) * math.exp(-1.0)


@jax.jit
def by_operator(x):
    return operator.index(x)  # expect: JAX105


LAYERS = [jnp.sin, jnp.cos, jnp.tan]
RATES = (0.1, 0.01, 0.001)
TABLE = jnp.array(RATES)


@jax.jit
def picked(i, x):
    return LAYERS[i](x)  # expect: JAX105


@jax.jit
def picked_switch(i, x):
    return lax.switch(i, LAYERS, x)


def annealed(w):
    def body(i, w):
        return w * RATES[i]  # expect: JAX105

    return lax.fori_loop(0, 3, body, w)


# T30: arrays take traced indices.
def annealed_table(w):
    return lax.fori_loop(0, 3, lambda i, w: w * TABLE[i], w)


@jax.jit
def unrolled_list(x):
    outs = [x * rate for rate in RATES]
    for i in range(len(outs)):
        outs[i] = outs[i] + LAYERS[i](x)
    return outs[-1]


def metrics(loss, names):
    return {name: float(loss) for name in names}  # expect: JAX105


def metrics_of_shape(x):
    return {"size": float(x.size), "rank": int(x.ndim)}


@jax.jit
def with_metrics(x):
    return metrics_of_shape(x), metrics(jnp.sum(x), ["loss"])


class Optimiser:
    def __init__(self, rate):
        self.rate = rate
        self.update = jax.jit(self._update)

    def _update(self, w, g, step):
        rate = float(self.rate) / math.sqrt(10)
        return w - rate * g / math.sqrt(step)  # expect: JAX105


def body(carry, x):
    carry = carry + x
    return carry, carry.item()  # expect: JAX105


def scanned(xs):
    return lax.scan(body, 0.0, xs)


# Under grad alone, float(), math.* and tolist() fail on what is differentiated ...
def penalised(w, strength):
    return w**2 * float(strength) + float(w)  # expect: JAX105


penalty_slope = jax.grad(penalised)


def entropy(p):
    return -p * math.log(p)  # expect: JAX105


entropy_slope = jax.value_and_grad(entropy)


# ... and the other arguments are concrete (T07).
def rescaled(w, temperature):
    return jnp.sum(w) / math.sqrt(temperature) * float(temperature)


rescaled_slope = jax.grad(rescaled)
second_slope = jax.grad(rescaled, argnums=0)


# T08
def tempered(row, temperature):
    return row / float(temperature) + int(temperature)


tempered_rows = jax.vmap(tempered, in_axes=(0, None))


@jax.vmap
def row_norm(row):
    return math.sqrt(jnp.sum(row**2))  # expect: JAX105


# T09
def record(step, loss):
    print(int(step), float(loss), loss.item(), loss.tolist())


@jax.jit
def with_record(step, x):
    jax.debug.callback(record, step, x.sum())
    return x


# T16: these work on tracers.
@jax.jit
def works(x, y):
    a, b = divmod(x, y)
    return round(a) + abs(b) + sum([x, y]) + pow(x, 2) + len(x.shape)


@jax.jit
def stopped(x):
    return float(lax.stop_gradient(x))  # expect: JAX105


@jax.jit
def fresh(key):
    return int(jax.random.randint(key, (), 0, 3))  # expect: JAX105


def chosen_count(weights, count=None):
    if count is None:
        count = int(weights.sum())
    return jnp.zeros(count)


@partial(jax.jit, static_argnames=["n"])
def with_a_static_count(weights, n: int):
    return chosen_count(weights, count=n)


def lacking_count(weights, count=None):
    if count is None:
        count = int(weights.sum())  # expect: JAX105
    return jnp.zeros(count)


@jax.jit
def without_a_count(weights):
    return lacking_count(weights)


TEXTS = ("a", "b", "c")


@jax.jit
def shortened(n):
    return TEXTS[:n]  # expect: JAX105


@jax.jit
def shortened_shape_numbers(x):
    return len(TEXTS[: x.ndim]) + x


@jax.jit
def repeated(x, n):
    zeros = [0.0] * n  # expect: JAX105
    return x, len("-" * n), zeros  # expect: JAX105


@jax.jit
def repeated_shape_numbers(x):
    return x + jnp.array([0.0] * x.shape[0]) * len("-" * x.ndim)


@jax.jit
def letter(n):
    return chr(n)  # expect: JAX105


@jax.jit
def letter_of_a_number(x):
    return x * len(chr(65) + bin(x.ndim) + hex(3))


@jax.jit
def pickled(x):
    return len(pickle.dumps(x))  # expect: JAX105


@jax.jit
def placed(x):
    return x.devices()  # expect: JAX105


def placed_outside(x):
    return pickle.dumps(shape_numbers(x)), shape_numbers(x).devices()


# Under grad alone a count is there, and what has no slope is a number.
def loss_of_parts(w, n):
    kept = float(lax.stop_gradient(w)) + int(jnp.argmax(w)) + float(jnp.floor(w))
    return w * kept * len("-" * n)


slope_of_parts = jax.grad(loss_of_parts)


class Lattice:
    def __init__(self):
        self.population = None
        self.best = jax.jit(lambda i, population: population[i])

    def fill(self, key):
        self.population = jax.random.normal(key, (3,))

    def ask(self, i):
        return self.best(i, self.population)


# Python numbers, also under jit.
@jax.jit
def of_permutations(x):
    lhs, rhs, out = lax.conv_general_permutations(("NHWC", "HWIO", "NHWC"))
    sizes = [1, 2, 3, 4]
    shape = lax.conv_shape_tuple((1, 3, 8), (4, 3, 3), (1,), ((0, 0),))
    return x * sizes[lhs[1]] * sizes[shape[0]]


@jax.jit
def of_pairs(x):
    mean, weights = jnp.average(x, returned=True)
    largest = jnp.average(x)
    return mean * weights * [1, 2][largest]  # expect: JAX105


# What stands at an unknown place of a table may be any entry of it.
CONSTANTS = {"size": np.array([2, 3]), "rows": np.array([2])}


@partial(jax.jit, static_argnames="nodes")
def from_a_table(x, nodes):
    table = {"x": x}
    for name, value in CONSTANTS.items():
        table[name] = value
    traced = {"x": x, "y": x + 1}
    for data, size, out in nodes:
        table[out] = jnp.reshape(table[data], tuple(int(n) for n in table[size]))
        out = int(traced[data])  # expect: JAX105
    return table["y"], int(table["x"])  # expect: JAX105


# An entry that was stored under its name may be the one as well.
@partial(jax.jit, static_argnames="names")
def from_a_filled_table(x, names):
    table, traced = {"x": x}, {"x": x}
    table["size"] = np.array(2)
    traced["y"] = x + 1
    sizes = [int(table[name]) for name in names]
    return x, sizes, [int(traced[name]) for name in names]  # expect: JAX105


@jax.jit
def of_pieces(x):
    pieces = jnp.split(x, 2)
    for i in range(len(pieces)):
        pieces[i] = {"value": pieces[i], "index": i}
    whole = jnp.split(x, 2)
    for i in range(len(whole)):
        whole[i] = whole[i] * 2
    return [piece["index"] for piece in pieces], [int(one) for one in whole]  # expect: JAX105


# A module that is only applied by plain code runs as that; of another one it is not known.
class Probe(nn.Module):
    @nn.compact
    def __call__(self, x):
        y = nn.Dense(2)(x)
        return float(y.mean())


class OtherProbe(nn.Module):
    @nn.compact
    def __call__(self, x):
        y = nn.Dense(2)(x)
        return float(y.mean())  # expect: JAX105


class JittedProbe(nn.Module):
    @nn.compact
    def __call__(self, x):
        y = nn.Dense(2)(x)
        return float(y.mean())  # expect: JAX105


ROW = jnp.ones((1, 3))
PROBED = Probe().apply(Probe().init(jax.random.key(0), ROW), ROW)
JITTED = jax.jit(JittedProbe().apply)(PROBED, ROW)


def probed(variables, x):
    return OtherProbe().apply(variables, x)


# To Python and to NumPy a traced array is no number, and no list.
def root_of_number(x):
    match x:
        case float() | int():
            return math.sqrt(x)
        case _:
            return jnp.sqrt(x)


def root_of_scalar(x):
    return math.sqrt(x) if np.isscalar(x) else jnp.sqrt(x)


def root_of_list(x):
    if isinstance(x, (list, tuple)):
        return math.sqrt(x)
    return jnp.sqrt(x)


def root_of_array(x):
    match x:
        case str() | jax.Array():
            return math.sqrt(x)  # expect: JAX105
        case _:
            return jnp.sqrt(x)


def root_of_other(x):
    return math.sqrt(x) if not np.isscalar(x) else x  # expect: JAX105


@jax.jit
def roots(x):
    y = x + 1.0
    plain = root_of_number(y), root_of_scalar(y), root_of_list(y)
    return plain, root_of_array(y), root_of_other(y)


# A map alone traces what is made of what it maps; other data stays as it is, also through jit.
@jax.jit
def total(rows):
    return rows.sum()


def running(rows):
    def step(carry, row):
        return carry + row, carry

    last, _ = lax.scan(step, 0.0, rows)
    return last


def scored(data, count):
    def window(start):
        rows = lax.dynamic_slice(data, (0,), (4,))
        scale = float(total(rows)) + float(running(rows)) + float(jax.grad(total)(rows)[0])
        part = lax.dynamic_slice(data, (start,), (4,))
        part = part - float(total(part))  # expect: JAX105
        return part * float(running(part)) * scale  # expect: JAX105

    return jax.vmap(window)(jnp.arange(count))


def scored_by_closure(data, count):
    def window(start):
        def step(carry, row):
            return carry + row * start, carry

        def apart(carry, row):
            return carry + row, carry

        last, _ = lax.scan(step, 0.0, data)
        other, _ = lax.scan(apart, 0.0, data)
        return float(other) + float(last)  # expect: JAX105

    return jax.vmap(window)(jnp.arange(count))


@jax.jit
def scored_in_jit(data, count):
    def window(start):
        return start + float(total(data))  # expect: JAX105

    return jax.vmap(window)(jnp.arange(4))


# Which arm an object is for is settled by its class.
class Shape:
    size = 1.0


class Circle(Shape):
    pass


class Polyline(Shape):
    pass


def length(target):
    if isinstance(target, Polyline):
        return float(jnp.sum(jnp.ones(3)))
    if isinstance(target, Shape):
        return jnp.asarray(target.size)
    return float(jnp.sum(jnp.zeros(3)))


def width(target):
    if isinstance(target, Polyline):
        return float(jnp.sum(jnp.ones(3)))  # expect: JAX105
    return jnp.asarray(target.size)


circle, polyline = Circle(), Polyline()


@jax.jit
def lengths(x):
    return x, length(circle), width(circle), width(polyline)


# No key of JAX is a number of Python or NumPy.
def seed_of(key):
    if isinstance(key, (int, np.integer)):
        return int(key)
    return key


@jax.jit
def one_of_two(key):
    first, second = jax.random.split(key)
    return seed_of(second), jax.random.normal(first)


def seed_of_array(key):
    if isinstance(key, (int, np.integer, jax.Array)):
        return int(key)  # expect: JAX105
    return key


@jax.jit
def array_of_two(key):
    first, second = jax.random.split(key)
    return seed_of_array(second), jax.random.normal(first)


# A field of a pytree may be a number that is always there: what follows if not is presumed.
def spread(x, span=None):
    if span is None:
        span = float(jnp.max(x))  # expect: JAX105
    return x / span


@jax.jit
def spread_by_field(state, x):
    span = state.span
    return spread(x, span=span)


def spread_plain(x, span=None):
    if span is None:
        span = float(jnp.max(x))  # expect: JAX105
    return x / span


@jax.jit
def spread_by_default(x):
    return spread_plain(x)


# Where a list gets or loses an element is a number of Python's; what it gets may be traced.
@jax.jit
def takes_out(i, x):
    rows = [x, x + 1, x + 2]
    return rows.pop(i)  # expect: JAX105


@jax.jit
def puts_in(i, x):
    rows = [x, x + 1]
    rows.insert(i, x)  # expect: JAX105
    return jnp.stack(rows)


@jax.jit
def deletes(i, x):
    rows = [x, x + 1]
    del rows[i]  # expect: JAX105
    return jnp.stack(rows)


@jax.jit
def deletes_some(i, x):
    rows = [x, x + 1]
    del rows[:i]  # expect: JAX105
    return jnp.stack(rows)


@jax.jit
def replaces(i, x):
    rows = [x, x + 1]
    rows[i] = x * 2  # expect: JAX105
    return jnp.stack(rows)


@jax.jit
def known_places(x):
    rows = [x, x + 1, x + 2]
    rows.insert(0, x)
    rows[1] = x * 2
    del rows[x.ndim]
    rows.pop()
    return rows.pop(len(rows) - 1)


@jax.jit
def fields_by_name(x):
    rows = {"a": x, "b": x + 1}
    rows["a"] = x * 2
    del rows["a"]
    return rows.pop("b", x)


# Every list and tuple is a sequence.
def as_numbers(rows):
    if isinstance(rows, Sequence):
        return tuple(rows)
    return tuple(rows.tolist())  # expect: JAX105


@jax.jit
def of_a_tuple(x):
    return x * len(as_numbers((1, 2)))


@jax.jit
def of_an_array(x):
    return x * len(as_numbers(x))


# An object of a class is not None, whatever it is handed on to admits.
@jax.tree_util.register_pytree_node_class
class Prepared:
    def __init__(self, weights):
        self.weights = weights

    def tree_flatten(self):
        return (self.weights,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


def prepared_or_made(x, prepared):
    if prepared is None:
        prepared = Prepared(float(jnp.sum(jnp.ones(3))))
    return x * prepared.weights


def made_if_missing(x, prepared):
    if prepared is None:
        prepared = Prepared(float(jnp.sum(jnp.ones(3))))  # expect: JAX105
    return x * prepared.weights


@jax.jit
def with_prepared(x, prepared: Prepared):
    return prepared_or_made(x, prepared)


@jax.jit
def with_or_without_prepared(x, prepared: Prepared | None):
    return made_if_missing(x, prepared)


# --- ranks that a caller has ruled out -----------------------------------------------------------


def first_number(points):
    if points.ndim == 0:
        return float(points)
    return points[0]


def first_of_row(points):
    if points.shape == ():
        return float(points)
    if len(points.shape) > 1:
        return float(points[0, 0])
    if points.ndim == 2:
        return float(points[1])
    return points[0]


def first_of_any(points):
    if points.ndim == 0:
        return float(points)  # expect: JAX105
    return points[0]


@jax.jit
def of_a_row(line):
    if line.ndim != 1:
        return line.sum()
    return first_number(line) + first_of_row(line)


@jax.jit
def of_rows(line):
    if line.shape == ():
        return line
    return first_number(line)


@jax.jit
def of_two_axes(grid):
    return first_number(grid) if len(grid.shape) >= 2 else grid.sum()


@jax.jit
def of_one_axis_or_none(line):
    if line.ndim > 1:
        return line.sum()
    return first_of_any(line)


@jax.jit
def of_another(line, other):
    if line.ndim != 1:
        return line.sum()
    return first_of_any(other)


# --- elements of lists and tuples, whose number a tracer is ---------------------------------------


def through_all(x, *gates):
    def turn(i, state):
        return gates[i](state)  # expect: JAX105

    return jax.lax.fori_loop(0, len(gates), turn, x)


def through_one_by_name(x, **gates):
    def turn(i, state):
        return gates["first"](state) + gates.get("shift", i)

    return jax.lax.fori_loop(0, len(gates), turn, x)


def through_a_list(x, gates: list[jax.Array], rows: jax.Array):
    def turn(i, state):
        return gates[i] @ state + rows[i]  # expect: JAX105

    return jax.lax.fori_loop(0, len(gates), turn, x)


def through_whatever_it_is(x, gates, rows: Sequence[float]):
    def turn(i, state):
        return gates[i] @ state + rows[i]

    return jax.lax.fori_loop(0, len(gates), turn, x)


def through_what_is_an_array(x, gates: list[jax.Array]):
    def turn(i, state):
        return gates[i] @ state

    return jax.lax.fori_loop(0, len(gates), turn, x)


def with_an_array(x):
    return through_what_is_an_array(x, jnp.ones((3, 2, 2)))


def of_a_rule(kept: tuple[jax.Array, list[jax.Array], dict[str, jax.Array]], cotangent):
    state, gates, table = kept

    def turn(i, state):
        weight = kept[0][i] * table["weight"]
        gates[i] = weight  # expect: JAX105
        return weight * state

    return jax.lax.fori_loop(0, len(gates), turn, state * cotangent)


class Chain:
    gates: typing.List[jax.Array]
    table: typing.Any

    def apply(self, x):
        def turn(i, state):
            return self.gates[i] @ state + self.table[i]  # expect: JAX105

        return jax.lax.fori_loop(0, 3, turn, x)


def gates_of(circuit) -> tuple[jax.Array, ...] | None:
    return circuit.gates()


def through_those_of(circuit, x):
    gates, rows = gates_of(circuit), circuit.rows()

    def turn(i, state):
        return gates[i] @ state + rows[i]  # expect: JAX105

    return jax.lax.fori_loop(0, 3, turn, x)


@jax.jit
def one_of(gates: list[jax.Array], i):
    last = gates[len(gates) - 1]
    return gates[i] + last  # expect: JAX105


@jax.jit
def one_of_those_given(gates: list[jax.Array], i):
    return gates[i]  # expect: JAX105


def given_those_of(circuit, i):
    return one_of_those_given(circuit.gates, i)


@jax.jit
def one_of_each(gates: list[jax.Array], i):
    taken = jax.tree.map(lambda gate: gate[i], gates)
    return taken, [gate[i] for gate in gates], gates[0][i]


def given_each_of(circuit, i):
    return one_of_each(circuit.gates, i)


# By which arguments a loss is differentiated may not be known: in a jit all of them are traced.
def is_plain(values):
    return all([isinstance(value, (int, float)) for value in values])


def density(x, center, width):
    plain = is_plain([x, center, width])
    result = -jnp.log(jnp.asarray(width)) - ((x - center) / width) ** 2
    return result.item() if plain else result


def checked_density(x, center, width):
    assert float(width) > 0.0  # expect: JAX105
    return density(x, center, width)


def summed_density(x, center, width):
    return jnp.sum(density(x, center, width))


def summed_checked_density(x, center, width):
    return jnp.sum(checked_density(x, center, width))


def log_of_width(x, width, base):
    return jnp.sum(x) * float(width) / float(base)


def of_pair(pair, kind, power):
    scaled = pair[0] ** int(power) if kind == "power" else pair[0]
    return scaled * float(pair[1])  # expect: JAX105


def compiled(positions, x):
    by_all = jax.jit(jax.grad(summed_density, argnums=list(range(3))))
    by_some = jax.jit(jax.grad(summed_density, argnums=positions))
    return by_all, by_some, jax.jit(jax.grad(summed_checked_density, argnums=tuple(positions)))


def by_hand(positions, x):
    return jax.grad(log_of_width, argnums=positions)(x, 2.0, 3.0)


def within(positions):
    @jax.jit
    def step(x, y):
        return jax.grad(of_pair, argnums=positions)((x, y), "power", 2)

    return step


# What is given behind "is not None", and numbers, shapes and what is reckoned with them, are not None.
def counted(index, size: int | None = None):
    if size is not None:
        return size
    if index.size == 0:
        return 0
    return int(index.max()) + 1


def largest(values, index, size: int | None = None):
    return jax.ops.segment_max(values, index, counted(index, size))


@partial(jax.jit, static_argnames=("size",))
def shifted(values, index, size: int):
    return values - largest(values, index, size)[index]


def shifted_by_largest(values, index, size: int | None = None):
    return shifted(values, index, counted(index, size))


@jax.jit
def as_many_as_rows(values, index):
    return largest(values, index, values.shape[0]) + largest(values, index, 2 * values.ndim - 1)


def counted_or_asked(index, size=None):
    if size is not None:
        return size
    return int(index.max()) + 1  # expect: JAX105


@jax.jit
def as_many_as_there_are(values, index):
    return jax.ops.segment_sum(values, index, counted_or_asked(index))


# What an annotation says to be anything may be None.
def counted_or_anything(index, size: typing.Any):
    if size is not None:
        return size
    return int(index.max()) + 1  # expect: JAX105


@partial(jax.jit, static_argnames=("size",))
def sized_by_anything(values, index, size: typing.Any):
    return jax.ops.segment_sum(values, index, counted_or_anything(index, size))


def sized_by_settings(values, index, settings):
    return sized_by_anything(values, index, settings.size if settings.sized else None)
