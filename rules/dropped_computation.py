"""A statement that computes something and drops it.

## What it finds
Inside a function, a statement that is a comparison or arithmetic of arrays, ``jnp.allclose(a, b)``
without ``assert``, ``jax.tree.map`` of a pure function, ``jax.grad(loss)(params)`` of one (as
advice ``jax.jit(f)(x)`` too, which may be there to compile),
``optax.apply_updates(params, updates)``, ``optimizer.update(grads, state)`` of an Optax optimiser
or ``state.apply_gradients(grads=grads)``, of a ``TrainState`` or in traced code; ``replace`` and
``_replace`` with keywords, of dataclasses of Flax and Chex, of a ``TrainState`` and named tuples;
``eqx.tree_at``, ``eqx.nn.inference_mode``, ``dataclasses.replace`` and other functions of Equinox,
Flax and Optax that only give something new, as ``nnx.merge``, ``optax.incremental_update`` and
``flax.serialization.from_bytes`` do;
``bind`` and ``clone`` of modules of ``flax.linen``; in compiled code ``eqx.error_if``, which JAX
leaves out if nothing uses its result. And the call of a function of the project that does
nothing but return what ``jax.tree.map`` makes of its arguments, or an updated copy of one of them
(``x.at[i].add(v)``), or a copy of its object with other fields (``self.replace(...)``). Compiled
functions are called to compile them, too: of these it finds the one call that there is.

## Why it is bad
JAX changes nothing in place: the parameters, the state and the trees stay as they were, and a test
that nothing asserts passes whatever the numbers are.

## Example
    optax.apply_updates(params, updates)
    return params

## Use instead
    params = optax.apply_updates(params, updates)
    return params

## When it stays quiet
When the result is used, where an error is expected, at module level (where notebooks show it), and
for functions that may do more than compute: ``jax.tree.map(print, tree)``. Arithmetic alone, as it
is left over of something, is advice.

## Fix
None.
"""

from jaxlint.analysis.domains.training.observations import ComputationDropped, Dropped
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Dropped.COMPARISON: ("is computed and dropped", "assign it, or assert it"),
    Dropped.ARITHMETIC: ("is computed and dropped", "assign it, or leave it out"),
    Dropped.CALL: ("is computed and dropped", "assign it"),
    Dropped.COMPILED: ("is computed and dropped", "assign it, unless it is to compile"),
    Dropped.TEST: ("is asked and the answer dropped", "write `assert` before it"),
    Dropped.TREE: ("makes a new tree, which is dropped", "assign the result"),
    Dropped.UPDATE: ("returns what is new, which is dropped", "assign the result"),
    Dropped.COPY: ("returns a changed copy, which is dropped", "assign the result"),
    Dropped.CHECK: ("checks only what it returns, which is dropped", "go on with the result"),
}
# What warms up, or is left over: nothing that it would have changed is missing.
_HARMLESS = (Dropped.COMPILED, Dropped.ARITHMETIC)


class DroppedComputation(Rule[ComputationDropped]):
    """Judges statements that only compute."""

    code = "JAX519"
    name = "dropped-computation"
    outcome = "silently does nothing"
    severity = WARNING
    observes = ComputationDropped

    def judge(self, seen: ComputationDropped) -> Verdict | None:
        message, advice = _WORDS[seen.dropped]
        text = f"`{seen.spelled()}` {message}"
        return Verdict(text, advice, severity=ADVICE if seen.dropped in _HARMLESS else None)
