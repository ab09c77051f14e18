"""Finds the rules: every module of ``jaxlint.rules`` that defines one. Nothing is registered."""

from __future__ import annotations

import inspect
import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from jaxlint.rule import Level, Rule


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What every door may show of a rule: its code, name, level, outcome and page."""

    code: str
    name: str
    level: Level
    outcome: str
    page: str


# jaxlint's own findings: about the source or the ignores in it, not about JAX, hence no fixture.
TOOL_RULES = (
    RuleInfo(
        "JAX901",
        "broken-syntax",
        Level.ON,
        "is not read",
        "The file is not valid Python, so jaxlint could not read it.",
    ),
    RuleInfo(
        "JAX902",
        "unused-ignore",
        Level.OFF,
        "hides nothing",
        "An ignore comment that ignores nothing: the finding it was written for is gone.",
    ),
)


@cache
def rules() -> tuple[Rule[Any], ...]:
    """Return one instance of every rule, sorted by code."""
    found = []
    package = import_module("jaxlint.rules")
    for module in pkgutil.iter_modules(package.__path__, "jaxlint.rules."):
        for member in vars(import_module(module.name)).values():
            if inspect.isclass(member) and issubclass(member, Rule) and member is not Rule:
                found.append(member())
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def catalogue() -> tuple[RuleInfo, ...]:
    """Return what is to be shown of every rule, jaxlint's own included, sorted by code."""
    judged = (
        RuleInfo(rule.code, rule.name, rule.level, rule.outcome, page_of(rule)) for rule in rules()
    )
    return tuple(sorted((*judged, *TOOL_RULES), key=lambda info: info.code))


def page_of(rule: Rule[Any]) -> str:
    """Return a rule's page: the docstring of the module that defines it."""
    return inspect.cleandoc(inspect.getmodule(type(rule)).__doc__ or "")


@cache
def page_file(code: str) -> Path | None:
    """Return the file that a rule's page is in, or None for jaxlint's own findings."""
    rule = next((rule for rule in rules() if rule.code == code), None)
    source = inspect.getsourcefile(type(rule)) if rule else None
    return Path(source).resolve() if source else None


def find(text: str) -> RuleInfo | None:
    """Return the rule whose code or name is ``text``, or None."""
    return next((info for info in catalogue() if text in (info.code, info.name)), None)
