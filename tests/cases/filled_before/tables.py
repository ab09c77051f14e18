"""Tables that plain code fills before a jitted function, kept in a field, finds them filled."""

import jax
import jax.numpy as jnp


def powers(t):
    return jnp.stack([t**k for k in range(3)])


def is_traced(tree):
    return any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves(tree))


class Series:
    def __init__(self):
        self._terms = {}
        self._powers = {}
        self._quick = None

    def _table(self, size):
        if size not in self._terms:
            terms = [jnp.ones(2) * k for k in range(size)]
            self._powers[size] = [powers(t) for t in terms]
            self._terms[size] = terms
        return self._terms[size]

    def _compile(self, size):
        if self._quick is None:
            self._quick = jax.jit(lambda v: self.summed(v, size)[1])

    def summed(self, x, size):
        if not is_traced(x):
            self._compile(size)
            return self._table(size)[0], self._quick(x)
        terms = self._table(size)
        held = self._powers.get(size)
        return terms[0], sum(p.sum() for p in held) * x


series = Series()
print(series.summed(jnp.ones(2), 3))
print(series.summed(jnp.ones(2), 3))


# The jit stands beside the size that it was made for.
class Paired:
    def __init__(self):
        self._terms = {}
        self._quick = (None, None)

    def _table(self, size):
        if size not in self._terms:
            self._terms[size] = [powers(jnp.ones(2) * k) for k in range(size)]
        return self._terms[size]

    def _compile(self, size):
        if self._quick[0] != size:
            self._quick = (size, jax.jit(lambda v: self.summed(v, size)[1]))

    def summed(self, x, size):
        if not is_traced(x):
            self._compile(size)
            return self._table(size)[0], self._quick[1](x)
        terms = self._table(size)
        return terms[0], sum(p.sum() for p in terms) * x


paired = Paired()
print(paired.summed(jnp.ones(2), 3))
print(paired.summed(jnp.ones(2), 3))


# The jitted call comes first.
class Hasty:
    def __init__(self):
        self._terms = {}
        self._powers = {}
        self._quick = None

    def _table(self, size):
        if size not in self._terms:
            terms = [jnp.ones(2) * k for k in range(size)]
            self._powers[size] = [powers(t) for t in terms]  # expect: JAX208
            self._terms[size] = terms  # expect: JAX208
        return self._terms[size]

    def _compile(self, size):
        if self._quick is None:
            self._quick = jax.jit(lambda v: self.summed(v, size)[1])

    def summed(self, x, size):
        if not is_traced(x):
            self._compile(size)
            return self._quick(x), self._table(size)[0]
        terms = self._table(size)
        return terms[0], terms[1] * x


hasty = Hasty()
print(hasty.summed(jnp.ones(2), 3))


# An entry that is given another value each time is another one for the trace that has read it.
class Renewed:
    def __init__(self):
        self._terms = {}
        self._scales = {}
        self.step = jax.jit(self._step)

    def _prepare(self, size, scale):
        if size not in self._terms:
            self._terms[size] = float(size)
        self._scales[size] = scale

    def _step(self, x):
        return x * self._terms[3] * self._scales[3]  # expect: JAX203

    def run(self, x, scale):
        self._prepare(3, scale)
        return self.step(x)


renewed = Renewed()
print(renewed.run(jnp.ones(2), 1.0))
print(renewed.run(jnp.ones(2), 2.0))
