"""What a run keeps of changes that come after a trace has frozen what changes."""

from __future__ import annotations

from dataclasses import dataclass, field

from jaxlint.analysis.domains.purity.observations import Script
from jaxlint.analysis.values.kinds import Value
from jaxlint.program import ir


@dataclass(slots=True, eq=False)
class Reads:
    """What was found out about changes that come later.

    ``witnesses`` are such changes, by what is asked of them, ``changes`` those of names,
    ``compiled`` the fields that hold compiled functions, with these if they are known, ``script``
    what the body of the module does.
    """

    witnesses: dict[tuple[object, ...], ir.Event | None] = field(default_factory=dict)
    changes: dict[tuple[ir.Scope, str], list[ir.Event]] = field(default_factory=dict)
    compiled: dict[tuple[Value, str], set[ir.Function | None]] = field(default_factory=dict)
    script: Script = field(default_factory=Script)
