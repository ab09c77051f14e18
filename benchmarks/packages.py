"""Published packages as the benchmarks read them: downloaded, unpacked, never run."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path


def unpack(requirement: str, folder: Path) -> Path:
    """Download a package such as ``flax==0.12.8`` and unpack it; return where it lies.

    What is there already is not downloaded again. Raises ``subprocess.CalledProcessError`` when
    there is no such package.
    """
    target = folder / requirement
    if not target.exists():
        wheels = folder / "wheels" / requirement
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--only-binary", ":all:", "--dest", str(wheels), requirement]
        subprocess.run(command, check=True)
        with zipfile.ZipFile(next(wheels.glob("*.whl"))) as archive:
            archive.extractall(target)
    return target


def python_files(folder: Path) -> list[Path]:
    """Return the Python files below a folder, sorted."""
    return sorted(folder.rglob("*.py"))


def lines_of(files: Iterable[Path]) -> int:
    """Return how many lines some files have."""
    return sum(file.read_bytes().count(b"\n") for file in files)
