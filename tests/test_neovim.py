"""The server in a real editor: a session of Neovim without a screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
HAZARD = """\
import jax


@jax.jit
def step(x):
    if x > 0:
        return x
    return -x
"""
# What works from Neovim 0.7 on: newer ones have shorter words for it.
SESSION = """
local told = {}
local function wait(wanted)
  vim.wait(60000, function() return #vim.diagnostic.get(0) == wanted end, 20)
  return vim.diagnostic.get(0)
end
vim.cmd("edit a.py")
local client = vim.lsp.start_client({
  name = "jaxlint",
  cmd = { vim.env.PYTHON, "-m", "jaxlint", "server" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
told.found = wait(1)
vim.api.nvim_win_set_cursor(0, { 6, 7 })
local place = vim.lsp.util.make_position_params()
told.hover = vim.lsp.buf_request_sync(0, "textDocument/hover", place, 60000)
local range = vim.lsp.util.make_given_range_params({ 6, 0 }, { 6, 9 })
range.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 60000)
told.actions = answers[client].result
vim.lsp.util.apply_workspace_edit(told.actions[1].edit, "utf-16")
told.lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
told.left = wait(0)
vim.fn.writefile({ vim.fn.json_encode(told) }, "told.json")
vim.cmd("quitall!")
"""


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_a_session(project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "session.lua").write_text(SESSION)
    subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-c", "luafile session.lua"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT), "PYTHON": sys.executable},
        capture_output=True,
        timeout=200,
        check=True,
    )
    told = json.loads((project / "told.json").read_text())
    (found,) = told["found"]
    assert (found["lnum"], found["col"], found["end_col"]) == (5, 7, 12)
    assert (found["code"], found["source"]) == ("JAX101", "jaxlint")
    assert "`x`: traced" in json.dumps(told["hover"])
    assert [action["title"] for action in told["actions"]] == ["ignore traced-branch on this line"]
    assert told["lines"][5] == "    if x > 0:  # jaxlint: ignore[traced-branch]"
    assert told["left"] == []
