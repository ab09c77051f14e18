"""Changes behind which the same code throws away all that JAX has compiled."""

from __future__ import annotations

from jaxlint.program import ir

_CLEARS = "clear_caches"


def is_followed(change: ir.Event) -> bool:
    """Whether the function that makes a change calls ``jax.clear_caches`` after it.

    That counts where each way from the change leads there.
    """
    return any(
        one.order > change.order
        and set(one.arms) <= set(change.arms)
        and set(one.loops) <= set(change.loops)
        for one in clearings(change.scope)
    )


def clearings(scope: ir.Scope) -> list[ir.Event]:
    """Where a scope itself calls ``jax.clear_caches``, by whatever name it has JAX."""
    kind = f"attribute:{_CLEARS}"
    dotted = [one for events in scope.entries.values() for one in events if one.kind == kind]
    return [*scope.loads.get(_CLEARS, ()), *dotted]
