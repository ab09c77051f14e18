"""Which settings count in a run, and why: ``--show-settings``, ``--show-files``, ``--verbose``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from jaxlint.cli.options import CheckOptions, job_of
from jaxlint.cli.output import counted, show_text
from jaxlint.config.discovery import shown
from jaxlint.config.settings import KEYS, OWN_FILE, SHARED_FILE, Settings, settings_for
from jaxlint.diagnostics.registry import catalogue
from jaxlint.frontends.jobs import Job, projects_of
from jaxlint.knowledge.api import api
from jaxlint.knowledge.releases import Releases
from jaxlint.program.requirement import required_jax

CLEAN = 0


def run(options: CheckOptions) -> int:
    """Write the settings that count as TOML, or the files that would be checked.

    Raises what makes a job impossible.
    """
    job = job_of(options)
    if options.show_files:
        projects, _ = projects_of(job)
        files = sorted(shown(file) for project in projects for file in project.checked)
        show_text("\n".join(files)) if files else None
    else:
        show_text("\n".join(_as_toml(options, job)))
    return CLEAN


def told(options: CheckOptions, job: Job) -> Iterator[str]:
    """Yield lines on the file, on each setting that is not as it comes, and on JAX."""
    yield _origin(options, job.settings)
    for name, value, origin in _values(options, job):
        if origin != _DEFAULT:
            yield f"{name} = {_toml(value)} ({origin})"
    yield from _jax(options, job)
    yield _rules(job)


_DEFAULT = "default"


def _as_toml(options: CheckOptions, job: Job) -> Iterator[str]:
    yield f"# {_origin(options, job.settings)}"
    for line in _jax(options, job):
        yield f"# {line}"
    yield f"# {_rules(job)}"
    for name, value, origin in _values(options, job):
        if value is None or value == "":
            yield f"# {name} is not set"
        else:
            yield f"{name} = {_toml(value)}  # {origin}"


def _origin(options: CheckOptions, settings: Settings) -> str:
    """Say which file the settings come from, and why."""
    if options.isolated:
        return "settings from no file: --isolated"
    if options.config is not None:
        return f"settings from {settings.file}: --config"
    if settings.file is not None:
        return f"settings from {settings.file}: the nearest at or above all paths"
    files = f"{OWN_FILE}, or {SHARED_FILE} with [tool.jaxlint]"
    return f"settings from no file: no {files}, at or above all paths"


def _values(options: CheckOptions, job: Job) -> Iterator[tuple[str, object, str]]:
    """Yield each key, its value, and where that comes from."""
    places = [*map(str, job.paths), *map(str, job.buffers)]
    found = settings_for(places, options.config, options.isolated)
    for key in KEYS:
        value = getattr(job.settings, key.field)
        if value != getattr(found, key.field):
            origin = "command line"
        elif value != getattr(Settings(), key.field):
            origin = shown(found.file) if found.file else _DEFAULT
        else:
            origin = _DEFAULT
        yield key.name, ["JAX"] if key.name == "select" and value is None else value, origin


def _jax(options: CheckOptions, job: Job) -> Iterator[str]:
    """Say for which JAX each project is judged, and who says so."""
    newest = f"JAX {api().asked[-1]}, the newest that is known"
    if job.settings.jax_version:
        option = options.jax_version is not None
        origin = "--jax-version" if option else "jax-version in the settings"
        yield f"JAX {_requirement(job.settings.jax_version)}: {origin}"
    elif job.isolated:
        yield f"{newest}: --isolated"
    else:
        for project in projects_of(job)[0]:
            required = required_jax(project.folder)
            if required is None:
                yield f"{newest}: no file of {shown(project.folder)} asks for another"
            else:
                asked = _requirement(required.jax) if required.jax else "(any)"
                yield f"JAX {asked}: {shown(project.folder / required.file)}"


def _requirement(asked: str) -> str:
    """A requirement on JAX, with what stands for it if no release that is known fits it."""
    releases = Releases(asked)
    return releases.told if releases.strange else asked


def _rules(job: Job) -> str:
    speaking = [info.code for info in catalogue() if job.selection.includes(info)]
    return f"{counted(len(speaking), 'rule')} of {len(catalogue())} are selected"


def _toml(value: object) -> str:
    """A value as TOML writes it, on one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Path):
        return json.dumps(shown(value))
    return json.dumps(value)
