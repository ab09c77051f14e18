"""Names that no release of JAX has had."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import gradient, lax  # expect: JAX804
from jax.numpy import asarrays as arrays  # expect: JAX804


def slip(x, y):
    return jnp.multipy(x, y)  # expect: JAX804


def wrong_module(x):
    return lax.where(x > 0, x, 0)  # expect: JAX804


def norm(x):
    return jnp.norm(x)  # expect: JAX804


def constant(x):
    return jnp.where(x > jnp.Infinity, 0, x)  # expect: JAX804


@jax.jit
def in_jitted_code(x):
    return jnp.log_sum_exp(x)  # expect: JAX804


def no_module():
    import jax.never  # expect: JAX804

    return gradient, arrays


def in_an_annotation(x: jnp.Tensor):  # expect: JAX804
    return x


def there(x, y):
    return jnp.multiply(x, y), lax.select(x > 0, x, y), jnp.linalg.norm(x), jnp.inf


def of_an_array(x):
    return jnp.zeros(3).never, x.never


def of_a_class():
    return jax.Array.never, jnp.float32.never, jax.config.never_there


def of_numpy(x):
    return np.never(x)


def own(jnp, x):
    return jnp.multipy(x)


def private():
    return jax._never, jax._src.never.there


def asked(x):
    if hasattr(jnp, "norms"):
        return jnp.norms(x)
    return x


def tried(x):
    try:
        return jnp.norms(x)
    except AttributeError:
        return x


# What needs more than JAX to be imported is not known.
def of_modules_that_need_more():
    from jax.experimental.mosaic.dialects import tpu
    from jax.experimental.mosaic.gpu import profiler
    from jax.experimental.roofline import roofline
    from jax.experimental.roofline.roofline import RooflineShape
    from jax.extend.mlir.dialects import func, stablehlo

    from jax.extend import never  # expect: JAX804

    return tpu, profiler, roofline, RooflineShape, func, stablehlo, never
