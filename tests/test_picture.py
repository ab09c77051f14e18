"""The picture in the README is what the command writes.

``python tests/test_picture.py`` draws it anew.
"""

from __future__ import annotations

import html
import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from jaxlint.config.settings import Settings
from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.result import Result
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.report import FORMATS

CHECKOUT = Path(__file__).parent.parent
PICTURE = CHECKOUT / "docs" / "full.svg"
SOURCE = b"""\
import jax
from jax import random


def noise(key, x):
    return x + random.normal(key, x.shape)


def clip(x):
    if x.max() > 1:
        return x / x.max()
    return x


@jax.jit
def step(key, x):
    x = noise(key, clip(x))
    return noise(key, x)
"""


def result() -> Result:
    place = Path.cwd() / "train.py"
    found = lint(Job((), Settings(), buffers={place: SOURCE}, isolated=True))
    return Result(Report(found.report.findings, (), 1), found.sources, found.places)


def drawn() -> str:
    """Return the picture of what the command writes on a terminal."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ jaxlint check train.py", style="bold"))
    for line in FORMATS["full"](result()):
        console.print(Text.assemble(*line))
    picture = console.export_svg(title="jaxlint", unique_id="jaxlint")
    # A picture loads nothing: the fonts of the machine have to do.
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


def words(picture: str) -> list[str]:
    """Return the words of a picture, whatever drew it."""
    rows: dict[str, list[str]] = {}
    for y, text in re.findall(r'<text [^>]*y="([\d.]+)"[^>]*>(.*?)</text>', picture):
        rows.setdefault(y, []).append(html.unescape(text).replace("\xa0", " "))
    return " ".join("".join(row) for row in rows.values()).split()


def test_the_picture_is_what_the_command_writes() -> None:
    shown = words(PICTURE.read_text(encoding="utf-8"))
    assert shown == words(drawn())
    assert {"JAX101", "JAX401", "because:"} <= set(shown)


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
