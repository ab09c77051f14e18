"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import libcst as cst

from jaxlint.declarations import NOTHING_DECLARED, Declarations
from jaxlint.findings import Fault, Finding, Reason, Report, Span
from jaxlint.interpret.describing import context_of, describe, why_of
from jaxlint.interpret.engine import Engine
from jaxlint.interpret.frames import Frame
from jaxlint.interpret.values import Value
from jaxlint.judging import chain, judge
from jaxlint.model import ir, trees
from jaxlint.model.lower import lower
from jaxlint.nesting import too_deep
from jaxlint.positions import Positions
from jaxlint.project import Project, module_names
from jaxlint.registry import find
from jaxlint.registry import rules as all_rules
from jaxlint.rule import Level, Rule
from jaxlint.selection import BROKEN_SYNTAX
from jaxlint.sources import Source

ResultT = TypeVar("ResultT")

_STACK_BYTES = 512 * 1024 * 1024
_RECURSION_LIMIT = 60_000


# What comes of reading a source.
Read = ir.Module | Finding | Fault


@dataclass(frozen=True, slots=True)
class Parsed:
    """A project as read: its modules, what could not be parsed, what is too deep to judge."""

    project: Project
    broken: tuple[Finding, ...]
    faults: tuple[Fault, ...]


class Memory:
    """What was read before, for those who judge again and again.

    A source that has not changed is not read anew. ``forget`` drops what was not asked for since
    it was called last.
    """

    def __init__(self) -> None:
        self._used: dict[tuple[Source, tuple[str, ...]], Read] = {}
        self._before: dict[tuple[Source, tuple[str, ...]], Read] = {}

    def read(self, source: Source, names: tuple[str, ...]) -> Read:
        """Return what reading a source under its names gives."""
        key = source, names
        found = self._used.get(key) or self._before.get(key) or read_module(source, names)
        self._used[key] = found
        return found

    def forget(self) -> None:
        """Keep what was used since the last call and nothing else."""
        self._before, self._used = self._used, {}


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
        return _in_thread(lambda: _check(sources, chosen, declarations, roots, focus, tick, memory))


def _check(
    sources: Sequence[Source],
    rules: tuple[Rule[Any], ...],
    declarations: Declarations,
    roots: Sequence[str],
    focus: Collection[str] | None,
    tick: Callable[[int, int], None] | None,
    memory: Memory | None,
) -> Report:
    parsed = parse(sources, roots, tick, memory)
    engine = Engine(parsed.project, declarations)
    seen = engine.run()
    shown = {source.path for source in sources} if focus is None else set(focus)
    findings = {f for f in parsed.broken if f.path in shown}
    faults = [fault for fault in parsed.faults if fault.path in shown]
    faults += [Fault(path, text) for path, text in engine.faults.items() if path in shown]
    findings.update(judge(seen, rules, shown))
    return Report(tuple(sorted(findings)), tuple(sorted(faults)), len(shown))


# --- parse and bind ------------------------------------------------------------------------------


def parse(
    sources: Sequence[Source],
    roots: Sequence[str] = (),
    tick: Callable[[int, int], None] | None = None,
    memory: Memory | None = None,
) -> Parsed:
    """Parse and lower a project's sources."""
    names = module_names([source.path for source in sources], roots)
    modules: list[ir.Module] = []
    aliases: dict[str, ir.Module] = {}
    broken: list[Finding] = []
    faults: list[Fault] = []
    known = read_module if memory is None else memory.read
    for at, source in enumerate(sorted(sources, key=lambda source: source.path)):
        if tick is not None:
            tick(at + 1, len(sources))
        module = known(source, names[source.path])
        if isinstance(module, ir.Module):
            modules.append(module)
            for name in names[source.path]:
                aliases.setdefault(name, module)
        elif isinstance(module, Finding):
            broken.append(module)
        else:
            faults.append(module)
    return Parsed(Project(modules, aliases), tuple(broken), tuple(faults))


def read_module(source: Source, names: tuple[str, ...]) -> Read:
    """Return the module that a source is, or why it is none. Never raises."""
    dangerous = too_deep(source.data)
    if dangerous is not None:
        return Fault(source.path, dangerous)
    try:
        tree = cst.parse_module(source.data)
    except cst.ParserSyntaxError as error:
        return _broken(source, error.message, error.editor_line, error.editor_column)
    except (SyntaxError, UnicodeDecodeError, LookupError, ValueError) as error:
        return _broken(source, f"the text cannot be decoded: {error}", 1, 1)
    except Exception as error:  # a defect of the parser must not spoil the other files
        return Fault(source.path, f"libcst cannot read this file: {error}")
    name = names[0] if names else ""
    package = name if source.path.endswith("__init__.py") else name.rpartition(".")[0]
    try:
        return lower(tree, name=name, path=source.path, package=package, source=source.data)
    except RecursionError:
        return Fault(source.path, "nested too deeply to be read")
    except Exception as error:  # a defect of jaxlint must not spoil the other files
        return Fault(source.path, f"{type(error).__name__}: {error}")


def _broken(source: Source, message: str, line: int, column: int) -> Finding:
    span = Span(line, column, line, column + 1)
    text = " ".join(message.split())
    return _not_python(source.path, span, "file", text)


def broken_cell(path: str, span: Span, why: str) -> Finding:
    """The finding that a cell of a notebook is not Python, at a span of the module of its cells."""
    return _not_python(path, span, "cell", why)


def _not_python(path: str, span: Span, what: str, why: str) -> Finding:
    rule = find(BROKEN_SYNTAX)
    assert rule is not None
    message = f"this {what} is not valid Python: {why}"
    advice = f"mend the syntax; until then nothing else is said of this {what}"
    return Finding(path, span, rule.code, rule.name, message, rule.outcome, advice)


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
    memory: Memory | None = None,
) -> tuple[Belief, ...]:
    """Say of each expression that starts on a line what its value is taken for, in every context.

    Raises LookupError when the path is not among the sources or cannot be parsed.
    """
    with _room():
        return _in_thread(lambda: _explain(sources, path, line, declarations, roots, memory))


def _explain(
    sources: Sequence[Source],
    path: str,
    line: int,
    declarations: Declarations,
    roots: Sequence[str],
    memory: Memory | None,
) -> tuple[Belief, ...]:
    parsed = parse(sources, roots, memory=memory)
    module = next((m for m in parsed.project.modules if m.path == path), None)
    if module is None:
        raise LookupError(f"{path} is not among the sources, or cannot be parsed")
    positions = Positions()
    engine = Engine(parsed.project, declarations)
    starting = {place.number: place for place in positions.starting(module, line)}
    watched: dict[tuple[ir.Module, int], list[tuple[Frame, Value]]]
    engine.watched = watched = {(module, number): [] for number in starting}
    engine.run()
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
