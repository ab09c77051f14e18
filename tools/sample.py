"""What the README shows of the command, made by running the command."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from tools.checkout import CHECKOUT

README = CHECKOUT / "README.md"
COMMAND = ("check", "examples/train.py")
_PLACE = re.compile(r"(?<=<!-- sample -->\n```text\n).*?(?=```\n<!-- end -->)", re.DOTALL)


def shown() -> str:
    """Return what the README shows."""
    found = _PLACE.search(README.read_text(encoding="utf-8"))
    if found is None:
        raise LookupError("README.md has no sample between its marks")
    return found[0]


def written() -> str:
    """Return what the command writes: the findings, then the summary."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "jaxlint", *COMMAND, "--no-cache"],
        cwd=CHECKOUT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    return done.stdout


def renew() -> None:
    """Put what the command writes into the README."""
    text, fresh = README.read_text(encoding="utf-8"), written()
    README.write_text(_PLACE.sub(lambda _: fresh, text, count=1), encoding="utf-8")
