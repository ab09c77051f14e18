"""Random edits through the server, compared with what ``check -`` says of the same texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from jaxlint.diagnostics.selection import BROKEN_SYNTAX
from jaxlint.frontends.api import check_source

from ..conftest import Client
from .mutations import mutated_text

WORKSPACES = 2
DOCUMENTS = 3
# Letters of one, two and four bytes, which count one, one and two in the editor.
WIDE = "# é 🎲 \u200b\n"
Place = tuple[int, int, int, int, str]


class Session:
    """A client with documents in two workspaces, which it edits, closes, and loses on disk.

    ``texts`` are those of the documents, by URI, ``places`` their files. ``compared`` counts the
    documents that could be compared, being Python at that moment, ``findings`` those in them.
    """

    def __init__(self, folder: Path, originals: list[str], draw: Random) -> None:
        self._draw = draw
        self._originals: dict[str, str] = {}
        self.places: dict[str, Path] = {}
        self.texts: dict[str, str] = {}
        self.compared = self.findings = 0
        homes = [folder / f"workspace{number}" for number in range(WORKSPACES)]
        for home in homes:
            home.mkdir(parents=True)
            (home / "pyproject.toml").write_text("[tool.jaxlint]\npresumed = true\nadvice = true\n")
        self.client = Client(homes[0], inlayHints=True)
        added = [{"uri": home.as_uri(), "name": home.name} for home in homes[1:]]
        event = {"added": added, "removed": []}
        self.client.say("workspace/didChangeWorkspaceFolders", event=event)
        for number, home in enumerate(homes * DOCUMENTS):
            self._open(home / f"document{number}.py", WIDE + draw.choice(originals))

    def edit(self) -> None:
        """Do one thing that people do."""
        uri = self._draw.choice([*self.texts])
        chance = self._draw.random()
        if chance < 0.30:
            self._change(uri, mutated_text(self._draw, self.texts[uri]))
        elif chance < 0.80:
            self._change(uri, mutated_text(self._draw, self._originals[uri]))
        elif chance < 0.92:
            self._change(uri, self._originals[uri])
        elif chance < 0.95:
            self.client.say("textDocument/didClose", textDocument={"uri": uri})
            self._open(self.places[uri], self.texts[uri])
        elif chance < 0.97:
            self._deleted_or_saved(uri)
        else:
            place = {"line": self._draw.randrange(60), "character": self._draw.randrange(30)}
            self.client.ask("textDocument/hover", textDocument={"uri": uri}, position=place)

    def differences(self) -> Iterator[str]:
        """Yield in what the server disagrees with a check of the texts as they are."""
        told = self.client.told_in_the_end(next(iter(self.texts)))
        for uri, text in self.texts.items():
            wanted = checked(text, self.places[uri])
            if not any(code == BROKEN_SYNTAX for *_, code in wanted):
                self.compared += 1
                self.findings += len(wanted)
                found = sorted(map(_place, told[uri]))
                if found != wanted:
                    yield f"{uri}: the server says {found}, the check {wanted}\n{text}"
        self.client.kept.clear()

    def _open(self, place: Path, text: str) -> None:
        place.write_text(text, newline="")
        uri = self.client.open(place.as_uri(), text)
        self.places[uri], self.texts[uri] = place, text
        self._originals.setdefault(uri, text)

    def _change(self, uri: str, text: str) -> None:
        self.texts[uri] = text
        self.client.change(uri, text)

    def _deleted_or_saved(self, uri: str) -> None:
        place = self.places[uri]
        if place.exists():
            place.unlink()
        else:
            place.write_text(self.texts[uri], newline="")
        changes = [{"uri": uri, "type": 1 if place.exists() else 3}]
        self.client.say("workspace/didChangeWatchedFiles", changes=changes)


def checked(text: str, place: Path) -> list[Place]:
    """Return what the Python interface finds, which is what ``check -`` does, as editors count."""
    report = check_source(text, filename=place)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def units(line: int, column: int) -> int:
        return len(lines[line - 1][: column - 1].encode("utf-16-le", "surrogatepass")) // 2

    faults = (
        (0, 0, 0, 0, f"jaxlint cannot judge this file: {one.message}") for one in report.faults
    )
    findings = (
        (
            one.span.line - 1,
            units(one.span.line, one.span.column),
            one.span.end_line - 1,
            units(one.span.end_line, one.span.end_column),
            one.code,
        )
        for one in report.findings
    )
    return sorted([*faults, *findings])


def _place(told: dict[str, Any]) -> Place:
    start, end = told["range"]["start"], told["range"]["end"]
    code = told.get("code", told["message"])
    return start["line"], start["character"], end["line"], end["character"], code
