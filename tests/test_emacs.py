"""The server in Emacs, without a screen: eglot with the settings of docs/editors.md."""

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

SESSION = """
(require 'eglot)
(require 'flymake)
(require 'json)
(setq python-indent-guess-indent-offset nil eglot-sync-connect 60 eglot-connect-timeout 60)
%s
(find-file "a.py")
(python-mode)
(eglot-ensure)
(run-hooks 'post-command-hook)
(flymake-mode 1)
(flymake-start)
(let ((turns 0))
  (while (and (< turns 600) (null (flymake-diagnostics)))
    (accept-process-output nil 0.1)
    (setq turns (1+ turns))))
(let ((found (car (flymake-diagnostics))))
  (goto-char (flymake-diagnostic-beg found))
  (let* ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams)))
         (actions (eglot-code-actions (line-beginning-position) (line-end-position))))
    (write-region
     (json-encode
      (list :line (line-number-at-pos) :column (current-column)
            :text (flymake-diagnostic-text found)
            :hover (plist-get (plist-get hover :contents) :value)
            :actions (mapcar (lambda (one) (plist-get one :title)) actions)))
     nil "told.json")))
"""


def has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    asked = ["emacs", "--batch", "-f", "package-initialize", "--eval", "(require 'eglot)"]
    return subprocess.run(asked, capture_output=True).returncode == 0


def settings() -> str:
    """Return what docs/editors.md says to write, for a server that lies on the path."""
    page = (CHECKOUT / "docs" / "editors.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```elisp\n(.*?)```", page, re.DOTALL)
    return str(block)


@pytest.mark.skipif(not has_eglot(), reason="Emacs with eglot is not installed")
def test_a_session(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "session.el").write_text(SESSION % settings())
    programs = tmp_path_factory.mktemp("bin")
    (programs / "jaxlint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m jaxlint "$@"\n')
    (programs / "jaxlint").chmod(0o755)
    subprocess.run(
        ["emacs", "--batch", "-f", "package-initialize", "-l", "session.el"],
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
    assert (told["line"], told["column"]) == (6, 7)
    assert "[JAX101]" in told["text"]
    assert told["hover"].startswith("`x`: traced") or told["hover"].startswith("`x > 0`: traced")
    assert told["actions"] == ["ignore traced-branch on this line"]
