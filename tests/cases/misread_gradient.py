"""What gradient functions give, unpacked."""

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax import lax


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
    jitted_grad, curvature = jax.value_and_grad(jax.jit(score))(w)  # expect: JAX503
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


# --- names say nothing, the use does: the value is a number without axes ---------------------------


def axes_of_the_value(w):
    first, second = plain(w)
    elements = [one for one in first]  # expect: JAX510
    total = sum([one for one in second])
    left, right = first  # expect: JAX510
    product = -first @ second  # expect: JAX510
    return first[0], first[1:], second[0], elements, total, left, right, product  # expect: JAX510


def axes_of_the_gradients(w):
    first, second = plain(w)
    left, right = second
    scaled = first * second + first[None] + first[...]
    return left, right, scaled, -second @ second, jnp.dot(first, second), first.reshape(1)[0]


@jax.jit
def value_of_a_given_function(f, w):
    first, second = jax.value_and_grad(f)(w)
    return w - 0.1 * (first @ first) + second  # expect: JAX510


def descended(f, w):
    both = jax.value_and_grad(f)

    def turn(w, _):
        first, second = both(w)
        return w - (first @ second) * first, second  # expect: JAX510

    return lax.scan(turn, w, None, length=3)


def values_of_turns(f, w):
    def turn(w, _):
        value, slope = jax.value_and_grad(f)(w)
        return w - 0.1 * slope, value

    w, values = lax.scan(turn, w, None, length=3)
    return w, values[0], values @ values


def values_of_rows(rows):
    values, slopes = jax.vmap(plain)(rows)
    return values[0], values @ values, [one for one in values], slopes


def values_kept(w):
    values = []
    for _ in range(3):
        value, slope = plain(w)
        w = w - 0.1 * slope
        values.append(value)
    return w, values[0], jnp.stack(values)[0]


def with_more(w):
    (first, more), slope = vg(w)
    pair, slope = vg(w)
    return first[0], more[0], slope[0], pair[0], pair[1]  # expect: JAX510


def value_beyond_jit(w):
    first, second = jitted_plain(w)
    return first[0], second[0]  # expect: JAX510


jitted_plain = jax.jit(plain)


def if_it_has_axes(w):
    first, second = plain(w)
    if first.ndim:
        first = first[0]
    return first, second


class Operator:
    def __matmul__(self, other):
        return other

    def __rmatmul__(self, other):
        return other


def own_operator(w):
    first, second = plain(w)
    return first @ Operator(), Operator() @ second


# Said once, where the names say it.
def swapped_and_used(w):
    grads, value = plain(w)  # expect: JAX510
    return grads @ grads, value


def tree_loss(params):
    return jnp.sum(params["w"]) + params["b"]


def moved_by_the_value(w, b):
    params = {"w": w, "b": b}
    first, second = jax.value_and_grad(tree_loss)(params)
    moved = optax.apply_updates(params, first)  # expect: JAX510
    return moved, jax.tree.map(lambda p, g: p - 0.1 * g, params, first), second  # expect: JAX510


def moved_by_the_gradients(w, b):
    params = {"w": w, "b": b}
    first, second = jax.value_and_grad(tree_loss)(params)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, second)
    return jax.tree.map(jnp.shape, first), jax.tree.map(lambda f, p: f, first, params), params


tx = optax.adam(1e-3)


@jax.jit
def update(params, state):
    first, second = jax.value_and_grad(tree_loss)(params)
    updates, state = tx.update(first, state, params)  # expect: JAX510
    return optax.apply_updates(params, updates), state, second


@jax.jit
def right_update(params, state):
    first, second = jax.value_and_grad(tree_loss)(params)
    updates, state = tx.update(second, state, params, value=first)
    return optax.apply_updates(params, updates), state


class Mean:
    def update(self, value):
        return value


def metric(w):
    mean = Mean()
    first, second = plain(w)
    return mean.update(first), second


# By itself `g` may be a value; beside a loss it is not.
def short_names_swapped(w, x):
    g, loss = jax.value_and_grad(lambda w, x: ((w - x) ** 2).sum())(w, x)  # expect: JAX510
    return w - 0.1 * g, loss


def short_names(w, x):
    loss, g = jax.value_and_grad(lambda w, x: ((w - x) ** 2).sum())(w, x)
    return w - 0.1 * g, loss


def value_and_slope_of_a_function(x):
    g, dg = jax.value_and_grad(jnp.sin)(x)
    return x - g / dg


# --- a step of what is differentiated, by the value --------------------------------------------------


def stepped_by_the_value(function, w, steps, *given):
    step = jax.jit(jax.value_and_grad(function))
    for _ in range(steps):
        first, second = step(w, *given)
        w = w - 0.1 * first  # expect: JAX510
    return w


def stepped_by_both(function, w, steps):
    step = jax.jit(jax.value_and_grad(function))
    total = 0.0
    for _ in range(steps):
        first, second = step(w)
        total = total - 0.1 * first
        w = w - first / jnp.sum(second**2) * second
    return w, total


stepped_by_the_value(lambda w, x: jnp.sum((w - x) ** 2), jnp.ones(3), 5, jnp.zeros(3))
stepped_by_both(lambda w: jnp.sum(w**2), jnp.ones(3), 5)


# --- steps by the gradients of others -------------------------------------------------------------


def sgd(params, grads, rate=0.1):
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)


def disc_loss(disc, gen, real):
    return jnp.sum(disc * real) - jnp.sum(disc * gen)


def gen_loss(disc, gen):
    return -jnp.sum(disc * gen)


def adversaries(disc, gen, real):
    _, d_grads = jax.value_and_grad(disc_loss)(disc, gen, real)
    disc = sgd(disc, d_grads)
    _, g_grads = jax.value_and_grad(gen_loss)(disc, gen)
    gen = sgd(gen, g_grads)  # expect: JAX510
    return disc, gen


def adversaries_by_the_second(disc, gen):
    grads = jax.grad(gen_loss, argnums=1)(disc, gen)
    disc = sgd(disc, grads, 0.2)  # expect: JAX510
    return disc


def adversaries_rightly(disc, gen, real):
    disc = sgd(disc, jax.grad(disc_loss)(disc, gen, real))
    grads = jax.grad(gen_loss, argnums=1)(disc, gen)
    gen = sgd(gen, grads)
    return disc, gen


def with_a_memory(params, velocity, batch):
    grads = jax.grad(disc_loss)(params, velocity, batch)
    velocity = sgd(velocity, grads)
    params = params + velocity
    return params, velocity


def of_both(disc, gen):
    d_grads, g_grads = jax.grad(gen_loss, argnums=(0, 1))(disc, gen)
    gen = sgd(gen, g_grads)
    disc = sgd(disc, d_grads)
    return disc, gen


def together(disc, gen, move):
    grads = jax.grad(gen_loss)(disc, gen)
    disc, gen = move(disc, gen, grads)
    return disc, gen


def of_a_state(state, model, batch):
    grads = jax.grad(disc_loss)(state.params, model, batch)
    model = model.moved(grads, model)
    return state, model
