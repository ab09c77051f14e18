"""Fields that a pytree class leaves out where it is taken apart."""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
from jax.tree_util import (
    GetAttrKey,
    register_pytree_node,
    register_pytree_node_class,
    register_pytree_with_keys,
    register_pytree_with_keys_class,
)
from somewhere import EVENLY


@register_pytree_node_class
class Squash:
    def __init__(self, centre, limit=5.0):
        self.centre, self.limit = centre, limit

    def __call__(self, x):
        return jnp.clip(x - self.centre, -self.limit, self.limit)

    def tree_flatten(self):
        return (self.centre,), None  # expect: JAX213

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


class Kernel:
    def __init__(self, scale, order=2):
        self.scale = scale
        self.order = int(order)

    def value(self, x):
        return self.scale * x**self.order


register_pytree_node(
    Kernel,
    lambda kernel: ((kernel.scale,), ()),  # expect: JAX213
    lambda aux, children: Kernel(children[0]),
)


@register_pytree_with_keys_class
class Basis:
    def __init__(self, weights, kind="hat"):
        self.weights = weights
        self.kind = kind

    def tree_flatten_with_keys(self):
        children = [(GetAttrKey("weights"), self.weights)]
        return children, None  # expect: JAX213

    @classmethod
    def tree_unflatten(cls, aux, children):
        (weights,) = children
        return cls(weights=weights)

    def at(self, x):
        return jnp.where(x > 0, self.weights, 0.0) if self.kind == "hat" else self.weights * x


class Wave:
    def __init__(self, height, speed=1.0):
        self.height = height
        self.speed = speed

    def move(self, t):
        return self.height * jnp.sin(self.speed * t)


def take_apart(wave):
    return [(GetAttrKey("height"), wave.height)], None  # expect: JAX213


register_pytree_with_keys(Wave, take_apart, lambda _, children: Wave(*children))


@register_pytree_node_class
@dataclass
class Spring:
    length: jax.Array
    stiffness: float = 1.0

    def energy(self, x):
        return 0.5 * self.stiffness * (x - self.length) ** 2

    def tree_flatten(self):
        return (self.length,), None  # expect: JAX213

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@register_pytree_node_class
class Drops:
    def __init__(self, x, fallen=None):
        self.x = x
        self.fallen = jnp.zeros(3) if fallen is None else fallen

    def tree_flatten(self):
        return (self.x,), None  # expect: JAX213

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0])


@jax.jit
def fall(drops, dt):
    drops.fallen = drops.fallen + dt
    return drops


def rain():
    drops = Drops(jnp.ones(3))
    for _ in range(3):
        drops = fall(drops, 0.1)
    return drops


class Squared(Squash):
    """Is not registered itself, and so is no pytree."""

    def __init__(self, centre, power=2):
        super().__init__(centre)
        self.power = power

    def __call__(self, x):
        return (x - self.centre) ** self.power


@register_pytree_node_class
class Kept(Squash):
    """Takes itself apart as it should be, other than its base."""

    def tree_flatten(self):
        return (self.centre,), self.limit

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, aux)


@register_pytree_node_class
class Extended(Kept):
    def __init__(self, centre, limit=5.0, slope=0.1):
        super().__init__(centre, limit)
        self.slope = slope

    def __call__(self, x):
        return super().__call__(x) * self.slope

    def tree_flatten(self):
        children, aux = super().tree_flatten()
        return children, (aux, self.slope)

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, *aux)


@register_pytree_node_class
class ByName:
    def __init__(self, a, b=1.0):
        self.a, self.b = a, b

    def total(self):
        return self.a + self.b

    def tree_flatten(self):
        return tuple(vars(self).values()), tuple(vars(self))

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(**dict(zip(aux, children, strict=True)))


@register_pytree_node_class
class ByKeywords:
    def __init__(self, a, b=1.0, c=2):
        self.a, self.b, self.c = a, b, c

    def total(self):
        return self.a * self.c + self.b

    def tree_flatten(self):
        return (self.a,), {"b": self.b, "c": self.c}

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, **aux)


@register_pytree_node_class
class WorkedOut:
    """What is left out comes of what is kept."""

    def __init__(self, x, size=None):
        self.x = x
        self.size = x.shape[0] if size is None else size

    def mean(self):
        return jnp.sum(self.x) / self.size

    def tree_flatten(self):
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@register_pytree_node_class
class Cached:
    def __init__(self, x, norm=None):
        self.x = x
        self._norm = norm
        self.calls = 0

    def norm(self):
        self.calls = self.calls + 1
        if self._norm is None:
            self._norm = jnp.linalg.norm(self.x)
        return self._norm

    def tree_flatten(self):
        return (self.x,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@register_pytree_node_class
class Ring:
    """Set field by field, without the constructor."""

    def __init__(self, data, size=4):
        self.data, self.size = data, size

    def push(self, x):
        return jnp.roll(self.data, 1).at[0].set(x)[: self.size]

    def tree_flatten(self):
        return (self.data,), (self.size,)

    @classmethod
    def tree_unflatten(cls, aux, children):
        ring = object.__new__(cls)
        object.__setattr__(ring, "data", children[0])
        object.__setattr__(ring, "size", aux[0])
        return ring


@register_pytree_node_class
class Patched:
    """The field is set behind the constructor."""

    def __init__(self, data, size=4):
        self.data, self.size = data, size

    def first(self):
        return self.data[: self.size]

    def tree_flatten(self):
        return (self.data,), self.size

    @classmethod
    def tree_unflatten(cls, aux, children):
        made = cls(*children)
        made.size = aux
        return made


@register_pytree_node_class
class Labelled:
    """The label is only for people."""

    def __init__(self, data, label="?"):
        self.data, self.label = data, label

    def __repr__(self):
        return f"{self.label}: {self.data}"

    def mean(self):
        return self.data.mean()

    def tree_flatten(self):
        return (self.data,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@register_pytree_node_class
class Rewritten:
    """Traced code gives the field a value before it reads it."""

    def __init__(self, data, scratch=None):
        self.data = data
        self.scratch = jnp.zeros(3) if scratch is None else scratch

    def tree_flatten(self):
        return (self.data,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.jit
def rewrite(one: Rewritten):
    one.scratch = one.data * 2.0
    return one.scratch.sum()


def rewrites():
    return rewrite(Rewritten(jnp.ones(3)))


@register_pytree_node_class
class Perhaps:
    """What the copy gets may come of what is kept."""

    def __init__(self, data, weights=None):
        self.data = data
        if weights is None:
            weights = jnp.ones(3) if EVENLY else jnp.abs(data)
        self.weights = weights

    def mean(self):
        return jnp.sum(self.data * self.weights)

    def tree_flatten(self):
        return (self.data,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


class Plain:
    """JAX knows nothing of it."""

    def __init__(self, a, b=1.0):
        self.a, self.b = a, b

    def total(self):
        return self.a + self.b

    def tree_flatten(self):
        return (self.a,), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


# A default of None that becomes a number.
@register_pytree_node_class
class Walker:
    def __init__(self, at, best=None, taken=None, left=None, turns=None, seen=None):
        self.at = at
        self.best = at if best is None else best
        self.taken = 0 if taken is None else taken
        self.left = left if left is not None else 100
        if turns is None:
            turns = 0
        self.turns = turns
        self.seen = {} if seen is None else seen

    def rate(self):
        return self.taken / self.left + self.turns + len(self.seen)

    def tree_flatten(self):
        return (self.at, self.best), None  # expect: JAX213, JAX213, JAX213

    @classmethod
    def tree_unflatten(cls, aside, parts):
        return cls(*parts)


@register_pytree_node_class
class WalkerWithAll:
    def __init__(self, at, best=None, taken=None, left=None):
        self.at = at
        self.best = at if best is None else best
        self.taken = 0 if taken is None else taken
        self.left = left if left is not None else 100

    def rate(self):
        return self.taken / self.left

    def tree_flatten(self):
        return (self.at, self.best, self.taken), self.left

    @classmethod
    def tree_unflatten(cls, left, parts):
        return cls(*parts, left)


# The children are handed on in another order than the constructor takes them.
@jax.tree_util.register_pytree_node_class
class Exchanged:
    def __init__(self, precision, shift):
        self.precision = precision
        self.shift = shift

    def mean(self):
        return self.shift / self.precision

    def tree_flatten(self):
        return (self.shift, self.precision), None  # expect: JAX213

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


@jax.tree_util.register_pytree_node_class
class TakenByName:
    def __init__(self, precision, shift):
        self.precision = precision
        self.shift = shift

    def mean(self):
        return self.shift / self.precision

    def tree_flatten(self):
        return (self.shift, self.precision), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        shift, precision = children
        return cls(precision, shift)


@jax.tree_util.register_pytree_node_class
class InOrder:
    def __init__(self, precision, shift):
        self.precision = precision
        self.shift = shift

    def mean(self):
        return self.shift / self.precision

    def tree_flatten(self):
        return (self.precision, self.shift), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children)


# The constructor that a decorator generates takes the place of that of the base.
class Titled:
    def __init__(self, title):
        self.title = title


@jax.tree_util.register_pytree_node_class
@dataclass
class Mesh(Titled):
    points: jax.Array
    width: float

    def area(self):
        return self.points * self.width

    def tree_flatten(self):
        return (self.points,), None  # expect: JAX213

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(children[0], 1.0)


@jax.tree_util.register_pytree_node_class
@dataclass
class KeptMesh(Titled):
    points: jax.Array
    width: float

    def area(self):
        return self.points * self.width

    def tree_flatten(self):
        return (self.points,), self.width

    @classmethod
    def tree_unflatten(cls, width, children):
        return cls(children[0], width)
