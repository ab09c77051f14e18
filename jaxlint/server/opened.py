"""What is open in the editor: files, texts that were never saved, and the cells of notebooks."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.workspace import TextDocument, Workspace

from jaxlint.config.discovery import shown
from jaxlint.config.ignore_files import NEVER_MEANT
from jaxlint.server.analysis import Document
from jaxlint.source.files import Unreadable, read
from jaxlint.source.notebooks import SUFFIX
from jaxlint.source.paths import absolute, current_folder
from jaxlint.source.text import as_source, lines_of

_FILE, _UNTITLED = "file:", "untitled:"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text that the client shows: the absolute path of its file, and its cell or 0."""

    place: Path
    cell: int
    text: TextDocument

    @property
    def data(self) -> bytes:
        """The text as it would lie on disk."""
        return as_source(self.text.source)


class Opened:
    """The Python that is open in a workspace, as it is at this moment."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._homes = [one for one in map(place_of, workspace.folders) if one]
        self.sheets = {one.text.uri: one for one in self._sheets()}
        self._at = {(one.place, one.cell): one for one in self.sheets.values()}
        self._first = {place: cell for place, cell in sorted(self._at, reverse=True)}

    def documents(self) -> dict[Path, Document]:
        """Return what to judge, by absolute path: files, and notebooks made of their cells."""
        plain = (one for one in self.sheets.values() if not one.cell)
        found = {
            one.place: Document(one.place, one.data, one.text.uri.startswith(_FILE))
            for one in plain
        }
        for book in self._workspace.notebook_documents.values():
            place = place_of(book.uri)
            if place in self._first:
                found[place] = Document(place, self._notebook(book), book.uri.startswith(_FILE))
        return found

    def is_first(self, sheet: Sheet) -> bool:
        """Whether a sheet is the first of its file: there stands what concerns the whole."""
        return sheet.cell == self._first[sheet.place]

    def of(self, place: Path) -> list[Sheet]:
        """Return the sheets of a file, in order."""
        return [one for (path, _), one in sorted(self._at.items()) if path == place]

    def lines(self, path: str, cell: int) -> Sequence[str]:
        """Return the lines of a file or cell by the path that findings show; none if unknown."""
        sheet = self._at.get((Path(absolute(path)), cell))
        if sheet is not None:
            return lines_of(sheet.data)
        with suppress(Unreadable):
            return [] if cell else lines_of(read(Path(path), path).data)
        return []

    def uri_of(self, path: str, cell: int) -> str:
        """Return the URI of a file or cell by the path that findings show."""
        place = Path(absolute(path))
        sheet = self._at.get((place, cell))
        return place.as_uri() if sheet is None else sheet.text.uri

    def _sheets(self) -> Iterator[Sheet]:
        cells = {
            cell.document: (book.uri, number)
            for book in self._workspace.notebook_documents.values()
            for number, cell in enumerate(book.cells, 1)
        }
        for text in self._workspace.text_documents.values():
            uri, number = cells.get(text.uri, (text.uri, 0))
            place = place_of(uri)
            if place is not None and self._is_meant(text, place, number):
                yield Sheet(place if number else _as_python(place), number, text)

    def _is_meant(self, text: TextDocument, place: Path, cell: int) -> bool:
        """Whether a text is Python of the user's: not installed, and no notebook's JSON."""
        is_json = place.suffix == SUFFIX and not cell and text.language_id != "python"
        if text.language_id not in (None, "", "python") or is_json:
            return False
        home = next((folder for folder in self._homes if place.is_relative_to(folder)), None)
        below = place.relative_to(home) if home else place
        return not NEVER_MEANT & set(below.parts)

    def _notebook(self, book: types.NotebookDocument) -> bytes:
        """Return a notebook as it would lie on disk, as far as it matters here."""
        kinds = {types.NotebookCellKind.Code: "code"}
        cells = []
        for cell in book.cells:
            sheet = self.sheets.get(cell.document)
            kind = kinds.get(cell.kind, "markdown") if sheet else "markdown"
            cells.append({"cell_type": kind, "source": sheet.text.source if sheet else ""})
        return json.dumps({"cells": cells, "metadata": {}}).encode()


def place_of(uri: str) -> Path | None:
    """Return the absolute path of a URI; of what was never saved, one in the current folder.

    If that is gone it is one in the root.
    """
    if uri.startswith(_UNTITLED):
        here = Path(current_folder() or os.sep)
        return here / uri.removeprefix(_UNTITLED).replace("/", "-")
    path = uris.to_fs_path(uri) if uri.startswith(_FILE) else None
    return None if path is None else Path(path)


def _as_python(place: Path) -> Path:
    """Return a path under which a text is read as Python.

    JupyterLab sends a notebook as one text of Python that has the notebook's name.
    """
    return place.with_name(f"{place.name}.py") if place.suffix == SUFFIX else place


def path_of(sheet: Sheet) -> str:
    """Return the path under which findings show the file of a sheet."""
    return shown(sheet.place)
