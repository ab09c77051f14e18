"""Where the page of a rule is to be read."""

from __future__ import annotations

SITE = ""
"""The address of the documentation site, with a slash at its end; empty while it has no home."""


def page_path(name: str) -> str:
    """Return where the page of the rule of that name is on the site."""
    return f"rules/{name}/"


def address(name: str) -> str | None:
    """Return the address of a rule's page, or None while the site has no home."""
    return f"{SITE}{page_path(name)}" if SITE else None


def reference(name: str) -> str:
    """Return what to open or run to read a rule's page: its address, or else the command."""
    return address(name) or f"jaxlint rule {name}"
