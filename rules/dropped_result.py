"""The result of a pure array method or function is dropped.

## What it finds
Inside a function, a statement ``x.sort()``, ``x.astype(int)``, ``x.clip(0, 1)``, ``jnp.append(x,
1)``, ``lax.stop_gradient(x)``, ``jax.random.permutation(key, x)`` and the like, whose value goes
nowhere; ``x.block_until_ready`` without its parentheses; and, anywhere, ``jax.jit(f)`` or another
transformation as a statement, and ``functools.partial(jax.jit, ...)`` above a function that has
lost its ``@``.

## Why it is bad
JAX arrays are immutable: the method makes a new array and leaves ``x`` as it was. NumPy's ``sort``
would have sorted in place. A cast to the dtype that the array has would change nothing anyway,
which is advice. So do transformations make a new function; where one is dropped no number is
wrong, so that this is a warning. Nothing is raised.

## Example
    scores.sort()
    return scores[0]

## Use instead
    scores = scores.sort()
    return scores[0]

## When it stays quiet
When the result is used, for lists and NumPy arrays, for ``x.block_until_ready()``, at module level
(where notebooks show such a value), and where an error is expected.

## Fix
Not safe, as it changes what the program computes: ``x.sort()`` becomes ``x = x.sort()``.
"""

from jaxlint.analysis.domains.arrays.observations import Dropped, ResultDropped
from jaxlint.diagnostics.findings import ADVICE, ERROR, WARNING, Severity
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Dropped.ARRAY: ("returns a new array, which is dropped", "assign the result", None),
    Dropped.SAME: (
        "casts to the dtype that the array has, and the result is dropped",
        "leave it out",
        "silently does nothing",
    ),
    Dropped.FUNCTION: (
        "makes a new function, which is dropped",
        "assign it, and call that",
        "silently does nothing",
    ),
    Dropped.DECORATOR: (
        "transforms nothing, as no function is given to it",
        "write `@` before it, above the function",
        "silently does nothing",
    ),
    Dropped.UNCALLED_METHOD: (
        "is named but not called",
        "add the parentheses",
        "silently does nothing",
    ),
}
_SEVERITIES: dict[Dropped, Severity] = {
    Dropped.ARRAY: ERROR,
    Dropped.SAME: ADVICE,
    Dropped.FUNCTION: WARNING,
    Dropped.DECORATOR: WARNING,
    Dropped.UNCALLED_METHOD: WARNING,
}


class DroppedArray(Rule[ResultDropped]):
    """Judges dropped results of pure methods and functions."""

    code = "JAX304"
    name = "dropped-result"
    outcome = "silently wrong: the array is unchanged"
    observes = ResultDropped

    def judge(self, seen: ResultDropped) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.result]
        return Verdict(
            f"`{seen.spelled()}` {message}",
            advice,
            outcome,
            seen.fix,
            _SEVERITIES[seen.result],
        )
