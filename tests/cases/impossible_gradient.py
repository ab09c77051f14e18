"""Gradients of what has none."""

import abc

import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.sum((w - x) ** 2)


def loss_and_output(w, x):
    return jnp.sum((w - x) ** 2), w


def outputs(w, x):
    return {"loss": jnp.sum(w - x)}


def nothing(w, x):
    w = w - x


grad_loss = jax.grad(loss)
grad_pair = jax.grad(loss_and_output)  # expect: JAX509
grad_pair_with_aux = jax.grad(loss_and_output, has_aux=True)
grad_of_dict = jax.value_and_grad(outputs)  # expect: JAX509
grad_of_nothing = jax.grad(nothing)  # expect: JAX509
grad_aux_of_number = jax.value_and_grad(loss, has_aux=True)  # expect: JAX509
grad_aux_of_dict = jax.grad(outputs, has_aux=True)  # expect: JAX509
grad_of_triple = jax.grad(lambda w: (w, w, w), has_aux=True)  # expect: JAX509
jacobian_of_pair = jax.jacrev(loss_and_output)


def nested(w, x):
    return (jnp.sum(w), w), x


grad_of_nested = jax.grad(nested, has_aux=True)  # expect: JAX509


def either(w, aux):
    return (jnp.sum(w), w) if aux else jnp.sum(w)


def switched(w, aux):
    return jax.value_and_grad(either, has_aux=aux)(w, aux)


class Model(abc.ABC):
    @abc.abstractmethod
    def loss(self, w):
        """The loss."""

    def step(self, w):
        return jax.grad(self.loss)(w)

    def step_with_aux(self, w):
        return jax.grad(lambda v: self.loss(v), has_aux=True)(w)


def square(x, k=1.0):
    return k * x**2


def whole_numbers(n):
    _ = jax.grad(square)(3)  # expect: JAX509
    _ = jax.grad(square)(3.0)
    _ = jax.grad(square)(3.0, 2)
    _ = jax.grad(square, argnums=1)(3, 2)  # expect: JAX509
    _ = jax.grad(square, argnums=1)(3, 2.0)
    _ = jax.grad(square, allow_int=True)(3)
    _ = jax.value_and_grad(square)(True)  # expect: JAX509
    _ = jax.grad(square)(n)


def positions(x, given):
    _ = jax.grad(square, argnums=1)(x)  # expect: JAX509
    _ = jax.grad(square, argnums=(0, 1))(x, x)
    _ = jax.grad(square, argnums=2)(x, x)  # expect: JAX509
    _ = jax.grad(square)(x=x)  # expect: JAX509
    _ = jax.grad(square, argnums=-1)(x, x)
    _ = jax.grad(square, argnums=1)(*given)


@jax.grad
def decorated(w):  # the mark stands where the gradient is made
    return jnp.sum(w)


@jax.grad  # expect: JAX509
def decorated_pair(w):
    return jnp.sum(w), w


# Arrays: what makes them says of which kind they are.
class Lattice:
    def __init__(self, count, step=1):
        self.sites = jnp.arange(count) * step

    def relaxed(self):
        return self.sites.astype(jnp.float32)


def energy(sites, rest):
    return jnp.sum((sites - rest) ** 2)


pull = jax.grad(energy)


def relax(sites):
    return sites - pull(sites, 0.5)  # expect: JAX509


def relax_real(sites):
    return sites - pull(sites, 0.5)


@jax.jit
def traced_sites(sites):
    return jax.grad(energy)(sites, 1.0)  # expect: JAX509


def of_arrays(key, other, x):
    relax(Lattice(5).sites)
    relax_real(Lattice(5).relaxed())
    relax_real(Lattice(5, 0.5).sites)
    traced_sites(jnp.array([1, 2]))
    pull(jnp.array([1, 2]), 1.0)  # expect: JAX509
    pull(jnp.array([1, 2.0]), 1.0)
    pull(jnp.array([1, 2], dtype=float), 1.0)
    pull(jnp.zeros(3, dtype=int), 1.0)  # expect: JAX509
    pull(x > 2, 1.0)
    pull(jnp.ones(3) > 2, 1.0)  # expect: JAX509
    pull(jax.random.randint(key, (3,), 0, 9), 1.0)  # expect: JAX509
    pull(jax.random.normal(other, (3,)), 1.0)
    pull(x.astype(int), 1.0)
    pull(jnp.arange(4) / 2, 1.0)
    rest = jax.grad(energy, argnums=1)(jnp.arange(4), 1.0)
    return rest, jax.grad(energy, allow_int=True)(jnp.arange(4), 1.0)
