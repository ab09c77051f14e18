"""A name that JAX no longer has.

## What it finds
Imports and uses of a name, or of a module, that the newest JAX which the project allows no longer
has: ``jax.tree_map``, ``jnp.in1d``, ``jax.ops.index_update``, ``from jax.config import config``.
Names are followed through imports and aliases, and what each release has was asked of the release.

The project's JAX is ``jax-version`` of its settings, else what its lock file, ``pyproject.toml``,
``setup.cfg`` or ``requirements.txt`` ask for, else the newest that jaxlint knows.

## Why it is bad
Raises ``AttributeError``, or ``ImportError`` (of a module ``ModuleNotFoundError``) when imported.

## Example
    params = jax.tree_map(lambda p: p * 0.9, params)

## Use instead
    params = jax.tree.map(lambda p: p * 0.9, params)

## When it stays quiet
In ``try`` with a handler for what is raised, under a test of ``hasattr``, of JAX's version or of
``TYPE_CHECKING``, for names that the code itself gives to JAX, and for local objects and modules of
the same name.

## Fix
Safe where the new name does the same and every JAX that the project allows has it; an import that
it takes is added. Else what to use is told, if anything is known to.
"""

from jaxlint.analysis.domains.api.observations import NameRemoved
from jaxlint.diagnostics.rule import Rule, Verdict


class RemovedName(Rule[NameRemoved]):
    """Judges names that are gone."""

    code = "JAX801"
    name = "removed-name"
    outcome = "raises AttributeError, ImportError or ModuleNotFoundError"
    observes = NameRemoved

    def judge(self, seen: NameRemoved) -> Verdict | None:
        standing = seen.standing
        return Verdict(
            f"`{seen.name}` is gone since JAX {standing.since}; {standing.allowed}",
            _instead(seen),
            fix=seen.fix,
        )


def _instead(seen: NameRemoved) -> str:
    """What to write in place of a name."""
    if seen.told:
        return f"use {seen.told}"
    near = seen.standing.near
    return f"write `{near}`" if near else "jaxlint knows of nothing that does the same"
