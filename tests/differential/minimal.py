"""Minimal programs: what was once in disagreement, or nearly was.

Each is the body of ``main``. A line ``# open: ...`` says why jaxlint is still wrong there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import indent

from .programs import HEADER


@dataclass(frozen=True, slots=True)
class Minimal:
    """A small program, and why jaxlint is wrong of it, if it is."""

    name: str
    reason: str
    body: str

    @property
    def text(self) -> str:
        """The whole program."""
        body = indent(self.body, "    ")
        main = (
            f"def main(key, flag, other, n):\n    total = jnp.zeros(())\n{body}\n    return total\n"
        )
        return f"{HEADER}\n\n{HELPERS}\n\n{main}"


def programs() -> list[Minimal]:
    """All of them."""
    parts = re.split(r"^# (?!open)(.*)\n", BODIES, flags=re.MULTILINE)[1:]
    return [_minimal(name, body) for name, body in zip(parts[::2], parts[1::2], strict=True)]


def _minimal(name: str, body: str) -> Minimal:
    found = re.match(r"# open: (.*)\n", body)
    return Minimal(name, found[1] if found else "", body[found.end() if found else 0 :].strip())


HELPERS = """\
class State(NamedTuple):
    key: jax.Array
    total: jax.Array


class Plain:
    def __init__(self, key):
        self.key = key


def listed(keys):
    return sum(jr.normal(k) for k in keys)


def many(*keys):
    return sum(jr.normal(k) for k in keys)


def maybe(key, x, draw):
    if not draw:
        return x
    return x + jr.normal(key)
"""

BODIES = """\
# tree.map distinct keys in dict
a, b = jr.split(key)
jax.tree.map(lambda k: jr.normal(k), {"a": a, "b": b})

# tree.map same key in dict
jax.tree.map(lambda k: jr.normal(k), {"a": key, "b": key})

# tree.map same key in list
jax.tree.map(jr.normal, [key, key])

# tree.map distinct list
jax.tree.map(jr.normal, list(jr.split(key)))

# NamedTuple carry returns the key drawn from
def body(state, _):
    k, x = state
    return State(k, x + jr.normal(k)), None
lax.scan(body, State(key, total), None, length=3)

# NamedTuple carry fields drawn and kept
def body(state, _):
    return State(state.key, state.total + jr.normal(state.key)), None
lax.scan(body, State(key, total), None, length=3)

# NamedTuple initial key used again, body unpacks and splits
def body(state, _):
    k, x = state
    k, s = jr.split(k)
    return State(k, x + jr.normal(s)), None
lax.scan(body, State(key, total), None, length=3)
jr.normal(key)

# NamedTuple unpacked plain
state = State(key, total)
k, x = state
jr.normal(k)
jr.normal(key)

# NamedTuple indexed plain
state = State(key, total)
jr.normal(state[0])
jr.normal(key)

# NamedTuple unpacked in fori body
def body(i, state):
    k, x = state
    return State(k, x + jr.normal(k))
lax.fori_loop(0, 3, body, State(key, total))

# scan hands the key through untouched; initial and final used
def body(state, _):
    k, x = state
    return (k, x + 1.0), None
(k2, total), _ = lax.scan(body, (key, total), None, length=3)
jr.normal(key)
jr.normal(k2)

# scan hands the key through in NamedTuple
def body(state, _):
    return state._replace(total=state.total + 1.0), None
state, _ = lax.scan(body, State(key, total), None, length=3)
jr.normal(key)
jr.normal(state.key)

# listed([key, key]) gen
total = listed([key, key])

# listed([key, key]) list comp
total = listed([key, key])

# many(key, key)
total = many(key, key)

# for over [key, key]
for k in [key, key]:
    total = total + jr.normal(k)

# for over (a, b) distinct
a, b = jr.split(key)
for k in (a, b):
    total = total + jr.normal(k)

# for over (a, b), then a
a, b = jr.split(key)
for k in (a, b):
    total = total + jr.normal(k)
jr.normal(a)

# comprehension over (a, b), then a
a, b = jr.split(key)
total = sum([jr.normal(k) for k in (a, b)])
jr.normal(a)

# comprehension variable leaks
def body(carry, _):
    k, x = carry
    keys = [k for k in jr.split(k)]
    return (k, x), None
lax.scan(body, (key, total), None, length=3)

# comprehension variable leaks straight
k = key
keys = [k for k in jr.split(k)]
jr.normal(k)

# comprehension variable leaks dict
k = key
rngs = {name: k for name, k in zip(("a", "b"), jr.split(k))}
jr.normal(k)

# comprehension variable leaks dict under if
k = key
if not flag:
    rngs = {name: k for name, k in zip(("a", "b"), jr.split(k))}
jr.normal(k)

# scan conditional split, key returned
def body(carry, _):
    k, x = carry
    if not flag:
        s = jr.split(k)[0]
    return (k, x), None
lax.scan(body, (key, total), None, length=3)

# join: drawn in one arm, replaced in the other
if flag:
    key, sub = jr.split(key)
else:
    total = total + jr.normal(key)
jr.uniform(key)

# join: choice of a drawn key
a, b = jr.split(key)
jr.normal(a)
k = a if flag else b
jr.normal(k)

# join: choice then draw of the first
a, b = jr.split(key)
k = a if flag else b
jr.normal(k)
jr.normal(a)

# join: choice of drawn, through a lambda
a, b = jr.split(key)
jr.normal(a)
k = b if flag else a
local = lambda x: x + jr.normal(k)
total = local(total)

# join through object
s = Plain(key)
key2, sub = jr.split(s.key)
k3 = sub if flag else key
local = lambda x: x + jr.randint(k3, (), 0, 9)
total = local(total)

# two arms split in one, drawn in other, drawn by flag
if flag:
    total = total + jr.normal(key)
else:
    sub, key = jr.split(key)
    jax.vmap(jr.normal)(jr.split(key, 3))
total = total + (jr.uniform(key) if flag else 0.0)

# early return, then same flag
total = total + jr.normal(key)
if not flag:
    return total
if not flag:
    total = total + jr.uniform(key)

# early return exclusive
if flag:
    return total + jr.normal(key)
total = total + jr.uniform(key)

# draw in first turn only
for i in range(n):
    if i == 0:
        total = total + jr.normal(key)

# fold by two loops over the same index
for i in range(n):
    total = total + jr.normal(jr.fold_in(key, i))
for i in range(n):
    total = total + jr.normal(jr.fold_in(key, i))

# fold by literal then by index
k = jr.fold_in(key, 0)
jr.normal(k)
total = sum([jr.normal(jr.fold_in(key, i)) for i in range(2)])

# iter next distinct
it = iter(jr.split(key, 3))
a = next(it)
b = next(it)
jr.normal(a)
jr.normal(b)

# iter next distinct split
it = iter(jr.split(key, 3))
a = next(it)
b = next(it)
jr.split(a)
x, y = jr.split(a)
z, t = jr.split(b)

# while_loop fold in constant, key kept
def body(c):
    i, k, x = c
    return i + 1, k, x + jr.normal(jr.fold_in(k, 2))
lax.while_loop(lambda c: c[0] < 3, body, (0, key, total))

# scan fold in constant, closure
lax.scan(lambda x, _: (x + jr.normal(jr.fold_in(key, 2)), None), total, None, length=3)

# for fold in constant
for i in range(n):
    total = total + jr.normal(jr.fold_in(key, 7))

# batch rows consumed, then again
keys = jr.split(key, 3)
total = jr.normal(keys[0])
total = sum([jr.normal(k) for k in keys])

# rngs["b"] split twice (shrunk 2263)
rngs = {name: k for name, k in zip(("a", "b"), jr.split(key))}
keys = jr.split(rngs["b"], 3)
total = lax.switch(n - 2, [lambda k: jr.normal(k), lambda k: jr.uniform(k)], keys[0])
total = total + sum([jr.normal(k) for name, k in zip("ab", keys)])

# if drawn, cond with opposite flag after early return
jr.normal(key)
if other:
    return total
total = lax.cond(other, lambda k: total + jr.normal(k), lambda k: total, key)

# try split finally
try:
    total = jr.normal(key)
finally:
    total = jr.uniform(key)

# stack pop then drawn batch
s = list(jr.split(key, 3))
a = s.pop()
b = s.pop()
jr.normal(a)
jr.normal(b)

# stack pop and peek
s = list(jr.split(key, 3))
a = s.pop()
b = s[-1]
jr.normal(a)
jr.normal(b)

# iter next, then whole batch
# open: keys taken by next are not counted as children of their batch
keys = jr.split(key, 3)
it = iter(keys)
jr.normal(next(it))
jr.normal(keys[0])

# grid row and cell
grid = jr.split(key, (2, 2))
total = sum([jr.normal(k) for k in grid[1]])
jr.normal(grid[1, 0])

# grid distinct cells
grid = jr.split(key, (2, 2))
jr.normal(grid[0, 0])
jr.normal(grid[0, 1])
jr.normal(grid[1][0])

# grid same cell two spellings
grid = jr.split(key, (2, 2))
jr.normal(grid[1, 0])
jr.normal(grid[1][0])

# while carry, initial key and final key chosen
def body(c):
    i, k, x = c
    return i + 1, jr.split(k)[0], x
_, k2, total = lax.while_loop(lambda c: c[0] < 3, body, (0, key, total))
k4 = key if flag else k2
jr.normal(k4)

# early return by flag, then maybe helper
jr.normal(key)
if flag:
    return total
total = maybe(key, total, flag)

# helper draws by flag given opposite flags
total = maybe(key, total, flag)
total = maybe(key, total, not flag)

# helper draws by flag in exclusive branch
total = maybe(key, total, flag)
if not flag:
    jr.normal(key)

# nested tests
if flag:
    if not flag:
        jr.normal(key)
    jr.normal(key)

# stack of same key mapped
# open: jnp.stack does not lead to the keys stacked
keys = jnp.stack([key, key])
jax.vmap(jr.normal)(keys)

# stack of keys mapped then drawn
a, b = jr.split(key)
keys = jnp.stack([a, b])
jax.vmap(jr.normal)(keys)
jr.normal(a)

# partial conditional and
if flag and other:
    jr.normal(key)
if not flag:
    jr.normal(key)

# drawn in both arms of a conditional expression, then in one branch
total = jr.laplace(key) if not flag else jr.normal(key)
if not flag:
    total = total + jr.uniform(key)

# drawn in two opposite ifs, then under another flag
if not flag:
    jr.normal(key)
if flag:
    jr.uniform(key)
if other:
    jr.gumbel(key)

# drawn then split dropped
jr.normal(key)
jr.split(key)

# literal child, then the batch by loop index
keys = jr.split(key, 3)
jr.normal(keys[0])
total = sum([jr.normal(keys[i]) for i in range(2)])

# literal child, then the batch by loop index in for
keys = jr.split(key, 3)
jr.normal(keys[0])
for i in range(3):
    total = total + jr.normal(keys[i])

# carry hands back the closed-over key, which is used again
def body1(carry, _):
    k, x = carry
    return ((key, x), None)
(k2, total), _ = lax.scan(body1, (key, total), None, length=3)
jr.normal(key)
jr.normal(k2)

# elif compound
if flag:
    total = total + jr.normal(key)
elif flag and other:
    total = total + jr.uniform(key)

# if compound then negation of a part
if flag and other:
    total = total + jr.normal(key)
if not other:
    total = total + jr.uniform(key)

# stack of batch list
key, *subs = jr.split(key, 3)
jr.normal(subs[0])
jax.vmap(jr.normal)(jnp.stack(subs))

# stack of distinct keys mapped
a, b = jr.split(key)
jax.vmap(jr.normal)(jnp.stack([a, b]))

# a branch that contradicts the tests around it
total = jr.normal(key)
if flag:
    total = total + 1.0
elif flag and other:
    total = total + jr.uniform(key)

# one cell of a grid, twice
grid = jr.split(key, (2, 2))
total = jr.normal(grid[0, 1])
total = total + jr.uniform(grid[0, 1])
"""
