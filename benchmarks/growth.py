"""Projects of any size, made of copies of real packages, and how time grows with their lines."""

from __future__ import annotations

import math
import re
import shutil
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

_NAME = re.compile(rb"[A-Za-z_]\w*")


def project(packages: Sequence[Path], lines: int, folder: Path) -> int:
    """Fill a folder with files of packages until it has so many lines; return how many it has.

    Once each package is there it comes again under a new name, by which its copy imports itself.
    Whole files are taken, so that there may be a few lines more.
    """
    shutil.rmtree(folder, ignore_errors=True)
    written = 0
    for path, data in _copies(packages):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        written += data.count(b"\n")
        if written >= lines:
            return written
    return written


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the slope of a line through the logarithms, by least squares: 1 is linear growth."""
    xs, ys = [math.log(one) for one in sizes], [math.log(one) for one in seconds]
    middle, level = sum(xs) / len(xs), sum(ys) / len(ys)
    rise = sum((x - middle) * (y - level) for x, y in zip(xs, ys, strict=True))
    return rise / sum((x - middle) ** 2 for x in xs)


def _copies(packages: Sequence[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yield files and their text, package after package, over and over, each time renamed."""
    tops = {path.name for package in packages for path in package.iterdir() if path.is_dir()}
    names = {top.encode() for top in tops if top.isidentifier()}
    for number in count():
        for package in packages:
            for path in sorted(package.rglob("*.py")):
                top, *rest = path.relative_to(package).parts
                yield (
                    Path(_renamed(top.encode(), names, number).decode(), *rest),
                    _renamed(path.read_bytes(), names, number),
                )


def _renamed(text: bytes, names: set[bytes], number: int) -> bytes:
    """Return text in which the names of packages end with a number, the first time around not."""
    if not number:
        return text
    suffix = b"_%d" % number
    return _NAME.sub(lambda found: found[0] + suffix if found[0] in names else found[0], text)
