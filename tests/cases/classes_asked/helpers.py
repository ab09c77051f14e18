"""Tests for arrays that a helper makes, that a variable holds, or that chose a text or a number.

A tracer is an array of JAX: it does not come to the arm for all other values.
"""

import jax
import jax.numpy as jnp
import numpy as np


def is_on_device(x):
    return isinstance(x, jax.Array)


def is_on_host(x):
    return not is_on_device(x)


def is_surely_on_device(x):
    try:
        if isinstance(x, jax.Array):
            return True
    except Exception:
        pass
    return False


def library_of(x):
    library = "jax" if is_surely_on_device(x) else "numpy"
    return library


def library_by_arms(x):
    if isinstance(x, jax.Array):
        library = "jax"
    elif isinstance(x, (list, tuple)):
        library = "python"
    else:
        library = "numpy"
    return library


def library_by_default(x):
    library = "numpy"
    if is_on_device(x):
        library = "jax"
    return library


def number_of(x):
    return 1 if isinstance(x, jnp.ndarray) else 0


class Placement:
    def of(self, x):
        if is_on_host(x):
            return "host"
        return "device"

    def fetched(self, x):
        return np.asarray(x) if self.of(x) == "host" else x


PLACEMENT = Placement()


def by_truth(x):
    if not is_on_device(x):
        return np.asarray(x)
    return x


def by_opposite(x):
    return np.asarray(x) if is_on_host(x) else x


def by_two(x, verbose):
    if is_on_host(x) and verbose:
        return np.asarray(x)
    if verbose or is_on_device(x):
        return x
    return np.asarray(x)


def by_any(x, scale):
    if not any(isinstance(one, jax.Array) for one in (x, scale)):
        return np.asarray(x) * scale
    if all([is_on_host(x), is_on_host(scale)]):
        return np.asarray(scale)
    return x


def by_text(x, library=None):
    chosen = library_of(x) if library in (None, "auto") else library
    if chosen == "numpy":
        return np.asarray(x)
    return x


def by_walrus(x):
    if (library := library_by_arms(x)) != "jax":
        return np.asarray(x), library
    return x


def by_membership(x):
    library = library_by_arms(x)
    return np.asarray(x) if library in ("numpy", "python") else x


def by_default(x):
    library = library_by_default(x)
    if library is not "jax":  # noqa: F632
        return np.asarray(x)
    return x


def by_number(x):
    return x if bool(number_of(x)) else np.asarray(x)


def handed_on(x, library):
    if library == "numpy":
        return np.asarray(x)
    return x


@jax.jit
def quiet(x, y, z):
    first = by_truth(x), by_opposite(y), by_two(z, jax.config.jax_debug_nans), by_any(x, y)
    second = by_text(x), by_walrus(y), by_membership(z), by_default(x), by_number(y)
    return first, second, handed_on(x, library_of(x)), PLACEMENT.fetched(z)


def other_arm(x):
    if is_on_device(x):
        return np.asarray(x)  # expect: JAX107
    return x


def other_text(x):
    return np.asarray(x) if library_of(x) == "jax" else x  # expect: JAX107


def by_one_of_two(x, verbose):
    if is_on_host(x) or verbose:
        return np.asarray(x)  # expect: JAX107
    return x


def by_both_of_two(x, verbose):
    if not (is_on_device(x) and verbose):
        return np.asarray(x)  # expect: JAX107
    return x


def of_another(x, scale):
    if is_on_host(scale):
        return np.asarray(x)  # expect: JAX107
    return x


def either_way(x, verbose):
    library = "numpy"
    if verbose and is_on_device(x):
        library = "jax"
    return np.asarray(x) if library == "numpy" else x  # expect: JAX107


def both_ways(x):
    library = "numpy" if is_on_device(x) else "numpy"
    return np.asarray(x) if library == "numpy" else x  # expect: JAX107


def after_both(x):
    scale = 2.0 if is_on_host(x) else 1.0
    return np.asarray(x) * scale  # expect: JAX107


def by_any_of_others(x, scale):
    if not all(isinstance(one, jax.Array) for one in (x, scale)):
        return np.asarray(x)  # expect: JAX107
    return x


def by_a_test_that_may_fail(x):
    try:
        if x.size > 3 and isinstance(x, jax.Array):
            return True
    except Exception:
        pass
    return False


def after_a_test_that_may_fail(x):
    return np.asarray(x) if not by_a_test_that_may_fail(x) else x  # expect: JAX107


def told_of_another(x, library):
    if library == "numpy":
        return np.asarray(x)  # expect: JAX107
    return x


@jax.jit
def loud(x, y, z):
    verbose = jax.config.jax_debug_nans
    first = other_arm(x), other_text(y), by_one_of_two(z, verbose), by_both_of_two(x, verbose)
    second = of_another(x, y), either_way(y, verbose), both_ways(z), after_both(x)
    third = by_any_of_others(x, y), after_a_test_that_may_fail(z), told_of_another(y, library_of(z))
    return first, second, third
