"""How far the work has come, told to clients that show it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

_TITLE = "jaxlint"
# Fewer modules are run before anybody could read it.
_LEAST = 8


class Progress:
    """Tells a client of work that is long enough; one piece of work at a time."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._numbers = count(1)
        self._token: str | None = None
        self._begun = False
        self._beginning: asyncio.Future[None] | None = None

    def at(self, done: int, total: int) -> None:
        """Take note that so much of the work is done."""
        if total < _LEAST or not self._is_shown():
            return
        if self._token is None:
            self._token = f"{_TITLE}-{next(self._numbers)}"
            self._beginning = asyncio.ensure_future(self._begin(self._token))
        if self._begun:
            text, share = f"{done} of {total} modules", 100 * done // total
            report = types.WorkDoneProgressReport(message=text, percentage=share)
            self._server.work_done_progress.report(self._token, report)

    def over(self) -> None:
        """Take note that the work has ended, or is of no use any more."""
        if self._token is not None and self._begun:
            self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())
        self._token, self._begun = None, False

    async def _begin(self, token: str) -> None:
        with suppress(JsonRpcException):  # a client may refuse
            await self._server.work_done_progress.create_async(token)
            if token == self._token:
                begin = types.WorkDoneProgressBegin(_TITLE, percentage=0)
                self._server.work_done_progress.begin(token, begin)
                self._begun = True

    def _is_shown(self) -> bool:
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress)
