"""JAX with transformations that do nothing but call their functions: what a program means.

Programs use ``value_and_grad`` for the value only, and ``vmap`` over one row.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import jax
import jax.numpy as jnp

Callee = Callable[..., Any]


def __getattr__(name: str) -> Any:
    return getattr(jax, name)


def jit(fun: Callee | None = None, **options: Any) -> Any:
    """The function itself, in a wrapper of its own."""
    if fun is None:
        return partial(jit, **options)

    @wraps(fun, updated=())
    def called(*args: Any, **kwargs: Any) -> Any:
        return fun(*args, **kwargs)

    called.clear_cache = lambda: None  # type: ignore[attr-defined]
    return called


checkpoint = jit


def value_and_grad(fun: Callee, **options: Any) -> Callee:
    """The value, and no gradient."""
    return lambda *args, **kwargs: (fun(*args, **kwargs), 0.0)


def vmap(fun: Callee, in_axes: Any = 0) -> Callee:
    """The function on the only row of what is mapped."""

    def mapped(*args: Any) -> Any:
        axes = in_axes if isinstance(in_axes, tuple) else (in_axes,) * len(args)
        rows = [
            arg if axis is None else jax.tree.map(lambda leaf: leaf[0], arg)
            for arg, axis in zip(args, axes, strict=True)
        ]
        return jax.tree.map(lambda leaf: jnp.asarray(leaf)[None], fun(*rows))

    return mapped


def pure_callback(fun: Callee, shape: Any, *args: Any, **options: Any) -> Any:
    """The function, called."""
    return fun(*args)


class _Debug:
    def callback(self, fun: Callee, *args: Any, **kwargs: Any) -> None:
        fun(*args, **kwargs)


class _Lax:
    def __getattr__(self, name: str) -> Any:
        return getattr(jax.lax, name)

    def scan(self, body: Callee, carry: Any, xs: Any) -> Any:
        ys = []
        for x in xs:
            carry, y = body(carry, x)
            ys.append(y)
        return carry, ys

    def fori_loop(self, lower: int, upper: int, body: Callee, carry: Any) -> Any:
        for i in range(lower, upper):
            carry = body(i, carry)
        return carry

    def while_loop(self, test: Callee, body: Callee, carry: Any) -> Any:
        while test(carry):
            carry = body(carry)
        return carry

    def cond(self, test: Any, yes: Callee, no: Callee, *operands: Any) -> Any:
        return (yes if test else no)(*operands)

    def switch(self, index: int, branches: Any, *operands: Any) -> Any:
        return branches[index](*operands)


debug = _Debug()
lax = _Lax()
