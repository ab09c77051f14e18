"""A while on a traced value, or a range of one."""

import dataclasses
import typing
from functools import partial

import jax
import jax.numpy as jnp
from flax import struct
from jax import lax


@jax.jit
def collatz(n):
    steps = jnp.zeros((), int)
    while n > 1:  # expect: JAX102
        n = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
        steps = steps + 1
    return steps


@jax.jit
def collatz_while_loop(n):
    def body(state):
        n, steps = state
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), steps + 1

    return lax.while_loop(lambda state: state[0] > 1, body, (n, 0))


def collatz_plain(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@partial(jax.jit, static_argnames="tol")
def newton(x, tol):
    error = jnp.inf * x
    while error > tol:  # expect: JAX102
        new = x - (x**2 - 2) / (2 * x)
        error = jnp.abs(new - x)
        x = new
    return x


# The counter is a Python int.
@jax.jit
def newton_fixed(x):
    i = 0
    while i < 10:
        x = x - (x**2 - 2) / (2 * x)
        i += 1
    return x


@jax.jit
def newton_break(x):
    while True:
        new = x - (x**2 - 2) / (2 * x)
        if jnp.abs(new - x) < 1e-6:  # expect: JAX101
            break
        x = new
    return x


@jax.jit
def while_array(x):
    while jnp.any(x > 1.0):  # expect: JAX102
        x = x / 2.0
    return x


# The queue is a list: its length is static.
@jax.jit
def tree_sum(xs):
    queue = list(xs)
    while queue:
        a = queue.pop()
        if not queue:
            return a
        queue[0] = queue[0] + a
    while len(queue) > 1:
        queue.pop()
    return 0.0


@jax.jit
def power(x, n):
    y = 1.0
    for _ in range(n):  # expect: JAX102
        y = y * x
    return y


@partial(jax.jit, static_argnums=1)
def power_static(x, n):
    y = 1.0
    for _ in range(n):
        y = y * x
    return y


@jax.jit
def power_fori(x, n):
    return lax.fori_loop(0, n, lambda i, y: y * x, 1.0)


@jax.jit
def bounded(x, start, length):
    total = 0.0
    for i in range(start, start + 4):  # expect: JAX102
        total = total + x[i]
    for i in range(x.shape[0]):
        total = total + x[i]
    for i in range(0, len(x), 2):
        total = total + x[i] * length
    return total


@jax.jit
def comprehended(x, n):
    return jnp.stack([x * i for i in range(n)])  # expect: JAX102


@jax.jit
def comprehended_shape(x):
    return jnp.stack([x * i for i in range(x.ndim)])


# The sizes of a jnp computation are tracers too.
@jax.jit
def chunks(x):
    n = jnp.minimum(x.shape[0], 4)
    out = []
    for i in range(n):  # expect: JAX102
        out.append(x[i])
    return out


@jax.jit
def chunks_static(x):
    n = min(x.shape[0], 4)
    out = []
    for i in range(n):
        out.append(x[i])
    return out


def triangle(x):
    def body(i, total):
        for j in range(i):  # expect: JAX102
            total = total + x[j]
        return total

    return lax.fori_loop(0, 5, body, 0.0)


def triangle_masked(x):
    def body(i, total):
        return total + jnp.sum(jnp.where(jnp.arange(x.shape[0]) < i, x, 0.0))

    return lax.fori_loop(0, 5, body, 0.0)


def repeat(fn, x, n):
    for _ in range(n):  # expect: JAX102
        x = fn(x)
    return x


def repeat_static(fn, x, n):
    for _ in range(n):
        x = fn(x)
    return x


@jax.jit
def repeated(x, n):
    x = repeat_static(jnp.tanh, x, 3)
    return repeat(jnp.tanh, x, n=n)


class Sampler:
    def __init__(self, steps):
        self.steps = steps
        self.run = jax.jit(self._run)

    def _run(self, x, thinning):
        for _ in range(self.steps):
            x = jnp.sin(x)
        for _ in range(thinning):  # expect: JAX102
            x = jnp.cos(x)
        return x


@jax.vmap
def escape_time(c):
    z, n = 0.0 * c, 0
    while jnp.abs(z) < 2:  # expect: JAX102
        z, n = z**2 + c, n + 1
    return n


# T08: not mapped, so concrete.
def repeat_rows(row, times):
    for _ in range(times):
        row = row * 2.0
    return row


rows = jax.vmap(repeat_rows, in_axes=(0, None))


# T07: concrete under grad alone.
def unrolled_loss(w, n):
    while w < 3.0:
        w = w * 2.0
    for _ in range(n):
        w = jnp.sin(w)
    return w


slope = jax.grad(unrolled_loss)


# Fields that are no part of a pytree stay Python values, however a class says so.
@jax.tree_util.register_static
@dataclasses.dataclass(frozen=True)
class Config:
    layers: int = 3
    width: int = 4


@partial(jax.tree_util.register_dataclass, data_fields=["scale", "turns"], meta_fields=["layers"])
@dataclasses.dataclass
class Model:
    scale: jax.Array
    turns: int
    layers: int


@dataclasses.dataclass
class Later:
    scale: jax.Array
    turns: int
    layers: int


jax.tree_util.register_dataclass(Later, ["scale", "turns"], meta_fields=["layers"])


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Declared:
    scale: jax.Array
    turns: int
    limit: typing.ClassVar[int] = 4
    layers: int = dataclasses.field(metadata={"static": True}, default=2)


@jax.tree_util.register_pytree_node_class
class Flattened:
    scale: jax.Array
    layers: int

    def __init__(self, scale, layers):
        self.scale, self.layers = scale, layers

    def tree_flatten(self):
        children = (self.scale,)
        return children, {"layers": self.layers}

    @classmethod
    def tree_unflatten(cls, aside, children):
        return cls(*children, **aside)


@struct.dataclass
class Struct:
    scale: jax.Array
    turns: int
    layers: int = struct.field(pytree_node=False)


@jax.jit
def of_a_config(config: Config, x):
    for _ in range(config.layers):
        x = x + jnp.ones((config.width,))
    return x


@jax.jit
def of_models(model: Model, later: Later, declared: Declared, x):
    for _ in range(model.layers + later.layers + declared.layers + declared.limit):
        x = x * model.scale
    for _ in range(model.turns):  # expect: JAX102
        x = x + 1
    for _ in range(later.turns):  # expect: JAX102
        x = x + 1
    for _ in range(declared.turns):  # expect: JAX102
        x = x + 1
    return x


@jax.jit
def of_a_flattened(model: Flattened, x):
    for _ in range(model.layers):
        x = x * model.scale
    return x


@jax.jit
def of_a_struct(model: Struct, x):
    for _ in range(model.layers):
        x = x * model.scale
    for _ in range(model.turns):  # expect: JAX102
        x = x + 1
    return x


def with_models(x):
    flat = of_a_flattened(Flattened(x, 3), x)
    return flat, of_a_config(Config(), x), of_a_struct(Struct(scale=x, turns=2, layers=3), x)


@dataclasses.dataclass
class RegisteredElsewhere:
    turns: int
    scale: jax.Array


@jax.jit
def of_what_another_module_registers(settings: RegisteredElsewhere, x):
    for _ in range(settings.turns):
        x = x * settings.scale
    return x


# A wrapper of vmap that takes trees apart: what is not mapped is no tracer.
class Wrapped:
    def __init__(self, value):
        self.value = value


def mapped(fun, in_axes=0):
    def is_wrapped(x):
        return isinstance(x, Wrapped)

    def inside(*args, **kwargs):
        args, kwargs = jax.tree.map(lambda x: x, (args, kwargs), is_leaf=is_wrapped)
        return fun(*args, **kwargs)

    def outside(*args, **kwargs):
        args, kwargs = jax.tree.map(lambda x: x, (args, kwargs), is_leaf=is_wrapped)
        return jax.vmap(inside, in_axes)(*args, **kwargs)

    return outside


def powers(x, degree):
    return sum(x**i for i in range(degree + 1))


def powers_of_each(x, degree):
    return sum(x**i for i in range(degree + 1))  # expect: JAX102


def by_wrapper(x, degree):
    return mapped(powers, in_axes=(0, None))(x, degree)


def by_wrapper_over_all(x, degree):
    return mapped(powers_of_each)(x, degree)


# Of arguments that are not counted some may not be mapped, unless all are.
def turned(x, *rest):
    return sum(x**i for i in range(rest[-1]))


def turned_for_each(x, *rest):
    return sum(x**i for i in range(rest[-1]))  # expect: JAX102


def by_some(x, *rest):
    return jax.vmap(turned, in_axes=(0, 0, None))(x, *rest)


def by_all(x, *rest):
    return jax.vmap(turned_for_each, in_axes=(0, 0, 0))(x, *rest)


# What is of the class is no field, and takes no argument's place.
class Layered(struct.PyTreeNode):
    priority: typing.ClassVar[int] = 0


class Banded(Layered):
    offsets: tuple = struct.field(pytree_node=False)
    diagonals: jax.Array = None


def banded(x):
    bands = Banded((0, 1), jnp.stack([x, x]))
    total = x
    for offset in bands.offsets:
        total = total + sum(range(offset))
    for row in range(bands.diagonals.sum()):  # expect: JAX102
        total = total + row
    return total


in_bands = jax.jit(banded)


@jax.tree_util.register_pytree_node_class
@dataclasses.dataclass(frozen=True)
class Counted:
    scale: jax.Array
    limit: typing.Any
    turns: typing.Any = dataclasses.field(default=(), metadata={"static": True})

    def __post_init__(self):
        object.__setattr__(self, "turns", tuple(int(one) for one in self.turns))

    def tree_flatten(self):
        return (self.scale, self.limit), self.turns

    @classmethod
    def tree_unflatten(cls, aside, children):
        return cls(*children, aside)


@jax.jit
def of_counted(counted: Counted, x):
    for turn in counted.turns:
        for _ in range(turn):
            x = x * counted.scale
    for _ in range(counted.limit):  # expect: JAX102
        x = x + 1
    return x


def counted_by_an_array(x):
    return of_counted(Counted(jnp.ones(2), jnp.array(3), jnp.array([1, 2])), x)


# A method that answers at once in the first turn, and of the arrays in the others.
class Halving:
    most = 4

    def settled(self, turn, x):
        if turn == 0:
            return False
        return jnp.max(jnp.abs(x)) < 1.0

    def spent(self, turn, x):
        if turn == 0:
            return False
        return turn >= self.most


@jax.jit
def halved_until_settled(x):
    halving, turn = Halving(), 0
    while halving.settled(turn, x) == False:  # noqa: E712  # expect: JAX102
        x, turn = x / 2, turn + 1
    return x


@jax.jit
def halved_until_spent(x):
    halving, turn = Halving(), 0
    while not halving.spent(turn, x):
        x, turn = x / 2, turn + 1
    return x


@jax.jit
def halved_while_none(x):
    found = None
    while found is None:
        x = x / 2
        found = jnp.max(x)
    return found
