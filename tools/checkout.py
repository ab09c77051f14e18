"""The checkout that the tools work on, and how they start programs in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def python(*arguments: str) -> int:
    """Run the present Python with arguments in the checkout and return its exit code."""
    return subprocess.run([sys.executable, *arguments], cwd=CHECKOUT).returncode
