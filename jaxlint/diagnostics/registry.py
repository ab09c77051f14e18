"""The registry of rules: every module of ``jaxlint.rules`` defines one, none is registered by hand.

What is shown of a rule is read from its file; rules are imported only to run them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from jaxlint.diagnostics.findings import ERROR, SEVERITIES, WARNING, Severity
from jaxlint.diagnostics.rule import Level, Rule


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What every door may show of a rule: its code, name, level, outcome, severity and page.

    ``page`` is the docstring of the module that defines it.
    """

    code: str
    name: str
    level: Level
    outcome: str
    severity: Severity
    page: str


# A line of a rule's class data: a string, a level or a severity.
_DATA = r'^    (code|name|outcome|level|severity) = (?:"(.*)"|(?:Level\.)?([A-Z]+))$'

# jaxlint's own findings: about the source or the ignores in it, not about JAX, hence no fixture.
TOOL_RULES = (
    RuleInfo(
        "JAX901",
        "broken-syntax",
        Level.ON,
        "is not read",
        ERROR,
        "The file is not valid Python, so jaxlint could not read it.",
    ),
    RuleInfo(
        "JAX902",
        "unused-ignore",
        Level.OFF,
        "hides nothing",
        WARNING,
        "An ignore comment that ignores nothing: the finding it was written for is gone.",
    ),
)


@cache
def rules() -> tuple[Rule[Any], ...]:
    """Return one instance of every rule, sorted by code."""
    found = []
    for file in _files():
        for member in vars(import_module(f"jaxlint.rules.{file.stem}")).values():
            if inspect.isclass(member) and issubclass(member, Rule) and member is not Rule:
                found.append(member())
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def catalogue() -> tuple[RuleInfo, ...]:
    """Return what is to be shown of every rule, jaxlint's own included, sorted by code."""
    return tuple(sorted((*map(_read, _files()), *TOOL_RULES), key=lambda info: info.code))


def find(text: str) -> RuleInfo | None:
    """Return the rule whose code or name is ``text``, or None."""
    return _by_word().get(text)


@cache
def _by_word() -> Mapping[str, RuleInfo]:
    return {word: info for info in catalogue() for word in (info.code, info.name)}


@cache
def _files() -> tuple[Path, ...]:
    """Return the files of the rules, each named as its rule is."""
    folders = import_module("jaxlint.rules").__path__
    return tuple(file for folder in folders for file in sorted(Path(folder).glob("[!_]*.py")))


def _read(file: Path) -> RuleInfo:
    """Return what a rule's file says of it: its docstring, and the data of its class."""
    text = file.read_text(encoding="utf-8")
    data = {key: string or level for key, string, level in re.findall(_DATA, text, re.MULTILINE)}
    level = Level[data.get("level", Level.ON.name)]
    severity = next(one for one in SEVERITIES if one == data.get("severity", ERROR).lower())
    page = inspect.cleandoc(text.split('"""')[1])
    return RuleInfo(data["code"], data["name"], level, data["outcome"], severity, page)
