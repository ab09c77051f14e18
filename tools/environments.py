"""Virtual environments with one release of JAX each, made for a while."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OLD_LIBRARIES = ((0, 4, 34), ("numpy<2", "scipy<1.13"))
"""Releases before the first one need these, as they use what NumPy 2 and SciPy 1.13 took away."""

PYTHONS = (((0, 11), "python3.12"), ((0, 0), "python3.11"))
"""Which Python is taken for the releases from the first one on; it has to be on the path."""


def numbers(version: str) -> tuple[int, ...]:
    """A release's number in a form that sorts."""
    return tuple(int(part) for part in version.split("."))


def interpreter(version: str) -> str:
    """The Python that a release is installed for.

    Raises:
        FileNotFoundError: it is not on the path.
    """
    name = next(name for first, name in PYTHONS if numbers(version) >= first)
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is needed for jax {version}")
    return found


def offered() -> list[str]:
    """The releases that pip offers to the newest of the Pythons, oldest first.

    Raises:
        CalledProcessError: pip does not reach the index.
    """
    command = [PYTHONS[0][1], "-m", "pip", "index", "versions", "jax"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    versions = re.search(r"Available versions: (.*)", text)
    found = versions[1].split(", ") if versions else []
    return sorted(found, key=numbers)


@contextmanager
def environment(version: str, packages: Sequence[str] = ()) -> Iterator[str]:
    """The Python of an environment with a release of JAX and other packages, for the block.

    Raises:
        CalledProcessError: they cannot be installed.
    """
    before, libraries = OLD_LIBRARIES
    extra = libraries if numbers(version) < before else ()
    with tempfile.TemporaryDirectory(prefix="jax_release_") as folder:
        subprocess.run([interpreter(version), "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        install = [python, "-m", "pip", "install", "-q", "--no-compile", f"jax[cpu]=={version}"]
        subprocess.run([*install, *extra, *packages], check=True, stdout=sys.stderr)
        yield python


def answer_of(python: str, *arguments: str) -> Any:
    """What a script prints as JSON, run on a CPU without the settings of whoever asks.

    Raises:
        CalledProcessError: the script fails.
    """
    command = [python, "-W", "ignore", *arguments]
    clean = {"JAX_PLATFORMS": "cpu", "PATH": "/usr/bin:/bin"}
    return json.loads(subprocess.run(command, check=True, capture_output=True, env=clean).stdout)
