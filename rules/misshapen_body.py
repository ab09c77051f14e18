"""A loop's or a branch's function that does not fit its operands.

## What it finds
Functions given to ``lax.scan``, ``fori_loop``, ``while_loop``, ``map``, ``cond`` and ``switch``
that take another number of arguments; scan bodies that return no pair; bodies that give back a
carry of another structure, shape or kind of dtype, or one that grows in each turn; conditions that
give several values; branches whose results differ in one of these; nothing to scan over, or arrays
of several lengths. Of ``fori_loop`` also names that say that the index comes second, and an upper
bound below the lower one (``fori_loop(n - 1, -1, body, x)``), of ``switch`` lambdas that the turns
of a loop made and that all read its last variable.

## Why it is bad
Raises ``TypeError`` (``ValueError`` for what is scanned). A body of ``fori_loop`` with index and
carry swapped may also run and be silently wrong, as do branches that are all the last one.

## Example
    def body(carry, x):
        return carry + x

    total, _ = jax.lax.scan(body, 0.0, xs)

## Use instead
    def body(carry, x):
        return carry + x, None

## When it stays quiet
Functions whose parameters are not all known (decorated by others, ``*args``), results that are not
known, loops of other libraries. A carry that begins as a Python number, or as another array of a
weak dtype, gives way to what the body makes of it, if that is of a higher kind; True and False to
nothing.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.usage.observations import Body, BodyMisshapen
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Body.ARITY: (
        "{transform}: {what}",
        "give the function the parameters that it is called with",
        None,
    ),
    Body.NO_PAIR: (
        "the body of {transform} returns {what}, not a pair",
        "return the new carry and an output, which may be None",
        None,
    ),
    Body.CARRY: (
        "the body of {transform} gives back {what}",
        "return a carry of the structure that came in",
        None,
    ),
    Body.DTYPE: (
        "the body of {transform} gives back {what}",
        "begin with a carry of the dtype that the body gives, or cast what it gives",
        None,
    ),
    Body.SHAPE: (
        "the body of {transform} gives back {what}",
        "begin with a carry of the shape that the body gives, or keep the shape",
        None,
    ),
    Body.CONDITION: (
        "the condition of {transform} returns {what}",
        "return one truth value",
        None,
    ),
    Body.BRANCHES: (
        "the branches of {transform} return {what}",
        "return values of one structure and type",
        None,
    ),
    Body.INDEX: (
        "the body of {transform} has its index {what} second",
        "take the index first: lambda i, carry",
        "silently wrong: index and carry are swapped",
    ),
    Body.DOWNWARDS: (
        "{transform} counts upwards, and never to {what}: the body is not run",
        "count from 0, and index with n - 1 - i; or lax.scan with reverse=True",
        "silently wrong: what comes out is what goes in",
    ),
    Body.LATE: (
        "every branch of {transform} reads the last {what} of the loop that made it",
        "bind it as a default in each, as lambda x, alpha=alpha does",
        "silently wrong: the branches are equal",
    ),
    Body.NOTHING_TO_SCAN: (
        "{transform}: {what}",
        "give an array, or a pytree of arrays, or length",
        "raises ValueError",
    ),
    Body.LENGTHS: (
        "{transform} goes over arrays of the lengths {what}",
        "give arrays that are as long as each other",
        "raises ValueError",
    ),
}


class MisshapenBody(Rule[BodyMisshapen]):
    """Judges the functions of structured control flow."""

    code = "JAX512"
    name = "misshapen-body"
    outcome = "raises TypeError"
    observes = BodyMisshapen

    def judge(self, seen: BodyMisshapen) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
