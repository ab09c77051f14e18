"""The server: what the client tells it, and when it judges and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from jaxlint._version import VERSION
from jaxlint.notebooks import cell_text
from jaxlint.selection import UnknownSelector, parse
from jaxlint.server.analysis import Analysis, Judged, Wishes, fixed
from jaxlint.server.convert import FIX_ALL, NAME, Page, actions, diagnostics, fix_all, hover, whole
from jaxlint.server.opened import Opened, Sheet, path_of
from jaxlint.texts import decoded, lines_of

# How long a client has to be silent before its documents are judged, in seconds.
SILENCE = 0.3
WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/jaxlint.toml", "**/.gitignore")


class Server(LanguageServer):
    """What the server knows between two messages.

    Judging goes on in one thread of its own, always of all open documents: a change of one may
    change what is to be said of another.
    """

    def __init__(self) -> None:
        # Whole texts, because Python and the protocol do not agree on what ends a line.
        python = types.NotebookDocumentFilterWithCells([types.NotebookCellLanguage("python")])
        notebooks = types.NotebookDocumentSyncOptions([python])
        super().__init__(NAME, VERSION, types.TextDocumentSyncKind.Full, notebooks)
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

    def page(self, opened: Opened, sheet: Sheet, judged: Judged | None = None) -> Page:
        """Return how positions in a sheet, and those it refers to, are told to the client.

        With ``judged`` they are those in the text that was judged.
        """
        own = path_of(sheet), sheet.cell

        def lines(path: str, cell: int) -> Sequence[str]:
            if judged is not None and (path, cell) == own and not cell:
                return lines_of(judged.data)
            return opened.lines(path, cell)

        codec = self.workspace.position_codec
        first = opened.is_first(sheet)
        return Page(sheet.text.uri, sheet.cell, first, codec, lines, opened.uri_of)

    async def _judge(self) -> None:
        before = Opened(self.workspace)
        versions = {uri: sheet.text.version for uri, sheet in before.sheets.items()}
        told = await self.in_thread(self.analysis.judged, [*before.documents().values()])
        self._warn(self.analysis.problems)
        now = Opened(self.workspace)
        self.told = told
        for uri, sheet in now.sheets.items():
            if uri in versions and versions[uri] == sheet.text.version:
                self._publish(now, sheet, told.get(sheet.place))

    def _publish(self, opened: Opened, sheet: Sheet, judged: Judged | None) -> None:
        """Tell what was found; a document that is excluded is told to have nothing."""
        found = [] if judged is None else diagnostics(judged, self.page(opened, sheet, judged))
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(sheet.text.uri, found, sheet.text.version)
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

    async def fix_all(self, opened: Opened, place: Path, judged: Judged) -> types.CodeAction | None:
        """Return the action that applies all safe fixes of a file, or None if there are none."""
        after = await self.in_thread(fixed, judged, place)
        if after is None:
            return None
        codec = self.workspace.position_codec
        edits = {}
        for sheet in opened.of(place):
            new = cell_text(after, sheet.cell) if sheet.cell else decoded(after)
            if new != sheet.text.source:
                edits[sheet.text.uri] = whole(codec, sheet.text.source, new)
        return fix_all(edits)


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
    @made.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    @made.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    @made.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed(_: Any) -> None:
        made.changed()

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        nothing = types.PublishDiagnosticsParams(params.text_document.uri, [])
        made.text_document_publish_diagnostics(nothing)
        made.changed()

    @made.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def put_away(params: types.DidCloseNotebookDocumentParams) -> None:
        for cell in params.cell_text_documents:
            nothing = types.PublishDiagnosticsParams(cell.uri, [])
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
        opened = Opened(made.workspace)
        sheet = opened.sheets.get(params.text_document.uri)
        judged = made.told.get(sheet.place) if sheet else None
        # What was judged has to be what is there: otherwise places are no longer right.
        if sheet is None or judged is None or judged.data != opened.documents()[sheet.place].data:
            return []
        only = params.context.only or ["quickfix", FIX_ALL]
        found: list[types.CodeAction] = []
        if any(_is_kind("quickfix", kind) for kind in only):
            found += actions(judged, made.page(opened, sheet), params.range)
        safe = any(finding.fix and finding.fix.safe for finding in judged.findings)
        if safe and any(_is_kind(FIX_ALL, kind) for kind in only):
            action = await made.fix_all(opened, sheet.place, judged)
            found += [] if action is None else [action]
        return found

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        opened = Opened(made.workspace)
        sheet = opened.sheets.get(params.text_document.uri)
        if sheet is None:
            return None
        documents = [*opened.documents().values()]
        place = sheet.place, params.position.line + 1, sheet.cell
        known = await made.in_thread(made.analysis.beliefs, documents, *place)
        return hover(known, params.position, path_of(sheet), made.page(opened, sheet))

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
