"""Fingerprints: what identifies a finding even when lines are added above it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.result import Result

_LENGTH = 32


def fingerprints(result: Result, names: Mapping[str, str] | None = None) -> Mapping[Finding, str]:
    """Return a fingerprint of each finding, no two of them equal.

    ``names`` gives the paths that count in place of those shown.

    It is made of the file, the code, the text of the line, and which of several alike it is: not
    of the line's number, nor of words that another version of jaxlint may choose differently.
    """
    lines = lru_cache(maxsize=4)(result.lines)
    met: Counter[tuple[str, str, str]] = Counter()
    made = {}
    for finding in result.report.findings:
        text = lines(finding.path, finding.span.cell)
        at = finding.span.line - 1
        path = finding.path if names is None else names[finding.path]
        alike = path, finding.code, text[at].strip() if at < len(text) else ""
        made[finding] = digest(*alike, str(met[alike]))
        met[alike] += 1
    return made


def digest(*words: str) -> str:
    """Return a short hash of some words, the same on every machine."""
    whole = "\0".join(words).encode(errors="surrogatepass")
    return hashlib.sha256(whole).hexdigest()[:_LENGTH]
