"""Fields that are assigned when Flax or Equinox has frozen their object."""

import functools
from typing import Generic, TypeVar

import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import nnx, struct
from flax.training.train_state import TrainState

Kind = TypeVar("Kind")


class Compact(nn.Module):
    @nn.compact
    def __call__(self, x):
        self.hidden = nn.Dense(4)(x)  # expect: JAX525
        return nn.relu(self.hidden)


class WithSetup(nn.Module):
    def setup(self):
        self.layer = nn.Dense(4)
        self.scale = 2.0

    def __call__(self, x):
        self.scale = 3.0  # expect: JAX525
        return self.scale * self.layer(x)


class ByHelper(nn.Module):
    width: int = 4

    def remember(self, x):
        self.seen = x.shape  # expect: JAX525
        return x

    @nn.compact
    def __call__(self, x):
        return self.remember(nn.Dense(self.width)(x))


class BySetattr(nn.Module):
    def setup(self):
        self.layer = nn.Dense(4)

    def __call__(self, x):
        setattr(self, "last", x)  # expect: JAX525
        return self.layer(x)


class Encoding(nn.Module):
    @nn.compact
    def encode(self, x):
        self.code = nn.Dense(4)(x)  # expect: JAX525
        return self.code


class MadeOnce(nn.Module):
    @nn.compact
    def __call__(self, x):
        if not hasattr(self, "layer"):
            self.layer = nn.Dense(4)  # expect: JAX525
        return self.layer(x)


class Average(eqx.Module):
    level: jax.Array
    rate: float = 0.9

    def observe(self, x):
        self.level = self.rate * self.level + (1 - self.rate) * x  # expect: JAX525
        return self.level


def report(model, x):
    return model.average.observe(x)


class Counting(eqx.Module, Generic[Kind]):
    calls: int = 0

    def step(self, x):
        self.calls += 1  # expect: JAX525
        return x

    def __call__(self, x):
        return jax.lax.fori_loop(0, 3, lambda _, y: self.step(y), x)


class Checked(eqx.Module):
    size: int

    def __check_init__(self):
        self.size = max(self.size, 1)  # expect: JAX525


def changed_from_outside():
    counting = Counting()
    counting.calls = 3  # expect: JAX525
    return counting


@struct.dataclass
class Moments:
    mean: jax.Array
    count: int = 0

    def __post_init__(self):
        self.count = 1  # expect: JAX525

    def add(self, x):
        self.mean = self.mean + x  # expect: JAX525
        return self


class Ring(struct.PyTreeNode):
    items: jax.Array

    def put(self, x):
        self.items = self.items.at[0].set(x)  # expect: JAX525


class Wider(Moments):
    def reset(self):
        self.mean = jnp.zeros(())  # expect: JAX525


def restarted(parameters):
    state = TrainState.create(apply_fn=None, params=parameters, tx=optax.sgd(0.1))
    state.params = parameters  # expect: JAX525
    return state


# --- what is right -------------------------------------------------------------------------------


class Filled(eqx.Module):
    weight: jax.Array

    def __init__(self):
        self.fill()

    def fill(self):
        self.weight = jnp.ones(2)


def filled_by_a_function(module):
    module.prepare()
    module.bias = jnp.zeros(2)


class Handed(eqx.Module):
    bias: jax.Array
    weight: jax.Array

    def __init__(self):
        filled_by_a_function(self)

    def prepare(self):
        self.weight = jnp.ones(2)


class AfterFields(eqx.Module):
    size: int

    def __post_init__(self):
        self.size = max(self.size, 1)


class ByNew(eqx.Module):
    size: int

    @classmethod
    def empty(cls):
        self = cls.__new__(cls)
        self.size = 0
        return self


class SetsItself(eqx.Module):
    size: int

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def grow(self):
        self.size = 2


class Renewed(eqx.Module):
    calls: int = 0

    def step(self):
        new = eqx.tree_at(lambda m: m.calls, self, self.calls + 1)
        try:
            self.calls = 2
        except AttributeError:
            return new
        return self


@struct.dataclass(frozen=False)
class Thawed:
    count: int

    def add(self):
        self.count = self.count + 1


@functools.partial(struct.dataclass, frozen=False)
class ThawedToo:
    count: int

    def add(self):
        self.count = self.count + 1


class Annotated(Moments):
    def note(self, text):
        self.text = text
        return self.replace(mean=self.mean + 1)


class BuiltByHelper(nn.Module):
    width: int = 4

    def setup(self):
        self.build()

    def build(self):
        self.layer = nn.Dense(self.width)

    def __call__(self, x):
        return self.layer(x)


class AfterInit(nn.Module):
    width: int = 4

    def __post_init__(self):
        self.kind = "dense"
        super().__post_init__()

    @nn.compact
    def __call__(self, x):
        return nn.Dense(self.width)(x)


class Local(nn.Module):
    @nn.compact
    def __call__(self, x):
        hidden = nn.Dense(4)(x)
        self.sow("intermediates", "hidden", hidden)
        count = self.variable("stats", "count", jnp.zeros, ())
        count.value = count.value + 1
        return nn.relu(hidden)


class Unseen(nn.Module):
    def extra(self, x):
        self.layer = nn.Dense(4)
        return self.layer(x)

    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(x)


class Unfrozen(nn.Module):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    @nn.compact
    def __call__(self, x):
        self.hidden = 3
        return nn.Dense(4)(x)


class Plain:
    def __call__(self, x):
        self.hidden = x
        return x


class Stateful(nnx.Module):
    def __call__(self, x):
        self.calls = 1
        return x


class Holder:
    total = 0


class WritesElsewhere(nn.Module):
    @nn.compact
    def __call__(self, x):
        holder = Holder()
        holder.total = 3
        return nn.Dense(4)(x)


variables = WithSetup().init(jax.random.key(0), jnp.ones((2, 4)))


# The constructor of a class above is replaced by the one that is made.
class Measured:
    unit: str

    def __init__(self, unit):
        self.unit = unit

    def rename(self, unit):
        self.unit = unit  # expect: JAX525


@struct.dataclass
class Length(Measured):
    unit: str = struct.field(pytree_node=False)
    number: jax.Array


def lengths():
    one = Length("m", jnp.ones(()))
    one.rename("km")
    return one


# One that the class has itself is kept, and raises.
@struct.dataclass
class Weight:
    number: jax.Array

    def __init__(self, number):
        self.number = number  # expect: JAX525


def weights():
    return Weight(jnp.ones(()))


# A class in a function has a constructor too.
def of_a_local_class():
    class Local(eqx.Module):
        weight: jax.Array
        bias: jax.Array

        def __init__(self):
            self.weight = jnp.ones(2)
            local_bias(self)

        def grow(self):
            self.weight = self.weight * 2  # expect: JAX525

    def local_bias(module):
        module.bias = jnp.zeros(2)

    local = Local()
    local.grow()
    return local


class MakesChildren(nn.Module):
    width: int

    def make(self, name, count):
        children = [nn.Dense(self.width) for _ in range(count)]
        if self._state.in_setup:
            self.children = children
        return children

    def keep(self, count):
        self.count = count  # expect: JAX525
        return count

    def __call__(self, x):
        for child in self.make("layer", self.keep(2)):
            x = child(x)
        return x
