"""The server: what the client tells it, and when it judges and answers."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from jaxlint._version import VERSION
from jaxlint.frontends.jobs import Wishes
from jaxlint.queries.explaining import Belief
from jaxlint.server.analysis import Analysis, Believed, Document, Judged, fault_of, fixed
from jaxlint.server.convert import (
    FIX_ALL,
    NAME,
    Page,
    actions,
    diagnostics,
    fix_all,
    hints,
    hover,
    whole,
)
from jaxlint.server.moves import moved
from jaxlint.server.opened import Opened, Sheet, path_of
from jaxlint.server.options import BadOption, Options, options_of, section
from jaxlint.server.progress import Progress
from jaxlint.server.protocol import Protocol
from jaxlint.server.working import Superseded, Worker
from jaxlint.source.notebooks import parse
from jaxlint.source.text import decoded, lines_of, printable, split_lines

# Seconds without a change after which there is time for other things.
_IDLE = 3.0
# Seconds after which it is better to tell a part than nothing.
_WHILE = 0.5
_Given = ParamSpec("_Given")

WATCHED = ("**/*.py", "**/*.ipynb", "**/pyproject.toml", "**/jaxlint.toml", "**/.gitignore")


class Server(LanguageServer):
    """What the server knows between two messages.

    Judging goes on in one thread of its own, always of all open documents: a change of one may
    change what is to be said of another. A change ends what is being found out of the text before.
    """

    def __init__(self) -> None:
        # Whole texts, because Python and the protocol do not agree on what ends a line.
        python = types.NotebookDocumentFilterWithCells([types.NotebookCellLanguage("python")])
        notebooks = types.NotebookDocumentSyncOptions([python])
        whole = types.TextDocumentSyncKind.Full
        super().__init__(NAME, VERSION, whole, notebooks, protocol_cls=Protocol)
        self._worker = Worker()
        self.analysis = Analysis(pulse=self._worker.pulse)
        self.options = Options()
        self.told: dict[Path, Judged] = {}
        self._progress = Progress(self)
        self._hinted = False
        self._state = 0
        self._documents: list[Document] | None = None
        self._changed = asyncio.Event()
        self._settled = asyncio.Event()
        self._warned: tuple[str, ...] = ()

    def changed(self, *, outside: bool = True) -> None:
        """Note that what was said may no longer be so.

        With ``outside`` the files or settings may have changed, else only texts in the editor.
        """
        self._state += 1
        self._documents = None if outside else self._documents
        self._settled.clear()
        self._changed.set()
        self.stop()

    def stop(self) -> None:
        """End what is being found out: nobody is to wait for it any more."""
        self._worker.stop()

    async def watch(self) -> None:
        """Judge after each change, when the client has been silent for a moment."""
        gc.disable()  # the worker says when garbage is collected
        while True:
            await self._change()
            while self._changed.is_set():
                self._changed.clear()
                await asyncio.sleep(self.options.silence)
            try:
                await self._judge()
            except Superseded:
                continue
            except Exception as defect:
                self._tell(types.MessageType.Error, f"{type(defect).__name__}: {defect}")
            finally:
                self._progress.over()
            if not self._changed.is_set():
                self._settled.set()
                self._refresh_hints()

    async def _change(self) -> None:
        """Wait for a change; when it is long in coming, tidy up meanwhile."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._changed.wait(), _IDLE)
            return
        await self._worker.rest()
        await self._changed.wait()

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
        """Judge what is open, unless it is what was judged last, and tell the client.

        Raises Superseded when something changes meanwhile: then there is nothing to be told.
        """
        opened, state = Opened(self.workspace), self._state
        documents = [*opened.documents().values()]
        if documents != self._documents:
            self._documents = None
            early = self._here(partial(self._tell_early, opened, state))
            self.analysis.tick = self._here(self._progress.at)
            told = await self._worker.done(self.analysis.judged, documents, early)
            if state != self._state:
                raise Superseded
            self.told, self._documents = told, documents
            self._warn(self.analysis.problems)
        for sheet in opened.sheets.values():
            self._publish(opened, sheet, self.told.get(sheet.place))

    def _tell_early(self, opened: Opened, state: int, told: Mapping[Path, Judged]) -> None:
        """Tell what is known of documents before all is.

        Those told of before have to wait: what other modules find in them is gone for a moment.
        """
        known = {place: judged for place, judged in told.items() if place in self.told}
        new = {place: judged for place, judged in told.items() if place not in self.told}
        self._tell_if_open(opened, state, new)
        loop = asyncio.get_running_loop()
        loop.call_later(_WHILE, self._tell_if_open, opened, state, known)

    def _tell_if_open(self, opened: Opened, state: int, told: Mapping[Path, Judged]) -> None:
        """Tell of documents, unless something has changed or all is known by now."""
        if state != self._state or self._documents is not None:
            return
        self.told = {**self.told, **told}
        for sheet in opened.sheets.values():
            if sheet.place in told:
                self._publish(opened, sheet, told[sheet.place])

    def _here(self, call: Callable[_Given, None]) -> Callable[_Given, None]:
        """Return what calls a function in the thread that listens, for the one that works."""
        loop = asyncio.get_running_loop()

        def from_there(*given: _Given.args, **named: _Given.kwargs) -> None:
            loop.call_soon_threadsafe(partial(call, *given, **named))

        return from_there

    def _publish(self, opened: Opened, sheet: Sheet, judged: Judged | None) -> None:
        """Tell what was found; a document that is excluded is told to have nothing."""
        page = self.page(opened, sheet, judged)
        try:
            found = [] if judged is None else diagnostics(judged, page)
        except Exception as defect:  # of this document, which is not to silence the others
            found = diagnostics(Judged(sheet.data, faults=(fault_of(defect),)), page)
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
        self.window_show_message(types.ShowMessageParams(kind, printable(f"{NAME}: {text}")))

    def _refresh_hints(self) -> None:
        """Ask the client to ask for inlay hints again, if it is one that can."""
        within = self.client_capabilities.workspace
        can = within and within.inlay_hint and within.inlay_hint.refresh_support
        if can and (self._hinted or self.options.inlay_hints):
            self.workspace_inlay_hint_refresh(None)
        self._hinted = self.options.inlay_hints

    def wish(self, given: object) -> None:
        """Take the options that the client sets, or tell it what is wrong with them."""
        try:
            self.options = options_of(given)
        except BadOption as wrong:
            self._tell(types.MessageType.Error, f"the settings of the editor: {wrong}")
            return
        self.analysis.wishes = Wishes(self.options.select, self.options.ignore)

    async def fix_all(self, opened: Opened, place: Path, judged: Judged) -> types.CodeAction | None:
        """Return the action that applies all safe fixes of a file, or None if there are none.

        Raises Superseded.
        """
        after = await self._worker.done(fixed, judged, place)
        if after is None:
            return None
        codec = self.workspace.position_codec
        edits = {}
        for sheet in opened.of(place):
            new = parse(after).text(sheet.cell) if sheet.cell else decoded(after)
            if new != sheet.text.source:
                edits[sheet.text.uri] = whole(codec, sheet.text.source, new)
        return fix_all(edits)

    async def hover(self, opened: Opened, sheet: Sheet, at: types.Position) -> types.Hover | None:
        """Return what is believed of the values at a position. Raises Superseded.

        While other work goes on that is what was believed last, if anything was.
        """
        last = self.analysis.last_believed(sheet.place) if self._worker.is_busy else None
        known = self._now(sheet, last) if last else await self._beliefs(opened, sheet)
        return hover(known, at, path_of(sheet), self.page(opened, sheet))

    async def hints(self, uri: str, wanted: types.Range) -> list[types.InlayHint]:
        """Return the inlay hints in a range, once the text has come to rest."""
        while self.options.inlay_hints:
            await self._settled.wait()
            opened = Opened(self.workspace)
            sheet = opened.sheets.get(uri)
            if sheet is None:
                break
            with suppress(Superseded):
                known = await self._beliefs(opened, sheet)
                return [*hints(known, wanted, path_of(sheet), self.page(opened, sheet))]
        return []

    async def _beliefs(self, opened: Opened, sheet: Sheet) -> list[Belief]:
        """Return what is believed of the values in a sheet, where it now has them.

        While the text is no Python that is what was believed of lines that are as they were.
        Raises Superseded.
        """
        documents = [*opened.documents().values()]
        believed = self.analysis.believed
        found = await self._worker.done(believed, documents, sheet.place, self._state)
        return self._now(sheet, found)

    def _now(self, sheet: Sheet, found: Believed) -> list[Belief]:
        """Return what was believed of lines of a sheet that are as they were, where they are."""
        data = found.data
        before = split_lines(parse(data).text(sheet.cell)) if sheet.cell else lines_of(data)
        own = (one for one in found.beliefs if one.span.cell == sheet.cell)
        return [*moved(own, before, lines_of(sheet.data))]


def server() -> Server:
    """Return a server that answers a client; ``start_io`` makes it listen."""
    made = Server()
    _hear_of_starting(made)
    _hear_of_documents(made)
    _hear_of_settings(made)
    _answer(made)
    return made


def _hear_of_starting(made: Server) -> None:
    """Have a server start with the client and end with it."""
    running: list[asyncio.Task[None]] = []
    given: list[object] = []

    @made.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        given.append(params.initialization_options)

    @made.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        made.wish(given.pop())
        running.append(asyncio.create_task(made.watch()))
        within = made.client_capabilities.workspace
        watching = within and within.did_change_watched_files
        if watching and watching.dynamic_registration:
            await made.client_register_capability_async(_watching())

    @made.feature(types.SHUTDOWN)
    def shut_down(_: Any) -> None:
        made.stop()


def _hear_of_documents(made: Server) -> None:
    """Have a server judge what is opened, changed and saved."""

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    @made.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    @made.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def changed(_: Any) -> None:
        made.changed(outside=False)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    @made.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed_outside(_: Any) -> None:
        made.changed()

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        nothing = types.PublishDiagnosticsParams(params.text_document.uri, [])
        made.text_document_publish_diagnostics(nothing)
        made.changed(outside=False)

    @made.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def put_away(params: types.DidCloseNotebookDocumentParams) -> None:
        for cell in params.cell_text_documents:
            nothing = types.PublishDiagnosticsParams(cell.uri, [])
            made.text_document_publish_diagnostics(nothing)
        made.changed(outside=False)


def _hear_of_settings(made: Server) -> None:
    """Have a server judge anew with other settings."""

    @made.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        own = section(params.settings, NAME)
        if own is not None:
            made.wish(own)
            made.changed()


def _answer(made: Server) -> None:
    """Have a server answer what is asked of a place."""

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
            try:
                action = await made.fix_all(opened, sheet.place, judged)
            except Superseded:
                return []
            found += [] if action is None else [action]
        return found

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        opened = Opened(made.workspace)
        sheet = opened.sheets.get(params.text_document.uri)
        try:
            return await made.hover(opened, sheet, params.position) if sheet else None
        except Superseded:
            return None

    @made.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def hinted(params: types.InlayHintParams) -> list[types.InlayHint]:
        return await made.hints(params.text_document.uri, params.range)


def _watching() -> types.RegistrationParams:
    """Return the wish to be told when files change that the client has not opened."""
    watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    what = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    return types.RegistrationParams([types.Registration(f"{NAME}-files", what, options)])


def _is_kind(kind: str, wanted: str) -> bool:
    """Whether a kind of action is the wanted one or below it."""
    return f"{kind}.".startswith(f"{wanted}.") or not wanted
