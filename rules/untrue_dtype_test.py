"""A test of a dtype or type that is never true.

## What it finds
Of a JAX array: ``x.dtype is jnp.float32``, ``x.dtype == jnp.floating``, ``x.dtype == float`` where
the program asks for no 64-bit types, ``isinstance(x, jnp.float32)``; of any value, ``type(x) is
jax.Array``.

## Why it is bad
A dtype is an object of its own: it equals ``jnp.float32``, but is never that very type, and no
array is an instance of it. ``float`` means 64 bits, which JAX arrays do not have by default.
``jax.Array`` is an abstract class. The test is false for every array, and the branch never runs.

## Example
    if x.dtype == float:
        x = x / x.max()

## Use instead
    if jnp.issubdtype(x.dtype, jnp.floating):
        x = x / x.max()

## When it stays quiet
For NumPy arrays, ``x.dtype == jnp.float32``, ``x.dtype == bool``, values that may be no arrays, and
for the classes that tracers are of: ``type(x) is DynamicJaxprTracer`` is true under ``jax.jit``.

## Fix
Not safe, as it changes what the program computes: ``is`` becomes ``==``.
"""

from jaxlint.analysis.domains.arrays.observations import DtypeTest, DtypeTestUntrue
from jaxlint.diagnostics.rule import Rule, Verdict

_ISSUBDTYPE = "write `jnp.issubdtype(x.dtype, jnp.floating)` or its like"
_WORDS = {
    DtypeTest.IDENTITY: (
        "a dtype equals a scalar type, but is not that object",
        "compare with `==`",
    ),
    DtypeTest.ABSTRACT: ("no dtype equals a kind of types", _ISSUBDTYPE),
    DtypeTest.WIDE: ("Python's types stand for 64 bits, which JAX has only if asked", _ISSUBDTYPE),
    DtypeTest.INSTANCE: (
        "an array is no instance of its scalar type",
        "compare `x.dtype` with `==`",
    ),
    DtypeTest.TYPE: ("jax.Array is an abstract class", "write `isinstance(x, jax.Array)`"),
}


class UntrueDtypeTest(Rule[DtypeTestUntrue]):
    """Judges tests of dtypes and types."""

    code = "JAX309"
    name = "untrue-dtype-test"
    outcome = "silently wrong: never true"
    observes = DtypeTestUntrue

    def judge(self, seen: DtypeTestUntrue) -> Verdict | None:
        why, advice = _WORDS[seen.test]
        always = "is always true" if _is_negated(seen.spelled()) else "is never true"
        return Verdict(f"`{seen.spelled()}` {always}: {why}", advice, fix=seen.fix)


def _is_negated(test: str) -> bool:
    return any(word in test for word in (" is not ", " != ", " not in "))
