"""Lists, tuples and generators, where arrays are wanted and where they are not."""

from functools import reduce

import jax
import jax.numpy as jnp
import numpy as np


def reductions(a, b):
    s = jnp.sum([a, b])  # expect: JAX308
    m = jnp.max((a, b))  # expect: JAX308
    values = [a, b]
    n = jnp.mean(values)  # expect: JAX308
    return s + m + n + jnp.sum(jnp.array(values)) + np.mean(values) + jnp.sum(a, axis=(0, 1))


@jax.jit
def inside(x, mask):
    y = jnp.where(mask, x, [0.0, 1.0])  # expect: JAX308
    z = jnp.dot(y, [1.0, 2.0])  # expect: JAX308
    w = jax.nn.relu([1.0, -1.0])  # expect: JAX308
    return y + z + w + jnp.reshape(x, [2, 1]) + jnp.transpose(x, (1, 0)) + jnp.roll(x, [1], [0])


def operators(n):
    x = jnp.arange(n)
    a = x + [1, 2]  # expect: JAX308
    b = [1, 2] * x  # expect: JAX308
    c = x == [1, 2]  # expect: JAX308
    d = x < (1, 2)  # expect: JAX308
    x -= 1
    return a, b, c, d, x.shape == (2,), x + jnp.array([1, 2]), x + np.array([1, 2]), [1] + [2]


def generators(xs):
    a = jnp.array(x for x in xs)  # expect: JAX308
    b = jnp.stack(jnp.sin(x) for x in xs)  # expect: JAX308
    c = jnp.array(map(float, xs))  # expect: JAX308
    d = jnp.array({"a": 1.0})  # expect: JAX308
    e = jnp.concatenate([[1.0], [2.0]])  # expect: JAX308
    f = jnp.stack([jnp.sin(x) for x in xs]) + jnp.array(list(map(float, xs)))
    return a, b, c, d, e, f, jnp.array(range(3)), jnp.concatenate([f, f]), sum(x for x in xs)


def told_apart(x):
    if isinstance(x, (list, tuple)):
        x = jnp.stack(x)
    return jnp.sum(x)


def either(x):
    if not isinstance(x, jax.Array):
        return jnp.sum(jnp.asarray(x))
    return jnp.sum(x)


told = told_apart([1.0, 2.0]), either((1.0, 2.0))


@jax.jit
def trees(state, grads):
    state = state + [jnp.zeros(3)]
    pair = (1, 2) + (3,)
    return state, grads, pair, reduce(jnp.add, [1.0, 2.0])


def text(x):
    y = jnp.sin(x)
    return "%s and %s" % (y, y), np.maximum(x, [1, 2])


def only_reads_a_shape(x):
    y = jnp.asarray(x)
    return y.shape[0], y.ndim


@jax.jit
def only_computes(x):
    y = jnp.abs(x)
    return y * 2.0 + y.sum()


def only_numpy(n):
    y = np.zeros(n)
    return y.sum() + y[0]


def only_a_dict(params):
    names = sorted(params)
    return {name: params[name] for name in names}


def only_a_list(xs):
    found = []
    for x in xs:
        found.append(jnp.sum(x))
    return jnp.stack(found)


# A test of numbers says nothing of kinds, whatever it is called with.
def where_marked(x: jax.Array, m: jax.Array):
    if m.astype(int).sum() > 0:
        return x + [1, 2, 3]  # expect: JAX308
    return x


def where_typed(x: jax.Array):
    if type(x) is list:
        return x + [1, 2, 3]
    return x


def where_listed(x: jax.Array):
    if not is_array_like(x) or callable(x):
        return x + [1, 2, 3]
    return x


def is_array_like(x):
    return hasattr(x, "shape")


# What callers pass counts more than what is annotated.
def gathered(x: jax.Array, source_indices: jax.Array):
    places = (...,) + source_indices
    return x[places]


@jax.jit
def of_gathered(x):
    return gathered(x, (jnp.array([0]), jnp.array([1])))


def annotated(x: jax.Array):
    return x + [1, 2, 3]  # expect: JAX308


def annotated_each(*operands: jax.Array):
    return (jnp.array(0), *operands), (jnp.array(0),) + operands


# Without text, einsum takes arrays and lists of axes in turn.
def contracted(a, b):
    x = jnp.einsum(a, [0, 1], b, [1, 2], [0, 2])
    return x + jnp.einsum("ij,j->i", a, [1.0, 2.0])  # expect: JAX308


# Handlers of other errors, and those that raise it again, expect nothing of JAX.
class Stop(Exception):
    pass


def interrupted(x):
    try:
        x = jnp.sum([x, x])  # expect: JAX308
    except (KeyboardInterrupt, OSError):
        print("stopped")
    return x


def stopped(x):
    try:
        x = jnp.sum([x, x])  # expect: JAX308
    except Stop:
        print("stopped")
    return x


def raised_again(x):
    try:
        x = jnp.sum([x, x])  # expect: JAX308
    except Exception:
        print("failed")
        raise
    return x


def handled_by(x, error):
    try:
        x = jnp.sum([x, x])
    except error:
        x = x + x
    return x


def handled(x):
    try:
        x = jnp.sum([x, x])
    except (OSError, ValueError):
        x = x + x
    return x


def collected(ws, x):
    outs = []
    for w in ws:
        outs.append(x @ w)
    a = jnp.mean(outs)  # expect: JAX308
    rows = [jnp.tanh(w) for w in ws]
    b = jnp.max(rows, axis=0)  # expect: JAX308
    return a, b, jnp.mean(jnp.stack(outs)), jnp.array(rows).max(0), sum(rows)


def heads(ws, x):
    return [x @ w for w in ws]


def ensemble(ws, x):
    outs = heads(ws, x)
    mean = jnp.mean(outs, axis=0)  # expect: JAX308
    outs = jnp.stack(outs)
    return mean + jnp.mean(outs, axis=0)


def stacked_or_not(ws, x, together):
    outs = heads(ws, x)
    if together:
        outs = jnp.stack(outs)
    return jnp.mean(outs, axis=0)


def decomposed(x, full, mode):
    values = jnp.linalg.svd(x, compute_uv=False)
    corner = jnp.linalg.qr(x, mode="r")
    either = jnp.linalg.svd(x, compute_uv=full)
    parts = jnp.linalg.svd(x)
    top = jnp.max(parts)  # expect: JAX308
    return jnp.max(values), jnp.sum(corner), jnp.max(either), jnp.sum(jnp.linalg.qr(x, mode)), top


# A gradient by several arguments is a tuple, one by one argument is like it.
@jax.jit
def with_gradients(x, y):
    by_both = jax.grad(lambda a, b: jnp.sum(a * b), argnums=(0, 1))(x, y)
    by_first = jax.grad(lambda a, b: jnp.sum(a * b), argnums=0)(x, y)
    both = (jnp.sum(x),) + by_both
    return both, (jnp.sum(x),) + jnp.sum(by_first)  # expect: JAX308


# A Jacobian is a tree like the result, with such a gradient for each array in it.
@jax.jit
def with_jacobians(x, y):
    of_both = jax.jacrev(lambda a, b: (a * b, a, b), argnums=(0, 1))
    (by_first, _), _, (_, by_second) = of_both(x, y)
    one = jnp.sum(by_first) + jnp.sum(by_second)
    two = jnp.sum(jax.jacrev(lambda a: a * 2)(x)) + jnp.sum(jax.jacrev(lambda a: (a, a))(x)[0])
    of_pair = jax.jacfwd(lambda a: (a, a))(x)
    return one, two, jnp.sum(of_pair)  # expect: JAX308


@jax.jit
def with_hessians(x, y):
    first, _ = jax.hessian(lambda a, b: jnp.sum(a * b), argnums=(0, 1))(x, y)
    one = jnp.sum(jax.hessian(lambda a: jnp.sum(a**2))(x)) + jnp.sum(first[0])
    return one, jnp.sum(first)  # expect: JAX308


# The values of a dict that is made of pairs.
def halves_by_name(x):
    named = dict(sorted([("even", x[::2]), ("odd", x[1::2])]))
    return {name: jnp.zeros_like(half) for name, half in named.items()}


def pairs_by_name(x):
    named = dict(sorted([("even", (x[::2], x)), ("odd", (x[1::2], x))]))
    return {name: jnp.zeros_like(pair) for name, pair in named.items()}  # expect: JAX308


# A tree is compared with a leaf; what raises gives nothing to look into.
def solved(apply, b):
    if jax.tree.structure(b) != jax.tree.structure(0):
        return apply(b)
    return apply(jnp.asarray(b))


def solved_alone(apply, b):
    named = {"field": b["field"], "flow": b["flow"]}
    if jax.tree.structure(named) == jax.tree.structure({"field": 0, "flow": 0}):
        return apply(jnp.asarray(named))  # expect: JAX308
    return apply(b)


@jax.jit
def solved_by_name(x, y):
    def apply(fields):
        return {"field": 2.0 * fields["field"], "flow": fields["flow"]}

    fields = {"field": x, "flow": y}
    return solved(apply, fields), solved_alone(apply, fields), solved(jnp.sin, x)


# A default that is put in where nothing is yet is not the only thing that a dict may hold.
def nested_by_dots(record):
    info = {}
    for key in record:
        parent, dot, child = key.partition(".")
        if dot:
            info.setdefault(parent, {})[child] = record[key]
        else:
            info[key] = record[key]
    listed = [jnp.asarray(value) for value in info.values()]
    named = {name: jnp.asarray(value) for name, value in info.items()}
    return listed, named, jnp.asarray(info["step"])


def nested_each(record):
    info = {"step": jnp.zeros(())}
    for key in record:
        info.setdefault(key, {})
    info.setdefault("step", [])
    seen = {"step": 0}
    info.setdefault("seen", seen)
    return jnp.asarray(info["step"]), jnp.asarray(seen)  # expect: JAX308


# What comes in from elsewhere, or is an entry, may be something else in the calls that count.
def given(prior):
    return jnp.asarray(prior)


def given_by_name(names, prior):
    entries = {"names": names, "prior": {name: prior for name in names}}
    named = {name: prior for name in names}
    return given(named), jnp.asarray(entries["prior"]), jnp.asarray(named)  # expect: JAX308


# A helper that is called in two arms uses another function of the same name in each.
def summed_by_arm(xs, scale, with_slope=False):
    def energy(x, by):
        return jnp.sum(x**2) * by

    mapped = jax.vmap(jax.value_and_grad(energy) if with_slope else energy, in_axes=(0, None))

    def results():
        return ((name, mapped(xs, one)) for name, one in (("a", scale), ("b", 2 * scale)))

    total = jnp.zeros(3)
    if with_slope:
        for _, (value, _) in results():
            total = total + value
        return total
    for _, value in results():
        total = total + value
    return total


def summed_in_the_wrong_arm(xs, scale, with_slope=False):
    def energy(x, by):
        return jnp.sum(x**2) * by

    mapped = jax.vmap(jax.value_and_grad(energy) if with_slope else energy, in_axes=(0, None))

    def results():
        return ((name, mapped(xs, one)) for name, one in (("a", scale), ("b", 2 * scale)))

    total = jnp.zeros(3)
    if not with_slope:
        for _, value in results():
            total = total + value
        return total
    for _, value in results():
        total = total + value  # expect: JAX308
    return total


# --- private functions ----------------------------------------------------------------------------


def _left_over(modes):
    return jnp.all([mode.ndim == 1 for mode in modes])


def _recursive_left_over(modes):
    return _recursive_left_over(modes[1:]) and jnp.all([mode.ndim == 1 for mode in modes])


def _kept_in_a_table(modes):
    return jnp.all([mode.ndim == 1 for mode in modes])  # expect: JAX308


CHECKS = {"modes": _kept_in_a_table}


class Checked:
    def __init__(self, modes):
        self.fine = _kept_by_a_method(modes)


def _kept_by_a_method(modes):
    return jnp.all([mode.ndim == 1 for mode in modes])  # expect: JAX308


# A call that is answered from memory gives what was stored in its container, too.
def grouped(record, prefix):
    info = {}
    for key in record:
        name = key.removeprefix(prefix)
        if "." in name:
            info.setdefault(name.partition(".")[0], {})[name] = record[key]
        else:
            info[name] = record[key]
    return info


def loaded_once(record):
    return jnp.asarray(grouped(record, "state/")["step"])


def loaded_again(record):
    return jnp.asarray(grouped(record, "state/")["step"])


# What a field holds is a list where all that assign it give it one.
class Meter:
    def __init__(self):
        self.seen = []
        self.kept = []

    def add(self, value):
        self.seen.append(value)
        self.kept.append(value)

    def report(self):
        mean = jnp.mean(self.seen)  # expect: JAX308
        self.seen = []
        return mean

    def stack(self):
        self.kept = jnp.stack(self.kept)

    def total_of_all(self):
        return jnp.sum(self.kept)


meter = Meter()
meter.add(jnp.ones(3))
meter.report()
meter.total_of_all()
