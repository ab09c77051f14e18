"""A test that an array never passes.

## What it finds
``x is True`` and ``x is False`` of a traced value; ``mode == "relu"`` where ``mode`` is traced;
``isinstance`` of a traced value and a Python or NumPy type where tracing goes on to raise or fail
an assertion, or where a parameter is read in that arm alone; ``np.array_equal`` of traced values; a
sequence pattern of ``match`` that is held against an array; ``except np.linalg.LinAlgError`` around
linear algebra of JAX.

## Why it is bad
A tracer is a ``jax.Array`` and nothing else: no ``bool``, no ``float``, no ``np.ndarray``, no text,
no sequence. Such a test is false whatever the value is, and nothing is raised: the other branch is
compiled in. ``np.array_equal`` fails to convert the tracer, and takes that for "not equal". Of a
matrix that is singular or not positive definite JAX makes NaN and raises nothing.

## Example
    @jax.jit
    def activate(x, flag):
        if flag is True:
            return jnp.tanh(x)
        return x

## Use instead
    @partial(jax.jit, static_argnames="flag")
    def activate(x, flag):
        if flag:
            return jnp.tanh(x)
        return x

For types, ask the dtype: ``jnp.issubdtype(x.dtype, jnp.floating)``; for equality
``jnp.array_equal``. Of a factorisation test the result: ``jnp.isfinite(factor).all()``.

## When it stays quiet
On static arguments, ``x is None``, parameters that have a default (where ``is False`` may ask
whether one was passed, and ``is True`` for a setting where an array may stand too; not so where it
is None, and the parameter is read for this test alone), ``isinstance`` with ``jax.Array`` or as a
way to convert Python numbers.
Handlers are quiet around calls of anything but JAX and functions of Python's own.

## Fix
None is offered: which branch was meant for arrays is for the author to say.
"""

from jaxlint.analysis.domains.tracing.observations import NeverTrue, Test
from jaxlint.diagnostics.rule import Rule, Verdict


class NeverTrueTest(Rule[NeverTrue]):
    """Judges tests that are false of every array."""

    code = "JAX113"
    name = "never-true-test"
    outcome = "silently wrong: the test is false for every value"
    observes = NeverTrue

    def judge(self, seen: NeverTrue) -> Verdict | None:
        match seen.test:
            case Test.SEQUENCE:
                return Verdict(
                    f"`{seen.spelled()}` matches tuples and lists, but what is matched is an array",
                    "unpack it (`a, b = x`), or test its shape",
                )
            case Test.IDENTITY:
                return Verdict(
                    f"`{seen.spelled()}` is false of every traced value",
                    "make the flag static and test it, or use jnp.where",
                )
            case Test.TEXT:
                return Verdict(
                    f"`{seen.spelled()}` compares a traced value with text",
                    "make the argument static: static_argnames, or functools.partial",
                )
            case Test.TYPE:
                return Verdict(
                    f"`{seen.spelled()}` asks for a type that a traced value never has, and raises",
                    "test the dtype (jnp.issubdtype) or the shape, or allow jax.Array",
                    "raises while tracing, whatever the value",
                )
            case Test.UNUSED:
                return Verdict(
                    f"`{seen.spelled()}` is false of a traced value, of which nothing else is made",
                    "test whether it is None, or make it static",
                )
            case Test.HANDLER:
                return Verdict(
                    f"nothing in this `try` raises `{seen.spelled()}`: JAX gives NaN instead",
                    "test the result: jnp.isfinite(x).all()",
                    "silently wrong: the handler never runs",
                )
            case Test.FUNCTION:
                return Verdict(
                    f"`{seen.spelled()}` says no of every traced value",
                    "use jnp.array_equal",
                )
