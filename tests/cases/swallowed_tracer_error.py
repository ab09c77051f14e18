"""Handlers around what tracers refuse."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


@jax.jit
def rounded(x):
    try:
        return round(float(x))  # expect: JAX114
    except (TypeError, ValueError):
        return 0.0


def rounded_plain(x):
    try:
        return round(float(x))
    except (TypeError, ValueError):
        return 0.0


@jax.jit
def anything(x):
    try:
        y = np.sqrt(x)  # expect: JAX114
    except Exception:
        y = 0.0
    return y


# The handler is the way for tracers.
@jax.jit
def either_way(x):
    try:
        y = np.sqrt(x)
    except TypeError:
        y = jnp.sqrt(x)
    return y


# A check that only plain values can fail.
@jax.jit
def checked(x):
    try:
        if float(x) <= 0:
            raise ValueError("x must be positive")
    except TypeError:
        pass
    return jnp.log(x)


@jax.jit
def bare(x, n):
    try:
        if n > 2:  # expect: JAX114
            return x * 2
    except:
        return 1.0
    return x


# What the error is called says that the author knows.
@jax.jit
def on_purpose(x):
    try:
        return x * float(x)
    except jax.errors.ConcretizationTypeError:
        return x * x


@jax.jit
def again(x):
    try:
        return x * float(x)
    except Exception as error:
        raise ValueError("x must be static") from error


# T22
@jax.jit
def shapes(x, params):
    try:
        width = x.shape[5]
    except IndexError:
        width = 1
    try:
        bias = params["bias"]
    except Exception:
        bias = 0.0
    return x * width + bias


# No TypeError is caught here, so that the conversion is reported as itself.
@jax.jit
def other_kinds(x):
    try:
        return float(x)  # expect: JAX105
    except (KeyError, ZeroDivisionError):
        return 0.0


def helper(x):
    try:
        return np.asarray(x).mean()  # expect: JAX114
    except TypeError:
        return 1.0


@jax.jit
def through_a_helper(x):
    return x * helper(x)


# The handler is outside of the traced code: the error ends the trace, and what it says is seen.
def caller(x):
    try:
        return other(x)
    except Exception:
        return None


@jax.jit
def other(x):
    return jnp.sin(x)


def body(carry, x):
    try:
        carry = max(carry, x)  # expect: JAX114
    except TypeError:
        carry = 0.0
    return carry, x


def scanned(xs):
    return lax.scan(body, 0.0, xs)


@jax.jit
def sized(x, n):
    try:
        return jnp.zeros(n)  # expect: JAX114
    except TypeError:
        return jnp.zeros(4)


# T07: under grad alone the value is there.
def loss(w):
    try:
        return w * int(w > 0)
    except TypeError:
        return w


slope = jax.grad(loss)


@jax.jit
def imports(x):
    try:
        import scipy
    except Exception:
        scipy = None
    return x if scipy is None else x * 2


# None says that the number is not known, and the code goes on by asking for it.
@jax.jit
def validated(scale):
    try:
        known = float(scale)
    except TypeError:
        known = None
    if known is not None and known <= 0:
        raise ValueError("scale must be positive")
    return jnp.log(scale)


# The flag decides whether something is said, and no result.
@jax.jit
def warned(x):
    try:
        broken = not bool(jnp.all(jnp.isfinite(x)))
    except Exception:
        broken = False
    if broken:
        import warnings

        warnings.warn("x is not finite", stacklevel=2)
    return x * 2


@jax.jit
def mirrored(x):
    try:
        negative = bool(x < 0)  # expect: JAX114
    except Exception:
        negative = False
    if negative:
        x = -x
    return x


@jax.jit
def with_a_count(x, counts):
    try:
        broken = bool(jnp.isnan(x))  # expect: JAX114
    except Exception:
        broken = False
    if broken:
        counts.append(x)
    return x
