"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from jaxlint.declarations import NOTHING_DECLARED, Declarations
from jaxlint.findings import Reason, Report, Span
from jaxlint.interpret.describing import context_of, describe, why_of
from jaxlint.interpret.world import Watched, World
from jaxlint.judging import chain
from jaxlint.keeping import Keeper
from jaxlint.model import trees
from jaxlint.positions import Positions
from jaxlint.project import Project
from jaxlint.reading import read_module
from jaxlint.registry import rules as all_rules
from jaxlint.rule import Level, Rule
from jaxlint.runs import Ledger, merged, run
from jaxlint.sources import Source

ResultT = TypeVar("ResultT")

_STACK_BYTES = 512 * 1024 * 1024
_RECURSION_LIMIT = 60_000


def default_rules() -> tuple[Rule[Any], ...]:
    """The rules that speak when nobody selects any."""
    return tuple(rule for rule in all_rules() if rule.level is Level.ON)


def check(
    sources: Sequence[Source],
    *,
    rules: Sequence[Rule[Any]] | None = None,
    declarations: Declarations = NOTHING_DECLARED,
    roots: Sequence[str] = (),
    focus: Collection[str] | None = None,
    tick: Callable[[int, int], None] | None = None,
    keeper: Keeper | None = None,
) -> Report:
    """Judge a project and return its findings, sorted.

    ``sources`` is the whole project, ``focus`` the paths to report on (None: all of them),
    ``roots`` the folders below which module names start. ``tick`` is told how many modules are
    run, of how many. ``keeper`` has what was read and run before, and gets what is new. Never
    raises for bad input: source that does not parse gives a JAX901 finding, a defect of jaxlint a
    fault for that file.
    """
    chosen = default_rules() if rules is None else tuple(rules)
    with _room():
        return _in_thread(lambda: _check(sources, chosen, declarations, roots, focus, tick, keeper))


def _check(
    sources: Sequence[Source],
    rules: tuple[Rule[Any], ...],
    declarations: Declarations,
    roots: Sequence[str],
    focus: Collection[str] | None,
    tick: Callable[[int, int], None] | None,
    keeper: Keeper | None,
) -> Report:
    project = Project(sources, roots, read_module if keeper is None else keeper.read)
    shown = set(project.sources) if focus is None else {*focus} & project.sources.keys()
    wanted = sorted(project.reaching(shown))
    about = repr((*(rule.code for rule in rules), declarations, *roots))
    good = {} if keeper is None else keeper.ledger(about).still_good(project)
    missing = [path for path in wanted if path not in good]
    world, positions = World(project, declarations), Positions()
    for number, path in enumerate(missing, 1):
        if tick is not None:
            tick(number, len(missing))
        good[path] = run(world, path, rules, positions)
    if keeper is not None and missing:
        keeper.keep(about, Ledger.of(project, good.values()))
    runs = [good[path] for path in wanted]
    findings = sorted({finding for finding in merged(runs) if finding.path in shown})
    faults = sorted({fault for one in runs for fault in one.faults if fault.path in shown})
    return Report(tuple(findings), tuple(faults), len(shown))


# --- explain -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Belief:
    """What jaxlint believes of one expression where some context runs it, and why."""

    span: Span
    expression: str
    verdict: str
    context: str
    chain: tuple[Reason, ...] = ()


def explain(
    sources: Sequence[Source],
    path: str,
    line: int,
    *,
    declarations: Declarations = NOTHING_DECLARED,
    roots: Sequence[str] = (),
    keeper: Keeper | None = None,
) -> tuple[Belief, ...]:
    """Say of each expression that starts on a line what its value is taken for, in every context.

    Raises LookupError when the path is not among the sources or cannot be parsed.
    """
    with _room():
        return _in_thread(lambda: _explain(sources, path, line, declarations, roots, keeper))


def _explain(
    sources: Sequence[Source],
    path: str,
    line: int,
    declarations: Declarations,
    roots: Sequence[str],
    keeper: Keeper | None,
) -> tuple[Belief, ...]:
    project = Project(sources, roots, read_module if keeper is None else keeper.read)
    module = project.module(path) if path in project.sources else None
    if module is None:
        raise LookupError(f"{path} is not among the sources, or cannot be parsed")
    positions = Positions()
    starting = {place.number: place for place in positions.starting(module, line)}
    watched: Watched = {(module, number): [] for number in starting}
    world = World(project, declarations, watched)
    for user in sorted(project.reaching([path])):
        found_there = project.module(user)
        if found_there is not None:
            world.engine(found_there).run()
    found = set()
    for (_, number), seen in watched.items():
        for frame, value in seen:
            why = why_of(value)
            found.add(
                Belief(
                    positions.span(starting[number]),
                    " ".join(trees.code(starting[number]).split()),
                    describe(value),
                    context_of(frame),
                    chain(positions, why),
                )
            )
    return tuple(sorted(found))


# --- room to work --------------------------------------------------------------------------------


@contextmanager
def _room() -> Iterator[None]:
    """No garbage collection while trees are built: nothing in them is garbage before the end."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _in_thread(work: Callable[[], ResultT]) -> ResultT:
    """Run the work in a thread whose stack is deep enough for deeply nested source."""
    result: list[ResultT] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            errors.append(error)

    size = threading.stack_size(_STACK_BYTES)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_RECURSION_LIMIT)
    try:
        thread = threading.Thread(target=run, name="jaxlint")
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return result[0]
