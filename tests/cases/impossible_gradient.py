"""Gradients of what has none."""

import abc
from functools import partial
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx


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


# A loop of no known number of turns has no reverse mode.
def until_settled(step, theta, start):
    def goes_on(carry):
        old, new, count = carry
        return (jnp.max(jnp.abs(new - old)) > 1e-5) & (count < 100)

    def turn(carry):
        _, new, count = carry
        return new, step(theta, new), count + 1

    return jax.lax.while_loop(goes_on, turn, (start, step(theta, start), 0))


def move(theta, x):
    return jnp.tanh(theta * x + 0.3)


def far(theta, target):
    _, x, _ = until_settled(move, theta, jnp.zeros(2))
    return jnp.sum((x - target) ** 2)


def counted(carry):
    x, count = carry
    return jnp.tanh(x), count + 1


def count_only(theta, target):
    _, count = jax.lax.while_loop(lambda c: c[1] < 9, counted, (theta, 0))
    return jnp.sum(theta - target) * count


def from_elsewhere(theta, target):
    x = jax.lax.while_loop(lambda c: jnp.all(c < 3), lambda c: c * 2, jnp.ones(2))
    return jnp.sum(theta * x - target)


def cut_off(theta, target):
    start = jax.lax.stop_gradient(theta)
    x = jax.lax.while_loop(lambda c: jnp.all(c < 3), lambda c: c * 2, start)
    return jnp.sum(theta * x - target)


def cut_off_behind(theta, target):
    x = jax.lax.while_loop(lambda c: jnp.all(c < 3), lambda c: c * 2, theta)
    return jnp.sum(theta * jax.lax.stop_gradient(x) - target)


def cut_off_at_last(theta):
    x = jax.lax.while_loop(lambda c: jnp.all(c < 3), lambda c: c * 2, theta)
    return jnp.sum(theta - jnp.sum(jax.lax.stop_gradient(x)))


def known_turns(theta, target):
    x = jax.lax.fori_loop(0, 9, lambda _, c: move(theta, c), jnp.zeros(2))
    return jnp.sum((x - target) ** 2)


def beside(theta, target):
    x = jax.lax.while_loop(lambda c: c > 0.5, jnp.tanh, theta)
    return jnp.sum(theta - target), x


def compared_only(theta, target):
    x = jax.lax.while_loop(lambda c: c > 0.5, jnp.tanh, theta)
    return jnp.sum(jnp.where(x > 0.5, theta, target))


def unchanged(theta, target):
    kept, _ = jax.lax.while_loop(lambda c: c[1] < 3, lambda c: (c[0], c[1] + 1), (theta, 0))
    return jnp.sum(kept - target)


@jax.custom_vjp
def ruled(theta):
    return jax.lax.while_loop(lambda c: c > 0.5, jnp.tanh, theta)


def ruled_fwd(theta):
    return ruled(theta), theta


def ruled_bwd(theta, g):
    return (jnp.sum(g) * theta,)


ruled.defvjp(ruled_fwd, ruled_bwd)


def by_rule(theta, target):
    return jnp.sum((ruled(theta) - target) ** 2)


def slopes(target):
    theta = jnp.ones(())
    return [
        jax.grad(far)(theta, target),  # expect: JAX509
        jax.jacfwd(far)(theta, target),
        jax.grad(count_only)(theta, target),
        jax.grad(from_elsewhere)(theta, target),
        jax.grad(cut_off)(theta, target),
        jax.grad(cut_off_behind)(theta, target),
        jax.grad(cut_off_at_last)(theta),
        jax.grad(known_turns)(theta, target),
        jax.grad(beside, has_aux=True)(theta, target),
        jax.grad(compared_only)(theta, target),
        jax.grad(unchanged)(theta, target),
        jax.grad(by_rule)(theta, target),
    ]


@jax.jit
def train(theta, target):
    return theta - 0.1 * jax.grad(far)(theta, target)  # expect: JAX509


@jax.jit
def train_by_rule(theta, target):
    return theta - 0.1 * jax.grad(by_rule)(theta, target), jax.grad(cut_off)(theta, target)


# Derivatives of each result refuse whole numbers as well.
def cubed(x):
    return x**3


def lattice(count):
    return jnp.arange(count) - 2


def of_each_result(rows, count):
    print(jax.jacfwd(cubed)(jnp.arange(4)))  # expect: JAX509
    print(jax.jacrev(cubed)(lattice(4)))  # expect: JAX509
    print(jax.hessian(cubed)(3))  # expect: JAX509
    print(jax.jacobian(cubed)(jnp.arange(count, dtype=int)))  # expect: JAX509
    print(jax.jacfwd(cubed)(jnp.arange(len(rows))))  # expect: JAX509
    print(jax.jacfwd(cubed)(lattice(count)))
    print(jax.jacfwd(cubed)(lattice(4.0)))
    print(jax.jacrev(cubed)(jnp.arange(4, dtype=float)))
    print(jax.hessian(cubed)(jnp.arange(4) * 0.5))
    return jax.jacfwd(cubed)(jnp.arange(0, 1, 0.25))


# So has a counted loop of which a bound is traced.
def drifted(x, speed, turns):
    return jax.lax.fori_loop(0, turns, lambda _, c: (c[0] + c[1], 0.9 * c[1]), (x, speed))


def strayed(x, speed, turns):
    x, _ = drifted(x, speed, turns)
    return jnp.sum(x**2)


def strayed_from(first, x):
    return jax.lax.fori_loop(first, 9, lambda _, c: 0.5 * c, x).sum()


def strayed_by_its_size(x):
    return jax.lax.fori_loop(0, x.shape[0], lambda _, c: 0.5 * c, x).sum()


def counted_turns(x, turns):
    return jnp.sum(x) * jax.lax.fori_loop(0, turns, lambda _, c: c + 1, 0)


strayed_any = jax.jit(strayed)
strayed_fixed = jax.jit(strayed, static_argnames="turns")


def with_traced_bounds(x):
    ahead = jax.grad(strayed_any)(x, x, 3)  # expect: JAX509
    later = jax.grad(jax.jit(strayed_from), argnums=1)(2, x)  # expect: JAX509
    each = jax.vmap(lambda n: jax.grad(strayed)(x, x, n))(jnp.arange(3))  # expect: JAX509
    return ahead, later, each


def with_known_bounds(x):
    plain = jax.grad(strayed)(x, x, 3)
    fixed = jax.grad(strayed_fixed)(x, x, turns=3)
    sized = jax.grad(jax.jit(strayed_by_its_size))(x)
    count = jax.grad(jax.jit(counted_turns))(x, 3)
    forwards = jax.jacfwd(strayed_any)(x, x, 3)
    return plain, fixed, sized, count, forwards


# --- results with axes ----------------------------------------------------------------------------


def squared(x):
    return x**2


def scaled_root(x, t):
    return squared(x) * t


def of_several_numbers():
    xs = jnp.linspace(0.0, 1.0, 10)
    direct = jax.grad(squared)(jnp.ones(3))  # expect: JAX509
    both = jax.value_and_grad(lambda x: x + 1.0)(xs)  # expect: JAX509
    return direct, both


def of_one_number():
    xs = jnp.linspace(0.0, 1.0, 10)
    each = jax.vmap(jax.grad(squared))(xs), jax.lax.map(jax.grad(squared), xs)
    mixed = jax.vmap(jax.grad(scaled_root), in_axes=(0, None))(xs, 1.0)
    reduced = jax.grad(lambda x: squared(x).sum())(xs), jax.grad(lambda x: x @ x)(xs)
    one = jax.grad(squared)(2.0), jax.grad(squared)(jnp.array(2.0)), jax.grad(squared)(xs[0])
    return each, mixed, reduced, one, jax.jacrev(squared)(xs), [jax.grad(squared)(x) for x in xs]


# --- trees with leaves that have no gradient ------------------------------------------------------


class Scaled(eqx.Module):
    weight: jax.Array
    times: int

    def __init__(self, weight, times=3):
        self.weight = weight
        self.times = times


class FixedTimes(eqx.Module):
    weight: jax.Array
    times: int = eqx.field(static=True, default=3)
    factor: float = eqx.field(converter=float, default=2)


class WholeTimes(eqx.Module):
    weight: jax.Array
    times: int = eqx.field(converter=int, default=2.0)


class Progress(NamedTuple):
    weight: jax.Array
    step: int


def weighed(model):
    return jnp.sum(model.weight**2)


def first_of(model):
    return jnp.sum(jax.tree.leaves(model)[0])


def dropping(key):
    return eqx.nn.Sequential([eqx.nn.Linear(2, 2, key=key), eqx.nn.Dropout(0.5)])


def of_trees_with_whole_numbers(x, key):
    number = jax.grad(weighed)(Scaled(x))  # expect: JAX509
    step = jax.value_and_grad(weighed)(Progress(x, 0))  # expect: JAX509
    entry = jax.grad(first_of)({"weight": x, "step": 0})  # expect: JAX509
    array = jax.jacfwd(first_of)([x, jnp.arange(3)])  # expect: JAX509
    layer = jax.grad(first_of)(dropping(key))  # expect: JAX509
    converted = jax.grad(weighed)(WholeTimes(x))  # expect: JAX509
    return number, step, entry, array, layer, converted


def of_trees_with_real_numbers(x, key, model, step):
    static = jax.grad(weighed)(FixedTimes(x))
    floats = jax.grad(weighed)(Progress(x, 0.0)), jax.grad(first_of)({"weight": x, "step": 1.0})
    allowed = jax.grad(weighed, allow_int=True)(Progress(x, 0))
    filtered = eqx.filter_grad(weighed)(Scaled(x)), eqx.filter_grad(first_of)(dropping(key))
    parts, _ = eqx.partition(Scaled(x), eqx.is_inexact_array)
    parted = jax.grad(weighed)(parts), jax.grad(weighed)(eqx.filter(Scaled(x), eqx.is_array))
    replaced = eqx.tree_at(lambda scaled: scaled.times, Scaled(x), 3.0)
    unknown = jax.grad(weighed)(model), jax.grad(weighed)(Progress(x, step))
    return static, floats, allowed, filtered, parted, jax.grad(weighed)(replaced), unknown


def of_changed_entries(x):
    entries = {"weight": x, "step": 0}
    entries["step"] = 0.0
    return jax.grad(first_of)(entries)


# equinox.internal.while_loop can be differentiated backwards, unless it is a lax.while_loop.
def refined(carry):
    z, n, a = carry
    return 0.5 * (z + a / z), n + 1, a


def checkpointed_root(a):
    loop, going = eqx.internal.while_loop, lambda carry: carry[1] < 9
    return loop(going, refined, (a, 0, a), max_steps=9, kind="checkpointed")[0]


def root_by(kind, a):
    return eqx.internal.while_loop(lambda carry: carry[1] < 9, refined, (a, 0, a), kind=kind)[0]


def lax_root(a):
    return eqx.internal.while_loop(lambda carry: carry[1] < 9, refined, (a, 0, a), kind="lax")[0]


def slopes_of_roots(a, kind):
    slopes = jax.grad(checkpointed_root)(a), jax.grad(lambda x: root_by(kind, x))(a)
    return slopes, jax.grad(lax_root)(a)  # expect: JAX509


def of_libraries(model, x):
    pair = eqx.filter_value_and_grad(loss_and_output)(model, x)  # expect: JAX509
    aux = eqx.filter_value_and_grad(loss_and_output, has_aux=True)(model, x)
    table = nnx.grad(outputs)(model, x)  # expect: JAX509
    return pair, aux, table, nnx.value_and_grad(loss)(model, x), eqx.filter_grad(loss)(model, x)


# A tree with a whole number in it, behind a jit.
def decay(rates):
    return rates["fast"] ** 2 + rates["slow"]


decay_slopes = jax.jit(jax.grad(decay))
decay_slopes({"fast": 0.5, "slow": 1})  # expect: JAX509
decay_slopes({"fast": 0.5, "slow": 1.0})


# The host computes, and JAX knows no slope of that.
def on_the_host(x):
    return jax.pure_callback(np.sin, jax.ShapeDtypeStruct(x.shape, x.dtype), x)  # expect: JAX509


@jax.grad
def through_the_host(x):
    return jnp.sum(on_the_host(2.0 * x))


@jax.grad
def beside_the_host(x, times):
    fixed = jax.lax.stop_gradient(x)
    seen = jax.pure_callback(np.cos, jax.ShapeDtypeStruct(x.shape, x.dtype), fixed)
    other = jax.pure_callback(np.cos, jax.ShapeDtypeStruct(x.shape, x.dtype), times)
    return jnp.sum(x * seen * other)


@jax.custom_jvp
def with_a_rule(x):
    return jax.pure_callback(np.tan, jax.ShapeDtypeStruct(x.shape, x.dtype), x)


@with_a_rule.defjvp
def slope_of_tan(primals, tangents):
    value = with_a_rule(*primals)
    return value, (1 + value**2) * tangents[0]


@jax.grad
def through_a_rule(x):
    return jnp.sum(with_a_rule(2.0 * x))


@jax.jit
def not_differentiated(x):
    return jnp.sum(jax.pure_callback(np.exp, jax.ShapeDtypeStruct(x.shape, x.dtype), x))


# A rule knows nothing of what its function closes over.
def quantiser(slope):
    @jax.custom_vjp
    def quantised(x):
        return jnp.round(x) * slope  # expect: JAX509

    def forward(x):
        return quantised(x), x

    def backward(x, cotangent):
        return (cotangent,)

    quantised.defvjp(forward, backward)
    return quantised


def scaled_quantiser():
    @jax.custom_jvp
    def quantised(x, slope):
        return jnp.round(x) * slope

    @quantised.defjvp
    def rule(primals, tangents):
        x, slope = primals
        return quantised(x, slope), tangents[0] * slope + x * tangents[1]

    return quantised


@jax.grad
def by_the_slope(slope, x):
    return jnp.sum(quantiser(slope)(x))


@partial(jax.grad, argnums=1)
def by_the_number(slope, x):
    return jnp.sum(quantiser(slope)(x))


@jax.grad
def by_an_argument(slope, x):
    return jnp.sum(scaled_quantiser()(x, slope))


@jax.grad
def by_what_is_stopped(slope, x):
    return slope * jnp.sum(quantiser(jax.lax.stop_gradient(slope))(x))


# --- a rule that goes backwards alone ---------------------------------------------------------------


@jax.custom_vjp
def clipped(x):
    return jnp.clip(x, -1.0, 1.0)


clipped.defvjp(lambda x: (clipped(x), None), lambda _, g: (g,))


def pushed(x):
    return jnp.sum(clipped(x))  # expect: JAX509


def pulled(x):
    return jnp.sum(clipped(x))


def beside(x, y):
    return jnp.sum(x * clipped(y))


class Rod:
    def __init__(self, stiffness):
        self.stiffness = stiffness

    def energy(self, x):
        return jnp.sum(clipped(self.stiffness * jnp.diff(x)))  # expect: JAX509


def product(function, x, v):
    def directional(y):
        return jax.jvp(function, (y,), (v,))[1]

    return jax.grad(directional)(x)


def products(x, v):
    jax.jacfwd(pushed)(x)
    jax.jvp(jax.grad(pulled), (x,), (v,))
    jax.linearize(pulled, x)
    jax.hessian(pulled)(x)
    jax.jvp(partial(beside, y=x), (x,), (v,))
    return product(Rod(2.0).energy, x, v)


products(jnp.ones(3), jnp.ones(3))


# --- results that are no real numbers -------------------------------------------------------------


def overlap(phase, wanted):
    field = jnp.fft.ifft(jnp.fft.fft(jnp.exp(1j * phase)))
    return jnp.mean((field - wanted) ** 2)


def intensity(phase, wanted):
    field = jnp.fft.ifft(jnp.fft.fft(jnp.exp(1j * phase)))
    return jnp.mean(jnp.abs(field - wanted) ** 2)


def real_part(phase, wanted):
    return overlap(phase, wanted).real


def spectrum(signal):
    return jnp.sum(jnp.fft.irfft(jnp.fft.rfft(signal)))


phases = jnp.ones(8)
_ = jax.grad(overlap)(phases, phases)  # expect: JAX509
_ = jax.value_and_grad(overlap)(phases, phases)  # expect: JAX509
_ = jax.grad(overlap, holomorphic=True)(phases + 0j, phases)
_ = jax.grad(intensity)(phases, phases)
_ = jax.grad(real_part)(phases, phases)
_ = jax.grad(spectrum)(phases)
_ = jax.jacfwd(overlap)(phases, phases)


# --- what is made of what the caller gives, and called in another arm ------------------------------


def stepped_by(func, w):
    found, grads = func(w)
    return found, w - grads


def minimised(func, w, gives_both=False):
    both = jax.value_and_grad(func)
    if gives_both:
        return stepped_by(func, w)
    return stepped_by(both, w)


def minimised_all_the_same(func, w, gives_both=False):
    both = jax.value_and_grad(func)  # expect: JAX509
    return stepped_by(both, w)


def made_for_others(func):
    both = jax.value_and_grad(func)  # expect: JAX509
    return both


def value_with_gradient(w):
    return jnp.sum(w**2), 2 * w


def main_of_both(w):
    minimised(value_with_gradient, w, gives_both=True)
    minimised_all_the_same(value_with_gradient, w, gives_both=True)
    return made_for_others(value_with_gradient)


def kept_for_all(func, w, gives_both=False):
    global both_of_all
    both_of_all = jax.value_and_grad(func)  # expect: JAX509
    if gives_both:
        return stepped_by(func, w)
    return stepped_by(both_of_all, w)


def main_of_all(w):
    return kept_for_all(value_with_gradient, w, gives_both=True)


# --- what such a loop gives, joined with others ------------------------------------------------------


def residuals_of_turns(scale, start, turns):
    last = jax.lax.fori_loop(0, turns, lambda i, x: x * scale, start)
    return jnp.concatenate([last - 1.0, jnp.stack([last, last])[0]])


def error_of_turns(scale, start, turns):
    return jnp.sum(residuals_of_turns(scale, start, turns) ** 2)


slope_of_turns = jax.jit(jax.grad(error_of_turns))  # expect: JAX509


def error_of_ten_turns(scale, start):
    return jnp.sum(residuals_of_turns(scale, start, 10) ** 2)


slope_of_ten_turns = jax.jit(jax.grad(error_of_ten_turns))


def all_slopes(start):
    return slope_of_turns(0.9, start, 12), slope_of_ten_turns(0.9, start)
