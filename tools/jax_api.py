"""Writes `jaxlint/knowledge/jax_api.txt`: which release of JAX has which public name.

    python -m tools jax-api                 # every release since OLDEST that pip offers
    python -m tools jax-api 0.10.2 0.11.0   # these, with what was gathered before

In an environment of its own each release runs `jax_api_probe.py`. The answers are kept under
`build/jax_api/`, so a later run asks only the releases that are new. `jaxlint/knowledge/api.py`
says how the file is laid out.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tools.environments import answer_of, environment, numbers, offered

ROOT = Path(__file__).resolve().parent.parent
ANSWERS = ROOT / "build" / "jax_api"
TABLE = ROOT / "jaxlint" / "knowledge" / "jax_api.txt"
PROBE = Path(__file__).with_name("jax_api_probe.py")

OLDEST = (0, 4, 18)
"""The oldest release that is asked: jaxlib 0.4.18 is the first one still offered without gaps."""

UNLISTED = ("jax.experimental.mosaic", "jax.extend.mlir", "jax.lib.mlir")
"""Packages whose modules pass on what MLIR generates, which is not JAX's to keep."""

NEEDED = ["absl-py", "tensorstore"]
"""What modules of JAX import beside what it requires."""

Answer = dict[str, Any]


def is_unlisted(name: str) -> bool:
    """Whether a name is below one of those packages."""
    return name.startswith(tuple(f"{package}." for package in UNLISTED))


def ask(version: str) -> Answer:
    """What a release answers to the probe.

    Raises:
        CalledProcessError: the release cannot be installed or imported.
    """
    with environment(version, NEEDED) as python:
        answer: Answer = answer_of(python, str(PROBE))
        return answer


def gather(versions: Iterable[str]) -> None:
    """Keeps the answers of the releases that were not asked before."""
    ANSWERS.mkdir(parents=True, exist_ok=True)
    for version in versions:
        kept = ANSWERS / f"{version}.json"
        if kept.exists():
            continue
        try:
            answer = ask(version)
        except subprocess.CalledProcessError as error:
            print(f"{version}: left out, {error}", file=sys.stderr)
            continue
        kept.write_text(json.dumps(answer, sort_keys=True))
        print(f"{version}: {sum(len(names or ()) for names in answer['modules'].values())} names")


# --- the table -----------------------------------------------------------------------------------


def spans(held: list[bool]) -> str:
    """Where something is held, as runs of releases: ``0-4,6-`` with an open end at the newest."""
    runs: list[str] = []
    start: int | None = None
    for place, now in enumerate([*held, False]):
        if now and start is None:
            start = place
        elif not now and start is not None:
            runs.append(f"{start}-" if place == len(held) else f"{start}-{place - 1}")
            start = None
    return ",".join(runs)


def warned(given: list[str | bool | None]) -> str:
    """Since when something warned until it went or until now: ``!3``, or nothing."""
    last = max(place for place, text in enumerate(given) if text is not False)
    if not given[last]:
        return ""
    first = last
    while first and given[first - 1]:
        first -= 1
    return f"!{first}"


def fill_below(module: str, answers: list[Answer]) -> None:
    """Takes a module for one that could not be imported where that is so of its package alone."""
    package = module.rpartition(".")[0]
    for before, answer, after in zip(answers, answers[1:], answers[2:], strict=False):
        around = module in before["modules"] and module in after["modules"]
        if around and answer["modules"].get(package, {}) is None:
            answer["modules"].setdefault(module, None)


def modules_of(answers: list[Answer]) -> Iterator[str]:
    """The lines on modules and their names."""
    for module in sorted({name for answer in answers for name in answer["modules"]}):
        if is_unlisted(module):
            continue
        fill_below(module, answers)
        tables = [answer["modules"].get(module, {}) for answer in answers]
        there = [module in answer["modules"] for answer in answers]
        known = [place for place, has in enumerate(there) if has and tables[place] is not None]
        last = max(place for place, has in enumerate(there) if has)
        if last not in known:
            yield f"module {module} {spans(there)} opaque"
            continue
        for place, table in enumerate(tables):  # What could not be imported once is as next to it.
            if table is None:
                tables[place] = tables[min(known, key=lambda one: abs(one - place))]
        yield f"module {module} {spans(there)}"
        groups: dict[str, list[str]] = {}
        for name in sorted({name for table in tables for name in table}):
            given = [table.get(name, False) for table in tables]
            held = [text is not False for text in given]
            groups.setdefault(spans(held) + warned(given), []).append(name)
        for held_in, names in sorted(groups.items()):
            yield f"{held_in} {' '.join(names)}"


def shape_text(shape: list[Any]) -> str:
    """A callable's parameters as the table has them."""
    names, count, open_ended, deprecated = shape
    marked = [f"{name}!" if name in deprecated else name for name in names]
    listed = ",".join([*marked, *(["**"] if open_ended else [])])
    return f"{'*' if count is None else count} {listed}"


def calls_of(answers: list[Answer]) -> Iterator[str]:
    """The lines on callables and their parameters."""
    for name in sorted({name for answer in answers for name in answer["calls"]}):
        if is_unlisted(name):
            continue
        shapes = [answer["calls"].get(name) for answer in answers]
        texts = [None if shape is None else shape_text(shape) for shape in shapes]
        yield f"call {name}"
        for text in dict.fromkeys(text for text in texts if text is not None):
            yield f"{spans([one == text for one in texts])} {text}"


def write(answers: Mapping[str, Answer], releases: list[str]) -> None:
    """Writes the table from the answers of all releases that gave one."""
    asked = sorted(answers, key=numbers)
    ordered = [answers[version] for version in asked]
    lines = [
        f"releases {' '.join(releases)}",
        f"asked {' '.join(asked)}",
        f"unlisted {' '.join(UNLISTED)}",
        *modules_of(ordered),
        *calls_of(ordered),
    ]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(wanted: Sequence[str]) -> None:
    """Gathers what is missing and writes the table."""
    releases = offered()
    gather(wanted or [one for one in releases if numbers(one) >= OLDEST])
    answers = {kept.stem: json.loads(kept.read_text()) for kept in ANSWERS.glob("*.json")}
    write(answers, releases)
