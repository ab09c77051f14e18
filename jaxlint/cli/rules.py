"""``jaxlint rules`` and ``jaxlint rule``: what there is, and a rule's page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from textwrap import wrap

from jaxlint.cli.output import show_text
from jaxlint.diagnostics.registry import RuleInfo, catalogue, find
from jaxlint.diagnostics.rule import Level
from jaxlint.diagnostics.selection import nearest
from jaxlint.proof import fixtures, seen_elsewhere

# The width of the pages of rules.
_WIDTH = 100
_SPEAKS = {
    Level.ON: "",
    Level.PREVIEW: "in preview, off by default",
    Level.OFF: "off by default",
}


class UnknownRule(Exception):
    """No rule has that code or name; the text names the nearest."""


def write_table() -> None:
    """Write every rule on a line of its own."""
    rows = [(one.code, one.name, one.level.value, one.severity, one.outcome) for one in catalogue()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        show_text("  ".join(cells).rstrip())


def write_json() -> None:
    """Write every rule, its page included, as a JSON array."""
    rows = [{**asdict(one), "level": one.level.value} for one in catalogue()]
    show_text(json.dumps(rows, indent=2))


def write_page(text: str) -> None:
    """Write the page of the rule of that code or name. Raises UnknownRule."""
    rule = find(text.upper()) or find(text.lower())
    if rule is None:
        family = [one.code for one in catalogue() if one.code.startswith(text.upper())]
        if family:
            raise UnknownRule(f'"{text}" is a family; its rules are {", ".join(family)}')
        raise UnknownRule(f'unknown rule "{text}"{nearest(text)}')
    show_text("\n\n".join((_title(rule), rule.page, *_proof(rule))))


def _proof(rule: RuleInfo) -> Iterator[str]:
    """Yield the section on the releases of JAX that the rule's fixture was run on, if it was."""
    found = next((one for one in fixtures() if one.code == rule.code), None)
    told = seen_elsewhere(found).lines() if found else []
    lines = [part for line in told for part in _wrapped(line)]
    if lines:
        yield "\n".join(("## Proof", *lines))


def _wrapped(line: str) -> list[str]:
    indent = "  " if line.startswith("- ") else ""
    return wrap(line, _WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _title(rule: RuleInfo) -> str:
    speaks = ", ".join(filter(None, (rule.severity, _SPEAKS[rule.level])))
    return f"{rule.code} {rule.name} ({speaks}): {rule.outcome}"
