"""Methods transformed in their class."""

import abc
import dataclasses
from functools import partial
from typing import NamedTuple

import equinox as eqx
import flax.struct
import jax
from somewhere import Base, register


class Plain:
    @jax.jit  # expect: JAX507
    def jitted(self, x):
        return x

    @partial(jax.jit, static_argnums=1)  # expect: JAX507
    def other_static(self, x):
        return x

    @partial(jax.jit, static_argnums=0)
    def static(self, x):
        return x

    @partial(jax.jit, static_argnames="self")
    def static_by_name(self, x):
        return x

    @jax.vmap  # expect: JAX507
    def mapped(self, x):
        return x

    @partial(jax.vmap, in_axes=(None, 0))
    def mapped_but_self(self, x):
        return x

    @jax.value_and_grad  # expect: JAX507
    def differentiated(self, x):
        return x

    @partial(jax.grad, argnums=1)
    def differentiated_by_x(self, x):
        return x

    @jax.checkpoint  # expect: JAX507
    def __call__(self, x):
        return x

    @property
    @jax.jit  # expect: JAX507
    def area(self):
        return 1

    def later(self, x):
        return x

    later = jax.jit(later)  # expect: JAX507

    # Named as no method is: a function in a namespace.
    @jax.jit
    def function(x):
        return x

    def bound(self):
        return jax.jit(self.later)


class Orders:
    @staticmethod
    @jax.jit
    def static_below(x):
        return x

    @jax.jit  # expect: JAX507
    @staticmethod
    def static_above(x):
        return x

    @classmethod
    @partial(jax.jit, static_argnums=0)
    def class_below(cls, x):
        return x

    @classmethod
    @jax.jit  # expect: JAX507
    def class_as_array(cls, x):
        return x

    @classmethod
    @partial(jax.vmap, in_axes=(None, 0))
    def class_not_mapped(cls, x):
        return x

    @partial(jax.jit, static_argnums=0)  # expect: JAX507
    @classmethod
    def class_above(cls, x):
        return x

    @jax.jit  # expect: JAX507
    @property
    def property_above(self):
        return 1


@dataclasses.dataclass
class Record(abc.ABC):
    k: float

    @jax.jit  # expect: JAX507
    def scale(self, x):
        return self.k * x


# T28: registered classes, in every way.
@jax.tree_util.register_pytree_node_class
class Registered:
    @jax.jit
    def f(self, x):
        return x

    def tree_flatten(self):
        return (), None

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls()


@flax.struct.dataclass
class Struct:
    k: float

    @jax.jit
    def f(self, x):
        return self.k * x


class Module(eqx.Module):
    k: float

    @jax.jit
    def f(self, x):
        return self.k * x


class Pair(NamedTuple):
    a: float
    b: float

    @jax.jit
    def f(self, x):
        return self.a * x


class RegisteredLater:
    @jax.jit
    def f(self, x):
        return x


jax.tree_util.register_pytree_node(RegisteredLater, lambda t: ((), None), lambda a, c: None)


class RegisteredElsewhere:
    @jax.jit
    def f(self, x):
        return x


register(RegisteredElsewhere)


class OfUnknownBase(Base):
    @jax.jit
    def f(self, x):
        return x


@register
class OfUnknownDecorator:
    @jax.jit
    def f(self, x):
        return x


class Mixin:
    @jax.jit
    def f(self, x):
        return x


class MixedIn(Mixin, eqx.Module):
    k: float
