"""The fixture files and the evidence beside them, read without importing jax."""

from __future__ import annotations

import ast
import hashlib
import json
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from jaxlint.proof.records import Record


class UnknownFixture(Exception):
    """A code or name that no fixture has, or a fixture file that does not say its code."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A fixture file: the rule it proves, and its content as a hash.

    ``needs`` names the libraries beside JAX without which it cannot be run, with spaces between.
    """

    code: str
    name: str
    path: Path
    digest: str
    needs: str = ""


def fixture_folder() -> Path:
    """Return the folder of the fixtures that come with jaxlint."""
    return Path(next(iter(import_module("jaxlint.fixtures").__path__)))


def fixtures(chosen: Sequence[str] = (), folder: Path | None = None) -> tuple[Fixture, ...]:
    """Return the fixtures of the given codes or names (all, if none is given), sorted by code.

    Raises UnknownFixture for a code or name that has none.
    """
    found = _all_fixtures(folder or fixture_folder())
    wanted = {text.replace("-", "_") for text in chosen}
    unknown = wanted - {text for fixture in found for text in (fixture.code, fixture.name)}
    if unknown:
        raise UnknownFixture(f"no fixture for {', '.join(sorted(unknown))}")
    return tuple(one for one in found if not wanted or wanted & {one.code, one.name})


def _all_fixtures(folder: Path) -> list[Fixture]:
    names = [module.name for module in pkgutil.iter_modules([str(folder)])]
    return sorted(
        (_fixture(folder / f"{name}.py") for name in names), key=lambda fixture: fixture.code
    )


def _fixture(path: Path) -> Fixture:
    data = path.read_bytes()
    digest = hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()[:16]
    said = _said(data)
    if "CODE" not in said:
        raise UnknownFixture(f'{path} does not say which rule it proves (CODE = "JAX...")')
    return Fixture(said["CODE"], path.stem, path, digest, said.get("NEEDS", ""))


def _said(data: bytes) -> dict[str, str]:
    """Return the texts that are assigned to names at the top of a fixture."""
    said: dict[str, str] = {}
    for statement in ast.parse(data).body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Constant(str(text))):
                said[name] = text
    return said


def evidence_path(platform: str, folder: Path | None = None) -> Path:
    """Return where the evidence taken on a platform ("cpu", "gpu") is kept."""
    return (folder or fixture_folder()) / f"evidence_{platform}.json"


def read_evidence(platform: str, folder: Path | None = None) -> tuple[Record, ...]:
    """Return the recorded evidence of a platform; nothing if there is none."""
    path = evidence_path(platform, folder)
    if not path.is_file():
        return ()
    return tuple(Record(**fields) for fields in json.loads(path.read_text(encoding="utf-8")))


def is_up_to_date(fixture: Fixture, evidence: Sequence[Record]) -> bool:
    """Return whether the evidence for a fixture was taken from its present content."""
    digests = {record.digest for record in evidence if record.fixture == fixture.name}
    return digests == {fixture.digest}
