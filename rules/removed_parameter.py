"""A parameter that a function of JAX no longer has.

## What it finds
Calls that pass a parameter by name, or so many arguments by position, as the newest JAX which the
project allows no longer takes: ``jnp.clip(x, a_min=0)``, ``jnp.quantile(x, q, interpolation=...)``.
The project's JAX is found as JAX801 finds it.

## Why it is bad
Raises ``TypeError`` at the call.

## Example
    y = jnp.clip(x, a_min=0.0, a_max=1.0)

## Use instead
    y = jnp.clip(x, min=0.0, max=1.0)

## When it stays quiet
Where JAX801 does, and for what ``**options`` may hold.

## Fix
Safe where the parameter only has another name.
"""

from jaxlint.analysis.domains.api.observations import ParameterRemoved
from jaxlint.diagnostics.rule import Rule, Verdict


class RemovedParameter(Rule[ParameterRemoved]):
    """Judges parameters that are gone."""

    code = "JAX802"
    name = "removed-parameter"
    outcome = "raises TypeError"
    observes = ParameterRemoved

    def judge(self, seen: ParameterRemoved) -> Verdict | None:
        standing = seen.standing
        if not seen.parameter:
            return Verdict(
                f"`{seen.name}` takes fewer arguments by position since JAX {standing.since}; "
                f"{standing.allowed}",
                _instead(seen),
            )
        lacks = "takes no `{}` by name" if standing.placed else "has no `{}`"
        return Verdict(
            f"`{seen.name}` {lacks.format(seen.parameter)} since JAX {standing.since}; "
            f"{standing.allowed}",
            _for_named(seen),
            fix=seen.fix,
        )


def _for_named(seen: ParameterRemoved) -> str:
    """What to do with an argument by name."""
    if seen.successor:
        return f"pass it as `{seen.successor.new}`"
    return "pass it by position" if seen.standing.placed else "leave it out"


def _instead(seen: ParameterRemoved) -> str:
    """What to do with the last arguments by position."""
    standing = seen.standing
    leave = f"leave {_listed(standing.lost)} out" if standing.lost else ""
    named = f"pass {_listed(standing.named)} by name" if standing.named else ""
    return " and ".join(filter(None, (named, leave))) or "pass the last ones by name"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
