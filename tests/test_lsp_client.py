"""The server under pytest-lsp, a client that others wrote, which says what VS Code says."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

CHECKOUT = Path(__file__).parent.parent
HAZARD = """\
import jax


@jax.jit
def f(x):
    if x > 0:
        return x
    return -x
"""
CLEAN = HAZARD.replace("x > 0", "x is None")
COMMAND = [sys.executable, "-m", "jaxlint", "server"]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=COMMAND))  # type: ignore[untyped-decorator]
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)  # type: ignore[untyped-decorator]
    def registered(params: types.RegistrationParams) -> None:
        """What the editor of that name answers, and pytest-lsp has no word for."""

    can = client_capabilities("visual-studio-code")
    await lsp_client.initialize_session(types.InitializeParams(capabilities=can))
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio(loop_scope="function")
async def test_found_explained_and_gone(client: LanguageClient, tmp_path: Path) -> None:
    place = tmp_path / "main.py"
    place.write_text(HAZARD)
    uri = place.as_uri()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, HAZARD))
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    (found,) = client.diagnostics[uri]
    assert (found.code, found.range.start) == ("JAX101", types.Position(5, 7))
    assert found.related_information
    hover = await client.text_document_hover_async(
        types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(5, 7))
    )
    assert hover is not None and "traced" in str(hover.contents)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, uri),
            [types.TextDocumentContentChangeWholeDocument(CLEAN)],
        )
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert list(client.diagnostics[uri]) == []
