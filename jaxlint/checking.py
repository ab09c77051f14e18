"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import libcst as cst

from jaxlint.findings import Fault, Finding, Reason, Report, Span
from jaxlint.interpret.describing import context_of, describe, why_of
from jaxlint.interpret.engine import Engine
from jaxlint.interpret.frames import Frame
from jaxlint.interpret.values import Value
from jaxlint.judging import chain, judge
from jaxlint.model import ir
from jaxlint.model.lower import lower
from jaxlint.nesting import too_deep
from jaxlint.positions import Positions
from jaxlint.project import Project, module_names
from jaxlint.registry import rules as all_rules
from jaxlint.rule import Level, Rule
from jaxlint.sources import Source

ResultT = TypeVar("ResultT")

_STACK_BYTES = 512 * 1024 * 1024
_RECURSION_LIMIT = 60_000


@dataclass(frozen=True, slots=True)
class Declarations:
    """What a user's configuration says of their own code.

    ``transforms`` maps a wrapper's qualified name to the transformation it stands for, ``impure``
    and ``key_consumers`` are qualified names of functions. ``jax`` is the requirement on JAX, as
    ``>=0.4.30,<0.6``; empty allows every release.
    """

    transforms: Mapping[str, str] = field(default_factory=dict)
    impure: tuple[str, ...] = ()
    key_consumers: tuple[str, ...] = ()
    jax: str = ""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A project as read: its modules, what could not be parsed, what is too deep to judge."""

    project: Project
    broken: tuple[Finding, ...]
    faults: tuple[Fault, ...]


def default_rules() -> tuple[Rule[Any], ...]:
    """The rules that speak when nobody selects any."""
    return tuple(rule for rule in all_rules() if rule.level is Level.ON)


def check(
    sources: Sequence[Source],
    *,
    rules: Sequence[Rule[Any]] | None = None,
    declarations: Declarations = Declarations(),
    roots: Sequence[str] = (),
    focus: Collection[str] | None = None,
) -> Report:
    """Judge a project and return its findings, sorted.

    ``sources`` is the whole project, ``focus`` the paths to report on (None: all of them),
    ``roots`` the folders below which module names start. Never raises for bad input: source that
    does not parse gives a JAX901 finding, a defect of jaxlint a fault for that file.
    """
    chosen = default_rules() if rules is None else tuple(rules)
    with _room():
        return _in_thread(lambda: _check(sources, chosen, declarations, roots, focus))


def _check(
    sources: Sequence[Source],
    rules: tuple[Rule[Any], ...],
    declarations: Declarations,
    roots: Sequence[str],
    focus: Collection[str] | None,
) -> Report:
    parsed = parse(sources, roots)
    engine = Engine(parsed.project, declarations)
    seen = engine.run()
    shown = {source.path for source in sources} if focus is None else set(focus)
    findings = {f for f in parsed.broken if f.path in shown}
    faults = [fault for fault in parsed.faults if fault.path in shown]
    faults += [Fault(path, text) for path, text in engine.faults.items() if path in shown]
    findings.update(judge(seen, rules, shown))
    return Report(tuple(sorted(findings)), tuple(sorted(faults)), len(shown))


# --- parse and bind ------------------------------------------------------------------------------


def parse(sources: Sequence[Source], roots: Sequence[str] = ()) -> Parsed:
    """Parse and lower a project's sources."""
    names = module_names([source.path for source in sources], roots)
    modules: list[ir.Module] = []
    aliases: dict[str, ir.Module] = {}
    broken: list[Finding] = []
    faults: list[Fault] = []
    for source in sorted(sources, key=lambda source: source.path):
        module = _read(source, names[source.path], broken, faults)
        if module is None:
            continue
        modules.append(module)
        for name in names[source.path]:
            aliases.setdefault(name, module)
    return Parsed(Project(modules, aliases), tuple(broken), tuple(faults))


def _read(
    source: Source, names: tuple[str, ...], broken: list[Finding], faults: list[Fault]
) -> ir.Module | None:
    dangerous = too_deep(source.data)
    if dangerous is not None:
        faults.append(Fault(source.path, dangerous))
        return None
    try:
        tree = cst.parse_module(source.data)
    except cst.ParserSyntaxError as error:
        broken.append(_broken(source, error.message, error.editor_line, error.editor_column))
        return None
    except (SyntaxError, UnicodeDecodeError, LookupError, ValueError) as error:
        broken.append(_broken(source, f"the text cannot be decoded: {error}", 1, 1))
        return None
    except Exception as error:  # a defect of the parser must not spoil the other files
        faults.append(Fault(source.path, f"libcst cannot read this file: {error}"))
        return None
    name = names[0] if names else ""
    package = name if source.path.endswith("__init__.py") else name.rpartition(".")[0]
    try:
        return lower(tree, name=name, path=source.path, package=package)
    except RecursionError:
        faults.append(Fault(source.path, "nested too deeply to be read"))
    except Exception as error:  # a defect of jaxlint must not spoil the other files
        faults.append(Fault(source.path, f"{type(error).__name__}: {error}"))
    return None


def _broken(source: Source, message: str, line: int, column: int) -> Finding:
    text = " ".join(message.split())
    return Finding(
        source.path,
        Span(line, column, line, column + 1),
        "JAX901",
        "broken-syntax",
        f"this file is not valid Python: {text}",
        "is not read",
        "mend the syntax; until then nothing else is said of this file",
    )


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
    declarations: Declarations = Declarations(),
    roots: Sequence[str] = (),
) -> tuple[Belief, ...]:
    """Say of each expression that starts on a line what its value is taken for, in every context.

    Raises LookupError when the path is not among the sources or cannot be parsed.
    """
    with _room():
        return _in_thread(lambda: _explain(sources, path, line, declarations, roots))


def _explain(
    sources: Sequence[Source],
    path: str,
    line: int,
    declarations: Declarations,
    roots: Sequence[str],
) -> tuple[Belief, ...]:
    parsed = parse(sources, roots)
    module = next((m for m in parsed.project.modules if m.path == path), None)
    if module is None:
        raise LookupError(f"{path} is not among the sources, or cannot be parsed")
    positions = Positions()
    engine = Engine(parsed.project, declarations)
    watched: dict[cst.CSTNode, list[tuple[Frame, Value]]]
    engine.watched = watched = {node: [] for node in positions.starting(module.tree, line)}
    engine.run()
    found = set()
    for node, seen in watched.items():
        for frame, value in seen:
            why = why_of(value)
            found.add(
                Belief(
                    positions.span(module.tree, node),
                    " ".join(module.tree.code_for_node(node).split()),
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
