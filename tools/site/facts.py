"""What the pages of the site are made of: rules with their families, proofs and first versions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from jaxlint.diagnostics.registry import TOOL_RULES, RuleInfo, catalogue
from jaxlint.diagnostics.rule import Level
from jaxlint.proof import Fixture, Record, fixtures, read_evidence
from tools.checkout import CHECKOUT

PLATFORMS = ("cpu", "gpu")
LEVELS = {
    Level.ON: "on by default",
    Level.PREVIEW: "in preview: off unless selected",
    Level.OFF: "off unless selected",
}
_FAMILY = re.compile(r"^\| (JAX\d)\.\. \| (.*) \|$", re.MULTILINE)
_ERROR = re.compile(r"raised (\w+)\Z")


@dataclass(frozen=True, slots=True)
class Proof:
    """A rule's fixture, and the evidence on it that was taken from its present text."""

    fixture: Fixture
    records: Sequence[Record]

    @property
    def errors(self) -> tuple[str, ...]:
        """The names of the errors that its hazards raised."""
        hazards = (one for one in self.records if one.kind == "hazard")
        found = (_ERROR.match(one.observed) for one in hazards)
        return tuple(dict.fromkeys(one[1] for one in found if one))


@cache
def rules() -> tuple[RuleInfo, ...]:
    """Return all rules with a page: those that a fixture proves, then jaxlint's own."""
    own = {one.code for one in TOOL_RULES}
    return tuple(sorted(catalogue(), key=lambda one: (one.code in own, one.code)))


@cache
def proofs() -> Mapping[str, Proof]:
    """Return the proof of each rule that has one, by code."""
    evidence = [record for name in PLATFORMS for record in read_evidence(name)]
    return {
        one.code: Proof(one, [record for record in evidence if record.digest == one.digest])
        for one in fixtures()
    }


@cache
def families() -> Mapping[str, str]:
    """Return the title of each family of codes, as the README has them."""
    return dict(_FAMILY.findall((CHECKOUT / "README.md").read_text(encoding="utf-8")))


def family_of(rule: RuleInfo) -> str:
    """Return the title of a rule's family."""
    return families().get(rule.code[:4], "jaxlint's own: about the source, not about JAX")


def summary_of(rule: RuleInfo) -> str:
    """Return what a rule is about in a line."""
    return rule.page.partition("\n")[0]


def sections_of(rule: RuleInfo) -> list[tuple[str, str]]:
    """Return the sections of a rule's page, each with its title."""
    parts = re.split(r"^## (.*)\n", rule.page, flags=re.MULTILINE)[1:]
    return [(title, text.strip("\n")) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def has_fix(rule: RuleInfo) -> bool:
    """Return whether a rule has a fix, safe or not."""
    return not dict(sections_of(rule)).get("Fix", "None").startswith("None")


@cache
def _versions() -> tuple[tuple[str, str], ...]:
    text = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\S+)\n", text, flags=re.MULTILINE)[1:]
    return tuple(zip(parts[::2], parts[1::2], strict=True))


def since(rule: RuleInfo) -> str:
    """Return the version that has a rule first.

    That is the one under whose "New rules" the changelog names it, or else the first of all.
    """
    named = (
        version
        for version, text in _versions()
        if f"`{rule.name}`" in text.partition("### New rules\n")[2].partition("\n### ")[0]
    )
    return next(named, _versions()[-1][0])
