"""An argument of a traced function that no array can stand for.

## What it finds
Text, a function, a partial, a module, a set, a range or an iterator given to a function under
``jit``, ``vmap``, ``grad`` or another transformation, where it would be traced; also inside of
tuples, lists and dicts. So is an object of a class that nothing registers as a pytree, though a
base of it be registered: that holds of one class alone. The same given to ``init`` of an optimiser
of Optax that has a memory. Layers of Equinox such as ``eqx.nn.MLP`` and ``eqx.nn.Lambda``, and an
``eqx.nn.Sequential`` with one in it, hold functions.

## Why it is bad
Traced arguments are arrays, numbers and pytrees of them. Anything else raises ``TypeError`` at the
call. Such an optimiser makes an array for each leaf; functions are leaves of modules of Equinox.

## Example
    @jax.jit
    def layer(x, activation):
        return jnp.tanh(x) if activation == "tanh" else x

    layer(x, "tanh")

## Use instead
    @functools.partial(jax.jit, static_argnames="activation")
    def layer(x, activation):
        return jnp.tanh(x) if activation == "tanh" else x

    layer(x, "tanh")

    opt_state = optimizer.init(eqx.filter(model, eqx.is_array))     # not init(model)

See https://docs.jax.dev/en/latest/jit-compilation.html.

## When it stays quiet
Static arguments; those that ``vmap`` does not map and ``grad`` does not differentiate; None;
transformations of Equinox and Flax that leave such values alone.

## Fix
None is offered: the argument may also be bound with ``functools.partial``.
"""

from jaxlint.analysis.domains.tracing.observations import ArgumentNotArray
from jaxlint.diagnostics.rule import Rule, Verdict


class NonArrayArgument(Rule[ArgumentNotArray]):
    """Judges arguments at the edge of a trace."""

    code = "JAX517"
    name = "non-array-argument"
    outcome = "raises TypeError"
    observes = ArgumentNotArray

    def judge(self, seen: ArgumentNotArray) -> Verdict | None:
        if not seen.transform:
            return Verdict(
                f"{seen.what} cannot become the state of an optimiser",
                "hand over the arrays alone: eqx.filter(model, eqx.is_array) of a module",
            )
        return Verdict(
            f"{seen.what} cannot be traced by {seen.transform}",
            "declare the argument static, or bind it with functools.partial",
        )
