"""From a job to what is shown of it: the way that every front end takes to its findings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jaxlint.checking import Declarations, check
from jaxlint.discover import shown
from jaxlint.filtering import Filter, filtered
from jaxlint.findings import Report
from jaxlint.ignorefiles import Patterns, patterns
from jaxlint.jobs import ROOTS, Job, ReadProject, read_projects, renamed
from jaxlint.registry import find, rules
from jaxlint.requirement import jax_requirement
from jaxlint.rule import Rule
from jaxlint.settings import Settings


@dataclass(frozen=True, slots=True)
class Result:
    """What is to be shown, and of the files it speaks of the bytes and the absolute path.

    Both are found by the path under which users see the file.
    """

    report: Report
    sources: Mapping[str, bytes]
    places: Mapping[str, Path]


def lint(job: Job) -> Result:
    """Check the files of a job. Raises MissingPath; what else is wrong is told in the result.

    Findings are sorted by path, place and code; a file that cannot be read gives a fault.
    """
    wanted = Filter(job.selection, _IgnoredIn.of(job.settings))
    chosen = _rules_for(wanted)
    reports: list[Report] = []
    sources: dict[str, bytes] = {}
    places: dict[str, Path] = {}
    for one in read_projects(job):
        reports.append(_check(one, chosen, _declarations(job, one)))
        sources |= {shown(path): one.sources[path].data for path in one.checked}
        places |= {shown(path): path for path in one.checked}
    return Result(filtered(_merged(reports), sources, wanted), sources, places)


def declarations_of(settings: Settings) -> Declarations:
    """Return what the settings declare of the user's own functions, as the engine takes it."""
    return Declarations(
        transforms=settings.transforms,
        impure=settings.impure_functions,
        key_consumers=settings.key_consumers,
        jax=settings.jax_version,
    )


def _declarations(job: Job, one: ReadProject) -> Declarations:
    """What the settings declare, with the JAX that the project asks for if they name none."""
    declared = declarations_of(job.settings)
    if declared.jax or job.isolated:
        return declared
    return replace(declared, jax=jax_requirement(one.project.folder))


@dataclass(frozen=True, slots=True)
class _IgnoredIn:
    """The selectors that per-file-ignores gives for a path."""

    globs: tuple[tuple[Patterns, tuple[str, ...]], ...]

    @classmethod
    def of(cls, settings: Settings) -> _IgnoredIn:
        globs = settings.per_file_ignores.items()
        return cls(tuple((patterns(settings.folder, [glob]), codes) for glob, codes in globs))

    def __call__(self, path: str) -> tuple[str, ...]:
        absolute = os.path.abspath(path)
        return tuple(
            code for glob, codes in self.globs if glob.verdict(absolute, False) for code in codes
        )


def _rules_for(wanted: Filter) -> list[Rule[Any]]:
    """Return the rules to run: the selected ones, or all when unused ignores are wanted."""
    if wanted.wants_unused_ignores:
        return list(rules())
    infos = [(rule, find(rule.code)) for rule in rules()]
    return [rule for rule, info in infos if info and wanted.selection.includes(info)]


def _check(one: ReadProject, chosen: Sequence[Rule[Any]], declarations: Declarations) -> Report:
    report = check(
        list(one.sources.values()),
        rules=chosen,
        declarations=declarations,
        roots=ROOTS,
        focus={one.sources[path].path for path in one.checked},
    )
    names = one.shown_names()
    findings = (
        replace(finding, path=names[finding.path], chain=renamed(finding.chain, names))
        for finding in report.findings
    )
    faults = (replace(fault, path=names.get(fault.path, fault.path)) for fault in report.faults)
    return Report(tuple(findings), (*faults, *one.faults), len(one.checked))


def _merged(reports: Sequence[Report]) -> Report:
    return Report(
        tuple(sorted(finding for report in reports for finding in report.findings)),
        tuple(sorted(fault for report in reports for fault in report.faults)),
        sum(report.files for report in reports),
    )
