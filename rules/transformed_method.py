"""A method transformed in its class.

## What it finds
``@jax.jit`` (``vmap``, ``grad``, ``checkpoint`` ...) on a method whose ``self`` is then an argument
to be traced, in a class that JAX does not know; on a class method whose ``cls`` is; and a
transformation put over ``@staticmethod``,
``@classmethod`` or ``@property``.

## Why it is bad
Arguments of a transformed function are arrays or pytrees of them. An object of a plain class is
neither: the call raises ``TypeError``. What ``@staticmethod`` and its kin make is no function yet,
so that the transformation itself raises.

## Example
    class Model:
        @jax.jit
        def predict(self, x):
            return self.w @ x

## Use instead
    class Model:
        @functools.partial(jax.jit, static_argnums=0)      # if fields never change
        def predict(self, x):
            return self.w @ x

Or a function of the parameters, or a class that is a pytree (``jax.tree_util.register_dataclass``,
``equinox.Module``, ``flax.struct.dataclass``). Write ``@staticmethod`` above ``@jax.jit``.

## When it stays quiet
Classes that are pytrees, or may be: registered later, derived from or by classes that are not
known whole, with decorators of other libraries. ``self`` that is static, or not mapped.

## Fix
Safe: ``@jax.jit`` and ``@staticmethod`` change places.
"""

from jaxlint.analysis.domains.usage.observations import MethodTransformed, Receiver
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Receiver.SELF: (
        "{transform} of the method {what} takes `self` for an array",
        "make `self` static, the class a pytree, or the method a function",
        None,
    ),
    Receiver.CLASS: (
        "{transform} of the class method {what} takes the class for an array",
        "make the class static, or the method a function",
        None,
    ),
    Receiver.DESCRIPTOR: (
        "{transform} is applied to a {what}, which is no function yet",
        "put the transformation below the decorator",
        None,
    ),
}


class TransformedMethod(Rule[MethodTransformed]):
    """Judges transformations of methods."""

    code = "JAX507"
    name = "transformed-method"
    outcome = "raises TypeError"
    observes = MethodTransformed

    def judge(self, seen: MethodTransformed) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
