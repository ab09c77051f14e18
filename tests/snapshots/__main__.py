"""Write what jaxlint says of the cases now: ``python -m tests.snapshots``."""

from __future__ import annotations

from .. import case_files
from .writing import FOLDER, file_of, snapshot


def main() -> None:
    """Write all snapshots, say which are other than before, and remove those without a case."""
    files = {file_of(case): snapshot(case) for case in case_files.ALL}
    for gone in {*FOLDER.glob("*.txt")} - files.keys():
        gone.unlink()
    for file, text in files.items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(file.name)


if __name__ == "__main__":
    main()
