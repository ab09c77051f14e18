"""What MkDocs asks while it builds the site; ``mkdocs.yml`` names this file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxlint.diagnostics.addresses import SITE
from tools.checkout import CHECKOUT
from tools.site import pages
from tools.site.facts import family_of, rules
from tools.site.indexes import errors_page, rules_page
from tools.site.linking import TOP, from_top, linked, source_of

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Give the site its address, if it has one, and put the rules into its navigation."""
    config.site_url = SITE
    for entry in config.nav or ():
        if entry.get("Rules") == "rules":
            entry["Rules"] = ["rules/index.md", *_families()]
    return config


def _families() -> Iterator[dict[str, list[str]]]:
    by_family: dict[str, list[str]] = {}
    for rule in rules():
        title = f"{rule.code[:4]}.. {family_of(rule).partition(':')[0].partition(',')[0]}"
        by_family.setdefault(title, []).append(source_of(rule.name))
    yield from ({title: sources} for title, sources in by_family.items())


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    from mkdocs.structure.files import File

    for source, text in made().items():
        files.append(File.generated(config, source, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Turn the names of rules into links."""
    return linked(markdown, page.file.src_uri)


def made() -> dict[str, str]:
    """Return the pages that are made, by their places among the sources."""
    tops = {
        source: from_top((CHECKOUT / name).read_text(encoding="utf-8"))
        for name, source in TOP.items()
    }
    tops["index.md"] = f"---\nhide: [navigation]\n---\n\n{tops['index.md']}"
    indexes = {"rules/index.md": rules_page(), "errors.md": errors_page()}
    return {**tops, **indexes, **{source_of(rule.name): pages.page(rule) for rule in rules()}}
