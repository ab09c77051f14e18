"""A NumPy array changed while a compiled call may still read it.

## What it finds
In plain code, a NumPy array that is given to a jitted function, or to ``jax.device_put``, and then
written to, before anything waited for the result; often a buffer that is filled anew at each turn
of a loop, be it in a helper or a method.

## Why it is bad
A jitted function returns before it has run, and on the CPU it reads large NumPy arrays where they
lie. The write changes what it computes with, now and then. ``jnp.array(buffer)`` is no way out: it
copies later as well. On the CPU ``jax.device_put`` makes an array of the memory itself where that
is aligned to 64 bytes, as that of every third NumPy array was: the write changes the array.

## Example
    for block in blocks:
        buffer[:] = block
        results.append(step(buffer))

## Use instead
    for block in blocks:
        buffer[:] = block
        results.append(step(buffer.copy()))

## When it stays quiet
When the result is asked for before the write (``float(y)``, ``np.asarray(y)``,
``y.block_until_ready()``), when code that is not seen is called or goes over a generator, which may
do so, and for arrays made anew.

## Fix
None: a copy and a wait are both right.
"""

from jaxlint.analysis.domains.buffers.observations import BufferInFlightWritten
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class BufferInFlight(Rule[BufferInFlightWritten]):
    """Judges writes into NumPy arrays behind compiled calls."""

    code = "JAX312"
    name = "buffer-in-flight"
    outcome = "silently wrong: the call may read the new values"
    severity = WARNING
    observes = BufferInFlightWritten

    def judge(self, seen: BufferInFlightWritten) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` changes an array that a compiled call may not have read yet",
            "hand the call `buffer.copy()`, or wait for its result first",
        )
