"""A write into the read-only view of a JAX array.

## What it finds
``a = np.asarray(x)`` of a JAX array ``x`` and then ``a[0] = 1``, ``a += 1``, ``a.sort()``,
``np.copyto(a, b)``; the same of ``jax.device_get(x)``.

## Why it is bad
``np.asarray`` copies nothing: it shows the memory of the JAX array, which must not change. The
write raises ``ValueError: ... read-only``.

## Example
    table = np.asarray(x)
    table[0] = 1.0

## Use instead
    table = np.array(x)
    table[0] = 1.0

## When it stays quiet
For ``np.array(x)``, for ``np.asarray`` of anything but a JAX array, and with a dtype, which may
copy.

## Fix
Safe, as the code always raises: ``np.asarray`` becomes ``np.array``, which copies.
"""

from jaxlint.analysis.domains.buffers.observations import ViewWritten
from jaxlint.diagnostics.rule import Rule, Verdict


class ReadOnlyView(Rule[ViewWritten]):
    """Judges writes into views of JAX arrays."""

    code = "JAX313"
    name = "read-only-view"
    outcome = "raises ValueError"
    observes = ViewWritten

    def judge(self, seen: ViewWritten) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` writes into the read-only view of a JAX array",
            "copy it: `np.array(x)` instead of `np.asarray(x)`",
            fix=seen.fix,
        )
