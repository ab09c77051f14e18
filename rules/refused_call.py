"""A jitted function, or a model, that is called with the wrong arguments.

## What it finds
- A call of a jitted, mapped or differentiated function of the project with more arguments than it
  takes, without one that it needs, or with a keyword that it does not know.
- The same of ``init`` and ``apply`` of a module of ``flax.linen`` and of a function under
  ``hk.transform``, which take variables, state or key before the arguments of the model.
- ``apply`` of a module of ``flax.linen`` whose ``BatchNorm`` updates statistics, if these are not
  mutable.
- The same of a module that is given the parameters alone, ``variables["params"]``, or all that
  ``init`` gave as ``{"params": variables}``.
- ``apply`` of either of the two without a key for what the model draws: ``rngs={"dropout": key}``,
  the key of Haiku; of Flax only if no key for ``params`` stands in its place.
- ``init`` of a function under ``hk.transform`` that keeps a state: ``hk.BatchNorm``,
  ``hk.get_state``.
- ``update`` of an optimiser of Optax without the parameters, where weight decay or the like is
  among what it is made of.
- ``update`` of ``nnx.Optimizer`` with the gradients alone, where others are given the model too.
- ``jax.pure_callback`` and ``io_callback`` that are given the shape or the dtype of their result in
  place of a ``jax.ShapeDtypeStruct``.

## Why it is bad
The call raises TypeError, deep inside of JAX, when it is first reached: often after the data are
loaded and the model is compiled. A map of which ``in_axes`` are more or fewer than the arguments
raises ValueError, as does ``apply`` of Haiku where it gets data in place of a key, which it takes
even if nothing is drawn. A bare shape raises AttributeError: each number in it is taken for what
describes one result. Weight decay is a share of the parameters.

## Example
    @jax.jit
    def step(params, opt_state, batch): ...

    step(params, batch)

    net = hk.transform(forward)
    net.apply(params, x)

    jax.pure_callback(on_host, x.shape, x)

## Use instead
    step(params, opt_state, batch)

    net.apply(params, None, x)

    jax.pure_callback(on_host, jax.ShapeDtypeStruct(x.shape, x.dtype), x)

## When it stays quiet
Where arguments are spread with ``*`` or ``**``, where the function or one of its decorators is not
in sight, where a test chooses the call by the signature of the function, and where an error is
expected.

## Fix
None.
"""

from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.diagnostics.rule import Rule, Verdict


class RefusedCall(Rule[CallRefused]):
    """Judges calls of transformed functions by their arguments."""

    code = "JAX521"
    name = "refused-call"
    outcome = "raises TypeError"
    observes = CallRefused

    def judge(self, seen: CallRefused) -> Verdict | None:
        instead = seen.instead or "call it with the arguments that it takes"
        return Verdict(seen.what, instead, f"raises {seen.raised}")
