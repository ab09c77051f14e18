"""Rules of custom derivatives."""

from functools import partial

import jax
import jax.numpy as jnp
from somewhere import give_rules


def kept_forward(x, y):
    return x * y, (x, y)


def both(kept, g):
    return g, g


def make(forward, backward):
    @jax.custom_vjp
    def product(x, y):
        return x * y

    product.defvjp(forward, backward)
    return product


@jax.custom_vjp  # expect: JAX513
def never(x):
    return x


@jax.custom_jvp  # expect: JAX513
def never_either(x):
    return x


@jax.custom_vjp
def never_called(x):
    return x


@jax.custom_vjp
def elsewhere(x):
    return x


give_rules(elsewhere)


def call(x):
    return never(x) + never_either(x) + elsewhere(x)


@jax.custom_vjp
def f(x, y):
    return x * y


f.defvjp(kept_forward, both)
f.defvjp(lambda x: (x, x), both)  # expect: JAX513
f.defvjp(lambda x, y: jnp.sin(x), both)  # expect: JAX513
f.defvjp(lambda x, y: (x, y, y), both)  # expect: JAX513
f.defvjp(lambda *args: (args[0], args), both)
f.defvjp(kept_forward, lambda g: (g, g))  # expect: JAX513
f.defvjp(kept_forward, lambda kept, g: (g,))  # expect: JAX513
f.defvjp(kept_forward, lambda kept, g: jnp.sin(g))  # expect: JAX513
f.defvjp(kept_forward, lambda kept, g: None)  # expect: JAX513
f.defvjp(kept_forward, lambda kept, g: (g, None))
f.defvjp(kept_forward, lambda kept, g: [g, g])
f.defvjp(kept_forward, lambda kept, g: g)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def scaled(x, factor):
    return factor * x


scaled.defvjp(lambda x, factor: (factor * x, None), lambda factor, kept, g: (factor * g,))
scaled.defvjp(lambda x, factor: (factor * x, None), lambda kept, g: (g, None))  # expect: JAX513


@jax.custom_jvp
def square(x):
    return x**2


@square.defjvp
def square_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return square(x), 2 * x * t


@jax.custom_jvp
def cube(x):
    return x**3


@cube.defjvp  # expect: JAX513
def cube_jvp(x, primals, tangents):
    return x, x


@jax.custom_jvp
def root(x):
    return jnp.sqrt(x)


@root.defjvp  # expect: JAX513
def root_jvp(primals, tangents):
    return jnp.sqrt(primals[0])


@jax.custom_jvp
def fourth(x):
    return x**4


fourth.defjvps(lambda t, answer, x: 4 * x**3 * t)


def uses(x):
    return square(x) + cube(x) + root(x) + fourth(x) + scaled(x, 2.0)


def times_kept(kept, g):
    x, _ = kept
    return g * x


def times_kept_in_a_tuple(kept, g):
    x, y = kept
    g = (g * y, g * x)
    return g + ()


f.defvjp(kept_forward, times_kept)  # expect: JAX513
f.defvjp(kept_forward, times_kept_in_a_tuple)


# The function that vjp gives has a cotangent for each primal that vjp was given.
def weighed_backward(kept, g):
    x, y = kept
    _, pull = jax.vjp(lambda x: x * y, x)
    return pull(g)


def weighed_by_both(kept, g):
    _, pull = jax.vjp(lambda x, y: x * y, *kept)
    return pull(g)


def weighed_by_two(kept, g):
    x, y = kept
    product, pull = jax.vjp(lambda x, y: x * y, x, y)
    return pull(g)


def weighed_and_padded(kept, g):
    x, y = kept
    _, pull, _ = jax.vjp(lambda x: (x * y, y), x, has_aux=True)
    return (*pull(g), None)


def pulled(pull, g):
    return pull(g)


def weighed_elsewhere(kept, g):
    x, y = kept
    _, pull, _ = jax.vjp(lambda x: (x * y, y), x, has_aux=True)
    return pulled(pull, g)


f.defvjp(kept_forward, weighed_backward)  # expect: JAX513
f.defvjp(kept_forward, weighed_by_both)
f.defvjp(kept_forward, weighed_by_two)
f.defvjp(kept_forward, weighed_and_padded)
f.defvjp(kept_forward, weighed_elsewhere)  # expect: JAX513


# --- a cotangent that is handed back as it came ---------------------------------------------------


def hands_back(_, g):
    return g


def hands_back_in_a_tuple(_, g):
    return (g,)


def made_a_tuple_first(_, g):
    g = (g,)
    return g


def sometimes_in_a_tuple(kept, g):
    if kept is None:
        return (g,)
    return g


@jax.custom_vjp
def rounded(x):
    return jnp.round(x)


def rounded_forward(x):
    return rounded(x), None


rounded.defvjp(rounded_forward, hands_back)  # expect: JAX513
rounded.defvjp(rounded_forward, lambda _, g: g)  # expect: JAX513
rounded.defvjp(rounded_forward, hands_back_in_a_tuple)
rounded.defvjp(rounded_forward, made_a_tuple_first)
rounded.defvjp(rounded_forward, sometimes_in_a_tuple)


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def rounded_to(x, levels):
    return jnp.round(x * levels)


rounded_to.defvjp(lambda x, levels: (x, None), lambda levels, _, g: g)  # expect: JAX513


@jax.custom_vjp
def rounded_in_a_tuple(x):
    return (jnp.round(x),)


@jax.custom_vjp
def rounded_in_a_list(x):
    return [jnp.round(x)]


@jax.custom_vjp
def as_it_came(x):
    return x


rounded_in_a_tuple.defvjp(lambda x: (rounded_in_a_tuple(x), None), hands_back)
rounded_in_a_list.defvjp(lambda x: (rounded_in_a_list(x), None), hands_back)
as_it_came.defvjp(lambda x: (x, None), hands_back)


# A rule that leaves the cotangent unread gives the slope of the function alone.
@jax.custom_vjp
def straight_through(x):
    return jnp.round(x)


def straight_through_forward(x):
    return straight_through(x), x


def straight_through_backward(x, g):
    inside = jnp.abs(x) <= 4.0
    return (inside.astype(x.dtype),)  # expect: JAX513


straight_through.defvjp(straight_through_forward, straight_through_backward)


@jax.custom_vjp
def without_slope(x, n):
    return jnp.round(x) * n


def without_slope_forward(x, n):
    return without_slope(x, n), x


def without_slope_backward(x, g):
    return jnp.zeros_like(x), None


without_slope.defvjp(without_slope_forward, without_slope_backward)


@jax.custom_vjp
def whole_loss(x):
    return jnp.sum(x**2)


def whole_loss_forward(x):
    return whole_loss(x), x


def whole_loss_backward(x, _):
    return (2 * x,)


whole_loss.defvjp(whole_loss_forward, whole_loss_backward)


@jax.custom_jvp
def safe_root(x):
    return jnp.sqrt(x)


@safe_root.defjvp
def safe_root_jvp(primals, tangents):
    (x,) = primals
    y = safe_root(x)
    return y, 0.5 / jnp.maximum(y, 1e-6)  # expect: JAX513


@jax.custom_jvp
def soft_abs(x, heat):
    return heat * jax.nn.softplus(x / heat)


@soft_abs.defjvp
def soft_abs_jvp(primals, tangents):
    x, heat = primals
    dx, dheat = tangents
    return soft_abs(x, heat), jax.nn.sigmoid(x / heat) * dx


@jax.custom_jvp
def level(x):
    return jnp.round(x)


@level.defjvp
def level_jvp(primals, tangents):
    (x,) = primals
    zeros = jax.tree.map(jnp.zeros_like, x)
    return level(x), zeros


@jax.custom_vjp
def multiplied(x, y):
    return x * y


def multiplied_forward(x, y):
    return x * y, (x, y)


def multiplied_backward(g, kept):
    x, y = kept
    return g * y, g * x


multiplied.defvjp(multiplied_forward, multiplied_backward)  # expect: JAX513


@jax.custom_vjp
def weighed(x, y):
    return x * y


def weighed_backward(kept, g):
    x, y = kept
    return g * y, g * x


weighed.defvjp(multiplied_forward, weighed_backward)


@jax.custom_vjp
def both(x, y):
    return y, x


def both_forward(x, y):
    return both(x, y), (x, y)


def both_backward(kept, slopes):
    of_y, of_x = slopes
    return kept[1] * of_x, kept[0] * of_y


both.defvjp(both_forward, both_backward)


@jax.custom_vjp
def by_platform(x, y):
    return x * y


def by_platform_fwd(x, y):
    return x * y, y


def by_platform_bwd(y, ct):
    def rule(scale):
        return lambda: (ct * y * scale, None)

    return jax.lax.platform_dependent(cpu=rule(1.0), default=rule(2.0))


by_platform.defvjp(by_platform_fwd, by_platform_bwd)


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def shrunk(x, low, high):
    return x


def shrunk_fwd(x, low, high):
    return x, x


def shrunk_bwd(low, x, high, g):
    return (jnp.clip(g, low, high) * x,)


shrunk.defvjp(shrunk_fwd, shrunk_bwd)  # expect: JAX513


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def grown(x, low, high):
    return x


def grown_bwd(low, high, x, g):
    return (jnp.clip(g, low, high) * x,)


grown.defvjp(shrunk_fwd, grown_bwd)


def implicit(make):
    @jax.custom_jvp
    def solve(theta):
        return make(theta)

    @solve.defjvp  # expect: JAX513
    def solve_jvp(primals, tangents):
        (theta,), (change,) = primals, tangents
        slope = jax.grad(make)(theta)
        return -change / slope

    return solve


def implicit_pair(make):
    @jax.custom_jvp
    def solve(theta):
        return make(theta)

    @solve.defjvp
    def solve_jvp(primals, tangents):
        (theta,), (change,) = primals, tangents
        slope = jax.grad(make)(theta)
        pair = (solve(theta), -change / slope)
        return pair * 1

    return solve


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def shrink(x, level):
    return jnp.maximum(x - level, 0.0)


def shrink_fwd(x, level):
    return shrink(x, level), x > level


def shrink_bwd(level, active, g):
    return (jnp.where(active, g, level * g),)


shrink.defvjp(shrink_fwd, shrink_bwd)


def thresholded(params, x):
    return shrink(x, jnp.exp(params["level"])).sum()  # expect: JAX513


def thresholded_by_a_number(params, x, level=0.5):
    return shrink(params["scale"] * x, level).sum()


thresholds = jax.jit(jax.grad(thresholded)), jax.grad(thresholded_by_a_number)


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def scaled_by(x, level):
    return x * level


@scaled_by.defjvp
def scaled_by_jvp(level, primals, tangents):
    return scaled_by(primals[0], level), tangents[0] * level


@jax.jit
def scaled_by_what_is_traced(x, level):
    return scaled_by(x, level)
