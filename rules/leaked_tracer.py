"""A traced value stored where it outlives its trace.

## What it finds
A tracer assigned to a ``global`` or ``nonlocal`` name, put into an outer list or dict, or set as
an attribute of ``self`` or another outer object, or kept there by a function that closes over it;
a function under ``functools.cache`` or
``cached_property`` that makes an array while it is first called from traced code.

## Why it is bad
When the trace ends the tracer is dead. Storing it is silent; the next use, often far away,
raises ``jax.errors.UnexpectedTracerError``. A field is advice where nothing in the project but the
traced code itself reads it, which writes it first, or a jitted function all of whose arguments are
static, which is traced once. A jitted function that it calls, and that reads the field, keeps the
tracer: it raises in the next trace. In test files it is advice: most of them never look again.

## Example
    history = []

    @jax.jit
    def step(x):
        history.append(x * 2)
        return x

## Use instead
    @jax.jit
    def step(x):
        return x, x * 2

## When it stays quiet
Containers and objects made inside the same traced function; caches that plain code has filled
before; fields of modules being built, and fields that the statement that calls the traced function
gives another value, or that the caller fills anew behind it by the call that the traced function
makes; fields and entries that are put back as they were on each way out; functions that ask for
no more than shape and dtype of what they close over.
A container that each call of the function around makes, and that nobody but the traced function
reads, once it has written, is advice.

## Fix
None is offered: return the value (``has_aux=True`` under ``grad``, outputs of ``scan``).
"""

from jaxlint.analysis.domains.purity.observations import OuterWrite, Outside
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class LeakedTracer(Rule[OuterWrite]):
    """Judges writes that store a tracer in outer state."""

    code = "JAX208"
    name = "leaked-tracer"
    outcome = "leaks a tracer: later use raises UnexpectedTracerError"
    meant_in = frozenset((FileKind.TEST,))
    observes = OuterWrite

    def judge(self, seen: OuterWrite) -> Verdict | None:
        if seen.is_of_copy or seen.stored is None:
            return None
        if seen.target is Outside.CACHE:
            return Verdict(
                f"the cache of `{seen.name}` keeps a traced value after {seen.region.label} has "
                "been traced",
                "make the value with NumPy, or under jax.ensure_compile_time_eval()",
            )
        return Verdict(
            f"`{seen.name}` keeps a traced value after {seen.region.label} has been traced",
            "return the value instead of storing it",
            severity=None if seen.is_awaited else ADVICE,
        )
