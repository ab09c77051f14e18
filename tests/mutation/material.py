"""What is mutated: the project's own cases, fixtures and sources, and any folder."""

from __future__ import annotations

from pathlib import Path

CHECKOUT = Path(__file__).parent.parent.parent
OWN = ("tests/cases", "fixtures", "rules", "jaxlint/analysis", "jaxlint/program")
# Larger ones take too long to be tried many times over.
MOST_BYTES = 60_000


def sources(folders: list[Path]) -> list[Path]:
    """Return the Python files and notebooks below the project's own folders, and below others."""
    roots = [*(CHECKOUT / name for name in OWN), *folders]
    found = (path for root in roots for path in sorted(root.rglob("*")))
    return [
        path
        for path in found
        if path.suffix in (".py", ".ipynb") and 0 < path.stat().st_size <= MOST_BYTES
    ]
