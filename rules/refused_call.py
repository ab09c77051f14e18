"""A jitted function that is called with the wrong arguments.

## What it finds
A call of a jitted, mapped or differentiated function of the project with more arguments than it
takes, without one that it needs, or with a keyword that it does not know.

## Why it is bad
The call raises TypeError, deep inside of JAX, when it is first reached: often after the data are
loaded and the model is compiled.

## Example
    @jax.jit
    def step(params, opt_state, batch): ...

    step(params, batch)

## Use instead
    step(params, opt_state, batch)

## When it stays quiet
Where arguments are spread with ``*`` or ``**``, where the function or one of its decorators is not
in sight, and where an error is expected.

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
        return Verdict(seen.what, "call it with the arguments that it takes")
