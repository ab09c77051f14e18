"""Static arguments that cannot be hashed."""

import dataclasses
from functools import partial
from typing import NamedTuple, Protocol

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from somewhere import WHICH


@partial(jax.jit, static_argnums=1)
def filled(x, shape):
    return x if shape is None else x + 1


def literals(x):
    filled(x, [2, 3])  # expect: JAX504
    filled(x, (2, 3))
    filled(x, {2, 3})  # expect: JAX504
    filled(x, shape=[2])  # expect: JAX504
    filled(x, 3)
    filled(x, "valid")


def computed(x, n):
    filled(x, [k for k in range(n)])  # expect: JAX504
    filled(x, tuple(k for k in range(n)))
    shape = list(x.shape)
    filled(x, shape)  # expect: JAX504
    filled(x, x.shape)
    filled(x, (2, [3]))  # expect: JAX504


def arrays(x):
    filled(x, np.array([2, 3]))  # expect: JAX504
    filled(x, tuple(np.array([2, 3])))
    filled(x, np.prod((2, 3)))
    filled(x, jnp.max(x))  # expect: JAX504
    filled(x, int(jnp.max(x)))


@jax.jit
def outer(x, y):
    z = jnp.sin(y)
    return filled(x, z)  # expect: JAX504


@jax.jit
def outer_of_shapes(x, y):
    return filled(x, y.shape)


by_name = jax.jit(lambda x, options: x, static_argnames=("options",))
by_last = jax.jit(lambda how, *rest: rest, static_argnums=0)


def names(x):
    by_name(x, options={"k": 1})  # expect: JAX504
    by_name(x, {"k": 1})  # expect: JAX504
    by_name(x, options=tuple({"k": 1}.items()))
    by_last("sum", [x], {"k": x})


unreadable = jax.jit(lambda x, k: x, static_argnums=WHICH)


def by_unknown_number(x):
    return unreadable(x, [1])


def unknown(x, shape):
    return filled(x, shape)


# Traced, a list is a pytree.
traced = jax.jit(lambda x, parts: x + parts[0])


def pytree(x):
    return traced(x, [x])


class Equal:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        return self.k == other.k

    @partial(jax.jit, static_argnums=0)  # expect: JAX504
    def scale(self, x):
        return self.k * x


class EqualAndHashed(Equal):
    def __hash__(self):
        return hash(self.k)

    @partial(jax.jit, static_argnums=0)
    def twice(self, x):
        return 2 * self.k * x


class Plain:
    @partial(jax.jit, static_argnums=0)
    def scale(self, x):
        return x


@dataclasses.dataclass
class Config:
    width: int


@dataclasses.dataclass(frozen=True)
class FrozenConfig:
    width: int


@dataclasses.dataclass(eq=False)
class IdentityConfig:
    width: int


class Point(NamedTuple):
    width: int


def configs(x):
    by_name(x, options=Config(3))  # expect: JAX504
    by_name(x, options=FrozenConfig(3))
    by_name(x, options=IdentityConfig(3))
    by_name(x, options=Point(3))
    by_name(x, options=Plain())


def expected_to_fail(x):
    try:
        return filled(x, [1])
    except ValueError:
        return None


@partial(jax.jit, static_argnames="sizes")
def of_sizes(x, sizes):
    return x * len(sizes)


class Listed:
    sizes = [3, 3]

    def run(self, x):
        return of_sizes(x, sizes=self.sizes)  # expect: JAX504

    def more(self, x):
        y = of_sizes(x, sizes=tuple(self.sizes))
        return of_sizes(y, sizes=self.sizes + [1])  # expect: JAX504


class SetByItsMaker:
    sizes = [3, 3]

    def __init__(self, sizes=(3, 3)):
        self.sizes = tuple(sizes)

    def run(self, x):
        return of_sizes(x, sizes=self.sizes)


class SetByItsBase(SetByItsMaker):
    def __init__(self):
        super().__init__((1, 2))

    def again(self, x):
        return of_sizes(x, sizes=self.sizes)


class OfAField:
    sizes: list = [3, 3]

    def run(self, x):
        return of_sizes(x, sizes=self.sizes)


# What a factory makes for a field that nobody fills.
@dataclasses.dataclass
class Layout:
    widths: list = dataclasses.field(default_factory=lambda: [8, 8])
    extras: list = dataclasses.field(default_factory=list)
    names: tuple = dataclasses.field(default_factory=tuple)
    counted: list = dataclasses.field(default_factory=list)

    def __post_init__(self):
        self.counted = tuple(self.widths)


@partial(jax.jit, static_argnames="sizes")
def laid_out(x, sizes):
    return x * len(sizes)


class Drawer:
    def __init__(self, layout):
        self.layout = layout

    def draw(self, x):
        return laid_out(x, sizes=self.layout.widths)  # expect: JAX504


def draws(x):
    layout = Layout()
    laid_out(x, sizes=layout.widths)  # expect: JAX504
    laid_out(x, sizes=layout.extras)  # expect: JAX504
    laid_out(x, sizes=layout.names)
    laid_out(x, sizes=layout.counted)
    laid_out(x, sizes=tuple(layout.widths))
    laid_out(x, sizes=Layout((3, 4)).widths)
    laid_out(x, sizes=Layout(extras=(3, 4)).extras)
    return Drawer(Layout()).draw(x)


# Frozen dataclasses and named tuples are hashed by their fields.
@dataclasses.dataclass(frozen=True)
class Frozen:
    widths: list = dataclasses.field(default_factory=lambda: [8, 8])
    depth: int = 2


@dataclasses.dataclass(frozen=True)
class FrozenApart:
    widths: list = dataclasses.field(default_factory=list, hash=False)
    notes: dict = dataclasses.field(default_factory=dict, compare=False)


@dataclasses.dataclass(frozen=True, eq=False)
class FrozenItself:
    widths: list


@dataclasses.dataclass(frozen=True)
class FrozenHashed:
    widths: list

    def __hash__(self):
        return len(self.widths)


@dataclasses.dataclass(frozen=True)
class FrozenTuple:
    widths: list

    def __post_init__(self):
        object.__setattr__(self, "widths", tuple(self.widths))


@dataclasses.dataclass(frozen=True)
class Wider(Frozen):
    bias: bool = True


@dataclasses.dataclass(frozen=True)
class Outer:
    inner: Frozen


class Pair(NamedTuple):
    widths: list
    depth: int


def by_fields(x):
    laid_out(x, sizes=Frozen())  # expect: JAX504
    laid_out(x, sizes=Frozen([1, 2]))  # expect: JAX504
    laid_out(x, sizes=Frozen(widths=(1, 2)))
    laid_out(x, sizes=FrozenApart())
    laid_out(x, sizes=FrozenItself([1]))
    laid_out(x, sizes=FrozenHashed([1]))
    laid_out(x, sizes=FrozenTuple([1]))
    laid_out(x, sizes=Wider())  # expect: JAX504
    laid_out(x, sizes=Outer(Frozen()))  # expect: JAX504
    laid_out(x, sizes=Outer(Frozen((3,))))
    laid_out(x, sizes=Pair([1], 2))  # expect: JAX504
    laid_out(x, sizes=Pair((1,), 2))


def by_unknown_fields(x, widths, frozen: Frozen):
    laid_out(x, sizes=Frozen(widths))
    laid_out(x, sizes=frozen)


# What only reads an object leaves its fields as they are known; what is not known may not.
def after_reading(x, shown, changed):
    print(dataclasses.asdict(shown), WHICH(changed))
    laid_out(x, sizes=shown)  # expect: JAX504
    laid_out(x, sizes=changed)


def reads(x):
    after_reading(x, Frozen(), Frozen())


# What is no array and no tree of arrays is static to Equinox, whether it is declared so or not.
@dataclasses.dataclass
class Fitter:
    rate: float = 0.1

    @eqx.filter_jit  # expect: JAX504
    def step(self, x):
        return self.rate * x

    @eqx.filter_value_and_grad
    def loss(self, x):
        return self.rate * x

    def fit(self, x):
        return self.step(x), self.loss(x)


@dataclasses.dataclass(frozen=True)
class FrozenFitter:
    rate: float = 0.1

    @eqx.filter_jit
    def step(self, x):
        return self.rate * x


class PlainFitter:
    @eqx.filter_jit
    def step(self, x):
        return x


class FittedModule(eqx.Module):
    rate: float = 0.1

    @eqx.filter_jit
    def step(self, x):
        return self.rate * x


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class KnownFitter:
    rate: float = 0.1

    @eqx.filter_jit
    def step(self, x):
        return self.rate * x


class Alike:
    def __eq__(self, other):
        return True


@eqx.filter_jit
def fitted(x, how):
    return x


def by_equinox(x):
    Fitter().fit(x)
    fitted(x, Fitter())  # expect: JAX504
    fitted(x, how=Alike())  # expect: JAX504
    fitted(x, [x, {"how": Alike()}])  # expect: JAX504
    fitted(x, {1, 2})  # expect: JAX504
    fitted(x, [FrozenFitter(), PlainFitter(), KnownFitter(), FittedModule()])
    fitted(x, {"text": "a", "array": x})
    others = (FrozenFitter(), PlainFitter(), KnownFitter(), FittedModule())
    return [other.step(x) for other in others]


# --- class methods of what is jitted: the class is the first argument -----------------------------


class Packing:
    names = ("width", "height")

    @classmethod
    @partial(jax.jit, static_argnums=(0,))
    def packed(cls, values):
        return jnp.asarray([values[name] for name in cls.names])

    @classmethod
    @partial(jax.jit, static_argnums=(0, 1))
    def sized(cls, sizes, x):
        return x * len(sizes)

    @classmethod
    @partial(jax.jit, static_argnames=("cls", "sizes"))
    def named(cls, sizes, x):
        return x * len(sizes)


def by_class(x):
    Packing.packed({"width": x, "height": x})
    Packing.sized([1, 2], x)  # expect: JAX504
    Packing.sized((1, 2), [x])
    Packing.named([1, 2], x)  # expect: JAX504
    Packing().packed({"width": x, "height": x})
    Packing().sized([1, 2], x)  # expect: JAX504
    return Packing.packed([x, x])


# --- a protocol says what a class has, not which one it is ----------------------------------------


class Storable(Protocol):
    def __eq__(self, other): ...


class Stored:
    def __eq__(self, other): ...


class Ring:
    @staticmethod
    @partial(jax.jit, static_argnums=(0, 1))
    def of_what_is_storable(size: int, kind: Storable):
        return jnp.zeros(size)

    @staticmethod
    @partial(jax.jit, static_argnums=(0, 1))  # expect: JAX504
    def of_what_is_stored(size: int, kind: Stored):
        return jnp.zeros(size)


# --- arrays in static fields ----------------------------------------------------------------------


class Observation(eqx.Module):
    frame: jax.Array = eqx.field(static=True)
    mask: np.ndarray = eqx.static_field()
    weight: jax.Array

    def __init__(self, key, size):
        self.frame = jax.random.uniform(key, (4, 4))  # expect: JAX504
        self.mask = np.ones(size)  # expect: JAX504
        self.weight = jnp.ones(size)


class Spread(eqx.Module):
    sizes: tuple = eqx.field(static=True)

    def __post_init__(self):
        self.sizes = jnp.asarray([1, 2, 3])  # expect: JAX504


class Configured(eqx.Module):
    shape: tuple = eqx.field(static=True)
    kind: type = eqx.field(static=True)
    name: str = eqx.field(static=True)
    act: object = eqx.field(static=True)
    scale: float = eqx.field(static=True)
    offset: jax.Array = eqx.field(static=True)
    rows: tuple = eqx.field(static=True, converter=tuple)
    other: jax.Array = eqx.field(static=True)
    table: jax.Array = eqx.field(static=False)

    def __init__(self, x, other):
        self.shape = jnp.ones(3).shape
        self.kind = jnp.float32
        self.name = "configured"
        self.act = jax.nn.relu
        self.scale = np.float32(0.5)
        self.offset = jnp.asarray(1.0)
        self.rows = np.arange(3)
        self.other = other
        self.table = jnp.ones(3)


class NoModule:
    frame: jax.Array = eqx.field(static=True)

    def __init__(self, key):
        self.frame = jax.random.uniform(key, (4, 4))


class Plain(eqx.Module):
    weight: jax.Array
    grid: jax.Array = eqx.field(static=True)


def plain_modules(x):
    first = Plain(jnp.ones(3), jnp.linspace(0.0, 1.0, 8))  # expect: JAX504
    second = Plain(weight=x, grid=np.arange(3))  # expect: JAX504
    return first, second, Plain(jnp.ones(3), (1, 2)), Plain(x, x), Plain(x, jnp.array(2.0))


# One and the same array in all objects is equal to itself.
GRID = jnp.linspace(0.0, 1.0, 8)


class Gridded(eqx.Module):
    weight: jax.Array
    grid: jax.Array = eqx.field(static=True)

    def __init__(self, weight):
        self.weight = weight
        self.grid = GRID


def with_one_grid(x):
    return Gridded(x), Gridded(x + 1.0), Plain(x, GRID)


# --- arrays beside the children of a tree ---------------------------------------------------------


@jax.tree_util.register_pytree_node_class
class Interpolant:
    def __init__(self, values, nodes, name):
        self.values = values
        self.nodes = nodes  # expect: JAX504
        self.name = name

    def tree_flatten(self):
        return (self.values,), (self.nodes, self.name)

    @classmethod
    def tree_unflatten(cls, aside, children):
        return cls(*children, *aside)


@jax.tree_util.register_pytree_node_class
class SpelledInterpolant:
    def __init__(self, values, nodes):
        self.values = values
        self.nodes = nodes

    def tree_flatten(self):
        return (self.values,), tuple(self.nodes.tolist())

    @classmethod
    def tree_unflatten(cls, nodes, children):
        return cls(*children, np.array(nodes))


def interpolants(values):
    nodes = np.linspace(0.0, 1.0, 8) ** 2
    return Interpolant(values, nodes, "u"), SpelledInterpolant(values, nodes)


@partial(jax.tree_util.register_dataclass, data_fields=["values"], meta_fields=["nodes"])
@dataclasses.dataclass
class Stencil:
    values: jax.Array
    nodes: tuple


def stencils(values):
    return Stencil(values, jnp.arange(3)), Stencil(values, (0, 1, 2))  # expect: JAX504
