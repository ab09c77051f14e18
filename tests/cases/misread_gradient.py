"""What gradient functions give, unpacked."""

import equinox as eqx
import jax
import jax.numpy as jnp


def loss(w):
    return jnp.sum(w)


def loss_and_aux(w):
    return jnp.sum(w), w


def three(w):
    value, aux, grads = jax.value_and_grad(loss_and_aux, has_aux=True)(w)  # expect: JAX510
    (value, aux), grads = jax.value_and_grad(loss_and_aux, has_aux=True)(w)
    return value, aux, grads


vg = jax.value_and_grad(loss_and_aux, has_aux=True)
fast_vg = jax.jit(vg)
plain = jax.value_and_grad(loss)
slope = jax.grad(loss_and_aux, has_aux=True)


def of_the_module(w):
    [value, aux, grads] = vg(w)  # expect: JAX510
    value, aux, grads = fast_vg(w)  # expect: JAX510
    out, grads = vg(w)
    value, aux = out
    value, *rest = vg(w)
    return value, aux, grads, rest


def of_many(w):
    a, b, c, d = plain(w)  # expect: JAX510
    a, b, c = slope(w)  # expect: JAX510
    return a, b, c, d


def swapped(w):
    grads, value = plain(w)  # expect: JAX510
    g_loss, value = plain(w)
    value, grads = plain(w)
    grads, aux = slope(w)
    aux, grads = slope(w)  # expect: JAX510
    grad_w, (value, aux) = vg(w)  # expect: JAX510
    value_and_aux, (grad_a, grad_b) = vg(w)
    _, grads = plain(w)
    grads, _ = slope(w)
    return g_loss, value, grads, aux, grad_w


def gradients_of_two(w, b):
    value, (grad_w, grad_b) = jax.value_and_grad(lambda w, b: w + b, argnums=(0, 1))(w, b)
    grad_w, grad_b = jax.grad(lambda w, b: w + b, argnums=(0, 1))(w, b)
    return value, grad_w, grad_b


@jax.jit
def step(w):
    loss_value, accuracy, grads = vg(w)  # expect: JAX510
    gradient, loss_value = plain(w)  # expect: JAX510
    return loss_value, accuracy, grads, gradient


# Another library's function of this name.
def of_equinox(w):
    value, grads = eqx.filter_value_and_grad(loss)(w)
    return value, grads


def unknown(f, w):
    a, b, c = f(w)
    grads, value = f(w)
    return a, b, c, grads, value


def kept_whole(w):
    both = vg(w)
    return both[0], both[1]


def gradients_alone(w):
    grads = jax.grad(loss)(w)
    first, second, third = grads
    return first, second, third


# Its function gives a pair, so does it: the names say nothing of gradients.
def unnamed(w):
    a, b = plain(w)
    _, c = slope(w)
    return a, b, c


def norm_of_gradients(w):
    grad_norm, rest = plain(w)
    return grad_norm, rest


def pair_in_the_wrong_place(w):
    grads, (value, aux) = jax.value_and_grad(loss_and_aux, has_aux=True)(w)  # expect: JAX510
    (value, aux), grads = jax.value_and_grad(loss_and_aux, has_aux=True)(w)
    both_grads, (first, second) = jax.value_and_grad(loss)(w)
    return value, aux, grads, both_grads, first, second


# --- the value of a differentiated gradient is that gradient -------------------------------------


def of_a_gradient(w):
    score = jax.grad(loss)
    gradient, hessian = jax.value_and_grad(score)(w)
    jitted_grad, curvature = jax.value_and_grad(jax.jit(score))(w)
    return gradient, hessian, jitted_grad, curvature


def of_a_gradient_of_what_is_given(f, w):
    gradient, hessian = jax.value_and_grad(jax.grad(f))(w)
    return gradient, hessian


def of_a_score(w):
    gradient, hessian = jax.value_and_grad(lambda x: -jax.grad(loss)(x))(w)
    grad_first, row = jax.value_and_grad(lambda x: jax.jacrev(loss)(x)[0])(w)
    return gradient, hessian, grad_first, row


def steepness(w):
    return jnp.sum(jax.grad(loss)(w) ** 2)


def of_a_penalty_on_the_gradient(w):
    grads, value = jax.value_and_grad(steepness)(w)  # expect: JAX510
    value, grads = jax.value_and_grad(steepness)(w)
    return value, grads


@jax.jit
def of_a_traced_gradient(w):
    gradient, hessian = jax.value_and_grad(jax.jacfwd(loss))(w)
    return gradient, hessian
