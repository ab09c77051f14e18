"""Item assignment, augmented or not, or deletion on a JAX array."""

import dataclasses
import functools
import random as py_random
import typing
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pandas as pd
import torch
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

TABLE = jnp.arange(4)
NP_TABLE = np.arange(4)


def one_hot(i, n):
    x = jnp.zeros(n)
    x[i] = 1.0  # expect: JAX301
    return x


def one_hot_set(i, n):
    x = jnp.zeros(n)
    x = x.at[i].set(1.0)
    return x


def one_hot_numpy(i, n):
    x = np.zeros(n)
    x[i] = 1.0
    return jnp.asarray(x)


def counts(labels, n):
    total = jnp.zeros(n, dtype=int)
    for label in labels:
        total[label] += 1  # expect: JAX301
    return total


def counts_add(labels, n):
    total = jnp.zeros(n, dtype=int)
    for label in labels:
        total = total.at[label].add(1)
    return total


def shortened(x):
    y = jnp.sort(jnp.asarray(x))
    del y[0]  # expect: JAX301
    return y


def slipped(x):
    x = jnp.exp(x)
    x.at[0] = 1.0  # expect: JAX301
    x.at[1] += 2.0  # expect: JAX301
    return x


@jax.jit
def traced(x, y):
    z = x + jnp.sin(y)
    z[0] = 0.0  # expect: JAX301
    return z


# A parameter of a jitted function is an array, also when the caller has a NumPy one.
@jax.jit
def zero_column(x):
    x[:, 0] = 0.0  # expect: JAX301
    return x


# And one that nobody traces may be anything.
def zero_column_plain(x):
    x[:, 0] = 0.0
    x[0] += 1.0
    del x[1]
    return x


def annotated(x: jax.Array, table: np.ndarray):
    table[0] = 1.0
    x[0] = 1.0  # expect: JAX301
    return x, table


def slices(key):
    x = jax.random.normal(key, (4, 4))
    x[1:3] = 0.0  # expect: JAX301
    x[..., 0], y = 1.0, 2.0  # expect: JAX301
    return x, y


# T21: here `np` is not NumPy.
def aliased():
    import jax.numpy as np

    x = np.ones(3)
    x[0] = 2.0  # expect: JAX301
    return x


def copied(x):
    y = jnp.array(x).copy()
    y[0] = 2.0  # expect: JAX301
    z = np.array(y)
    z[0] = 2.0
    return y, z


def methods(x):
    y = jnp.asarray(x).reshape(-1).astype(jnp.float32).T
    y[0] = 1.0  # expect: JAX301
    return y


def losses_of(fn, xs):
    losses = jnp.zeros(len(xs))
    for i, x in enumerate(xs):
        losses[i] = fn(x)  # expect: JAX301
    return losses


def losses_of_numpy(fn, xs):
    losses = np.zeros(len(xs))
    for i, x in enumerate(xs):
        losses[i] = fn(x)
    return losses


# T14, T15: dicts, lists, NumPy tables and refs.
@jax.jit
def legal(params, x):
    params = dict(params)
    params["w"] = x
    outs = [x, x * 2]
    outs[0] = outs[1] + 1
    outs[1] += 1
    del outs[0]
    index = np.arange(4)
    index[0] = 2
    nested = {"rows": [x, x]}
    nested["rows"][0] = x
    total = jax.new_ref(jnp.zeros(3))
    total[0] = x.sum()
    total[...] += 1.0
    return params, outs, x[index], nested, total[...]


def nested():
    params = {"dense": {"w": jnp.zeros((2, 2))}, "rows": [jnp.zeros(2), np.zeros(2)]}
    params["dense"]["w"][0] = 1.0  # expect: JAX301
    params["rows"][0][1] = 1.0  # expect: JAX301
    params["rows"][1][1] = 1.0
    params["rows"][0] = jnp.ones(2)
    return params


class ReplayBuffer:
    def __init__(self, size):
        self.data = jnp.zeros((size, 4))
        self.rewards = np.zeros(size)
        self.head = 0

    def add(self, item, reward):
        self.rewards[self.head] = reward
        self.data[self.head] = item  # expect: JAX301
        self.head += 1

    def add_set(self, item):
        self.data = self.data.at[self.head].set(item)
        self.head += 1


def make_table(n):
    return jnp.zeros((n, n))


def from_helper(n):
    table = make_table(n)
    table[0, 0] = 1.0  # expect: JAX301
    return table


def set_first(x, value):
    x[0] = value  # expect: JAX301
    return x


def to_helper(n):
    return set_first(jnp.zeros(n), 1.0)


def simulate(x):
    def body(state, t):
        path, x = state
        path = path * 1.0
        path[t] = x.sum()  # expect: JAX301
        return (path, x), None

    return lax.scan(body, (jnp.zeros(3), x), jnp.arange(3))


def simulate_set(x):
    def body(state, t):
        path, x = state
        path = path.at[t].set(x.sum())
        return (path, x), None

    return lax.scan(body, (jnp.zeros(3), x), jnp.arange(3))


@jax.vmap
def per_row(row):
    out = row * 2.0
    out[0] = 0.0  # expect: JAX301
    return out


@partial(jax.jit, static_argnames="n")
def unrolled(x, n):
    out = jnp.empty(n)
    for i in range(n):
        out[i] = x * i  # expect: JAX301
    return out


def global_table():
    TABLE[0] = 3  # expect: JAX301


def numpy_global_table():
    NP_TABLE[0] = 3


# Either kind, as long as one branch is not known to be the one taken.
def by_type(x):
    if isinstance(x, np.ndarray):
        x[0] = 1.0
        return x
    return x.at[0].set(1.0)


def rebound(x):
    y = jnp.sin(x)
    y = np.array(y)
    y[0] = 1.0
    return y


def other_libraries(n):
    frame = pd.DataFrame({"a": [1, 2]})
    frame["b"] = [3, 4]
    frame.loc[0, "a"] = 3
    frame.at[0, "a"] = 4
    tensor = torch.zeros(n)
    tensor[0] = 1.0
    py_random.shuffle([1, 2])
    return frame, tensor


# T15
def add_kernel(x_ref, y_ref, o_ref):
    o_ref[...] = x_ref[...] + y_ref[...]
    o_ref[0] += 1.0


def add(x, y):
    out = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(add_kernel, out_shape=out)(x, y)


# T09
def clip_on_host(x):
    x = np.array(x)
    x[x > 1.0] = 1.0
    return x


@jax.jit
def with_host(x):
    return jax.pure_callback(clip_on_host, x, x)


# References are written in place, by whatever name they are made.
from jax._src import core


def bumped(x_ref):
    x_ref[...] += 1.0
    x_ref[0] += 1.0
    x_ref[1] = 5.0


def of_references():
    made, other = core.new_ref(jnp.zeros(3)), jax.ref.new_ref(jnp.zeros(3))
    empty = jax.empty_ref(jax.ShapeDtypeStruct((3,), jnp.float32))
    made[0] = other[0] = empty[0] = 1.0
    bumped(made)
    return jax.jit(bumped)(other)


@jax.jit
def of_a_reference(state_ref):
    state_ref[0] = 1.0
    state_ref[1] += 1.0


@jax.jit
def of_a_state(weights):
    weights[0] = 1.0  # expect: JAX301
    return weights


# Annotations yield to what callers pass, to what the code asks, and in kernels always.
Tensor = jax.Array


def annotated(x: jax.Array):
    x[0] = 1.0  # expect: JAX301
    y = x + 1
    y[0] = 2.0  # expect: JAX301
    return x, y


def of_fetched(image: jax.Array, row):
    image[row, :] = 0.0
    scaled = image * 2
    scaled[row] = 1.0
    return image.copy(), scaled


def of_a_batch(batch: dict[str, jax.Array]):
    for name in batch:
        batch[name][0] = 1.0
    return batch


fetched = jax.device_get({"image": jnp.ones((3, 3)), "rest": [jnp.ones(2)]})
of_fetched(fetched["image"].copy(), 1)
of_fetched(np.ones((3, 3)), 1)
of_a_batch(fetched)


def of_jax_arrays(x: jax.Array):
    x[0] = 1.0  # expect: JAX301
    return x


of_jax_arrays(jnp.ones(3))


def padded(data: jax.Array):
    if isinstance(data, dict):
        data["mask"] = jnp.ones(2)
    data[0] = 1.0
    return data


def collated(data: jax.Array):
    for name, value in data.items():
        data[name] = value * 2
    return data


def by_name(data: jax.Array):
    data["mask"] = data["x"] * 2
    return data


def add_kernel(x_ref: jax.Array, y: Tensor, out: Tensor, *, scale):
    @pl.when(pl.program_id(0) == 0)
    def _():
        out[...] = x_ref[...] * scale

    out[0] = y[0] + 1.0


def pipelined(x: jax.Array, out: jax.Array):
    def body(block: jax.Array, result: jax.Array):
        result[...] = block[...] * 2

    pltpu.emit_pipeline(body, grid=(4,))(x, out)
    pl.run_scoped(lambda scratch: scratched(scratch, out), pltpu.VMEM((8,), jnp.float32))


def scratched(scratch: jax.Array, out: jax.Array):
    scratch[...] = pltpu.load(out)
    out[...] = scratch[...]


@pl.kernel(mesh=None)
def decorated_kernel(x: jax.Array, out: jax.Array):
    out[...] = x[...]


def with_kernels(x, y):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    kernel = functools.partial(add_kernel, scale=2.0)
    return pl.pallas_call(kernel, out_shape=shape)(x, y), decorated_kernel(x)


# A call that cannot be bound raises: what stands behind it never runs.
class Step(NamedTuple):
    reward: jax.Array
    info: jax.Array
    mask: jax.Array


@dataclasses.dataclass
class Batch:
    data: jax.Array
    mask: jax.Array
    size: int = 3
    kind: typing.ClassVar[str] = "batch"


def with_a_field_too_few(x, wanted):
    if wanted:
        step = Step(x, jnp.ones(2))
        step.info[0] = 1.0
    step = Step(x, jnp.ones(2), jnp.ones(2))
    step.info[0] = 1.0  # expect: JAX301
    return step


def with_an_unknown_field(x):
    batch = Batch(jnp.ones(2), x, length=2)
    batch.data[0] = 1.0
    return batch


def with_all_fields(x, *rest):
    batch = Batch(jnp.ones(2), mask=x)
    batch.data[0] = 1.0  # expect: JAX301
    more = Batch(jnp.ones(2), *rest)
    more.data[0] = 1.0  # expect: JAX301
    return batch, more


def caught(x):
    try:
        Step(x)
    except TypeError:
        y = jnp.ones(2)
        y[0] = 1.0  # expect: JAX301


# What is called as pytrees are may be a list of arrays.
@jax.jit
def of_named_trees(tree, x):
    layers = tree["layers"]
    layers[0] = x
    tree["params"][1] = x
    tree["weights"][1] = x  # expect: JAX301
    return tree, layers


# What is a dict on this path has entries, and so has its copy.
@jax.jit
def summed(data, weights):
    if isinstance(data, dict):
        known = data.copy()
        known["total"] = data["rows"] @ weights
        return known
    return data @ weights


@jax.jit
def scaled_rows(data):
    if isinstance(data, dict):
        known = {**data}
        known["rows"] = data["rows"] * 2
        return known
    rows = data * 2
    rows[0] = 1.0  # expect: JAX301
    return rows


# An array is no dict.
def labelled(data):
    if isinstance(data, dict):
        known = data.copy()
        known["label"] = 0
        return known
    rows = jnp.zeros(3)
    rows[0] = 1.0  # expect: JAX301
    return rows


labels = labelled(jnp.arange(3)), labelled({"rows": 1})


# Code that handles the error does something else with arrays of JAX.
def stored_if_it_can_be(size):
    values = jnp.zeros(size)
    try:
        values[0] = 1.0
    except TypeError:
        values = values.at[0].set(1.0)
    return values


def stored_whatever_comes(size):
    values = jnp.zeros(size)
    try:
        size = int(size)
    finally:
        values[0] = 1.0  # expect: JAX301
    return values


class Started:
    def __init__(self, names, weights):
        self.start = {name: 0.0 for name in names}
        self.weights = jnp.asarray(weights)
        self.fill({"a": 1.0})
        self.start = jnp.array(list(self.start.values()))

    def fill(self, given):
        start = self.start
        for name, value in given.items():
            start[name] = value
        self.weights[0] = 1.0  # expect: JAX301

    def refill(self, value):
        self.start[0] = value  # expect: JAX301


# Scratch memory that a dict names is given by keyword, and is a reference too.
def fill_row(row, width):
    row[...] = jnp.zeros(width)


def kernel_with_scratch(out: jax.Array, *, rows: jax.Array, width):
    held = rows

    def turn(i, carry):
        fill_row(rows.at[i], width)
        row = held.at[i]
        row[pl.ds(0, width)] = row[pl.ds(0, width)] + 1
        return carry

    lax.fori_loop(0, 3, turn, 0)
    out[...] = held[...]


def with_scratch(width):
    return pl.pallas_call(
        functools.partial(kernel_with_scratch, width=width),
        out_shape=jax.ShapeDtypeStruct((3, width), jnp.float32),
        scratch_shapes={"rows": pltpu.VMEM((3, width), jnp.float32)},
    )()


def raised_row(rows: jax.Array):
    rows.at[0][1] = 2.0  # expect: JAX301
    return rows


# What a class holds as a static method, or as a partial, is called as it is.
class Kept:
    make = staticmethod(np.zeros)

    def __init__(self, size):
        self.rows = self.make((size, 3), "float32")

    def put(self, at, row):
        self.rows[at] = row  # expect: JAX301


class KeptOnDevice(Kept):
    make = staticmethod(jnp.zeros)


class KeptAsWas:
    make = staticmethod(np.zeros)

    def __init__(self, size):
        self.rows = self.make((size, 3), "float32")

    def put(self, at, row):
        self.rows[at] = row


class KeptByPartial:
    make = partial(jnp.full, fill_value=1.0)

    def __init__(self, size):
        self.rows = self.make((size, 3))

    def put(self, at, row):
        self.rows[at] = row  # expect: JAX301


class KeptByWhatIsGiven:
    make = staticmethod(jnp.zeros)

    def __init__(self, size, make):
        self.make = make
        self.rows = self.make((size, 3))

    def put(self, at, row):
        self.rows[at] = row


def put_in_all(row):
    for kept in (KeptOnDevice(4), KeptAsWas(4), KeptByPartial(4), KeptByWhatIsGiven(4, np.zeros)):
        kept.put(0, row)


# What an annotation calls a list, a tuple or a dict is one, unless a call shows that it is none.
@jax.jit
def swept(cores: list[jax.Array], x, buffers: typing.Optional[typing.List[jax.Array]]):
    for i in range(len(cores)):
        cores[i] = cores[i] * x
        buffers[i] = x
    return cores, buffers


@jax.jit
def swept_whatever_it_is(cores, x):
    cores[0] = cores[0] * x  # expect: JAX301
    return cores


@jax.jit
def swept_in_full(cores: jax.Array, x):
    cores[0] = cores[0] * x  # expect: JAX301
    return cores


@jax.jit
def swept_one_array(cores: list[jax.Array], x):
    cores[0] = cores[0] * x  # expect: JAX301
    return cores


@jax.jit
def swept_by_another_name(cores, x):
    held: list[jax.Array] = cores
    held[0] = x
    return held


def count_of(cores: list[jax.Array]):
    return len(cores)


@jax.jit
def swept_and_counted(cores, x):
    count = count_of(cores)
    cores[0] = x * count
    return cores


def swept_by(model, x):
    model.cores, model.buffers = swept(model.cores, x, model.buffers)
    model.rows = swept_whatever_it_is(model.rows, x)
    model.table = swept_in_full(model.table, x)
    swept_one_array(jnp.ones((3, 3)), x)
    swept_by_another_name(model.cores, x)
    return swept_and_counted(model.cores, x)


@jax.jit
def put_first(rows, x):
    rows[0] = x
    return rows


def rows_of(model) -> list[jax.Array]:
    return model.rows()


class Layered:
    rows: tuple[jax.Array, ...]

    def put(self, model, x, more: dict[int, jax.Array]):
        return [put_first(self.rows, x), put_first(more, x), put_first(rows_of(model), x)]


# What is asked for its length, or of which an element has a shape of its own or is a tree, may be
# a list.
@jax.jit
def stepped_layers(layers, slopes):
    for i in range(len(layers)):
        layers[i] = layers[i] - 0.1 * slopes[i]
    return layers


@jax.jit
def scaled_first(layers):
    width = layers[0].shape[0]
    layers[0] = layers[0] / width
    return layers


def filtered(carry, x):
    gains, kept = carry
    return (gains, x * gains["feedback"] + kept), x


@jax.jit
def filtered_twice(carry, x):
    gains, state = carry
    for i in range(4):
        state["left"][i], x = filtered(state["left"][i], x)
        state["right"][i], x = filtered(state["right"][i], x)
    return (gains, state), x


@jax.jit
def stepped_rows(rows, slopes):
    for i in range(rows.shape[0]):
        rows[i] = rows[i] - 0.1 * slopes[i]  # expect: JAX301
    return rows


def has_elements(value):
    try:
        iter(value)
    except TypeError:
        return False
    return True


def is_iterable(value):
    return hasattr(value, "__iter__")


def turned(one, other):
    angles = jnp.arctan2(one, other) + jnp.pi
    if is_iterable(one):
        angles[0] += 1.0
    return angles


def turned_anyway(one, other):
    angles = jnp.arctan2(one, other) + jnp.pi
    if one is not other:
        angles[0] += 1.0  # expect: JAX301
    return angles, has_elements(angles)


# What is not known of a parameter in one call may be the list that it is in another.
class Players:
    def __init__(self, count):
        self.count = count
        self.regrets = [jnp.zeros((3, 2)) for _ in range(count)]

    def step(self):
        for player in range(self.count):
            self.regrets = self.moved(self.regrets, player)

    @partial(jax.jit, static_argnums=0)
    def moved(self, regrets, player):
        for one in range(self.count):
            regrets[one] = jnp.where(player == one, regrets[one] + 1.0, regrets[one])
        return regrets

    @partial(jax.jit, static_argnums=0)
    def moved_rows(self, regrets, player):
        for one in range(self.count):
            regrets[one] = jnp.where(player == one, 1.0, 0.0)  # expect: JAX301
        return regrets


# --- trees of references ---------------------------------------------------------------------------


def reset_last(scratches):
    *_, valid_ref = scratches
    valid_ref[0] = 0


def reset_group(scratches, group):
    page_refs = scratches[group]
    page_refs[0][1] = 0


def reset_value(scratches):
    value = scratches[0]
    value[0] = 0  # expect: JAX301


def kernel_of_trees(x_ref, o_ref, scratches, group):
    reset_last(scratches[:-1])
    reset_group(scratches, group)
    reset_value(scratches)
    o_ref[...] = x_ref[...]


def kernel_called(x, shapes):
    return pl.pallas_call(kernel_of_trees, out_shape=x, scratch_shapes=shapes)(x)
