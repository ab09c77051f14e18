"""What has become of the findings that were read at first sight.

    python benchmarks/still_found.py FOLDER [ROUND]...

lints each package of ``first_sight.json`` that lies in FOLDER, in a folder called as the record
calls it (``distrax==0.1.9``): its source distribution, or its wheel, unpacked. Prints how many of
the true findings are still found, and how many of the false ones; then the bugs that are not.
Several findings of one code on one line count as one. Ends at a package that cannot be linted.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from first_sight import CLASSES, RECORD, share

Place = tuple[str, str]


def findings(package: Path) -> set[Place]:
    """Return the findings of a package, as path with line, and code."""
    options = ["--no-cache", "--advice", "--output-format", "json"]
    command = [sys.executable, "-m", "jaxlint", "check", ".", *options]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        raise SystemExit(f"{package.name}: {done.stderr}")
    found = json.loads(done.stdout)["findings"]
    return {(f"{one['path']}:{one['line']}", one["code"]) for one in found}


def place_of(key: str) -> Place:
    """Return the place that a key of the record names: path and line, and the code."""
    named = re.match(r"(.+:\d+) (\w+)", key)  # a path may have spaces
    assert named is not None, key
    return named[1], named[2]


def is_among(place: Place, found: set[Place]) -> bool:
    """Tell whether a finding is there; the folder at the top of a distribution does not count."""
    path, code = place
    return any(
        code == other
        and (path == there or path.endswith(f"/{there}") or there.endswith(f"/{path}"))
        for there, other in found
    )


def main(folder: Path, rounds: list[str]) -> None:
    """Print what is said of the packages that are there."""
    kept, all_read, lost = Counter[str](), Counter[str](), []
    for name, packages in json.loads(RECORD.read_text("utf-8")).items():
        for package, record in packages.items():
            if (rounds and name not in rounds) or not (folder / package).is_dir():
                continue
            found = findings(folder / package)
            read = {place_of(key): verdict for key, verdict in record.items()}
            for (place, code), (verdict, sort, *_, why) in read.items():
                label = sort if verdict == "true" else verdict
                there = is_among((place, code), found)
                all_read[label] += 1
                kept[label] += there
                if label == "bug" and not there:
                    lost.append(f"{package} {place} {code}: {why}")
    true = sum(all_read[one] for one in CLASSES)
    print(f"true: {share(sum(kept[one] for one in CLASSES), true)} found")
    for label in (*CLASSES, "false"):
        print(f"{label}: {share(kept[label], all_read[label])} found")
    print("\n".join(lost))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
