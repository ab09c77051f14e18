"""Runs the fixtures on a device, each function on its own freshly loaded module."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from jaxlint.proof.files import Fixture, evidence_path, fixtures, read_evidence
from jaxlint.proof.lazy import real_jax
from jaxlint.proof.marks import Mark, Marked, marked_functions
from jaxlint.proof.outcomes import MisshapenFixture, Run, Seen
from jaxlint.proof.records import OTHERWISE, SKIPPED, Record, as_json, run_here
from jaxlint.proof.watch import jax_config, programs_compiled, watched

# Whatever the user has set, fixtures run as jax comes: compiled, each time anew, and unchecked.
AS_JAX_COMES: Mapping[str, object] = {
    "jax_check_tracer_leaks": False,
    "jax_debug_key_reuse": False,
    "jax_disable_jit": False,
    "jax_enable_compilation_cache": False,
    "jax_enable_x64": False,
    "jax_numpy_dtype_promotion": "standard",
    "jax_numpy_rank_promotion": "allow",
}


class CannotProve(Exception):
    """There is no jax here, or not the device that was asked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """The jax and the device on which fixtures run."""

    jax: str
    platform: str
    device: Any

    def record(
        self, fixture: Fixture, function: str, kind: str, expected: str, seen: Seen
    ) -> Record:
        """Return the record of what was seen here of a fixture function."""
        return Record(
            fixture.code,
            fixture.name,
            kind,
            function,
            expected,
            seen.text,
            seen.proved,
            self.jax,
            self.platform,
            self.device.device_kind,
            fixture.digest,
            seen.line,
        )


def prove(
    chosen: Sequence[str] = (), device: str = "cpu", folder: Path | None = None
) -> tuple[Record, ...]:
    """Run the fixtures of the given codes or names (all, if none is given) on a device.

    ``device`` is a platform, "cpu" or "gpu"; ``folder`` holds other fixtures than jaxlint's own.
    Returns one record for each function, sorted. A fixture that is broken gives a record that is
    not proved, one that needs a library which is not installed one that says so. Raises
    UnknownFixture, and CannotProve where jax or the device is missing.
    """
    selected = fixtures(chosen, folder)
    place = place_on(device)
    return tuple(sorted(record for one in selected for record in _prove_fixture(one, place)))


def record_evidence(records: Sequence[Record], folder: Path | None = None) -> Path:
    """Write records as the evidence of their platform, and return the file written.

    Evidence of fixtures that were not run this time, and that still exist, is kept.
    """
    platform, run = records[0].platform, run_here(records)
    known = {one.name for one in fixtures((), folder)} - {record.fixture for record in run}
    kept = [record for record in read_evidence(platform, folder) if record.fixture in known]
    path = evidence_path(platform, folder)
    path.write_text(as_json([*kept, *run]), encoding="utf-8")
    return path


def place_on(platform: str) -> Place:
    """Return the first device of a platform, "cpu" or "gpu". Raises CannotProve."""
    try:
        jax = real_jax()
    except ImportError as missing:
        needed = f"jax cannot be imported here ({missing}): pip install jax"
        raise CannotProve(needed) from missing
    try:
        device = jax.devices(platform)[0]
    except RuntimeError as missing:
        raise CannotProve(f"jax {jax.__version__} sees no {platform} here: {missing}") from missing
    return Place(jax.__version__, platform, device)


def _prove_fixture(fixture: Fixture, place: Place) -> Iterator[Record]:
    absent = ", ".join(name for name in fixture.needs.split() if find_spec(name) is None)
    if absent:
        missing = Seen(f"{absent} is not installed here", True)
        yield place.record(fixture, "(module)", SKIPPED, f"needs {absent}", missing)
        return
    try:
        with jax_config(AS_JAX_COMES), loaded(fixture, place) as module:
            functions = marked_functions(module)
        if not functions:
            raise MisshapenFixture("marks no function as hazard or remedy")
    except Exception as broken:
        seen = Seen(f"cannot be run: {type(broken).__name__}: {broken}", False)
        yield place.record(fixture, "(module)", "fixture", "loads", seen)
        return
    for one in functions:
        expected, seen = _expected(one.mark), _prove_function(fixture, one, place)
        if one.mark.holds_on(place.jax):
            yield place.record(fixture, one.name, one.mark.kind, expected, seen)
        else:
            expected = f"{one.mark.releases()} alone: {expected}"
            yield place.record(fixture, one.name, OTHERWISE, expected, _turned(seen))


def _expected(mark: Mark) -> str:
    phrase = mark.outcome.expected()
    return phrase if mark.kind == "hazard" else f"right, not: {phrase}"


def _turned(seen: Seen) -> Seen:
    """Return a verdict as it is for a function that is marked for other releases."""
    return Seen(seen.text, not seen.proved, seen.line)


def _prove_function(fixture: Fixture, marked: Marked, place: Place) -> Seen:
    """Run one marked function of a freshly loaded fixture and judge what was seen."""
    outcome = marked.mark.outcome
    before = programs_compiled()
    settings = {**AS_JAX_COMES, **outcome.settings}
    with jax_config(settings), loaded(fixture, place) as module:
        function = getattr(module, marked.name)
        if outcome.warm_up:
            watched(function)
        run = watched(function)
        try:
            seen = outcome.hazard(run) if marked.mark.kind == "hazard" else outcome.remedy(run)
        except Exception as misshapen:
            return Seen(f"cannot be judged: {type(misshapen).__name__}: {misshapen}", False)
    must_compile = marked.mark.kind == "remedy" or outcome.compiles
    if must_compile and programs_compiled() == before:
        return Seen(f"{seen.text}; but nothing was compiled", False)
    return _as_run_here(seen, run, place)


def _as_run_here(seen: Seen, run: Run, place: Place) -> Seen:
    """Return the verdict, withdrawn if the run gave an array on another platform."""
    strangers = _platforms(run.value) - {place.platform}
    if strangers:
        return Seen(f"{seen.text}; but ran on {', '.join(sorted(strangers))}", False)
    return seen


def _platforms(value: object) -> set[str]:
    jax = real_jax()
    arrays = [leaf for leaf in jax.tree.leaves(value) if isinstance(leaf, jax.Array)]
    concrete = [array for array in arrays if not isinstance(array, jax.core.Tracer)]
    return {device.platform for array in concrete for device in array.devices()}


@contextmanager
def loaded(fixture: Fixture, place: Place) -> Iterator[ModuleType]:
    """Load a fixture afresh on the device, with jax's caches empty, for the block only."""
    jax = real_jax()
    name = f"jaxlint.fixtures.{fixture.name}"
    spec = spec_from_file_location(name, fixture.path)
    if spec is None or spec.loader is None:
        raise MisshapenFixture(f"{fixture.path} cannot be loaded")
    module = module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    jax.clear_caches()
    try:
        with jax.default_device(place.device):
            spec.loader.exec_module(module)
            yield module
    finally:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
