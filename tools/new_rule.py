"""Writes the files of a new rule: the rule, its fixture and its cases, all still to be filled in.

What is written can be imported, and changes no finding: the tests that fail are those of the new
rule alone, each for something that a person has to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Template

NAME = re.compile(r"[a-z]+(-[a-z]+)+\Z")
_CODE = re.compile(r'^    code = "JAX(\d{3})"$', re.MULTILINE)


class CannotWrite(Exception):
    """The name is no name for a rule, or is taken; the text says which."""


RULE = Template('''\
"""TODO: the bad thing in one line.

## What it finds
TODO

## Why it is bad
TODO: what JAX does.

## Example
    TODO

## Use instead
    TODO

## When it stays quiet
TODO

## Fix
None is offered: TODO
"""

from jaxlint.analysis.observations import Observation
from jaxlint.diagnostics.rule import Rule, Verdict


class $title(Rule[Observation]):
    """Judges TODO."""

    code = "$code"
    name = "$name"
    outcome = "raises TODO"
    observes = Observation  # TODO: one of jaxlint/analysis/domains/*/observations.py

    def judge(self, seen: Observation) -> Verdict | None:
        return None
''')

FIXTURE = Template('''\
"""TODO: the bad thing in one line."""

import jax

from jaxlint.proof import Raises, hazard, remedy

CODE = "$code"

TODO = Raises("TODO")


@hazard(TODO)
def in_one_form():
    return jax.jit(abs)(1.0)  # expect: $code


@hazard(TODO)
def in_another_form():
    return jax.jit(abs)(2.0)  # expect: $code


@remedy(TODO)
def with_what_the_rule_advises():
    raise NotImplementedError


@remedy(TODO)
def near_miss():
    raise NotImplementedError
''')

CASES = Template('''\
"""TODO: the bad thing in one line."""

import jax


@jax.jit
def hazard(x):
    return x  # expect: $code


@jax.jit
def near_miss(x):
    return x
''')


def write(name: str, family: int, checkout: Path) -> Iterator[Path]:
    """Write the files of a rule into a checkout, yielding each. Raises CannotWrite."""
    if not NAME.match(name):
        raise CannotWrite(f'"{name}" is no name for a rule: two words or more, as `stale-global`')
    stem = name.replace("-", "_")
    words = {
        "name": name,
        "code": next_code(family, checkout),
        "title": "".join(part.capitalize() for part in name.split("-")),
    }
    files = {f"rules/{stem}.py": RULE, f"fixtures/{stem}.py": FIXTURE}
    files[f"tests/cases/{stem}.py"] = CASES
    for file in files:
        if (checkout / file).exists():
            raise CannotWrite(f"{file} is there already")
    for file, template in files.items():
        (checkout / file).write_text(template.substitute(words), encoding="utf-8")
        yield checkout / file


def next_code(family: int, checkout: Path) -> str:
    """Return the first code of a family that no rule of a checkout has had."""
    texts = (path.read_text(encoding="utf-8") for path in (checkout / "rules").glob("*.py"))
    taken = {int(code) for text in texts for code in _CODE.findall(text)}
    return f"JAX{max((code for code in taken if code // 100 == family), default=family * 100) + 1}"
