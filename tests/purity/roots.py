"""How a function ``step`` is traced: what stands before and after its definition, and a call."""

from __future__ import annotations

from typing import NamedTuple


class Root(NamedTuple):
    """A way to trace ``step(x)``, or ``step(x, given)`` where ``call`` takes ``{more}``.

    ``keeps`` says that the function is traced once for several calls.
    """

    after: str
    call: str
    decorator: str = ""
    keeps: bool = True


_OUTER = "def outer(*args):\n    return step(*args) * 1.0"

CALLED: dict[str, Root] = {
    "decorator": Root("", "step(X{more})", "@jax.jit"),
    "decorator with options": Root("", "step(X{more})", "@partial(jax.jit, inline=True)"),
    "call": Root("fast = jax.jit(step)", "fast(X{more})"),
    "lambda": Root("fast = jax.jit(lambda *args: step(*args))", "fast(X{more})"),
    "partial": Root(
        "def applied(f, *args):\n    return f(*args)\nfast = jax.jit(partial(applied, step))",
        "fast(X{more})",
    ),
    "outer": Root(f"@jax.jit\n{_OUTER}", "outer(X{more})"),
    "inner jit": Root(f"@jax.jit\n{_OUTER}", "outer(X{more})", "@jax.jit"),
    "factory": Root("def made(f):\n    return jax.jit(f)\nfast = made(step)", "fast(X{more})"),
    "jit of grad": Root("fast = jax.jit(jax.value_and_grad(step))", "fast(X{more})[0]"),
    "kept in a dict": Root('steps = {"step": jax.jit(step)}', 'steps["step"](X{more})'),
    "kept in a field": Root(
        "class Runner:\n    def __init__(self):\n        self.fast = jax.jit(step)\n"
        "runner = Runner()",
        "runner.fast(X{more})",
    ),
    "bound method": Root(
        "class Owner:\n    def __init__(self):\n        self.fast = jax.jit(self.run)\n"
        "    def run(self, *args):\n        return step(*args)\nowner = Owner()",
        "owner.fast(X{more})",
    ),
    "bound method, outside": Root(
        "class Owner:\n    def run(self, *args):\n        return step(*args)\n"
        "owner = Owner()\nfast = jax.jit(owner.run)",
        "fast(X{more})",
    ),
    "static self": Root(
        "class Owner:\n    @partial(jax.jit, static_argnums=0)\n    def run(self, *args):\n"
        "        return step(*args)\nowner = Owner()",
        "owner.run(X{more})",
    ),
    "checkpoint": Root("fast = jax.checkpoint(step)", "fast(X{more})"),
    "grad": Root("", "jax.value_and_grad(step)(X{more})[0]", keeps=False),
    "plain": Root("", "step(X{more})", keeps=False),
}

# Those that hand the function one array.
ONE: dict[str, Root] = {
    **CALLED,
    "jit of vmap": Root("fast = jax.jit(jax.vmap(step))", "fast(XS)[0]"),
    "scan": Root(
        "def body(c, x):\n    return c + step(x), x",
        "lax.scan(body, jnp.float32(0.0), jnp.ones(3))[0]",
    ),
    "fori": Root(
        "def body(i, c):\n    return step(c) * jnp.float32(0.5)", "lax.fori_loop(0, 3, body, X)"
    ),
    "while": Root(
        "def more(c):\n    return c[0] < 2\ndef body(c):\n"
        "    return c[0] + 1, step(c[1]) * jnp.float32(0.5)",
        "lax.while_loop(more, body, (0, X))[1]",
    ),
    "cond": Root("def no(x):\n    return x * 1.0", "lax.cond(X > 0, step, no, X)"),
    "vmap": Root("", "jax.vmap(step)(XS)[0]", keeps=False),
}

# Those that hand it one array and a container.
TWO: dict[str, Root] = {
    **{name: root for name, root in CALLED.items() if name != "checkpoint"},
    "jit of vmap": Root("fast = jax.jit(jax.vmap(step, in_axes=(0, None)))", "fast(XS{more})[0]"),
    "vmap": Root("", "jax.vmap(step, in_axes=(0, None))(XS{more})[0]", keeps=False),
    "cond": Root("def no(x, given):\n    return x * 1.0", "lax.cond(X > 0, step, no, X{more})"),
}
