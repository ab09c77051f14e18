"""What a run keeps of reads that a trace froze, until it is known what changes later."""

from __future__ import annotations

from dataclasses import dataclass, field

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.values.kinds import Value
from jaxlint.analysis.values.regions import Region
from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class PendingField:
    """A frozen read of a field that is only wrong if code around it assigns the field later.

    ``callers`` are the scopes that were running; the assignment has to come from one of them.
    """

    cls: ClassValue
    attr: str
    frame: Frame
    node: ir.Attribute
    region: Region
    callers: frozenset[ir.Scope]


@dataclass(slots=True, eq=False)
class Reads:
    """What was found out about later changes, and what is to be when all has run.

    ``witnesses`` are changes that come later, by what is asked of them, ``changes`` those of
    names, ``pending`` the reads of fields of which it is not known yet, ``stores`` the
    assignments of fields by other code, with the scopes that were running, ``compiled`` the fields
    that hold compiled functions.
    """

    witnesses: dict[tuple[object, ...], ir.Event | None] = field(default_factory=dict)
    changes: dict[tuple[ir.Scope, str, tuple[str, ...]], list[ir.Event]] = field(
        default_factory=dict
    )
    pending: list[PendingField] = field(default_factory=list)
    stores: dict[tuple[Value, str], list[tuple[ir.Event, frozenset[ir.Scope]]]] = field(
        default_factory=dict
    )
    compiled: set[tuple[Value, str]] = field(default_factory=set)
