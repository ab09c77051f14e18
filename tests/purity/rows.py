"""Programs that draw a number in each of three rows, of keys that may be equal.

They set ``ROWS``; such a program is wrong if two of the numbers are equal.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from .program import Program, draw, finished, function, indented, marked


class Rows(NamedTuple):
    """How ``row(key, i, x)`` is run for each row: what stands before, and an expression."""

    before: str
    rows: str


# The key from which all rows are made.
KEYS: dict[str, str] = {
    "literal": "key = jax.random.key(3)",
    "old style": "key = jax.random.PRNGKey(3)",
    "child": "key, other = jax.random.split(jax.random.key(3))",
    "child by index": "key = jax.random.split(jax.random.key(3), 4)[2]",
    "folded": "key = jax.random.fold_in(jax.random.key(3), 5)",
    "field": "holder = types.SimpleNamespace(key=jax.random.key(3))\nkey = holder.key",
}

_XS = "jnp.arange(3), jnp.zeros(3)"
_MAPPED = f"jax.vmap(row)(keys, {_XS})"
WAYS: dict[str, Rows] = {
    "closed over": Rows("", f"jax.vmap(lambda i, x: row(key, i, x))({_XS})"),
    "not mapped": Rows("", f"jax.vmap(row, in_axes=(None, 0, 0))(key, {_XS})"),
    "bound by partial": Rows("", f"jax.vmap(partial(row, key))({_XS})"),
    "inner function": Rows(
        "def inner(i, x):\n    return row(key, i, x)  #!", f"jax.vmap(inner)({_XS})"
    ),
    "jit of vmap": Rows("", f"jax.jit(jax.vmap(row, in_axes=(None, 0, 0)))(key, {_XS})"),
    "vmap of jit": Rows("", f"jax.vmap(jax.jit(row), in_axes=(None, 0, 0))(key, {_XS})"),
    "broadcast": Rows("keys = jnp.broadcast_to(key, (3, *key.shape))", _MAPPED),
    "tile": Rows("keys = jnp.tile(key, (3,) + (1,) * key.ndim)", _MAPPED),
    "stack, multiplied": Rows("keys = jnp.stack([key] * 3)", _MAPPED),
    "stack, written": Rows("keys = jnp.stack([key, key, key])", _MAPPED),
    "array": Rows("keys = jnp.array([key, key, key])", _MAPPED),
    "stack, comprehension": Rows("keys = jnp.stack([key for _ in range(3)])", _MAPPED),
    "repeat of one row": Rows("keys = jnp.repeat(key[None], 3, axis=0)", _MAPPED),
    "split": Rows("keys = jax.random.split(key, 3)", _MAPPED),
    "split, stacked": Rows("keys = jnp.stack(list(jax.random.split(key, 3)))", _MAPPED),
    "split, rows by name": Rows(
        "a, b, c = jax.random.split(key, 3)\nkeys = jnp.stack([a, b, c])", _MAPPED
    ),
    "folds": Rows(
        "keys = jax.vmap(jax.random.fold_in, in_axes=(None, 0))(key, jnp.arange(3))", _MAPPED
    ),
    "folds, comprehension": Rows(
        "keys = jnp.stack([jax.random.fold_in(key, i) for i in range(3)])", _MAPPED
    ),
    "seeds": Rows("keys = jax.vmap(jax.random.key)(jnp.arange(3))", _MAPPED),
    "scan of copies": Rows(
        "keys = jnp.broadcast_to(key, (3, *key.shape))",
        "lax.scan(lambda c, kx: (c, row(kx[0], kx[1], 0.0)), 0, (keys, jnp.arange(3)))[1]",
    ),
    "scan of keys": Rows(
        "keys = jax.random.split(key, 3)",
        "lax.scan(lambda c, kx: (c, row(kx[0], kx[1], 0.0)), 0, (keys, jnp.arange(3)))[1]",
    ),
    "scan, closed over": Rows(
        "", "lax.scan(lambda c, i: (c, row(key, i, 0.0)), 0, jnp.arange(3))[1]"
    ),
    "map, closed over": Rows("", "lax.map(lambda i: row(key, i, 0.0), jnp.arange(3))"),
    "comprehension": Rows("", "jnp.array([row(key, i, 0.0) for i in range(3)])"),
    "comprehension of keys": Rows(
        "keys = jax.random.split(key, 3)",
        "jnp.array([row(k, i, 0.0) for i, k in enumerate(keys)])",
    ),
    "calls": Rows("", "jnp.array([row(key, 0, 0.0), row(key, 1, 0.0), row(key, 2, 0.0)])"),
    "calls, same data": Rows("", "jnp.array([row(key, 1, 0.0), row(key, 1, 0.0)])"),
}

# What a row does with its key; each statement that uses it may be spoken of.
USES: dict[str, str] = {
    "normal": "return x + jax.random.normal(key)",
    "uniform": "return x + jax.random.uniform(key)",
    "child": "first, second = jax.random.split(key)\nreturn x + jax.random.normal(first)",
    "child, folded": "return x + jax.random.normal(jax.random.fold_in(key, 7))",
    "by a helper": "return x + drawn(key)",
    "folded by its number": "return x + jax.random.normal(jax.random.fold_in(key, i))",
    "folded by a helper": "return x + drawn(numbered(key, i))",
    "constant": "return x + jax.random.normal(jax.random.key(7))",
    "constant, folded": "return x + drawn(jax.random.fold_in(jax.random.key(7), i))",
    "constant of a helper": "return x + noise()",
}
_HELPERS = "\n".join(
    (
        function("drawn", "key", marked("return jax.random.normal(key)")),
        function("numbered", "key, i", marked("return jax.random.fold_in(key, i)")),
        function("noise", "", marked("return jax.random.normal(jax.random.key(9))")),
    )
)


def write(random: Random) -> Program:
    """Write a program that draws in rows."""
    key_name, key = draw(random, KEYS)
    way_name, way = draw(random, WAYS)
    use_name, use = draw(random, USES)
    local = random.random() < 0.5
    axes = {"family": "rows", "state": key_name, "way": way_name, "use": use_name}
    row = function("row", "key, i, x", marked(use))
    made = marked(f"ROWS = {way.rows}")
    parts = [_HELPERS, row]
    if not local:
        return finished([*parts, key, way.before, made], axes)
    inside = [key, way.before, made.replace("ROWS =", "return")]
    main = "def main():\n" + indented("\n".join(part for part in inside if part))
    return finished([*parts, main, "ROWS = main()"], axes)
