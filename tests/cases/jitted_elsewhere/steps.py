import jax.numpy as jnp


def update(w, g, mode, clip=None):
    if mode == "sgd":
        return w - 0.1 * g
    if clip is not None:
        g = jnp.minimum(g, clip)
    if g > w:  # expect: JAX101
        return w
    return w - g


def evaluate(w, x):
    error = jnp.mean((w - x) ** 2)
    return float(error)  # expect: JAX105


def penalty(w, x):
    return jnp.mean((w - x) ** 2) if w.ndim == 1 else jnp.sum(w)


def measure(w, x):
    error = jnp.mean((w - x) ** 2)
    return float(error)


class Sampler:
    def __init__(self, scale):
        self.scale = scale

    def draw(self, key, x):
        y = x + self.scale * x
        y[0] = 0.0  # expect: JAX301
        return y
