"""Runs each old name of `jaxlint/knowledge/successors.py` beside what is said to stand in for it.

    python -m tools.jax_successors

For each row that may be fixed this finds the newest release that has both names, installs it in a
temporary environment, and tells whether the two are one object there. What is not is for a person
to compare. Rows of which no release has both are told as well.
"""

import json
import subprocess

from jaxlint.knowledge import successors
from jaxlint.knowledge.api import api
from tools.environments import environment

COMPARE = """
import importlib, json, sys, warnings
warnings.simplefilter("ignore")
def find(name):
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ImportError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
for old, new in json.loads(sys.argv[1]):
    one, other = find(old), find(new)
    try:
        same = one is other or bool(one == other) or (one != one and other != other)
    except Exception:
        same = False
    print(old, new, "same object" if same else f"DIFFERENT: {one!r:.80} {other!r:.80}")
"""


def has(place: int, name: str) -> bool:
    """Whether the release at a place has a name."""
    known = api()
    owner, _, last = name.rpartition(".")
    own, around = known.module(name), known.module(owner)
    if own is not None and own.held.at(place):
        return True
    names = around.names if around is not None else None
    return bool(names and last in names and names[last].at(place))


def newest_with_both(old: str, new: str) -> int | None:
    """The place of the newest release that has both names."""
    places = range(len(api().asked))
    both = [one for one in places if has(one, old) and (not new.startswith("jax") or has(one, new))]
    return max(both, default=None)


def main() -> None:
    """Prints what became of each row."""
    jobs: dict[int, list[tuple[str, str]]] = {}
    for old, successor in successors.names().items():
        if successor.safe:
            for new in filter(None, (successor.new, successor.also)):
                place = newest_with_both(old, new)
                if place is None:
                    print(old, new, "no release asked has both")
                else:
                    jobs.setdefault(place, []).append((old, new))
    for place, pairs in sorted(jobs.items()):
        release = api().asked[place]
        with environment(release) as python:
            run = [python, "-c", COMPARE, json.dumps(pairs)]
            text = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        for line in text.splitlines():
            print(release, line)


if __name__ == "__main__":
    main()
