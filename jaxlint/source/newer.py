"""Syntax of a newer Python than the one that runs jaxlint, which libcst's parser reads as well."""

from __future__ import annotations

from jaxlint.source.limits import too_much


def can_be_read(text: str) -> bool:
    """Say whether a text is Python to libcst, whatever Python itself says of it."""
    if too_much(text.encode(errors="surrogatepass")) is not None:
        return False
    import libcst as cst  # slow to import, and asked for few texts

    try:
        cst.parse_module(text)
    except Exception:  # whatever it is that the parser cannot do
        return False
    return True
