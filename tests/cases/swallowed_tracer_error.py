"""Handlers around what tracers refuse."""

import logging
import os
import sys
import traceback

import jax
import jax.numpy as jnp
import numpy as np
from absl import logging as absl_logging
from jax import lax

logger = logging.getLogger(__name__)


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


# --- around a call in plain code: what is a failure there is no way for tracers --------------------


@jax.jit
def raised_again(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_raised_again(x):
    try:
        return raised_again(x)
    except Exception as error:
        print(error)
        raise


@jax.jit
def raised_as_another(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_raised_as_another(x):
    try:
        return raised_as_another(x)
    except Exception as error:
        raise RuntimeError("no result") from error


@jax.jit
def ended(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_ended(x):
    try:
        return ended(x)
    except Exception as error:
        traceback.print_exc()
        sys.exit(1)


@jax.jit
def ended_with_the_error(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_ended_with_the_error(x):
    try:
        return ended_with_the_error(x)
    except Exception as error:
        sys.exit(str(error))


@jax.jit
def ended_at_once(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_ended_at_once(x):
    try:
        return ended_at_once(x)
    except BaseException:
        os._exit(2)


@jax.jit
def ended_well(x):
    if x > 0:
        return x
    return -x


def with_ended_well(x):
    try:
        return ended_well(x)
    except Exception:
        sys.exit(0)


@jax.jit
def ended_without_status(x):
    if x > 0:
        return x
    return -x


def with_ended_without_status(x):
    try:
        return ended_without_status(x)
    except Exception:
        sys.exit()


@jax.jit
def logged(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_logged(x):
    try:
        return logged(x)
    except Exception:
        logger.exception("failed")
        return None


@jax.jit
def logged_by_absl(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_logged_by_absl(x):
    try:
        return logged_by_absl(x)
    except Exception as error:
        absl_logging.error("failed: %s", error)
        return False


@jax.jit
def logged_around_a_run(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_logged_around_a_run(x):
    try:
        logged_around_a_run(x)
    except Exception:
        logging.critical("failed", exc_info=True)


@jax.jit
def logged_before_another_way(x):
    if x > 0:
        return x
    return -x


def with_logged_before_another_way(x):
    try:
        return logged_before_another_way(x)
    except Exception as error:
        logger.error("slow: %s", error)
        return jnp.abs(x)


@jax.jit
def logged_before_what_follows(x):
    if x > 0:
        return x
    return -x


def with_logged_before_what_follows(x):
    try:
        y = logged_before_what_follows(x)
    except Exception as error:
        logger.error("slow: %s", error)
        y = jnp.abs(x)


@jax.jit
def logged_and_gone_on(x):
    if x > 0:
        return x
    return -x


def with_logged_and_gone_on(x):
    try:
        return logged_and_gone_on(x)
    except Exception:
        logger.exception("failed")


@jax.jit
def warned_of(x):
    if x > 0:
        return x
    return -x


def with_warned_of(x):
    try:
        return warned_of(x)
    except Exception as error:
        logger.warning("failed: %s", error)
        return None


@jax.jit
def shown(x):
    if x > 0:
        return x
    return -x


def with_shown(x):
    try:
        return shown(x)
    except Exception as error:
        print(type(error).__name__, error)


@jax.jit
def known_to_fail(x):
    if x > 0:
        return x
    return -x


def with_known_to_fail(x):
    try:
        return known_to_fail(x)
    except TypeError:
        return jnp.abs(x)
    except Exception:
        sys.exit(1)


@jax.jit
def left_out_of_a_loop(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def with_left_out_of_a_loop(xs):
    for x in xs:
        try:
            y = left_out_of_a_loop(x)
        except Exception:
            logger.exception("left out")
            continue
        print(y)


@jax.jit
def first_that_works(x):
    if x > 0:
        return x
    return -x


def with_first_that_works(xs):
    for x in xs:
        try:
            return first_that_works(x)
        except Exception:
            logger.exception("the next one")
            continue
    return None


@jax.jit
def logged_by_a_field(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


class Runner:
    def __init__(self):
        self.log = logging.getLogger("runner")

    def run(self, x):
        try:
            return logged_by_a_field(x)
        except Exception:
            self.log.exception("failed")
            return None
