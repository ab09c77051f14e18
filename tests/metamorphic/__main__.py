"""What the laws say of all cases and fixtures: ``python -m tests.metamorphic [LAW ...]``."""

from __future__ import annotations

import sys

from .laws import REWRITINGS, disagreements, rewritten, subjects


def main() -> None:
    """Print the disagreements of some laws or of all."""
    for law in sys.argv[1:] or REWRITINGS:
        touched = [subject for subject in subjects(law) if rewritten(law, subject) is not None]
        found = {subject: disagreements(law, subject) for subject in touched}
        open_ones = {subject: lines for subject, lines in found.items() if lines}
        print(f"== {law}: {len(touched)} rewritten, {len(open_ones)} disagree")
        for subject, lines in open_ones.items():
            print("\n  ".join([subject, *lines]))


if __name__ == "__main__":
    main()
