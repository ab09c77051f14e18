"""The pages by which a rule is found: all rules, and the errors that JAX raises."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from itertools import groupby

from jaxlint.diagnostics.registry import RuleInfo
from jaxlint.diagnostics.rule import Level
from tools.site.facts import LEVELS, family_of, has_fix, proofs, rules, summary_of

_ERRORS = """\
# What JAX says

The errors that the hazards of the fixtures raised when they were run, and the rules that find such
lines without running them. What goes wrong without an error is [by symptom](symptoms.md).
"""
_RULES = """\
# Rules

Each is proven by a program that runs on real JAX, and that its page shows. A rule that is off
speaks when it is [selected](../usage.md#config-file).
"""


def rules_page() -> str:
    """Return the index of all rules, by family."""
    parts = [_RULES]
    for title, some in groupby(rules(), key=family_of):
        rows = [_rule_row(rule) for rule in some]
        head = ["| rule | what it finds | what JAX does |", "|---|---|---|"]
        parts += [f"## {title[0].upper()}{title[1:]}\n", *head, *rows, ""]
    return "\n".join(parts)


def _rule_row(rule: RuleInfo) -> str:
    level = "" if rule.level is Level.ON else f" ({LEVELS[rule.level]})"
    fix = " Has a fix." if has_fix(rule) else ""
    return f"| `{rule.name}` {rule.code} | {summary_of(rule)}{fix}{level} | {rule.outcome} |"


def errors_page() -> str:
    """Return the index of rules by the error that their hazards raise."""
    return "\n".join([_ERRORS, *_errors()])


def _errors() -> Iterator[str]:
    found: dict[str, list[RuleInfo]] = {}
    for rule in rules():
        for name in proofs()[rule.code].errors if rule.code in proofs() else ():
            found.setdefault(name, []).append(rule)
    for name in sorted(found, key=lambda name: (hasattr(builtins, name), name)):
        yield f"## {name}\n"
        yield from ("| rule | what it finds |", "|---|---|")
        yield from (f"| `{rule.name}` | {summary_of(rule)} |" for rule in found[name])
        yield ""
