"""An assert on a traced value."""

from contextlib import contextmanager, suppress
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import checkify


@jax.jit
def log_density(x, scale):
    assert scale > 0, "scale must be positive"  # expect: JAX103
    return -0.5 * (x / scale) ** 2 - jnp.log(scale)


# T02: facts about shapes and dtypes are static.
@jax.jit
def log_density_shapes(x, scale):
    assert x.ndim == 1, f"got {x.shape}"
    assert x.shape == scale.shape and len(x) == len(scale)
    assert jnp.ndim(scale) == 1
    assert jnp.issubdtype(x.dtype, jnp.floating)
    assert x.dtype == jnp.float32
    return -0.5 * (x / scale) ** 2 - jnp.log(scale)


def log_density_plain(x, scale):
    assert scale > 0
    return -0.5 * (x / scale) ** 2


@jax.jit
def normalised(logits):
    p = jax.nn.softmax(logits)
    assert jnp.allclose(p.sum(), 1.0)  # expect: JAX103
    return p


@jax.jit
def finite(x):
    assert jnp.isfinite(x).all(), x.shape  # expect: JAX103
    return x


# T01, T03
@jax.jit
def given(x, mask, params):
    assert mask is not None
    assert isinstance(params, dict), type(params)
    assert isinstance(x, jax.Array)
    assert "w" in params and params
    return x * mask


@partial(jax.jit, static_argnames=("n", "mode"))
def static_facts(x, n, mode="max"):
    assert n > 0
    assert mode in ("max", "mean")
    assert x.max() < n  # expect: JAX103
    return x / n


def check_positive(value):
    assert value > 0  # expect: JAX103
    return value


def check_rank(value, rank):
    assert value.ndim == rank
    return value


@jax.jit
def with_helpers(x):
    x = check_rank(x, 1)
    return check_positive(jnp.min(x))


def integrate(x0, dt):
    def body(x, _):
        assert x < 100.0  # expect: JAX103
        assert x.ndim == 0
        return x + dt * x, x

    return lax.scan(body, x0, None, length=10)


class Env:
    def __init__(self, size):
        self.size = size
        self.step = jax.jit(self._step)

    def _step(self, position, action):
        assert self.size > 2
        assert 0 <= self.size
        assert position < self.size  # expect: JAX103
        return position + action


@jax.jit
def conjunction(x, y):
    # Here it is the `and` that asks for the truth value.
    assert (x > 0).all() and (y > 0).all()  # expect: JAX104
    return x / y


# T07
def loss(w):
    assert w > 0
    return jnp.log(w)


slope = jax.grad(loss)


# T10: the check becomes part of the computation.
def checked(x):
    checkify.check(x > 0, "must be positive, got {x}", x=x)
    return jnp.log(x)


checked_log = checkify.checkify(jax.jit(checked))


# T09
def host(x):
    assert np.all(x > 0)
    return x


@jax.jit
def with_host(x):
    return jax.pure_callback(host, x, x)


@jax.jit
def about_structure(xs):
    shapes = [x.shape for x in xs]
    assert len(set(shapes)) == 1
    assert all(x.ndim == 1 for x in xs)
    assert shapes[0] == shapes[-1]
    return jnp.stack(xs)


# --- context managers that end the error ---------------------------------------------------------


class UnlessTraced:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is not None and issubclass(kind, jax.errors.ConcretizationTypeError)


class Closing:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.closed = True
        return False


@contextmanager
def skipped():
    try:
        yield
    except jax.errors.JAXTypeError:
        pass


@contextmanager
def told():
    try:
        yield
    except TypeError as error:
        raise ValueError("not sorted") from error


@jax.jit
def checked_where_it_can(x):
    with UnlessTraced():
        assert jnp.all(x > 0)
    with skipped():
        assert jnp.all(x < 9)
    with suppress(jax.errors.ConcretizationTypeError, ValueError):
        assert jnp.all(x < 9)
    return x


@jax.jit
def checked_in_vain(x):
    with Closing():
        assert jnp.all(x > 0)  # expect: JAX103
    with told():
        assert jnp.all(x < 9)  # expect: JAX103
    return x
