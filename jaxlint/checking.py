"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from jaxlint.declarations import NOTHING_DECLARED, Declarations
from jaxlint.findings import Fault, Finding, Reason, Report, Span
from jaxlint.interpret.describing import context_of, describe, spelling_of, why_of
from jaxlint.interpret.world import Watched, World
from jaxlint.judging import chain, judge
from jaxlint.positions import Positions
from jaxlint.project import Project, Reader
from jaxlint.reading import Memory, Read, read_module
from jaxlint.registry import rules as all_rules
from jaxlint.rule import Level, Rule
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
    memory: Memory | None = None,
) -> Report:
    """Judge a project and return its findings, sorted.

    ``sources`` is the whole project, ``focus`` the paths to report on (None: all of them),
    ``roots`` the folders below which module names start. ``tick`` is told how many sources are
    read, of how many, ``memory`` what was read before. Never raises for bad input: source that
    does not parse gives a JAX901 finding, a defect of jaxlint a fault for that file.
    """
    chosen = default_rules() if rules is None else tuple(rules)
    with _room():
        return _in_thread(
            lambda pulse: _check(sources, chosen, declarations, roots, focus, tick, memory, pulse),
            memory,
        )


def _check(
    sources: Sequence[Source],
    rules: tuple[Rule[Any], ...],
    declarations: Declarations,
    roots: Sequence[str],
    focus: Collection[str] | None,
    tick: Callable[[int, int], None] | None,
    memory: Memory | None,
    pulse: Callable[[], None],
) -> Report:
    project = Project(sources, roots, _reader(memory, pulse))
    shown = set(project.sources) if focus is None else {*focus} & project.sources.keys()
    findings, faults = _unreadable(project, shown)
    world = World(project, declarations, None, pulse)
    runs = sorted(project.reaching(shown))
    judged, positions = [], Positions()
    for number, path in enumerate(runs, 1):
        if tick is not None:
            tick(number, len(runs))
        module = project.module(path)
        if module is not None:
            engine = world.engine(module)
            judged.append((path, [*judge(engine.run(), rules, shown, positions)]))
            faults += [Fault(where, why) for where, why in engine.faults.items() if where in shown]
    findings += merged(judged)
    return Report(tuple(sorted({*findings})), tuple(sorted({*faults})), len(shown))


def _unreadable(project: Project, paths: Iterable[str]) -> tuple[list[Finding], list[Fault]]:
    """What is to be said of files that are no modules."""
    read = [project.read(path) for path in sorted(paths)]
    findings = [one for one in read if isinstance(one, Finding)]
    return findings, [one for one in read if isinstance(one, Fault)]


def merged(judged: Iterable[tuple[str, Sequence[Finding]]]) -> Iterator[Finding]:
    """What the runs over several modules found, each place and code as told by one of them.

    That is the run over the module in which the place lies, or else the first.
    """
    told: dict[tuple[str, Span, str], tuple[bool, str]] = {}
    kept: list[tuple[tuple[bool, str], Finding]] = []
    for path, findings in judged:
        for finding in findings:
            teller = finding.path != path, path
            place = finding.path, finding.span, finding.code
            told[place] = min(teller, told.get(place, teller))
            kept.append((teller, finding))
    for teller, finding in kept:
        if told[finding.path, finding.span, finding.code] == teller:
            yield finding


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
    lines: range | None = None,
    *,
    declarations: Declarations = NOTHING_DECLARED,
    roots: Sequence[str] = (),
    memory: Memory | None = None,
) -> tuple[Belief, ...]:
    """Say of each expression and parameter what its value is taken for, in every context.

    With ``lines`` only of those that start there. Raises LookupError when the path is not among
    the sources or cannot be parsed.
    """
    with _room():
        return _in_thread(
            lambda pulse: _explain(sources, path, lines, declarations, roots, memory, pulse),
            memory,
        )


def _explain(
    sources: Sequence[Source],
    path: str,
    lines: range | None,
    declarations: Declarations,
    roots: Sequence[str],
    memory: Memory | None,
    pulse: Callable[[], None],
) -> tuple[Belief, ...]:
    project = Project(sources, roots, _reader(memory, pulse))
    module = project.module(path) if path in project.sources else None
    if module is None:
        raise LookupError(f"{path} is not among the sources, or cannot be parsed")
    positions = Positions()
    starting = {place.number: place for place in positions.starting(module, lines)}
    watched: Watched = {(module, number): [] for number in starting}
    world = World(project, declarations, watched, pulse)
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
                    spelling_of(starting[number]),
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


def _reader(memory: Memory | None, pulse: Callable[[], None]) -> Reader:
    """Return what reads sources, from memory if it can."""
    known = read_module if memory is None else memory.read

    def read(source: Source, names: tuple[str, ...]) -> Read:
        pulse()
        return known(source, names)

    return read


class _Interrupted(BaseException):
    """Ends work that nobody waits for any more. No Exception: those are defects of one file."""


def _in_thread(
    work: Callable[[Callable[[], None]], ResultT], memory: Memory | None = None
) -> ResultT:
    """Run the work in a thread whose stack is deep enough for deeply nested source.

    The work gets what it has to call now and then. When the wait for it is interrupted, it ends
    there: Python aborts if it has to end while such a thread is in libcst.
    """
    result: list[ResultT] = []
    errors: list[BaseException] = []
    interrupted, begun, ended = threading.Event(), threading.Event(), threading.Event()

    def pulse() -> None:
        if interrupted.is_set():
            raise _Interrupted
        if memory is not None:
            memory.pulse()

    def run() -> None:
        begun.wait()  # while libcst parses, nothing could interrupt who waits for the start
        try:
            result.append(work(pulse))
        except BaseException as error:
            errors.append(error)
        finally:
            ended.set()

    size = threading.stack_size(_STACK_BYTES)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(_RECURSION_LIMIT)
    thread = threading.Thread(target=run, name="jaxlint")
    try:
        thread.start()
        begun.set()
        # To join would not do: interrupted once, Python 3.11 takes the thread for ended.
        ended.wait()
    except BaseException:
        interrupted.set()
        begun.set()
        if thread.ident is not None:
            ended.wait()
        raise
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    if errors:
        raise errors[0]
    return result[0]
