"""What fixtures showed on further releases of JAX, kept as a line for each fixture.

The evidence in full (`files.py`) is of one release. Of others it is kept that all is as marked, and
what was seen of the functions that are marked for other releases.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jaxlint.proof.files import Fixture, fixture_folder
from jaxlint.proof.records import OTHERWISE, Record, run_here


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The releases on which a fixture of this digest was run, and all was as marked.

    ``otherwise`` has the functions that are marked for other releases, with what was seen of them
    on which.
    """

    digest: str
    releases: tuple[str, ...] = ()
    otherwise: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """Return what is kept as lines of Markdown; none if nothing is."""
        if not self.releases:
            return []
        but = ", these not on all:" if self.otherwise else "."
        given = ", ".join(self.releases)
        found = [f"Run on a CPU with JAX {given}: each hazard happens and each remedy works{but}\n"]
        return [*found, *(f"- `{name}`: {self._told(name)}" for name in self.otherwise)]

    def _told(self, name: str) -> str:
        """On which releases a function does as it is marked, and what it did on others."""
        seen = self.otherwise[name]
        others = {release for some in seen.values() for release in some}
        marked = [release for release in self.releases if release not in others]
        told = [f"{self._when(some)}: {text}" for text, some in seen.items()]
        return "; ".join([self._when(marked), *told] if marked else told)

    def _when(self, some: Sequence[str]) -> str:
        """Releases in words: those up to one or since one, if these are all, else each."""
        first, count = self.releases.index(some[0]), len(some)
        together = self.releases[first : first + count] == tuple(some)
        if together and first == 0:
            return f"up to JAX {some[-1]}"
        if together and first + count == len(self.releases):
            return f"since JAX {some[0]}"
        return f"with JAX {', '.join(some)}"


def read_releases(folder: Path | None = None) -> dict[str, Elsewhere]:
    """Return what is kept, by the names of the fixtures; nothing if there is no such file."""
    path = _path(folder)
    if not path.is_file():
        return {}
    kept = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: Elsewhere(one["digest"], tuple(one["releases"]), one["otherwise"])
        for name, one in kept.items()
    }


def seen_elsewhere(fixture: Fixture, folder: Path | None = None) -> Elsewhere:
    """Return what is kept of the present text of a fixture."""
    kept = read_releases(folder).get(fixture.name)
    return kept if kept and kept.digest == fixture.digest else Elsewhere(fixture.digest)


def keep_releases(
    present: Iterable[Fixture], records: Iterable[Record], folder: Path | None = None
) -> None:
    """Keep the records of one release beside what is kept of fixtures that are present.

    Of a fixture of which something is not proved, or that changed since, nothing is kept.
    """
    by_name: dict[str, list[Record]] = {}
    for record in run_here(records):
        by_name.setdefault(record.fixture, []).append(record)
    found = {one.name: seen_elsewhere(one, folder) for one in present}
    for name, some in by_name.items():
        if all(one.proved and one.digest == found[name].digest for one in some):
            found[name] = _with(found[name], some)
    lines = [f"{json.dumps(name)}: {_text(one)}" for name, one in sorted(found.items())]
    _path(folder).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _path(folder: Path | None) -> Path:
    return (folder or fixture_folder()) / "releases_cpu.json"


def _with(kept: Elsewhere, records: list[Record]) -> Elsewhere:
    release = records[0].jax
    releases = sorted({*kept.releases, release}, key=_numbers)
    otherwise = {name: dict(seen) for name, seen in kept.otherwise.items()}
    for one in records:
        if one.kind == OTHERWISE:
            seen = otherwise.setdefault(one.function, {})
            # What follows may name a place on the disk.
            text = one.observed.partition("\n")[0].partition(", returned")[0]
            seen[text] = tuple(sorted({*seen.get(text, ()), release}, key=_numbers))
    return replace(kept, releases=tuple(releases), otherwise=dict(sorted(otherwise.items())))


def _numbers(release: str) -> list[int]:
    return [int(part) for part in release.split(".")]


def _text(kept: Elsewhere) -> str:
    fields = {"digest": kept.digest, "releases": kept.releases, "otherwise": kept.otherwise}
    return json.dumps(fields)
