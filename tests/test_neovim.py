"""The server in a real editor: a session of Neovim without a screen.

From Neovim 0.11 on it starts the server by the settings of docs/editors.md, as they stand there.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .processes import CHECKOUT, HAZARD

# What works from Neovim 0.7 on: newer ones have shorter words for it.
START = """
vim.cmd("edit a.py")
local client = vim.lsp.start_client({
  name = "jaxlint",
  cmd = { "jaxlint", "server" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
"""
SESSION = """
local told = {}
local function wait(wanted)
  vim.wait(60000, function() return #vim.diagnostic.get(0) == wanted end, 20)
  return vim.diagnostic.get(0)
end
told.found = wait(1)
vim.api.nvim_win_set_cursor(0, { 6, 7 })
local place = vim.lsp.util.make_position_params()
told.hover = vim.lsp.buf_request_sync(0, "textDocument/hover", place, 60000)
local range = vim.lsp.util.make_given_range_params({ 6, 0 }, { 6, 9 })
range.context = { diagnostics = {} }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 60000)
local _, answer = next(answers)
told.actions = answer.result
vim.lsp.util.apply_workspace_edit(told.actions[1].edit, "utf-16")
told.lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
told.left = wait(0)
vim.fn.writefile({ vim.fn.json_encode(told) }, "told.json")
vim.cmd("quitall!")
"""


def start() -> str:
    """Return what opens the file and starts the server, in words that this Neovim knows."""
    told = subprocess.run(["nvim", "--version"], capture_output=True, text=True).stdout
    version = re.match(r"NVIM v(\d+)\.(\d+)", told)
    if version is None or (int(version[1]), int(version[2])) < (0, 11):
        return START
    page = (CHECKOUT / "docs" / "editors.md").read_text(encoding="utf-8")
    (settings,) = re.findall(r"```lua\n(.*?)```", page, re.DOTALL)
    return f'{settings}vim.cmd("edit a.py")\n'


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_a_session(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "session.lua").write_text(start() + SESSION)
    programs = tmp_path_factory.mktemp("bin")
    (programs / "jaxlint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jaxlint "$@"\n')
    (programs / "jaxlint").chmod(0o755)
    subprocess.run(
        ["nvim", "--headless", "--clean", "-n", "-c", "luafile session.lua"],
        cwd=project,
        env={
            **os.environ,
            "PYTHONPATH": str(CHECKOUT),
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        },
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
