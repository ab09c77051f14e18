"""What errors of JAX mean: each row of the table against what the installed JAX raises."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest

from jaxlint.knowledge.errors import meaning

# What is called wrongly here is not looked at by the type checker.
lax: Any = jax.lax
jnp: Any = jax.numpy
shape_of: Any = jax.ShapeDtypeStruct
SEVERAL: Any = jnp.ones(3)
ONE = shape_of((), jnp.float32)


def doubled(x: Any) -> Any:
    return lax.while_loop(lambda s: s < 10.0, lambda s: s * 2, x)


def on_host(x: Any) -> Any:
    return jax.pure_callback(np.sin, ONE, x)


@jax.jit
def endless(x: Any) -> Any:
    return endless(x)


@jax.jit
def first(x: Any, n: Any) -> Any:
    return x[:n]


@functools.partial(jax.jit, donate_argnums=0)
def added(x: Any) -> Any:
    return x + 1


def deleted() -> Any:
    x = jnp.ones(3)
    return added(x), x + 1


RAISING: list[tuple[str, Callable[[], Any]]] = [
    ("does not fit the dtype", lambda: jnp.arange(3) + 2**40),
    ("does not fit the dtype", lambda: jnp.int8(300)),
    ("does not fit the dtype", lambda: jnp.array(2**70)),
    ("changes its shape or dtype", lambda: lax.fori_loop(0, 2, lambda i, c: c + 0.5, jnp.int32(0))),
    ("shape, dtype or structure", lambda: lax.scan(lambda c, x: ((c, c), x), 0.0, SEVERAL)),
    ("and what it gives at each turn", lambda: lax.scan(lambda c, x: c, 0.0, SEVERAL)),
    ("axes of different sizes", lambda: lax.scan(lambda c, x: (c, x), 0.0, (SEVERAL, jnp.ones(2)))),
    ("has no gradient", lambda: jax.grad(doubled)(1.0)),
    ("different shapes or dtypes", lambda: lax.cond(True, lambda x: x, jnp.sum, SEVERAL)),
    ("one truth value", lambda: lax.cond(SEVERAL, lambda: 1, lambda: 2)),
    ("chooses by one number", lambda: lax.switch(SEVERAL, [lambda: 1, lambda: 2])),
    ("gives no boolean", lambda: lax.while_loop(lambda s: s, lambda s: s, SEVERAL)),
    ("differ in structure", lambda: jax.tree.map(lambda a, b: a, (1, 2), (1, 2, 3))),
    ("another number of elements", lambda: SEVERAL.reshape(2, 2)),
    ("do not fit each other", lambda: jnp.concatenate([SEVERAL, jnp.ones((2, 2))])),
    ("do not fit each other", lambda: jnp.stack([SEVERAL, jnp.ones(2)])),
    ("do not fit each other", lambda: SEVERAL + jnp.ones(2)),
    ("inner dimensions", lambda: jnp.ones((2, 3)) @ jnp.ones((2, 3))),
    ("do not promote", lambda: lax.add(SEVERAL, jnp.arange(3))),
    ("that is no array", lambda: jnp.exp([1, 2])),
    ("is no array", lambda: jax.jit(jnp.sin)("text")),
    ("is no array", lambda: jax.jit(lambda x: "text")(1.0)),
    ("returns no scalar", lambda: jax.grad(jnp.sin)(SEVERAL)),
    ("not by integers", lambda: jax.grad(jnp.sin)(3)),
    ("its result and one more", lambda: jax.grad(jnp.sin, has_aux=True)(1.0)),
    ("different sizes", lambda: jax.vmap(jnp.add)(SEVERAL, jnp.ones(2))),
    ("an argument lacks", lambda: jax.vmap(jnp.sin)(1.0)),
    ("nothing around it maps over", lambda: lax.psum(SEVERAL, "rows")),
    ("must be hashable", lambda: jax.jit(jnp.reshape, static_argnums=1)(SEVERAL, [3, 1])),
    ("no such argument", lambda: jax.jit(lambda x: x, static_argnames="n")(1.0)),
    ("traced bound", lambda: first(SEVERAL, 2)),
    ("cannot index", lambda: SEVERAL[[0, 1]]),
    ("neither an integer nor a mask", lambda: SEVERAL[1.0]),
    ("fewer axes", lambda: SEVERAL[0, 0]),
    ("in place", lambda: SEVERAL.__setitem__(0, 1)),
    ("key of a dict", lambda: {SEVERAL: 1}),
    ("the array has several", lambda: bool(SEVERAL)),
    ("the array has several", lambda: float(SEVERAL)),
    ("written into", lambda: jnp.add(SEVERAL, SEVERAL, out=SEVERAL)),
    ("that dtype", lambda: SEVERAL ^ SEVERAL),
    ("as a random key", lambda: jax.random.normal(0, (2,))),
    ("several keys", lambda: jax.random.normal(jax.random.split(jax.random.key(0)))),
    ("has no derivative", lambda: jax.grad(on_host)(1.0)),
    ("vmap_method", lambda: jax.vmap(on_host)(SEVERAL)),
    ("given away", deleted),
    ("cannot be written to", lambda: np.asarray(SEVERAL).__setitem__(0, 1)),
    ("has no such name", lambda: jnp.no_such_name),
    ("no such attribute", lambda: SEVERAL.append(1)),
    ("no such attribute", lambda: jax.jit(lambda x: x.append(1))(SEVERAL)),
    ("calls itself without end", lambda: endless(1.0)),
]


@pytest.mark.parametrize(("what", "raising"), RAISING)
def test_what_jax_raises_is_said_to_mean_what_it_does(
    what: str, raising: Callable[[], Any]
) -> None:
    with pytest.raises(Exception) as told:
        raising()
    assert what in meaning(type(told.value).__name__, str(told.value))


def test_what_is_not_known_is_said_to_mean_nothing() -> None:
    assert meaning("ValueError", "invalid literal for int() with base 10: 'x'") == ""
    assert meaning("AttributeError", "'Config' object has no attribute 'lr'") == ""
    assert meaning("OverflowError", "math range error") == ""
