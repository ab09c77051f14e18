"""What a rule offers to write instead: changes of the source, in terms of its nodes.

``jaxlint.diagnostics.diagnosing`` turns them into edits of the text, ``jaxlint.fixes.applying``
applies those.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Replace:
    """Write ``text`` in place of a node."""

    node: ir.Place
    text: str


@dataclass(slots=True, frozen=True, eq=False)
class LineBefore:
    """Write ``text`` on a line of its own before a statement, which must start its line."""

    statement: ir.Place
    text: str


Change = Replace | LineBefore


@dataclass(slots=True, frozen=True, eq=False)
class PlannedFix:
    """Changes that belong together. ``title`` says in an imperative what they do.

    ``safe`` promises that the mended code does what the remedy on the rule's page does, and that
    code which worked before gives the same values.
    """

    title: str
    changes: tuple[Change, ...]
    safe: bool = False
