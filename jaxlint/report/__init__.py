"""Output formats, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jaxlint.diagnostics.result import Result
    from jaxlint.report.paint import Line

Renderer = Callable[["Result"], Iterator["Line"]]


def _by(module: str, name: str = "render") -> Renderer:
    """Return a renderer whose module is imported when it has to render."""

    def render(result: Result) -> Iterator[Line]:
        made: Renderer = getattr(import_module(f"{__name__}.{module}"), name)
        return made(result)

    return render


FORMATS: dict[str, Renderer] = {
    "full": _by("full"),
    "concise": _by("concise"),
    "json": _by("json"),
    "json-lines": _by("jsonlines"),
    "sarif": _by("sarif"),
    "github": _by("github"),
    "gitlab": _by("gitlab"),
    "junit": _by("junit"),
}

STATISTICS: dict[str, Renderer] = {
    "full": _by("statistics"),
    "concise": _by("statistics"),
    "json": _by("json", "render_statistics"),
}
