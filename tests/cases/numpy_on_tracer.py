"""NumPy that is given what a transformation traces."""

import importlib
import os
from functools import partial

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax import numpy as onp
from jax.extend.core import concrete_or_error
from jax.scipy import special as jspecial
from numpy import exp
from numpy.linalg import norm as np_norm
from scipy import special


@jax.jit
def gelu(x):
    return 0.5 * x * (1 + np.tanh(x))  # expect: JAX107


@jax.jit
def gelu_of_jax(x):
    return 0.5 * x * (1 + jnp.tanh(x))


# T21: the name is NumPy's, the module is not.
@jax.jit
def gelu_by_another_name(x):
    return 0.5 * x * (1 + onp.tanh(x))


def gelu_plain(x):
    return 0.5 * x * (1 + np.tanh(x))


@jax.jit
def imported_function(x):
    return exp(x) / np_norm(x)  # expect: JAX107


@jax.jit
def converted(x):
    return jnp.asarray(np.asarray(x) + 1)  # expect: JAX107


@jax.jit
def scalar_type(x):
    return x * np.float32(x.sum())  # expect: JAX107


# T23: NumPy on static values, and operators between its arrays and tracers.
@jax.jit
def static_numpy(x, y=2.0):
    scale = np.sqrt(np.prod(x.shape)) * np.float32(y)
    table = np.arange(x.shape[0], dtype=np.float32)
    return x * scale + table + (table @ x) * np.ones(3)[0] + np.log(2.0)


@jax.jit
def stacked(x, y):
    return np.stack([x, y])  # expect: JAX107


@jax.jit
def stacked_by_jax(x, y):
    return jnp.stack([x, y]) * np.stack([np.ones(2), np.zeros(2)])


@jax.jit
def chosen(x):
    return np.where(x > 0, x, 0.0)  # expect: JAX107


class Model:
    def __init__(self, table):
        self.table = np.asarray(table)

    def score(self, x):
        return np.dot(x, x) + self.table.sum()  # expect: JAX107

    def loss(self, x):
        return self.score(x) + len(self.table)

    def train(self, xs):
        return jax.grad(self.loss)(xs)


# Those that NumPy hands to a method of the tracer give a tracer.
@jax.jit
def delegated(x):
    total = np.sum(x) + np.mean(x, axis=0) + np.prod(x) + np.max(x) + np.any(x)
    return total + np.cumsum(x) + np.reshape(x, -1) + np.squeeze(x) + np.shape(x)[0] + np.size(x)


@jax.jit
def of_a_list(x, y):
    return np.max([x, y])  # expect: JAX107


def interpolated(table, i):
    return table[i]  # expect: JAX107


@jax.jit
def by_index(i):
    return interpolated(np.linspace(0.0, 1.0, 5), i)


@jax.jit
def by_jax_index(i, x):
    grid = jnp.asarray(np.linspace(0.0, 1.0, 5))
    rows = np.arange(3)
    return grid[i] + rows[x.ndim] + rows[:2] + x[rows]


def body(i, x):
    window = np.hanning(8)
    return x + window[i]  # expect: JAX107


def windowed(x):
    return lax.fori_loop(0, 8, body, x)


def windowed_by_hand(x):
    window = np.hanning(8)
    for i in range(8):
        x = x + window[i]
    return x


@jax.jit
def sliced(n):
    return np.arange(5)[:n]  # expect: JAX107


@jax.jit
def filled(x):
    out = np.zeros(3)
    out[0] = x[0]  # expect: JAX107
    return out


@jax.jit
def filled_by_jax(x):
    out = np.zeros(3)
    out[0] = x.shape[0]
    return jnp.asarray(out).at[1].set(x[0])


# T07: under grad alone x is a tracer as well, but what has no derivative is a number.
def weighted(w, table):
    return jnp.sum(w * np.sin(w)) + np.sin(table).sum()  # expect: JAX107


def cut(w):
    kept = np.asarray(lax.stop_gradient(w)) + np.asarray(w > 0) + np.asarray(jnp.argmax(w))
    return jnp.sum(w * kept)


gradients = jax.grad(weighted), jax.grad(cut)


# T09: host functions of callbacks run on NumPy arrays.
@jax.jit
def with_callback(x):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    y = jax.pure_callback(lambda v: np.sort(v), shape, x)
    jax.debug.callback(lambda v: np.save("x.npy", v), y)
    return y


# T05, T06, T08
@partial(jax.jit, static_argnames="widths")
def static_argument(x, widths, scale=2.0):
    return x * np.prod(widths) * np.sqrt(scale)


def in_axes_none(x, w):
    return x * np.sqrt(w)


mapped = jax.vmap(in_axes_none, in_axes=(0, None))


@jax.jit
def entries(params):
    names = np.array(sorted(params))
    return sum(params[name] for name in names)


def outside(xs):
    values = jax.vmap(lambda x: x * 2)(xs)
    return np.asarray(values), np.sin(values)


# NumPy looks into lists and tuples; a dict it hands back as it is.
@jax.jit
def of_containers(x):
    parts = {"total": x.sum(), "mean": x.mean()}
    held = np.sum(parts, -1), np.array({"nested": [x]})
    listed = np.sum([parts["total"], parts["mean"]])  # expect: JAX107
    paired = np.stack(((x, x), (x, x)))  # expect: JAX107
    return held, listed, paired


# Sizes have to be known to both.
@jax.jit
def of_sizes(x, n):
    rows = np.ones(n)  # expect: JAX107
    return x * np.linspace(0.0, 1.0, n) + rows  # expect: JAX107


# The name of a module tells NumPy from JAX.
def magnitude(z):
    return np.abs(z)


def by_name_of_module(x):
    return jax.vmap(magnitude)(x) if "jax" in np.__name__ else magnitude(x)


def refused(z):
    return np.abs(z)  # expect: JAX107


def by_name_of_other(x):
    return jax.vmap(refused)(x) if "jax" in jnp.__name__ else refused(x)


# What is no jax.Array is no tracer.
def leaf(x):
    if isinstance(x, jax.Array):
        return x if x.dtype == jnp.float32 else x.astype(jnp.float32)
    return np.asarray(x)


def leaf_of_numbers(x):
    if isinstance(x, float):
        return x
    return np.asarray(x)  # expect: JAX107


by_kind = jax.vmap(lambda x: leaf(x) * 2)(jnp.ones(3))
by_other_kind = jax.vmap(lambda x: leaf_of_numbers(x) * 2)(jnp.ones(3))


# A helper that gives NumPy or jax.numpy, by the arrays, has tracers go to jax.numpy.
def namespace(tree):
    if any(isinstance(leaf, np.ndarray) for leaf in jax.tree.leaves(tree)):
        return np
    return jnp


@jax.jit
def of_either(x):
    xnp = namespace(x)
    zeros = xnp.zeros(x.shape)
    return xnp.concatenate([xnp.where(x > 0, x, 0.0), zeros])


SMOOTH = bool(namespace.__doc__)


@jax.jit
def of_two_hosts(x):
    bend = np.tanh if SMOOTH else np.sign
    return bend(x)  # expect: JAX107


# Where tracers are refused, none comes any further.
@jax.jit
def diagonals(x, offsets=None):
    if offsets is None:
        concrete_or_error(None, x, "the offsets must be static")
        offsets = np.unique(np.nonzero(x)[0])
    return [jnp.diagonal(x, offset) for offset in offsets]


@jax.jit
def size_of(x, n):
    n = concrete_or_error(int, n, "the size must be static")
    return x * np.ones(n) + np.sum(np.sign(x))  # expect: JAX107


# What SciPy computes of a tracer raises as NumPy's functions do; jax.scipy takes it.
@jax.jit
def density(x, df):
    a = special.gammaln(df)  # expect: JAX107
    b = special.erf(x.shape[0]) + special.expit(2.0)
    return a + b + jax.scipy.special.gammaln(df) - jspecial.erf(x)


def plain_density(x):
    return special.gammaln(x) + special.expit(jnp.sin(x))


# What lacks the attributes of arrays is no array: the handler is for lists and numbers.
def as_float(x):
    try:
        return x.astype(float)
    except AttributeError:
        return np.asarray(x, float)


def second_as_float(x, y):
    try:
        return x.astype(float) * y
    except AttributeError:
        return np.asarray(y, float)  # expect: JAX107


def field_as_float(settings, x):
    try:
        return x.astype(settings.dtype)
    except AttributeError:
        return np.asarray(x, float)  # expect: JAX107


def any_as_float(x):
    try:
        return x.astype(float)
    except (AttributeError, TypeError):
        return np.asarray(x + 1, float)  # expect: JAX107


@jax.jit
def floats(x, y):
    return as_float(x), as_float(y + 1), any_as_float(y + 1)


@jax.jit
def product(x, y):
    return second_as_float(x, y + 1)


@partial(jax.jit, static_argnums=0)
def floats_of(settings, x):
    return field_as_float(settings, x + 1)


# What asks of several values whether they are traced, and of which others nothing is known.
def is_tracing(*values):
    return any(isinstance(value, jax.core.Tracer) for value in values)


def are_concrete(*values):
    return all(not isinstance(value, jax.core.Tracer) for value in values)


def checked(a, b, c, d, x):
    if not is_tracing(a, b, c, d, x):
        np.asarray(x)
    if are_concrete(a, b, c, d, x):
        np.asarray(x)
    if not is_tracing(a, b, c, d):
        np.asarray(x)
    if not is_tracing(len(a), "text"):
        np.asarray(x)  # expect: JAX107
    return x


def checked_loss(x, a, b, c, d):
    return checked(a, b, c, d, x * 2).sum()


def descend(x, a, b, c, d):
    return jax.grad(checked_loss)(x, a, b, c, d)


def within(x, tolerance):
    if tolerance != float("inf") and not isinstance(x, jax.core.Tracer):
        np.asarray(x)
    if tolerance == float("inf") or isinstance(x, jax.core.Tracer):
        return x
    return np.asarray(x)


def within_or_not(x, tolerance):
    if tolerance != float("inf") or not isinstance(x, jax.core.Tracer):
        np.asarray(x)  # expect: JAX107
    return x


@partial(jax.jit, static_argnames="tolerance")
def both_within(x, tolerance):
    return within(x * 2, tolerance) + within_or_not(x * 2, tolerance)


# Whether something else is traced is not known: what runs where it is not may never meet a tracer.
def any_traced(values):
    for value in values:
        if isinstance(value, jax.core.Tracer):
            return True
    return False


class Parts:
    def __init__(self, parts):
        self.parts = parts
        self.plain = not any(isinstance(part, jax.core.Tracer) for part in parts)


@jax.jit
def beside_parts(x, settings):
    parts = Parts(settings.parts)
    return np.asarray(x) if parts.plain else x


@jax.jit
def beside_others(x, settings):
    traced = any_traced(settings.others)
    return x if traced else np.asarray(x)


@jax.jit
def after_parts(x, settings):
    if any_traced(settings.parts) or np.asarray(x).size:
        return x
    return np.asarray(x)


@jax.jit
def where_traced(x, settings):
    if any_traced(settings.parts):
        return np.asarray(x)  # expect: JAX107
    return x


@jax.jit
def refuses_traced(x, settings):
    if isinstance(settings.parts, jax.core.Tracer):
        raise TypeError("the parts are to be static")
    return np.asarray(x)  # expect: JAX107


def one_traced(values):
    for value in values:
        if isinstance(value, jax.core.Tracer):
            return True
    return False


@jax.jit
def itself(x):
    if one_traced([x]):
        return x
    return np.asarray(x)


@jax.jit
def array_or_not(x, settings):
    if isinstance(settings.parts, jax.Array):
        return x
    return np.asarray(x)  # expect: JAX107


def as_host(x):
    return np.asarray(x)  # expect: JAX107


@jax.jit
def behind_a_test(x, settings):
    return x if any_traced(settings.parts) else as_host(x)


@jax.jit
def behind_none(x):
    return as_host(x)


# --- a library that is chosen by what is given ----------------------------------------------------

try:
    import jax.numpy as installed_jnp
except ImportError:
    installed_jnp = None


def library_of(x):
    return jnp if isinstance(x, jnp.ndarray) else np


@jax.jit
def norm_by_library(x):
    if library_of(x) is jnp:
        return jnp.linalg.norm(x)
    return np.linalg.norm(x)


@jax.jit
def norm_by_installed_library(x):
    xp = library_of(x)
    if xp is not installed_jnp:
        return np.linalg.norm(x)
    return np.linalg.norm(x)  # expect: JAX107


@jax.jit
def norm_of_numpy(x):
    xp = library_of(x)
    return jnp.linalg.norm(x) if xp is np else np.linalg.norm(x)  # expect: JAX107


# --- what has to be given is not None -------------------------------------------------------------


@dataclasses.dataclass
class Table:
    rows: jax.Array


def tabled(points):
    return Table(np.asarray(points * 2))


def scaled(points, table):
    if table is None:
        table = tabled(points)
    return points * table.rows


def scaled_by_what_is_given(points, table=None):
    if table is None:
        table = tabled(points)
    return jax.jit(scaled)(points, table)


def scaled_by_either(points, table=None):
    given = Table(points) if table is None else table
    return jax.jit(scaled)(points, given)


@dataclasses.dataclass
class Scaling:
    table: Table

    def __post_init__(self):
        self._run = jax.jit(scaled)

    def run(self, points):
        return self._run(points, self.table)


jitted_without_a_call = jax.jit(scaled)


def tabled_if_none_is_given(points):
    return Table(np.asarray(points * 2))  # expect: JAX107


@jax.jit
def with_an_option(points, table: Table | None):
    if table is None:
        table = tabled_if_none_is_given(points)
    return points * table.rows


def tabled_if_left_out(points):
    return Table(np.asarray(points * 2))  # expect: JAX107


def with_a_default(points, table):
    if table is None:
        table = tabled_if_left_out(points)
    return points * table.rows


def leaves_it_out(points, table=None):
    return jax.jit(with_a_default)(points, table)


def on_the_host(codes):
    if isinstance(codes, (list, tuple, np.ndarray)):
        return np.asarray(codes)
    return jnp.asarray(codes)


def on_the_host_else(codes):
    if isinstance(codes, (list, tuple, np.ndarray)):
        return jnp.asarray(codes)
    return np.asarray(codes)  # expect: JAX107


@jax.jit
def decoded(codes):
    return on_the_host_else(codes)


@jax.jit
def decoded_and_raised(codes):
    return on_the_host(codes) + 1


def decodes():
    return decoded(jnp.arange(3)), decoded_and_raised(jnp.arange(3))


def counts_from(pitch):
    if isinstance(pitch, (int, list, range)):
        pitch = np.asarray(pitch)
    return pitch * 2


def counts_from_tracers(pitch):
    if not isinstance(pitch, (range, slice, bytearray)):
        pitch = np.asarray(pitch)  # expect: JAX107
    return pitch * 2


@jax.jit
def tuned(pitch):
    return counts_from(jnp.round(pitch)) + counts_from_tracers(jnp.round(pitch))


# The very type of a tracer may be asked for: in plain code it is none of these.
def in_numpy_unless_jitted(x):
    if type(x) == jax.interpreters.partial_eval.DynamicJaxprTracer:
        return jnp.tanh(x)
    return np.tanh(x)


def in_numpy_unless_traced(x):
    traced = (jax.interpreters.ad.JVPTracer, jax.interpreters.partial_eval.DynamicJaxprTracer)
    if type(x) not in traced:
        return np.tanh(x)
    return jnp.tanh(x)


def in_numpy_if_jitted(x):
    if type(x) is not jax.interpreters.partial_eval.DynamicJaxprTracer:
        return jnp.tanh(x)
    return np.tanh(x)  # expect: JAX107


@jax.jit
def tanh_by_type(x):
    x = x + 1
    return in_numpy_unless_jitted(x) + in_numpy_unless_traced(x) + in_numpy_if_jitted(x)


import importlib.util

# Where code is linted for JAX it can be imported: what stands in for it is never called.
try:
    import jax.numpy as maybe_jnp
    from jax import vmap as maybe_vmap

    HAS_JAX = True
except ImportError:
    HAS_JAX = False
    maybe_jnp = np

    def maybe_vmap(function):
        return lambda rows: np.stack([function(row) for row in rows])


def total_of_numpy(row):
    return np.sum(np.asarray(row))


def mean_of_numpy(row):
    return np.mean(np.asarray(row))  # expect: JAX107


if HAS_JAX:

    def total_of_row(row):
        return maybe_jnp.sum(row)

    def mean_of_row(row):
        return mean_of_numpy(row)

else:

    def total_of_row(row):
        return total_of_numpy(row)

    def mean_of_row(row):
        return maybe_jnp.mean(row)


def of_each_row(rows):
    return maybe_vmap(lambda row: total_of_row(row) + mean_of_row(row))(jnp.asarray(rows))


# Of what not every JAX has, either may be there, and so it is with another library.
try:
    from jax import shard_map as per_shard

    IN_JAX = True
except ImportError:
    from jax.experimental.shard_map import shard_map as per_shard

    IN_JAX = False

try:
    import jax.numpy as beside_numba
    import numba

    HAS_NUMBA = True
except ImportError:
    HAS_NUMBA = False


@jax.jit
def by_what_is_there(x):
    y = x = x + 1
    if not IN_JAX:
        y = np.tanh(x)  # expect: JAX107
    if not HAS_NUMBA:
        y = np.tanh(x)  # expect: JAX107
    if not HAS_JAX:
        y = np.tanh(x)
    if importlib.util.find_spec("jax") is None:
        y = np.tanh(x)
    if importlib.util.find_spec("numba") is None:
        y = np.tanh(x)  # expect: JAX107
    return x + y


# A module by its name is the one that an import gives.
host = importlib.import_module("numpy")
device = importlib.import_module("jax.numpy")
backend = importlib.import_module("jax." + os.environ.get("BACKEND", "numpy"))


@jax.jit
def by_module_name(x):
    return host.sin(x)  # expect: JAX107


@jax.jit
def by_module_name_on_device(x):
    return device.sin(x) + backend.asarray(x)


# What is chosen for tracers is known where a helper says that these are none of NumPy's: the other
# library's arm is for values of which none is traced.
def is_numpy_like(a):
    if isinstance(a, jax.Array):
        return False
    if isinstance(a, (list, tuple)):
        return all(is_numpy_like(part) for part in a)
    return hasattr(a, "__array__")


def are_numpy_like(*values):
    return all(is_numpy_like(a) for a in values)


def turned(x, angle):
    xp = np if are_numpy_like(x, angle) else jnp
    if xp is np:
        x, angle = np.asarray(x), np.asarray(angle)
    return xp.cos(x) * angle


def turned_by_the_wrong_library(x, angle):
    xp = np if are_numpy_like(x, angle) else jnp
    if xp is not np:
        x = np.asarray(x)  # expect: JAX107
    return xp.cos(x) * angle


def all_turned(angle):
    grid = jnp.linspace(0.0, 1.0, 8)
    by_mistake = jax.lax.map(lambda x: turned_by_the_wrong_library(x, angle), grid)
    return by_mistake + jax.lax.map(lambda x: turned(x, angle), grid)


# A helper that asks whether what it is handed is NumPy's has plain code in mind. What a field
# holds is asked of this very trace.
from somewhere import unknown_kind_of


def in_kind_of(flat, like):
    if isinstance(like, np.ndarray):
        return np.reshape(np.array(flat), like.shape)
    return flat.reshape(like.shape)


def of_numbers_or_arrays(flat, like):
    if isinstance(like, (np.ndarray, float)) and flat.ndim:
        flat = np.asarray(flat)
    return flat + like


def of_anything_else(flat, like):
    if not isinstance(like, np.ndarray):
        flat = np.asarray(flat)  # expect: JAX107
    return flat + like


def of_numbers(flat, like):
    if isinstance(like, float):
        flat = np.asarray(flat)  # expect: JAX107
    return flat + like


class Rows:
    def __init__(self, rows):
        self.rows = rows

    def turned(self, flat, like):
        like = unknown_kind_of(like)
        same = in_kind_of(flat, like) + of_numbers_or_arrays(flat, like)
        return same + of_anything_else(flat, like) + of_numbers(flat, like)

    def looked_up(self, flat):
        if isinstance(self.rows, np.ndarray):
            return np.dot(self.rows, flat)  # expect: JAX107
        return self.rows @ flat


def all_tables(rows, flats, likes):
    looked_up = jax.vmap(lambda flat: Rows(rows).looked_up(flat))(flats)
    return looked_up + jax.vmap(lambda flat: Rows(rows).turned(flat, likes))(flats)


# --- an array of the dtype that is asked for comes back itself --------------------------------------

CHARGES = jnp.asarray([1.0, 8.0], dtype=jnp.float32)


@jax.jit
def with_given_charges(x):
    charges = jnp.asarray(CHARGES, dtype=x.dtype)
    return x * np.rint(np.asarray(charges)).sum()


@jax.jit
def with_the_same_charges(x):
    return x * np.asarray(jnp.asarray(CHARGES)).sum()


@jax.jit
def with_whole_charges(x):
    charges = jnp.asarray(CHARGES, dtype=jnp.int32)
    return x * np.asarray(charges).sum()  # expect: JAX107


@jax.jit
def with_copied_charges(x):
    return x * np.asarray(jnp.array(CHARGES)).sum()  # expect: JAX107


@jax.jit
def with_charges_of_the_host(x):
    charges = jnp.asarray(np.asarray([1.0, 8.0]), dtype=x.dtype)
    return x * np.asarray(charges).sum()  # expect: JAX107
