"""Tests that no array passes."""

import operator
from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from numpy.linalg import LinAlgError


@jax.jit
def dropout(x, train):
    if train is True:  # expect: JAX113
        return x * 2
    return x


@partial(jax.jit, static_argnames="train")
def static_dropout(x, train):
    if train is True:
        return x * 2
    return x


def plain_dropout(x, train):
    return x * 2 if train is True else x


# A default says that nothing was passed, whatever is passed otherwise.
@jax.jit
def sentinel(x, mask=False):
    if mask is False:
        return x
    return x * mask


@jax.jit
def reset(state, done=None):
    if done is True:  # expect: JAX113
        state = jnp.zeros_like(state)
    return state + 1


# An array may take the place of a setting.
@jax.jit
def attend(scores, mask=None):
    if mask is True:
        mask = jnp.tril(jnp.ones_like(scores))
    return scores if mask is None else scores * mask


reset(jnp.ones(3), jnp.array(True))
attend(jnp.ones((3, 3)), jnp.ones((3, 3)))


# T01
@jax.jit
def optional(x, mask):
    return x if mask is None else x * mask


@jax.jit
def negated(x, frozen):
    return x if frozen is not False else -x  # expect: JAX113


@jax.jit
def mode(x, activation):
    if activation == "relu":  # expect: JAX113
        return jnp.maximum(x, 0)
    return jnp.tanh(x)


@partial(jax.jit, static_argnums=1)
def static_mode(x, activation):
    if activation == "relu":
        return jnp.maximum(x, 0)
    return jnp.tanh(x)


# Either text or an array: with an array the test is rightly false.
@jax.jit
def text_or_array(x, weights):
    if weights == "uniform":
        return x.mean()
    return jnp.sum(x * weights) / weights.sum()


def checked(x):
    if not isinstance(x, (int, float)):  # expect: JAX113
        raise TypeError("a number is wanted")
    return x * 2


@jax.jit
def validated(x):
    return checked(x)


# T03
@jax.jit
def types_of_arrays(x, pair):
    if not isinstance(x, jax.Array):
        raise TypeError("an array is wanted")
    if isinstance(x, float):
        raise TypeError("no Python number, please")
    assert isinstance(pair, tuple)
    if isinstance(x, (int, float)) or not isinstance(x, jax.core.Tracer):
        x = jnp.asarray(x)
    return x + pair[0]


@jax.jit
def asserted(x):
    assert isinstance(x, np.ndarray)  # expect: JAX113
    return x * 2


@jax.jit
def asserted_shape(x):
    assert isinstance(x.shape[0], int) and jnp.issubdtype(x.dtype, jnp.floating)
    return x * 2


@jax.jit
def equal(x, y):
    if np.array_equal(x, y):  # expect: JAX113
        return x
    return x + y


@jax.jit
def equal_shapes(x, y):
    if np.array_equal(x.shape, y.shape):
        return x
    return jnp.where(jnp.array_equal(x, y), x, x + y)


def unpacked(v):
    match v:
        case [a, b]:  # expect: JAX113
            return a + b
        case _:
            return 0.0


def body(carry, v):
    return carry + unpacked(v * 2.0), None


def scanned(vs):
    return lax.scan(body, 0.0, vs)


# T04
@jax.jit
def structure(tree):
    match tree:
        case (a, b):
            return a + b
        case {"w": w}:
            return w
        case _:
            return 0.0


# A module's argument without an annotation may be a Python value.
class Block(nn.Module):
    @nn.compact
    def __call__(self, x, train, norm):
        if norm == "batch":
            x = x - x.mean()
        return x if train is True else -x


def mapped(x, flag):
    return x if flag is True else -x


plain_flag = jax.vmap(mapped, in_axes=(0, None))


# A key that traced code has made too is none of a trace where plain code makes it.
ROOT = jax.random.key(0)


def episode(root, number):
    return jax.random.fold_in(root, number)


@jax.jit
def first_draw(x):
    key = episode(ROOT, 0)
    same = np.array_equal(key, ROOT)  # expect: JAX113
    return x + jax.random.normal(key), same


def is_first(x):
    drawn = first_draw(x)
    return drawn, np.array_equal(episode(ROOT, 0), ROOT)


# What a function returns for a type it knows, and raises behind.
def tripled(x):
    if isinstance(x, (int, float)):  # expect: JAX113
        return x * 3
    raise TypeError("a number")


def tripled_or_array(x):
    if isinstance(x, (int, float)):
        return x * 3
    if isinstance(x, jax.Array):
        return x * 3
    raise TypeError("a number or an array")


def tripled_if_allowed(x, mode):
    if isinstance(x, float):
        return x * 3
    if mode == "strict":
        raise TypeError("a number")
    return x


@jax.jit
def triples(x):
    x = jnp.sum(x)
    return tripled(x) + tripled_or_array(x) + tripled(3.0) + tripled_if_allowed(x, "loose")


def quartered(x):
    if isinstance(x, float):
        return x / 4
    raise TypeError("a number")


def halved(x):
    if not isinstance(x, float):
        raise TypeError("a number")
    return x / 2


@jax.jit
def quarters(x):
    x = jnp.sum(x)
    try:
        return quartered(x)
    except TypeError:
        return halved_array(x)


def halved_array(x):
    try:
        return halved(x)
    except TypeError:
        return x * 0.5


# --- an error that JAX does not raise ------------------------------------------------------------


def factored(matrix):
    try:
        return jnp.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:  # expect: JAX113
        return jnp.linalg.cholesky(matrix + 1e-6 * jnp.eye(len(matrix)))


def solved(matrix, right):
    try:
        found = jax.scipy.linalg.solve(matrix, right).sum()
    except LinAlgError as error:  # expect: JAX113
        raise ValueError("singular") from error
    return found


def factored_on_the_host(matrix):
    try:
        return np.linalg.cholesky(np.asarray(matrix))
    except np.linalg.LinAlgError:
        return jnp.linalg.cholesky(matrix)


def factored_by_any(factor, matrix):
    try:
        return factor(jnp.linalg.inv(matrix))
    except np.linalg.LinAlgError:
        return matrix


def tested(matrix):
    try:
        found = jnp.linalg.inv(matrix)
        if not jnp.isfinite(found).all():
            raise np.linalg.LinAlgError("singular")
    except np.linalg.LinAlgError:
        found = jnp.linalg.pinv(matrix)
    return found


def of_the_wrong_shape(matrix):
    try:
        return jnp.linalg.inv(matrix)
    except (np.linalg.LinAlgError, ValueError):
        return matrix


def without_linear_algebra(matrix):
    try:
        return jnp.sum(matrix)
    except np.linalg.LinAlgError:
        return matrix


# A function of the project's own says that nothing is traced there.
def holds_tracer(tree):
    for leaf in jax.tree.leaves(tree):
        if isinstance(leaf, jax.core.Tracer):
            return True
    return False


@jax.jit
def simplified(vectors, size=3):
    if not holds_tracer(vectors) and np.array_equal(vectors, np.eye(size)):
        return vectors
    return vectors + 1


@jax.jit
def simplified_in_vain(vectors, size=3):
    if size and np.array_equal(vectors, np.eye(size)):  # expect: JAX113
        return vectors
    return vectors + 1


# A parameter that is of use only where it is a number of Python.
def clipped(grads, limit):
    if isinstance(limit, (int, float)):  # expect: JAX113
        norm = jnp.linalg.norm(grads)
        grads = grads * jnp.minimum(1.0, limit / (norm + 1e-12))
    return grads


def scaled_by(grads, scale=None):
    if isinstance(scale, float):  # expect: JAX113
        return grads * scale
    return grads


def bounded(grads, bound):
    if isinstance(bound, float):
        grads = jnp.minimum(grads, bound)
    elif bound is not None:
        grads = jnp.minimum(grads, bound[0])
    return grads


def weighted(grads, weight):
    if isinstance(weight, float):
        weight = jnp.asarray(weight)
    return grads * weight


def told_of(grads, rate):
    if isinstance(rate, float):
        print("rate", rate)
    return grads


def softened(grads, amount=0.5):
    if isinstance(amount, float):
        grads = grads * amount
    return grads


def limited(grads, most):
    if isinstance(most, float):
        grads = jnp.minimum(grads, most)
    return grads


@jax.jit
def train_step(params, grads, limit, scale, bound, weight, rate, amount):
    grads = softened(told_of(clipped(grads, limit), rate), amount)
    grads = limited(weighted(bounded(scaled_by(grads, scale), bound), weight), 1.0)
    return params - grads


# What `operator.index` gives of a number is that number.
def derivatives(inits, order=1):
    order = operator.index(order)
    if order == 1:
        return (jnp.asarray(inits),)
    if not isinstance(inits, (tuple, list)):
        raise ValueError("one for each order")
    return tuple(inits)


def first_derivatives(x):
    return jax.jacfwd(lambda y: derivatives(y)[0])(x)
