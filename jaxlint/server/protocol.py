"""The protocol as pygls speaks it, and the end of a server as the protocol wants it."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

_REFUSED = types.ResponseError(types.ErrorCodes.InvalidRequest, "the server was asked to shut down")


class Protocol(LanguageServerProtocol):
    """Refuses requests that pygls would leave without an answer.

    Those are the ones after ``shutdown``, and those whose parameters are none.
    """

    is_over = False

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message out of its JSON. Raises JsonRpcException."""
        try:
            return super().structure_message(data)
        except JsonRpcException as wrong:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=wrong.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Do what a message of the client wants."""
        number, method = getattr(message, "id", None), getattr(message, "method", None)
        if self.is_over and number is not None and method is not None:
            self._send_response(number, error=_REFUSED)
            return
        super().handle_message(message)
        self.is_over = self.is_over or method == types.SHUTDOWN


def serve(server: LanguageServer) -> NoReturn:
    """Answer a client until it ends the server or goes away, and end the process.

    That waits for nothing: what is being found out is for nobody, and may take long. The exit code
    says whether the client shut the server down before.
    """
    try:
        server.start_io()
    finally:
        sys.stderr.flush()
        os._exit(0 if getattr(server.protocol, "is_over", False) else 1)
