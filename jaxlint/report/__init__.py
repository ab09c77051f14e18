"""How a result looks: every format by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from jaxlint.report import (
    concise,
    full,
    github,
    gitlab,
    json,
    jsonlines,
    junit,
    sarif,
    statistics,
)
from jaxlint.report.paint import Line

if TYPE_CHECKING:
    from jaxlint.lint import Result

Renderer = Callable[["Result"], Iterator[Line]]

FORMATS: dict[str, Renderer] = {
    "full": full.render,
    "concise": concise.render,
    "json": json.render,
    "json-lines": jsonlines.render,
    "sarif": sarif.render,
    "github": github.render,
    "gitlab": gitlab.render,
    "junit": junit.render,
}

STATISTICS: dict[str, Renderer] = {
    "full": statistics.render,
    "concise": statistics.render,
    "json": json.render_statistics,
}
