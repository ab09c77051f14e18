"""The server: what the client tells it, and when it judges and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from jaxlint._version import VERSION
from jaxlint.discover import shown
from jaxlint.ignorefiles import NEVER_MEANT
from jaxlint.notebooks import SUFFIX
from jaxlint.selection import UnknownSelector, parse
from jaxlint.server.analysis import Analysis, Document, Judged, Wishes, fixed
from jaxlint.server.convert import FIX_ALL, NAME, Page, actions, diagnostics, fix_all, hover
from jaxlint.sources import Unreadable, read
from jaxlint.texts import as_source, lines_of

# How long a client has to be silent before its documents are judged, in seconds.
SILENCE = 0.3
WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/jaxlint.toml", "**/.gitignore")
_FILE, _UNTITLED = "file:", "untitled:"


class Server(LanguageServer):
    """What the server knows between two messages.

    Judging goes on in one thread of its own, always of all open documents: a change of one may
    change what is to be said of another.
    """

    def __init__(self) -> None:
        # Whole texts, because Python and the protocol do not agree on what ends a line.
        super().__init__(NAME, VERSION, types.TextDocumentSyncKind.Full)
        self.analysis = Analysis()
        self.silence = SILENCE
        self.options: Any = None
        self.told: dict[Path, Judged] = {}
        self._changed = asyncio.Event()
        self._worker = ThreadPoolExecutor(max_workers=1)
        self._warned: tuple[str, ...] = ()

    def changed(self) -> None:
        """Note that what was said may no longer be so."""
        self._changed.set()

    async def watch(self) -> None:
        """Judge after each change, when the client has been silent for a moment."""
        while True:
            await self._changed.wait()
            while self._changed.is_set():
                self._changed.clear()
                await asyncio.sleep(self.silence)
            try:
                await self._judge()
            except Exception as defect:
                self._tell(types.MessageType.Error, f"{type(defect).__name__}: {defect}")

    async def in_thread(self, work: Any, *arguments: Any) -> Any:
        """Return what work gives, done in the thread of the engine."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, work, *arguments)

    def documents(self) -> dict[Path, TextDocument]:
        """Return the open documents that are Python, by their absolute paths."""
        opened = {_place(one.uri): one for one in self.workspace.text_documents.values()}
        return {place: one for place, one in opened.items() if place and self._is_meant(one, place)}

    def page(self, one: TextDocument, judged: Judged | None = None) -> Page:
        """Return how positions in a document, and those it refers to, are told to the client."""
        opened = self.documents()
        own = shown(_place(one.uri) or "")

        def lines(path: str) -> Sequence[str]:
            if path in ("", own):
                return lines_of(judged.data if judged else as_source(one.source))
            other = opened.get(Path(path).absolute())
            if other is not None:
                return lines_of(as_source(other.source))
            with suppress(Unreadable):
                return lines_of(read(Path(path), path).data)
            return []

        def uri_of(path: str) -> str:
            other = opened.get(Path(path).absolute())
            return Path(path).absolute().as_uri() if other is None else other.uri

        return Page(one.uri, one.version, self.workspace.position_codec, lines, uri_of)

    async def _judge(self) -> None:
        opened = self.documents()
        versions = {place: one.version for place, one in opened.items()}
        told = await self.in_thread(self.analysis.judged, [*map(_document, opened.values())])
        self._warn(self.analysis.problems)
        now = self.documents()
        self.told = {place: judged for place, judged in told.items() if place in now}
        for place, one in now.items():
            if place in opened and one.version == versions[place]:
                self._publish(one, self.told.get(place))

    def _publish(self, one: TextDocument, judged: Judged | None) -> None:
        """Tell what was found; a document that is excluded is told to have nothing."""
        found = [] if judged is None else diagnostics(judged, self.page(one, judged))
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(one.uri, found, one.version)
        )

    def _warn(self, problems: tuple[str, ...]) -> None:
        """Tell of what is wrong with settings, once."""
        for problem in problems:
            if problem not in self._warned:
                self._tell(types.MessageType.Error, problem)
        self._warned = problems

    def _tell(self, kind: types.MessageType, text: str) -> None:
        self.window_show_message(types.ShowMessageParams(kind, f"{NAME}: {text}"))

    def wish(self, options: Any) -> None:
        """Take what the client sets: select, ignore, and the silence in milliseconds."""
        given = options if isinstance(options, dict) else {}
        try:
            select, ignore = (
                tuple(parse(str(word)) for word in given.get(key) or ())
                for key in ("select", "ignore")
            )
        except (UnknownSelector, TypeError) as wrong:
            self._tell(types.MessageType.Error, f"the settings of the editor: {wrong}")
            return
        self.analysis.wishes = Wishes(select, ignore)
        if isinstance(given.get("debounce"), int | float):
            self.silence = max(0.0, given["debounce"] / 1000)

    def _is_meant(self, one: TextDocument, place: Path) -> bool:
        """Whether a document is Python of the user's: not installed, and no notebook's JSON."""
        if one.language_id not in (None, "", "python") or place.suffix == SUFFIX:
            return False
        homes = [Path(folder) for folder in map(_place, self.workspace.folders) if folder]
        home = next((folder for folder in homes if place.is_relative_to(folder)), None)
        below = place.relative_to(home) if home else place
        return not NEVER_MEANT & set(below.parts)


def server() -> Server:
    """Return a server that answers a client; ``start_io`` makes it listen."""
    made = Server()
    running: list[asyncio.Task[None]] = []

    @made.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        made.options = params.initialization_options

    @made.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        made.wish(made.options)
        running.append(asyncio.create_task(made.watch()))
        within = made.client_capabilities.workspace
        watching = within and within.did_change_watched_files
        if watching and watching.dynamic_registration:
            await made.client_register_capability_async(_watching())

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed(_: Any) -> None:
        made.changed()

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        nothing = types.PublishDiagnosticsParams(params.text_document.uri, [])
        made.text_document_publish_diagnostics(nothing)
        made.changed()

    @made.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        given = params.settings
        made.wish(given.get(NAME, given) if isinstance(given, dict) else given)
        made.changed()

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]),
    )
    async def act(params: types.CodeActionParams) -> list[types.CodeAction]:
        place = _place(params.text_document.uri)
        one = made.documents().get(place) if place else None
        judged = made.told.get(place) if place else None
        if one is None or judged is None or place is None:
            return []
        only = params.context.only or ["quickfix", FIX_ALL]
        text = as_source(one.source)
        page = made.page(one, judged)
        found: list[types.CodeAction] = []
        if any(_is_kind("quickfix", kind) for kind in only):
            found += actions(judged, page, params.range, text)
        safe = any(finding.fix and finding.fix.safe for finding in judged.findings)
        if safe and judged.data == text and any(_is_kind(FIX_ALL, kind) for kind in only):
            after = await made.in_thread(fixed, judged, place)
            found += [] if after is None else [fix_all(page, text, after)]
        return found

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        opened = made.documents()
        place = _place(params.text_document.uri)
        one = opened.pop(place, None) if place else None
        if one is None:
            return None
        others = [*map(_document, opened.values())]
        line = params.position.line + 1
        known = await made.in_thread(made.analysis.beliefs, _document(one), others, line)
        return hover(known, params.position, made.page(one))

    return made


def _watching() -> types.RegistrationParams:
    """Return the wish to be told when files change that the client has not opened."""
    watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    what = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    return types.RegistrationParams([types.Registration(f"{NAME}-files", what, options)])


def _is_kind(kind: str, wanted: str) -> bool:
    """Whether a kind of action is the wanted one or below it."""
    return f"{kind}.".startswith(f"{wanted}.") or not wanted


def _place(uri: str) -> Path | None:
    """Return the absolute path of a document; of one that was never saved, one in this folder."""
    if uri.startswith(_UNTITLED):
        return Path.cwd() / uri.removeprefix(_UNTITLED).replace("/", "-")
    path = uris.to_fs_path(uri) if uri.startswith(_FILE) else None
    return None if path is None else Path(path)


def _document(one: TextDocument) -> Document:
    place = _place(one.uri)
    assert place is not None
    return Document(place, as_source(one.source), one.uri.startswith(_FILE))
