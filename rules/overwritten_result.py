"""A result in traced code that is overwritten before it is read.

## What it finds
In a traced function, or where a module of linen or Equinox is called, a variable that is assigned
what a call gives, and assigned again in the same block with nothing between that reads it.

## Why it is bad
The call has no effect on the result: the compiler drops it. Mostly the second call was meant to get
what the first one gave, and a layer, a mask or a normalisation is left out of the model.

## Example
    h = jax.nn.relu(x @ params["w1"])
    h = normalise(x)

## Use instead
    h = jax.nn.relu(x @ params["w1"])
    h = normalise(h)

## When it stays quiet
Names that start with an underscore, variables that a function inside reads, functions with ``try``,
``break`` or ``continue``, and first values that are given no variable, as ``jnp.zeros(3)``.

## Fix
None.
"""

from jaxlint.analysis.domains.training.observations import ResultOverwritten
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class OverwrittenResult(Rule[ResultOverwritten]):
    """Judges results that nothing reads."""

    code = "JAX522"
    name = "overwritten-result"
    outcome = "silently does nothing: the call is dropped"
    severity = WARNING
    observes = ResultOverwritten

    def judge(self, seen: ResultOverwritten) -> Verdict | None:
        return Verdict(
            f"what is assigned to `{seen.name}` is overwritten before anything reads it",
            "use it in what comes next, or remove the call",
        )
