"""What a match takes: cases that hold or cannot, cases that end the others, what a case tells."""

import jax
import jax.numpy as jnp

PAIR = (1.0, 2.0)
MODE = "plain"


def by_length(values):
    corner = jnp.asarray(values)
    match corner.shape[0]:
        case 2:
            return corner[0] * corner[1]
        case 3:
            return corner[0] * corner[1] * corner[2]
    return corner[0]


def of_pair():
    return by_length(PAIR)


def behind():
    corner = jnp.asarray(PAIR)
    match corner.shape[0]:
        case 3:
            last = corner[2]
        case _:
            last = corner[1]
    return last + corner[2]  # expect: JAX306


def fallen_through(kind):
    corner = jnp.asarray(PAIR)
    match corner.ndim:
        case 2 | 3:
            kind = corner[3]
    return kind, corner[3]  # expect: JAX306


@jax.jit
def measured(v):
    return v.shape[0], v * 2.0


def of_jitted(values):
    size, v = measured(jnp.zeros(2))
    match size:
        case 3:
            return v[2]
        case 2 if values:
            return v[1]
    return v[0]


def of_shape(m):
    v = jnp.zeros((2, 2))
    match m.shape:
        case (2, 3):
            return v[0, 2]
        case [_, *_]:
            return v[2, 0]
        case _:
            return v[1, 1]


def asked_twice(key, kind):
    match kind:
        case "normal":
            x = jax.random.normal(key)
        case "uniform" | "even":
            x = jax.random.uniform(key)
        case _:
            x = 0.0
    match kind:
        case "exact":
            x += jax.random.bernoulli(key)
        case "normal" | "uniform" | "even":
            x += 1.0
    return x


def asked_otherwise(key, kind):
    match kind:
        case "normal":
            x = jax.random.normal(key)
        case _:
            x = 0.0
    if kind == "uniform":
        x += jax.random.uniform(key)
    if kind == "normal":
        x += jax.random.bernoulli(key)  # expect: JAX401
    return x


def guarded(key, kind, wide):
    match kind:
        case "normal" if wide:
            x = jax.random.normal(key)
        case "normal":
            x = jax.random.uniform(key)
        case _:
            x = 0.0
    if kind == "normal":
        x += jax.random.bernoulli(key)  # expect: JAX401
    return x


def once(key, kind):
    match kind:
        case 1:
            return jax.random.normal(key)
        case 2:
            return jax.random.uniform(key)
        case _:
            raise ValueError(kind)
    return jax.random.bernoulli(key)


def chosen(kind, x):
    match kind:
        case "sum":
            return x.sum()
        case "list":
            return x.tolist()
        case "float":
            return float(x)  # expect: JAX105


@jax.jit
def summed(x):
    return chosen("sum", x)


@jax.jit
def as_number(x):
    return chosen("float", x)


def default(kind, x):
    match kind:
        case None:
            return x
        case str():
            return x * 2.0
        case True | False:
            return -x
        case (1, 2):
            return x + 1.0
        case _:
            return float(x)  # expect: JAX105


@jax.jit
def defaults(x):
    return default(None, x), default("a", x), default(True, x), default((1, 2), x)


@jax.jit
def remaining(y):
    return default(3, y)


# The body of a module may set its names another way.
match MODE:
    case "plain":
        EDGE = jnp.zeros(2)
    case "wide":
        EDGE = jnp.zeros(4)


def at_edge():
    return EDGE[1]
