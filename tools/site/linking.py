"""Links that the sources leave out: from a rule's name or code to its page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from posixpath import relpath

from jaxlint.diagnostics.addresses import page_path
from tools.site.facts import rules

TOP = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""The files of the checkout's top that are pages of the site, and what they are called there."""

# What is no prose, or a link already; then what may be one: a span of code, or a code.
_TOKENS = re.compile(r"(\[[^\]]*\]\([^)]*\)|<!--.*?-->)|``?([^`]+)``?|\b(JAX\d{3})\b")
_FENCE = re.compile(r"\s*(```|~~~)")
_LINK = re.compile(r"\[([^\]]*)\]\((?!http)([^)#]+)(#[^)]*)?\)")


def source_of(name: str) -> str:
    """Return the source of a rule's page among those of the site."""
    return page_path(name).rstrip("/") + ".md"


@cache
def _pages() -> Mapping[str, str]:
    return {word: source_of(rule.name) for rule in rules() for word in (rule.name, rule.code)}


def linked(text: str, source: str) -> str:
    """Return Markdown in which rules that are named are links; ``source`` is where it stands."""
    lines, fenced = [], False
    for line in text.split("\n"):
        fenced ^= bool(_FENCE.match(line))
        is_code = fenced or line.startswith(("    ", "#"))
        lines.append(line if is_code else _TOKENS.sub(lambda one: _token(one, source), line))
    return "\n".join(lines)


def _token(found: re.Match[str], source: str) -> str:
    whole, skipped, span, code = found[0], *found.groups()
    page = None if skipped else _pages().get(span or code)
    if page is None or page == source:
        return whole
    return f"[{whole}]({relpath(page, source.rpartition('/')[0] or '.')})"


def from_top(text: str) -> str:
    """Return a Markdown file of the checkout's top with its links as they are on the site.

    What has no page there, such as the license, is named without a link.
    """
    return _LINK.sub(_from_top, text)


def _from_top(found: re.Match[str]) -> str:
    label, target, anchor = found[1], found[2], found[3] or ""
    if target in TOP:
        return f"[{label}]({TOP[target]}{anchor})"
    if target.startswith("docs/"):
        return f"[{label.removeprefix('docs/')}]({target.removeprefix('docs/')}{anchor})"
    return f"`{label}`"
