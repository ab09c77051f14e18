"""An if, elif, conditional expression, match or comprehension condition on a traced value."""

import functools
from collections import namedtuple
from dataclasses import dataclass
from functools import partial
from typing import Callable, ClassVar, NamedTuple

import chex
import equinox as eqx
import flax
import flax.linen as nn
import haiku as hk
import jax
import jax.numpy as np
import jax_tqdm
import numpy as onp
import numpyro
import numpyro.distributions as dist
import optax
from flax import nnx
from flax.training.train_state import TrainState
from jax import jit, lax, random, vmap
from jax.experimental import pallas as pl


@jax.jit
def relu(x):
    if x > 0:  # expect: JAX101
        return x
    return 0.0


def relu_plain(x):
    if x > 0:  # nobody traces this function
        return x
    return 0.0


# T02
@jax.jit
def by_shape(x):
    if x.ndim == 2:
        x = x.sum(axis=0)
    elif x.shape[0] > 3 or x.size == 1:
        x = x[:3]
    if np.issubdtype(x.dtype, np.integer):
        x = x.astype(np.float32)
    if np.ndim(x) != 1 or len(x) > 10:
        raise ValueError(f"cannot use {x.shape}")
    for i in range(x.shape[0]):
        if i % 2 == 0:
            x = x.at[i].add(1.0)
    return x


@jit
def second_arm(x, y):
    if x.shape == y.shape:
        return x + y
    elif np.sum(y) > 0:  # expect: JAX101
        return x
    return y


@partial(jit, static_argnames=("mode",))
def activation(x, mode):
    if mode == "relu":
        return np.maximum(x, 0)
    return x if x.sum() > 0 else -x  # expect: JAX101


# T05
@partial(jit, static_argnums=(1, 2))
def activation_static(x, mode, slope):
    if mode == "leaky":
        return np.where(x > 0, x, x * slope)
    return x * slope if slope > 0 else x


@jit
def scale_by_norm(x):
    norm = np.linalg.norm(x)
    scaled = x / norm
    if norm > 1.0:  # expect: JAX101
        return scaled
    return x


@jit
def scale_by_norm_where(x):
    norm = np.linalg.norm(x)
    return np.where(norm > 1.0, x / norm, x)


# A jnp call inside a traced function gives a tracer even from constants.
@jit
def constants(x):
    n = np.prod(np.array(x.shape))
    if n > 2:  # expect: JAX101
        return x
    return -x


# T23: NumPy on static values stays static.
@jit
def numpy_constants(x):
    n = onp.prod(x.shape)
    if n > 2:
        return x * onp.sqrt(n)
    return -x


@jit
def walrus(x):
    if (total := np.sum(x)) > 3:  # expect: JAX101
        return total
    return x


# Call forms.
clip_negative = jax.jit(lambda x: x if x > 0 else 0.0)  # expect: JAX101
keep_flat = jax.jit(lambda x: x if x.ndim == 1 else x.ravel())


def sgd(w, g, clip):
    if g > clip:  # expect: JAX101
        g = clip
    return w - g


sgd = jax.jit(sgd)


def momentum(w, g, nesterov):
    if nesterov:  # static by the jit below
        return w - 2.0 * g
    return w - g


momentum_step = jax.jit(momentum, static_argnums=2)


def decay(lr, warm, w):
    if warm:  # bound by the partial below
        return w * lr
    if w > lr:  # expect: JAX101
        return lr
    return w


decayed = jit(partial(decay, 0.1, False))


def rowwise(row):
    return row if row[0] > 0 else -row  # expect: JAX101


rows = jax.jit(jax.vmap(rowwise))


class Trainer:
    def __init__(self, clip, verbose):
        self.clip = clip
        self.verbose = verbose
        self.step = jax.jit(self._step)

    def _step(self, w, g):
        if self.verbose:  # T05: a field of the bound object is a Python value
            g = g * 1.0
        if g > self.clip:  # expect: JAX101
            g = self.clip
        return w - g

    def outside(self, w, g):
        return w if g > self.clip else g


class Policy:
    def __init__(self, deterministic):
        self.deterministic = deterministic

    @partial(jax.jit, static_argnums=0)
    def act(self, logits, epsilon):
        if not self.deterministic:  # T05
            logits = logits / 2.0
        if epsilon > 0.5:  # expect: JAX101
            return 0
        return np.argmax(logits)

    @staticmethod
    @jit
    def value(x):
        if x.mean() < 0:  # expect: JAX101
            return -x
        return x


def make_step(clip, use_clip=True):
    @jax.jit
    def step(w, g):
        if use_clip:  # T05: a closure variable
            g = np.minimum(g, clip)
        if g < w:  # expect: JAX101
            return w
        return w - g

    return step


# Through helpers, with and without traced arguments.
def project(x, radius):
    if radius > 1.0:  # expect: JAX101
        return x / radius
    return x


def pad(x, width):
    if width > 1:  # only ever called with a static width
        return np.pad(x, width)
    return x


@jit
def projected_step(x, g):
    x = pad(x, 2)
    x = pad(x, width=x.shape[0])
    return project(x - g, np.linalg.norm(x))


def helper_chain(x):
    return inner_helper([x, 1], flag=True)


def inner_helper(pair, flag):
    first, second = pair
    if flag and second:  # static parts
        pass
    if first > 0:  # expect: JAX101
        return first
    return second


traced_chain = jit(helper_chain)


# Containers.
class Batch(NamedTuple):
    x: jax.Array
    mask: jax.Array | None
    training: bool = True


@dataclass
class Config:
    depth: int
    scale: jax.Array


Point = namedtuple("Point", "x y")


@jit
def containers(params, batch: Batch):
    w, b = params["w"], params["b"]
    if batch.mask is not None:  # T01
        w = w * batch.mask
    if batch.x.sum() > 0:  # expect: JAX101
        w = w + 1
    point = Point(w, y=3)
    if point.y > 2:
        w = w + 1
    if point.x.max() > 2:  # expect: JAX101
        w = w + 1
    config = Config(depth=2, scale=np.ones(3))
    if config.depth > 1:
        w = w * config.scale
    if config.scale[0] > 1:  # expect: JAX101
        w = w + 1
    table = {"lr": 0.1, "w": w}
    if table["lr"] > 1:
        w = w + 1
    if table["w"].mean() > 1:  # expect: JAX101
        w = w + 1
    return w + b


# T04: the structure of a pytree is static.
@jit
def structure(params, xs):
    if "b" in params:
        return params["b"]
    if params:
        xs = [np.exp(x) for x in xs]
    if xs and len(xs) > 1:
        return xs[0]
    match params:
        case {"w": w}:
            return w
        case _:
            return xs


# T16
@jit
def unrolled(tree, vector, pairs):
    total = 0.0
    for i, (name, leaf) in enumerate(tree.items()):
        if name == "bias" and i > 0:
            total = total + leaf
    for a, b in zip(pairs, pairs):
        total = total + a * b
    for v in vector:
        if v > 0:  # expect: JAX101
            total = total + v
    return total + sum(vector)


@jit
def positives(xs):
    values = [np.sum(x) for x in xs]
    return [v for v in values if v > 0]  # expect: JAX101


@jit
def present(xs):
    return [x for x in xs if x is not None]


@jit
def dispatch(n):
    match n:  # expect: JAX101
        case 0:
            return 1.0
        case _:
            return 2.0


def starred(*args, **kwargs):
    if len(args) > 1:
        return args[1]
    if args[0] > 0:  # expect: JAX101
        return args[0]
    if "y" in kwargs:
        return kwargs["y"]
    return kwargs["z"] if kwargs["z"] < 0 else 0.0  # expect: JAX101


jit_starred = jit(starred)


@jit
def forwards(x):
    return forwarded(*(x, 3), flag=True)


def forwarded(x, n, *, flag, other=None):
    if n > 2 and flag:
        x = x + n
    if other is None:  # T01
        other = x
    if other.sum() > n:  # expect: JAX101
        return x
    return other


# T01
@jit
def optional(x, mask=None):
    if mask is not None and mask.ndim == 2:
        x = x * mask
    if mask is None:
        return x
    return x + 1


# T03
@jit
def by_type(x, tree):
    if isinstance(tree, dict):
        return tree["x"]
    if isinstance(x, jax.Array):
        return x
    return tree


# T03: this branch is for concrete values.
@jit
def guarded(x):
    if not isinstance(x, jax.core.Tracer):
        return 1.0 if x > 0 else -1.0
    return np.sign(x)


# T06: nobody passes `train`, so it stays a Python bool.
@jit
def with_default(x, train=True):
    if train:
        return x * 2.0
    return x


# A flag handed through the transformation is traced.
@jit
def with_flag(x, train):
    if train:  # expect: JAX101
        return x * 2.0
    return x


# A default that a caller overrides.
@jit
def with_overridden_default(x, noise=False):
    if noise:  # expect: JAX101
        return x * 2.0
    return x


def evaluate_all():
    x = np.ones(3)
    return with_default(x), with_flag(x, True), with_overridden_default(x, noise=True)


# vmap, pmap, checkpoint, make_jaxpr, eval_shape.
@jax.vmap
def per_row(row):
    if row.sum() > 0:  # expect: JAX101
        return row
    return -row


# T08
def mapped_and_not(x, threshold):
    if threshold > 0.5:
        x = x * 2.0
    return x if x > threshold else -x  # expect: JAX101


both = vmap(mapped_and_not, in_axes=(0, None))


# T06, under vmap
def scaled(x, flag=False):
    if flag:
        return 2.0 * x
    return x


scaled_rows = vmap(scaled)


@partial(jax.pmap, axis_name="devices")
def replicated(x):
    x = lax.pmean(x, "devices")
    if x > 0:  # expect: JAX101
        return x
    return -x


# T12
@partial(jax.pmap, axis_name="i")
def by_device(x):
    if lax.axis_size("i") > 1 or lax.psum(1, "i") > 1:
        x = lax.psum(x, "i")
    if jax.default_backend() == "tpu" or jax.device_count() > 4 or jax.process_index() == 0:
        x = x * 2.0
    if lax.axis_index("i") == 0:  # expect: JAX101
        x = x + 1.0
    return x


@jax.checkpoint
def block(x):
    if np.mean(x) > 0:  # expect: JAX101
        return x
    return -x


@partial(jax.remat, static_argnums=(1,))
def block_static(x, train):
    if train:
        return x * 2.0
    return x


def shape_of(x):
    if np.any(x > 0):  # expect: JAX101
        return x
    return -x


out_shape = jax.eval_shape(shape_of, np.ones(3))


# T07: values are concrete under grad alone.
def loss_plain(w, x):
    error = np.mean((w - x) ** 2)
    if error > 1.0:
        return np.sqrt(error)  # expect: JAX604
    return error


gradient = jax.grad(loss_plain)
value_and_gradient = jax.value_and_grad(loss_plain, argnums=(0, 1))


def loss_compiled(w, x):
    error = np.mean((w - x) ** 2)
    if error > 1.0:  # expect: JAX101
        return np.sqrt(error)  # expect: JAX604
    return error


compiled_gradient = jax.jit(jax.value_and_grad(loss_compiled))


@jit
def update(params, x):
    def loss(p):
        out = np.dot(x, p)
        if out.sum() > 0:  # expect: JAX101
            return out.sum()
        return -out.sum()

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, g: p - g if g > 0 else p, params, grads)  # expect: JAX101


# Bodies of control flow are abstract even without jit.
def simulate(x):
    def body(carry, t):
        if carry > 10.0:  # expect: JAX101
            carry = 0.0
        return carry + t, carry

    return lax.scan(body, x, np.arange(3.0))


def simulate_where(x):
    def body(carry, t):
        carry = np.where(carry > 10.0, 0.0, carry)
        return carry + t, carry

    return lax.scan(body, x, np.arange(3.0))


# T30: what accepts a traced index, and what does not.
def fill(x):
    def body(i, x):
        if i == 0:  # expect: JAX101
            return x
        return x.at[i].set(x[i - 1])

    return lax.fori_loop(0, 5, body, x)


def fill_where(x):
    def body(i, x):
        return x.at[i].set(np.where(i == 0, x[0], np.roll(x, i)[i]))

    return lax.fori_loop(1, x.shape[0], body, x)


def branches(pred, x):
    def up(v):
        return v if v > 1 else v + 1  # expect: JAX101

    def down(v):
        return v if v.ndim == 0 else v.sum()

    return lax.cond(pred, up, down, x)


def switched(index, x):
    return lax.switch(
        index,
        [
            lambda v: v,
            lambda v: -v if v > 0 else v,  # expect: JAX101
        ],
        x,
    )


def loop_while(x):
    def keep_going(state):
        return True if state < 3 else False  # expect: JAX101

    return lax.while_loop(keep_going, lambda state: state + 1, x)


def mapped(xs):
    return lax.map(lambda x: x if x > 0 else 0.0, xs)  # expect: JAX101


# Closures see the tracers of the function around them.
@jit
def enclosing(x, y):
    total = np.sum(x)

    def inner(z):
        if total > 0:  # expect: JAX101
            return z
        return -z

    return inner(y)


# A concrete array of the module: its own truth is known, that of a comparison is not.
THRESHOLD = np.array(0.5)
LIMIT = onp.array(0.5)
FLAG = True


@jit
def against_constants(x):
    if FLAG:
        x = x + 1
    if LIMIT > 0.1:
        x = x + 1
    if THRESHOLD > 0.1:  # expect: JAX101
        x = x + 1
    return x


# Decorators of one's own.
def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    return wrapper


@jit
@logged
def inner_decorated(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


@logged
@jit
def outer_decorated(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


@logged
def only_logged(x):
    if x > 0:
        return x
    return -x


@jax.jit
@chex.assert_max_traces(n=1)
def counted(x):
    if x.sum() > 0:  # expect: JAX101
        return x
    return -x


# T09: a host function gets concrete NumPy arrays.
def host_clip(x):
    if x.max() > 1.0:
        return onp.clip(x, 0.0, 1.0)
    return x


@jit
def with_callback(x):
    jax.debug.callback(lambda v: print("large") if v > 3 else None, x.sum())
    return jax.pure_callback(host_clip, x, x)


# T10
@jax.custom_vjp
def safe_div(a, b):
    if b == 0:
        return 0.0
    return a / b


def safe_div_fwd(a, b):
    return safe_div(a, b), (a, b)


def safe_div_bwd(residuals, g):
    a, b = residuals
    if b == 0:
        return 0.0, 0.0
    return g / b, -g * a / b**2


safe_div.defvjp(safe_div_fwd, safe_div_bwd)


@jax.custom_jvp
def log1pexp(x):
    if x > 0:  # expect: JAX101
        return np.log1p(np.exp(x))  # expect: JAX601
    return x


@log1pexp.defjvp
def log1pexp_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return log1pexp(x), t * jax.nn.sigmoid(x)


@jit
def uses_custom(x):
    return log1pexp(x)


# T22
@jit
def by_attempt(x):
    try:
        width = x.shape[5]
    except IndexError:
        width = 1
    return x * 2 if width > 1 else x


# Other libraries.
class Cell(nn.Module):
    features: int
    residual: bool = False

    @nn.compact
    def __call__(self, carry, x):
        y = nn.Dense(self.features)(x)
        if self.residual:  # T05
            y = y + x
        return carry, y


@nn.jit
def flax_block(module, x):
    return x if np.sum(x) > 0 else -x  # expect: JAX101


@flax.struct.dataclass
class State:
    step: jax.Array
    debug: bool = flax.struct.field(pytree_node=False, default=False)


@jit
def advance(state: State):
    if state.debug:
        return state
    return state.replace(step=state.step + 1)


@nnx.jit
def nnx_step(model, x):
    y = np.tanh(x)
    if y.sum() > 0:  # expect: JAX101
        return y
    return x


# Under filter_jit what is no array stays Python, so only computed values are certain.
@eqx.filter_jit
def filtered(model, x, train):
    if train:
        x = x * 2.0
    if np.sum(x) > 0:  # expect: JAX101
        return x
    return model


def forward(x, is_training):
    if is_training:
        x = hk.dropout(hk.next_rng_key(), 0.5, x)
    return hk.Linear(3)(x)


network = hk.transform(forward)


@hk.transform
def compiled_forward(x):
    if np.sum(x) > 0:  # expect: JAX101
        return hk.Linear(3)(x)
    return x


compiled_apply = jax.jit(compiled_forward.apply)


# T21: `np` is jax.numpy here, `random` is jax.random.
@jit
def coin(key, x):
    if random.bernoulli(key):  # expect: JAX101
        return x
    return np.zeros(3)


@jit
def coin_where(key, x):
    return np.where(random.bernoulli(key), x, np.zeros(3))


# T28: a registered class is a pytree, its array fields are traced.
@jax.tree_util.register_pytree_node_class
class Particle:
    def __init__(self, x, v):
        self.x = x
        self.v = v

    def tree_flatten(self):
        return (self.x, self.v), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)

    @jit
    def move(self, dt):
        x = np.where(self.x > 0, self.x + dt * self.v, 0.0)
        return Particle(x, self.v)


# T29, T30
@jit
def accepts_traced(x, n):
    both = np.stack([x, x]).sum() + np.concatenate([x, x]).sum() + np.array([1, 2]).sum()
    grid = np.linspace(0, n, 4).sum() + np.full((2,), n).sum()
    x = x.at[n].set(x[n]) + x[jax.ds(n, 2)].sum()
    return lax.fori_loop(0, n, lambda i, c: c + x[i], both + grid)


# Lifted modules of Flax: their bodies are abstract even without jit.
class Accumulate(nn.Module):
    clip: bool = False

    @nn.compact
    def __call__(self, carry, x):
        carry = carry + np.tanh(x)
        if self.clip:  # T05
            carry = np.minimum(carry, 1.0)
        if carry.sum() > 0:  # expect: JAX101
            carry = carry * 0.5
        return carry, carry


Scanned = nn.scan(Accumulate, variable_broadcast="params", split_rngs={"params": False})


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        y = np.tanh(x)
        return y if y.sum() > 0 else x  # expect: JAX101


class Stack(nn.Module):
    deep: bool = True

    @nn.compact
    def __call__(self, x, xs):
        if self.deep:
            x = nn.remat(Block)()(x)
        return Scanned()(x, xs)


# T05: the module that a lifted function or method is given is no array.
class Encoder(nn.Module):
    residual: bool = True
    width: int = 3

    @partial(nn.scan, variable_broadcast="params", split_rngs={"params": False})
    @nn.compact
    def __call__(self, carry, x):
        h = nn.Dense(self.width)(carry + x)
        if self.residual:
            h = h + carry
        if h.sum() > 0:  # expect: JAX101
            h = h * 0.5
        return h, carry

    @nn.remat
    def halved(self, x):
        return x / 2 if self.residual or x.sum() > 0 else x  # expect: JAX101

    @partial(nn.vmap, in_axes=(0, None), variable_axes={"params": None}, split_rngs={})
    def rows(self, x, flag):
        if x.sum() > 0:  # expect: JAX101
            x = x * 0.5
        return x + 1 if flag else x


class Top(nn.Module):
    depth: int = 2

    @nn.compact
    def __call__(self, x):
        def body(module, carry, row):
            for _ in range(module.depth):
                carry = carry + row
            return carry, carry

        x, _ = Encoder()(x[0], x)
        return nn.scan(body, variable_broadcast="params", split_rngs={})(self, x, x)[0]


# The numbers of a lifted class count from its self.
class Decoding(nn.Module):
    @nn.compact
    def __call__(self, x, mask, decode):
        if decode:
            x = x + 1
        return x + mask


class DecodingToo(nn.Module):
    @nn.compact
    def __call__(self, x, mask, decode):
        if decode:  # expect: JAX101
            x = x + 1
        return x + mask


class Decoder(nn.Module):
    @nn.compact
    def __call__(self, x, mask, decode=False):
        x = nn.remat(Decoding, static_argnums=(3,))()(x, mask, decode)
        return nn.remat(DecodingToo, static_argnums=(2,))()(x, mask, decode)


# T07: Equinox's gradient alone is as concrete as JAX's.
@eqx.filter_grad
def filtered_loss(model, x):
    error = np.mean((model - x) ** 2)
    if error > 1.0:
        return np.sqrt(error)  # expect: JAX604
    return error


# T07
def curve(x):
    return x**2 if x > 0 else -x


curvature = jax.hessian(curve)
jacobian = jax.jacfwd(curve)
slopes = jax.vjp(curve, 1.0)


# Stacked transformations: the outer jit makes the unmapped argument abstract as well.
@jit
@partial(vmap, in_axes=(0, None))
def row_threshold(row, threshold):
    if threshold > 0.5:  # expect: JAX101
        return row
    return -row


@partial(jit, static_argnames="threshold")
def row_threshold_static(rows, threshold):
    return vmap(lambda row: row if threshold > 0.5 else -row)(rows)


@partial(jax.shard_map, mesh=None, in_specs=jax.P("i"), out_specs=jax.P("i"))
def sharded(x):
    if x.sum() > 0:  # expect: JAX101
        return x
    return -x


def described(x):
    return x if x > 0 else -x  # expect: JAX101


jaxpr = jax.make_jaxpr(described)


# The ways of naming what is static.
STATIC = ("mode", "depth")


@partial(jit, static_argnames=STATIC)
def named_by_constant(x, mode, *, depth=1):
    if mode == "deep" and depth > 1:
        return x * depth
    return x


@jax.jit(static_argnames=["mode"])
def named_by_list(x, mode, depth):
    if mode == "deep":
        x = x * 2
    return x if depth > 1 else -x  # expect: JAX101


@partial(jit, static_argnums=-1)
def last_is_static(x, depth):
    return x if depth > 1 else -x


powered = jit(lambda x, depth=3: x if depth > 2 else -x)


# A callable object.
class Gate:
    def __init__(self, width):
        self.width = width

    @property
    def wide(self):
        return self.width > 3

    def __call__(self, x):
        if self.wide:
            x = x[:3]
        return x if x[0] > 0 else -x  # expect: JAX101


fast_gate = jax.jit(Gate(4))


# Through lists, star targets, reduce and nested functions.
@jit
def flows(xs):
    values = []
    values.append(np.sum(xs[0]))
    first, *rest = [x * 2.0 for x in xs]
    if len(values) > 1 or not rest:
        return first
    if values[-1] > 0:  # expect: JAX101
        return first
    total = functools.reduce(lambda a, b: a + b, values)
    flags = {"early": total > 0, "late": False}
    if flags["late"]:
        return first
    return first if flags["early"] else rest[0]  # expect: JAX101


@flax.struct.dataclass
class Averages:
    mean: jax.Array
    mode: int = flax.struct.field(pytree_node=False, default=1)


@jax.jit
def by_a_static_field(averages):
    if averages.mode == 1:
        return averages.mean
    if averages.mean > 0:  # expect: JAX101
        return averages.mean * 0.5
    return averages.mean


AVERAGED = by_a_static_field(Averages(np.zeros(()), mode=2))


def only_eager(x):
    if x > 0:
        return x
    return -x


def jitted_unless_eager(x, fast):
    f = np.abs if fast else only_eager
    if fast:
        f = jit(f)
    return f(x)


def sometimes_branching(x):
    if x > 0:  # expect: JAX101
        return x
    return -x


def jitted_in_any_case(x, fast):
    f = np.abs if fast else sometimes_branching
    return jit(f)(x)


# shard_map leaves alone what has None for a spec; what has one is traced.
@partial(jax.shard_map, mesh=None, in_specs=(jax.P("i"), None, None), out_specs=jax.P("i"))
def by_spec(x, times, flip):
    if times > 2 and flip:
        x = -x
    if x[0] > 0:  # expect: JAX101
        x = x * times
    return x


def of_specs(mesh, spec, xs, options):
    P = jax.sharding.PartitionSpec

    def block(x, y, table):
        if y > 0:
            x = x + y
        if table["n"] > 1:
            x = x * 2
        if table["w"] > 1:  # expect: JAX101
            x = x * 2
        return x

    specs = (P("i"), spec, {"w": P(), "n": None})
    mapped = jax.shard_map(block, mesh=mesh, in_specs=specs, out_specs=P("i"))
    return mapped(xs, options, {"w": xs, "n": 2})


def of_one_spec(mesh, xs, y):
    def block(x, y):
        if y > 0:  # expect: JAX101
            x = x + y
        return x

    spec = jax.sharding.PartitionSpec("i")
    return jax.shard_map(block, mesh=mesh, in_specs=spec, out_specs=spec)(xs, y)


# Static names are those of the function that a wrapper shows by ``__wrapped__``.
def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def unlogged(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def updated(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return functools.update_wrapper(wrapper, function)


@partial(jax.jit, static_argnames=("count", "flip"))
@logged
def of_a_wrapped(x, count, flip=False):
    if flip or count > 2:
        x = -x
    if x[0] > 0:  # expect: JAX101
        x = x * 2
    return x


@partial(jax.jit, static_argnums=1)
@updated
def of_an_updated(x, count):
    if count > 2:
        x = -x
    if x[0] > 0:  # expect: JAX101
        x = x * 2
    return x


@partial(jax.jit, static_argnames=("count",))
@unlogged
def of_an_unlogged(x, count):
    if count > 2:  # expect: JAX101
        x = -x
    return x


def with_wrapped(xs):
    rows = of_a_wrapped(xs, 3), of_a_wrapped(xs, count=3, flip=True)
    return rows, of_an_updated(xs, 3), of_an_unlogged(xs, 3)


# They hold for what comes out of ``**options`` too.
@partial(jax.jit, static_argnames=["causal", "width"])
def of_options(q, *, causal, width, scale):
    if causal and width > 2:
        q = q * 2
    if scale > 0:  # expect: JAX101
        q = q * scale
    return q


def with_options(q, **options):
    return of_options(q, **options)


# Numbers count behind what a partial binds.
def repeated(solve, rounds, x):
    if rounds > 3:
        x = x * 2
    if x > 0:  # expect: JAX101
        x = -x
    for _ in range(rounds):
        x = solve(x)
    return x


class Repeats:
    def __init__(self, solve, use_jit):
        search = partial(repeated, solve)
        self.search = jax.jit(search, static_argnums=(0,)) if use_jit else search

    def run(self, x):
        return self.search(3, x)


# What a dataclass declares to be a container is true or false by its length.
@flax.struct.dataclass
class Sampling:
    step: jax.Array
    forbidden: tuple[int, ...] | None
    biased: dict[str, jax.Array]
    strict: bool


def sampled(logits, sampling):
    def body(sampling):
        found = logits
        if sampling.forbidden:
            found = found.at[list(sampling.forbidden)].set(-np.inf)
        if sampling.biased:
            found = found + sampling.biased["all"]
        if sampling.strict:  # expect: JAX101
            found = found * 2
        step = sampling.step + np.sum(found)
        return Sampling(step, sampling.forbidden, sampling.biased, sampling.strict)

    return lax.while_loop(lambda sampling: sampling.step < 3, body, sampling)


# A module of nnx keeps its numbers to itself.
class Head(nnx.Module):
    shared: bool
    width: int

    def __init__(self, shared, width, rngs):
        self.shared = shared
        self.width = width
        self.layer = nnx.Linear(width, width, rngs=rngs)

    def __call__(self, x):
        if self.shared:
            x = np.split(x, (self.width,), axis=-1)[0]
        if x.sum() > 0:  # expect: JAX101
            x = -x
        return self.layer(x)


@nnx.jit
def headed(head: Head, x):
    return head(x)


mapped_heads = nnx.vmap(headed, in_axes=(0, None))


# An axis that may be None leaves the argument alone.
def scaled_by(x, scale):
    if scale > 1:
        return x * scale
    return x


def maybe_mapped(xs, scale):
    axis = 0 if isinstance(scale, onp.ndarray) else None
    return vmap(scaled_by, in_axes=(0, axis))(xs, scale)


def scaled_by_each(x, scale):
    if scale > 1:  # expect: JAX101
        return x * scale
    return x


def mapped(xs, scales):
    return vmap(scaled_by_each, in_axes=(0, 0))(xs, scales)


# Derivative rules run where the function with rules is differentiated in traced code.
@jax.custom_vjp
def rooted(x):
    return np.sqrt(x)


def rooted_forward(x):
    y = np.sqrt(x)
    return y, (x, y)


def rooted_backward(kept, g):
    x, y = kept
    if y > 0:  # expect: JAX101
        return (g / (2 * y),)
    return (np.zeros_like(x),)


rooted.defvjp(rooted_forward, rooted_backward)


@jax.custom_jvp
def ramp(x):
    return np.abs(x)


def ramp_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    if x > 0:  # expect: JAX101
        return ramp(x), t
    return ramp(x), -t


ramp.defjvp(ramp_jvp)


@jax.jit
def descended(x):
    return x - jax.grad(rooted)(x) - jax.grad(ramp)(x)


@jax.custom_vjp
def plain_root(x):
    return np.sqrt(x)


def plain_forward(x):
    return np.sqrt(x), x


def plain_backward(x, g):
    if x > 0:
        return (g,)
    return (g * 0,)


plain_root.defvjp(plain_forward, plain_backward)


@jax.jit
def only_forward(x):
    return plain_root(x)


def eagerly(x):
    return jax.grad(plain_root)(x)


# A kernel of Pallas runs on references; what is read from one is traced, its shape is not.
def summed(x_ref, o_ref, *, square):
    i = pl.program_id(0)
    if i == 0:  # expect: JAX101
        o_ref[...] = np.zeros_like(o_ref)
    x = x_ref[...]
    if square and x_ref.shape[0] > 1:
        x = x * x
    if x_ref[0, 0] > 0:  # expect: JAX101
        x = x + 1

    @pl.when(i == 1)
    def _():
        o_ref[...] += x
        if i > 1:  # expect: JAX101
            o_ref[...] = x


def of_blocks(x):
    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return pl.pallas_call(partial(summed, square=True), out_shape=shape, grid=(2,))(x)


# A dict of functions is known by name, whoever filled it while the module was run.
KERNELS = {}


def kernel(name):
    def keep(function):
        KERNELS[name] = function
        return function

    return keep


@kernel("box")
def box(r):
    if r < 1:  # expect: JAX101
        return r
    return 0.0


@kernel("hat")
def hat(r):
    return 1 - r if r < 1 else 0.0


@kernel("flat")
def flat(r):
    return 1.0 if r < 1 else 0.0


KERNELS["flat"] = np.ones_like


@jax.jit
def by_name(r):
    return KERNELS["box"](r) + KERNELS["flat"](r)


# What a model of NumPyro samples is traced, its arguments and what is observed are not.
def regressed(x, y=None, robust=False):
    slope = numpyro.sample("slope", dist.Normal(0.0, 1.0))
    if robust and x.shape[0] > 2 and x[0] > 0:
        slope = slope * 2
    if slope > 0:  # expect: JAX101
        slope = slope + 1
    if y is not None:
        seen = numpyro.sample("y", dist.Normal(slope, 1.0), obs=y)
        return seen if seen[0] > 0 else slope
    return slope


sampler = numpyro.infer.NUTS(regressed)


def only_simulated():
    slope = numpyro.sample("slope", dist.Normal(0.0, 1.0))
    return 1 if slope > 0 else 0


# Outside of a kernel a reference is what it was made of.
def of_a_reference(x):
    ref = jax.new_ref(x)
    return ref[0] if ref[0] > 0 else ref[1]


# What a state of training holds enters a jitted step as what it is.
def of_a_state(state, x):
    if state.step > 0:  # expect: JAX101
        return state.apply_fn(x)
    return x if state.tx == "sgd" else x + 1


step_of_a_state = jit(of_a_state)


def train(x):
    state = TrainState.create(apply_fn=relu_or_not, params={}, tx="sgd")
    tried = state.step > 0 or state.tx == "sgd"
    state = state.replace(tx="adam")
    return step_of_a_state(state, x), tried


def relu_or_not(x):
    if x > 0:  # expect: JAX101
        return x
    return 0.0


# `is True` of a flag that the caller gave is known, as `is None` is.
def told_by_flag(x, flag):
    if flag is True:
        return 1.0 if x > 0 else 2.0  # expect: JAX101
    return x


def not_told_by_flag(x, flag):
    if flag is True:
        return 1.0 if x > 0 else 2.0
    return x


@jax.jit
def by_flag(x):
    return told_by_flag(x, flag=True), not_told_by_flag(x, flag=False)


# So is `callable` of a function.
def called_or_tested(rule, x):
    if callable(rule):
        return rule(x)
    return 1.0 if x > rule else 2.0


def tested_or_called(rule, x):
    if not callable(rule):
        return 1.0 if x > rule else 2.0  # expect: JAX101
    return rule(x)


@jax.jit
def by_rule(x):
    halved = called_or_tested(lambda y: y / 2, x)
    return halved, called_or_tested(jax.vmap(np.sin), x), tested_or_called(0.5, x)


# What a caller leaves out is the object that the function compares with.
class Missing:
    pass


missing = Missing()


def left_out(x, rule=missing):
    rule = rule if rule is not None else missing
    if rule is not missing:
        return 1.0 if x > 0 else 2.0
    return x


def handed_over(x, rule=missing):
    if rule is missing:
        return x
    return 1.0 if x > 0 else 2.0  # expect: JAX101


@jax.jit
def by_left_out(x):
    return left_out(x), handed_over(x), handed_over(x, Missing())


# A ClassVar is no field, nor is one that the class fills itself: the arguments go to the others.
class Ranked(eqx.Module):
    rank: ClassVar[int] = 0
    made: int = eqx.field(init=False, default=0, static=True)
    data: jax.Array
    scale: jax.Array

    def combined(self, other):
        if self.rank > 1 or self.made:
            return other.data
        if self.scale > 0:  # expect: JAX101
            return self.data
        return other.data


@jax.jit
def by_rank(x):
    return Ranked(x + 1.0, x * 2.0).combined(Ranked(x, x))


# Each field of an Equinox module that is not static is traced where nothing filters: numbers too.
class Deep(eqx.Module):
    weight: jax.Array
    deep: bool
    tall: bool = eqx.field(static=True)

    def __init__(self, weight, deep=True):
        self.weight = weight
        self.deep = deep
        self.tall = deep

    def __call__(self, x):
        if self.deep:  # expect: JAX101
            x = self.weight @ x
        if self.tall:
            x = self.weight @ x
        return x


@jax.jit
def by_module(net, x):
    return net(x)


def deep_sum(w, x):
    return by_module(Deep(w), x)


class Filtered(Deep):
    def __call__(self, x):
        return self.weight @ x if self.deep else x


@eqx.filter_jit
def by_filter(net, x):
    return net(x)


def filtered_sum(w, x):
    return by_filter(Filtered(w), x)


def filtered_gradient(w, x):
    return eqx.filter_grad(lambda net: jax.jit(lambda v: net(v).sum())(x))(Filtered(w))


@jax.jit
def by_annotation(net: Deep, filtered: Filtered, x):
    if net.tall:
        return x
    return x if net.deep else net.weight  # expect: JAX101


@eqx.filter_jit
def by_annotation_filtered(net: Deep, x):
    return x if net.deep else net.weight


@jax.jit
def by_parts(arrays, x):
    net = eqx.combine(arrays, Filtered(x))
    return net(x)


# The partial of JAX makes a decorator as that of functools does.
@jax.tree_util.Partial(jax.jit, static_argnums=0)
def by_partial_of_jax(n, x):
    if n > 2:
        return x
    if x > 0:  # expect: JAX101
        return -x
    return x


# What is taken out of **rest leaves the others as they are, static ones too.
@partial(jax.jit, static_argnames=["limit"])
def static_among_gathered(m, **rest):
    scale = rest.pop("scale", None)
    if rest["limit"] > 3:
        return m * scale
    if rest["width"] > 3:  # expect: JAX101
        return m
    return m * 2


@jax.jit
def entry_popped(m, part):
    parts = {"a": m, "n": len(part.shape)}
    if parts.pop("n") > 2:
        return m
    if parts["a"] > 2:  # expect: JAX101
        return m
    return parts.pop("a")


# A function that is the default of a dataclass's field is no method: each object holds it.
def above_limit(values, limit):
    if limit > 0:
        return values
    return -values


def above_own_limit(values, limit):
    if limit > 0:  # expect: JAX101
        return values
    return -values


@dataclass(frozen=True)
class HoldsFunction:
    fn: Callable = above_limit

    def run(self, values):
        return self.fn(values, 1.0)


@dataclass(frozen=True)
class SharesFunction:
    fn: ClassVar[Callable] = above_own_limit

    def run(self, values):
        return self.fn(values)


@jax.jit
def by_held_function(values):
    return HoldsFunction().run(values) + SharesFunction().run(values)


# No tracer reaches a function with defvjp for an argument that is not differentiated: JAX raises.
@partial(jax.custom_vjp, nondiff_argnums=(1,))
def scaled_by_rule(x, rate):
    return scaled_forward(x, rate)[0]


def scaled_forward(x, rate):
    if rate > 0:
        x = x * 2
    return x, (x,)


def scaled_backward(rate, kept, ct):
    return (ct,)


scaled_by_rule.defvjp(scaled_forward, scaled_backward)


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def scaled_by_forward_rule(x, rate):
    if rate > 0:  # expect: JAX101
        x = x * 2
    return x


@scaled_by_forward_rule.defjvp
def scaled_slope(rate, primals, tangents):
    return primals[0] * rate, tangents[0] * rate


@jax.jit
def scaled_twice(x, rate):
    return scaled_by_rule(x, rate) + scaled_by_forward_rule(x, rate)


# A test that is kept in a variable decides as the test itself does.
def checked(x, grid=None):
    if grid is None and (x <= 0.0).any():
        raise ValueError("not positive")
    return x


def stepped(x, grid=None):
    given = grid is not None

    def step(carry, _):
        return checked(carry, grid=grid), None

    if given:
        return jax.lax.scan(step, x, length=3)[0]
    return step(x, 0)[0]


def checked_above(x, grid=None):
    if grid is None and (x <= 0.0).any():  # expect: JAX101
        raise ValueError("not positive")
    return x


def stepped_without(x, grid=None):
    given = grid is not None

    def step(carry, _):
        return checked_above(carry, grid=grid), None

    if not given:
        return jax.lax.scan(step, x, length=3)[0]
    return step(x, 0)[0]


def checked_anew(x, grid=None):
    if grid is None and (x <= 0.0).any():  # expect: JAX101
        raise ValueError("not positive")
    return x


def stepped_anew(x, grid=None):
    given = grid is not None
    grid = functools.reduce(max, x)

    def step(carry, _):
        return checked_anew(carry, grid=grid), None

    if given:
        return jax.lax.scan(step, x, length=3)[0]
    return step(x, 0)[0]


# What is unpacked into another number of names raises, so that nothing behind it is reached.
def three_sums(x):
    return x, x + 1, x + 2


def two_or_three_sums(x):
    if x.ndim > 1:
        return x, x + 1
    return three_sums(x)


@jax.jit
def one_name_too_few(x):
    first, second = three_sums(x)
    if first > 0:
        return second
    return first


@jax.jit
def as_many_names(x):
    first, second, _ = three_sums(x)
    if first > 0:  # expect: JAX101
        return second
    return first


@jax.jit
def rest_left_empty(x):
    first, _, second, *_ = three_sums(x)
    if first > 0:  # expect: JAX101
        return second
    return first


@jax.jit
def rest_left_less_than_nothing(x):
    first, _, second, _, *_ = three_sums(x)
    if first > 0:
        return second
    return first


@jax.jit
def perhaps_as_many(x):
    first, second = two_or_three_sums(x)
    if first > 0:  # expect: JAX101
        return second
    return first


@jax.jit
def misfit_is_handled(x):
    try:
        first, second = three_sums(x)
    except ValueError:
        first, second, _ = three_sums(x)
    if first > 0:  # expect: JAX101
        return second
    return first


@jax.jit
def misfit_on_one_path(x, short=None):
    first, second = x, x
    if short is not None:
        first, second = three_sums(x)
    if first > 0:  # expect: JAX101
        return second
    return first


# What follows arguments of unknown number is any parameter's.
def placed_and_run(function, arguments, places):
    placed = [jax.device_put(x, place) for x, place in zip(arguments, places)]
    return jax.jit(function)(*placed)


def loss_of(x, y, sharded):
    if sharded:
        return x * y
    return x


def loss_above(x, y, least):
    if least > 0:  # expect: JAX101
        return x * y
    return x


def test_placed(arguments, places, x):
    placed_and_run(lambda *a: loss_of(*a, True), arguments, places)
    return placed_and_run(lambda *a: loss_above(*a), (x, x, x), places)


# A filtered jit keeps functions as they are: which one runs is known at the call.
class Damped(eqx.Module):
    rate: jax.Array
    bounded: bool = eqx.field(static=True)

    def __init__(self, *, bounded=False):
        self.rate = np.ones(())
        self.bounded = bounded

    def __call__(self, x):
        if self.bounded:
            x = np.tanh(x)
        if self.rate > 1:  # expect: JAX101
            x = x / self.rate
        return x * self.rate

    def undamped(self, x):
        if self.bounded:
            x = np.tanh(x)
        return x


def damped_loss(model, x):
    return model(x).sum()


def undamped_loss(model, x):
    return model.undamped(x).sum() * model.rate


def at_offset(offset):
    def shifted(model, x):
        if offset > 2:
            x = x - offset
        return undamped_loss(model, x)

    return shifted


@eqx.filter_jit
def descend(model, x, loss):
    if loss is undamped_loss:
        x = x - 1
    value, grads = eqx.filter_value_and_grad(loss)(model, x)
    return eqx.apply_updates(model, grads), value


def descends(x):
    model = Damped(bounded=True)
    for loss in (undamped_loss, at_offset(3), damped_loss):
        model, _ = descend(model, x, loss)
        if model.rate > 0:
            x = x - model.rate
    return model


# JAX builds a copy of an object that crosses a transformation, by the constructor if it is told so.
@jax.tree_util.register_pytree_node_class
class Orbit:
    def __init__(self, radius, name="orbit"):
        if np.any(radius <= 0):  # expect: JAX101
            raise ValueError("no radius")
        self.radius = radius
        self.name = name

    def tree_flatten(self):
        return (self.radius,), self.name

    @classmethod
    def tree_unflatten(cls, name, children):
        return cls(*children, name)


@jax.jit
def period(orbit):
    return orbit.radius**1.5


@jax.tree_util.register_pytree_node_class
class Comet:
    def __init__(self, radius, mass):
        if radius <= 0:
            raise ValueError("no radius")
        if mass <= 0:
            raise ValueError("no mass")
        self.radius, self.mass = radius, mass

    def tree_flatten(self):
        return (self.radius,), self.mass

    @classmethod
    def tree_unflatten(cls, mass, children):
        comet = object.__new__(cls)
        (comet.radius,), comet.mass = children, mass
        return comet


class Moon:
    def __init__(self, radius, mass):
        if radius <= 0:  # expect: JAX101
            raise ValueError("no radius")
        if mass <= 0:
            raise ValueError("no mass")
        self.radius, self.mass = radius, mass


jax.tree_util.register_pytree_node(
    Moon,
    lambda moon: ((moon.radius,), moon.mass),
    lambda mass, children: Moon(*children, mass),
)


class Ring:
    def __init__(self, radius):
        if radius <= 0:
            raise ValueError("no radius")
        self.radius = radius


jax.tree_util.register_pytree_node(Ring, lambda r: ((r.radius,), None), lambda _, c: Ring(*c))


@jax.tree_util.register_dataclass
@dataclass
class Planet:
    radius: jax.Array

    def __post_init__(self):
        if np.any(self.radius <= 0):  # expect: JAX101
            raise ValueError("no radius")


@dataclass
class Star:
    radius: jax.Array

    def __post_init__(self):
        if np.any(self.radius <= 0):  # expect: JAX101
            raise ValueError("no radius")


@dataclass
class Dust:
    radius: jax.Array

    def __post_init__(self):
        if np.any(self.radius <= 0):
            raise ValueError("no radius")


def periods(radii):
    comet, moon = period(Comet(2.0, 1.0)), period(Moon(3.0, 1.0))
    ring = jax.grad(lambda ring: ring.radius * 2.0)(Ring(1.0))
    rings = jax.vmap(lambda ring, x: ring.radius * x, in_axes=(None, 0))(Ring(1.0), radii)
    dust = jax.jit(np.sum)(Dust(radii).radius)
    planets, _ = lax.scan(lambda planet, x: (planet, x), Planet(radii), radii)
    return period(Orbit(radii)), comet, moon, ring, rings, dust, planets


@jax.jit
def shines(radius):
    return Star(radius).radius * 2


# An optimiser calls its schedule with the count of its steps, which is traced where the update is.
def warmed_up(step):
    if step < 100:  # expect: JAX101
        return step / 100
    return 1.0


def warmed_up_on_the_host(step):
    return step / 100 if step < 100 else 1.0


def warmed_up_in_jax(step):
    return np.where(step < 100, step / 100, 1.0)


class Staircase:
    def __init__(self, height):
        self.height = height

    def __call__(self, step):
        return 1.0 if step % 10 else self.height  # expect: JAX101


def falling(length):
    def schedule(step):
        if step > length:  # expect: JAX101
            return 0.1
        return 1.0 if length else 0.0

    return schedule


def rising(step):
    return 0.1 if step < 5 else 1.0  # expect: JAX101


slow = optax.adam(warmed_up)
slow_in_jax = optax.adamw(learning_rate=warmed_up_in_jax)
on_the_host = optax.sgd(warmed_up_on_the_host)
stepped_down = optax.chain(optax.clip(1.0), optax.scale_by_schedule(Staircase(0.5)))


@jax.jit
def slow_step(params, state, grads):
    updates, state = slow.update(grads, state)
    more, _ = slow_in_jax.update(grads, state, params)
    steps, _ = stepped_down.update(grads, state)
    return optax.apply_updates(params, updates), state, more, steps


def step_on_the_host(params, state, grads):
    updates, state = on_the_host.update(grads, state)
    return optax.apply_updates(params, updates), state


def with_optimiser(optimiser):
    @jax.jit
    def update(params, state, grads):
        updates, state = optimiser.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    return update


with_optimiser(slow_in_jax)(np.ones(3), slow_in_jax.init(np.ones(3)), np.ones(3))
fallen = optax.lion(falling(10))
with_optimiser(fallen)(np.ones(3), fallen.init(np.ones(3)), np.ones(3))


@jax.jit
def raised_step(state, grads):
    return state.apply_gradients(grads=grads)


def raised(params, grads):
    state = TrainState.create(apply_fn=None, params=params, tx=optax.sgd(rising))
    return raised_step(state, grads)


# --- tests that contradict each other, as a method between them may change the field --------------


def measured(o, x):
    if o.width is None:
        o.measure()
        if o.width is not None:
            return jax.vmap(lambda v: v if o.width is None else -v)(x)
    return x


def measured_as_traced(o, x):
    if o.width is None:
        o.measure()
    return jax.vmap(lambda v: v if v > 0 else -v)(x)  # expect: JAX101


# A dict of written pairs has each value by its key.
@jax.jit
def dict_of_pairs(x):
    given = dict([("limit", 2), ("start", x)])
    if given["limit"] > 1:
        x = x + 1
    if given["start"] > 1:  # expect: JAX101
        x = x + 1
    return x


# False on one path, an array on the other.
def close_to(x, y):
    if x.shape != y.shape:
        return False
    return np.all(x == y)


def alike(x, y):
    if x.shape != y.shape:
        return False
    return x.dtype == y.dtype


@jax.jit
def kept_if_close(x, y):
    return x if close_to(x, y) else y  # expect: JAX101


@jax.jit
def kept_if_alike(x, y):
    return x if alike(x, y) else y


@jax.jit
def kept_by_flag(x, strict: bool = False):
    small = False
    if x.ndim:
        small = np.sum(x) < 1
    if small is False:
        return x
    return np.where(small, x, -x)


# --- bars that show the progress of a loop ---------------------------------------------------------


def positive_part(total, x):
    if x > 0:  # expect: JAX101
        total = total + x
    return total, x


def sum_of_positive_parts(xs):
    step = jax_tqdm.scan_tqdm(10)(partial(positive_part))
    return jax.lax.scan(step, 0.0, xs)


def doubled_while_small(turn, x):
    return 2 * x if x < 9 else x  # expect: JAX101


def doubled(x):
    return jax.lax.fori_loop(0, 10, jax_tqdm.loop_tqdm(10)(doubled_while_small), x)


def positive_part_of_host(total, x):
    return total + x if x > 0 else total


def sum_out_of_sight(xs):
    return jax_tqdm.tqdm(10)(positive_part_of_host)(0.0, xs)


# A flag that is asked what it is before it is taken for one.
def either_of(chosen, x, y):
    if chosen is True:
        return x
    if chosen is False:
        return y
    return np.where(chosen, x, y)


def told_by_class(chosen, x, y):
    if isinstance(chosen, bool):
        return x if chosen else y
    return np.where(chosen, x, y)


@jax.jit
def asked_first(x, y):
    chosen = close_to(x, y)
    both = told_by_class(chosen, x, y) + either_of(chosen, x, y)
    return both + (x if chosen else y)  # expect: JAX101


# What is taken of a concrete table in traced code is traced, at a traced place in any code.
TABLE = np.linspace(0.0, 1.0, 9).reshape(3, 3)


@jax.jit
def looked_up(x):
    if TABLE[0, 1] > 0.5:  # expect: JAX101
        x = x + 1
    for row in range(3):
        if TABLE[row, 0] > 0.5:  # expect: JAX101
            x = x + 1
    if TABLE.shape[0] > 2:
        x = x + 1
    return x


@jax.vmap
def looked_up_by_row(row):
    if TABLE[row, 0] > 0.5:  # expect: JAX101
        return TABLE[row]
    if TABLE[0, 1] > 0.5:
        return TABLE[0]
    return TABLE[1]


# A test of a tracer behind one of which nothing is known decides where that one leads to it.
def swapped_each(every, known, debug):
    @jax.jit
    def swapped(x, step):
        if every and step % every == 0:  # expect: JAX101
            x = x + 1
        if every:
            if step % every == 0:  # expect: JAX101
                x = x + 1
        due = debug.due or step > 3
        x = x * 2 if due else x  # expect: JAX101
        return x

    @jax.jit
    def swapped_where_known(x, step):
        traced = isinstance(x, jax.core.Tracer)
        if not traced and x > 0:
            x = x + 1
        if every and known and x.ndim > 1:
            x = x + 1
        for _ in every and (x, step):
            x = x * 2
        kept = every and step
        return x, kept

    return swapped, swapped_where_known


def shifted(x, shift=None):
    if shift and shift > 0:
        x = x + shift
    return x


@jax.jit
def shifted_by_some(x):
    return shifted(x) + shifted(x, 2)


def shifted_by_an_array(x, shift=None):
    if shift and shift > 0:  # expect: JAX104
        x = x + shift
    return x


@jax.jit
def shifted_by_itself(x):
    return shifted_by_an_array(x, x)


# A local function that nothing reads is never traced; what another decorator keeps may be.
def with_unread_local(x, register):
    @jax.jit
    def unread(y, double):
        return 2.0 * y if double else y

    @register
    @jax.jit
    def registered(y, double):
        return 2.0 * y if double else y  # expect: JAX101

    @jax.jit  # expect: JAX503
    def read(y, double):
        return 2.0 * y if double else y  # expect: JAX101

    return read(x, True)


# --- one of several objects is the same one wherever it is asked ----------------------------------


class LoopOnHost:
    def conditional(self, predicate, yes, no, operand):
        return yes(operand) if predicate else no(operand)

    def advance(self, step, state, steps):
        for n in range(steps):
            state, _ = step(state, n)
        return state


class LoopOnDevice(LoopOnHost):
    def conditional(self, predicate, yes, no, operand):
        return jax.lax.cond(predicate, yes, no, operand)

    def advance(self, step, state, steps):
        return lax.scan(step, state, np.arange(steps))[0]


class HalfOnHost:
    def conditional(self, predicate, yes, no, operand):
        return yes(operand) if predicate else no(operand)  # expect: JAX101

    def advance(self, step, state, steps):
        return lax.scan(step, state, np.arange(steps))[0]


class LoopByOthers(LoopOnDevice):
    def advance(self, step, state, steps):
        def block(current, ns):
            return lax.scan(step, current, ns)[0], None

        return onp.frompyfunc(jax.checkpoint(block), 2, 1)(state, steps)


LOOPS = {"host": LoopOnHost, "device": LoopOnDevice, "others": LoopByOthers}
HALVES = {"host": LoopOnHost, "half": HalfOnHost}


def simulated(kind, state, steps):
    loop = LOOPS[kind]()

    def step(current, n):
        return loop.conditional(n > 3, lambda x: x + 1, lambda x: x, current), None

    return loop.advance(step, state, steps)


class Simulation:
    def __init__(self, kind):
        self.loop = LOOPS[kind]()

    def step(self, current, n):
        return self.loop.conditional(n > 3, lambda x: x + 1, lambda x: x, current), None

    def run(self, state, steps):
        return self.loop.advance(self.step, state, steps)


def simulated_by_half(kind, state, steps):
    loop = HALVES[kind]()

    def step(current, n):
        return loop.conditional(n > 3, lambda x: x + 1, lambda x: x, current), None

    return loop.advance(step, state, steps)


@jax.jit
def by_platform(x):
    def on_cpu(x):
        if x > 0:  # expect: JAX101
            return x
        return -x

    return jax.lax.platform_dependent(x, cpu=on_cpu, default=lambda x: -x)
