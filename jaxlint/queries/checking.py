"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from jaxlint.analysis.core.world import Watched, World
from jaxlint.analysis.values.describing import context_of, describe, spelling_of, why_of
from jaxlint.diagnostics.findings import Reason, Report
from jaxlint.diagnostics.judging import chain
from jaxlint.diagnostics.registry import rules as all_rules
from jaxlint.diagnostics.rule import Level, Rule
from jaxlint.program.declarations import NOTHING_DECLARED, Declarations
from jaxlint.program.positions import Positions
from jaxlint.program.relevance import silent
from jaxlint.queries.deep_stack import with_room
from jaxlint.queries.distribution import Task, spread
from jaxlint.queries.memory import Keeper
from jaxlint.queries.runs import Ledger, merged, placed, run_all
from jaxlint.queries.workers import ALONE, Crew
from jaxlint.source.files import Source
from jaxlint.source.spans import Span


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
    crew: Crew = ALONE,
) -> Report:
    """Judge a project and return its findings, sorted.

    ``sources`` is the whole project, ``focus`` the paths to report on (None: all of them),
    ``roots`` the folders below which module names start. ``tick`` is told how many modules are
    run, of how many. ``keeper`` has what was read and run before, and gets what is new. ``crew``
    says who does the work. Never raises for bad input: source that does not parse gives a JAX901
    finding, a defect of jaxlint a fault for that file.
    """
    chosen = default_rules() if rules is None else tuple(rules)
    kept = Keeper() if keeper is None else keeper
    project = kept.project(sources, roots)
    shown = set(project.sources) if focus is None else {*focus} & project.sources.keys()
    wanted = sorted(project.reaching(shown) - silent(project, declarations))
    about = repr((*(rule.code for rule in chosen), declarations, *roots))
    good = kept.ledger(about).still_good(project)
    missing = [path for path in wanted if path not in good]
    done = (lambda number: None) if tick is None else partial(_tell, tick, len(missing))
    with crew.workers([len(project.sources[path].data) for path in missing]) as workers:
        if workers is None:
            new = run_all(project, missing, chosen, declarations, done, kept.pulse)
        else:
            task = Task(tuple(project.sources.values()), tuple(roots), chosen, declarations)
            new = spread(workers, task, missing, done)
    good |= {one.path: one for one in new}
    if keeper is not None:
        keeper.keep(about, project, Ledger(good))
    runs = [good[path] for path in wanted]
    told = (placed(finding, project) for finding in merged(runs) if finding.path in shown)
    findings = sorted(set(told))
    faults = sorted({fault for one in runs for fault in one.faults if fault.path in shown})
    return Report(tuple(findings), tuple(faults), len(shown))


def _tell(tick: Callable[[int, int], None], total: int, number: int) -> None:
    tick(number, total)


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
    keeper: Keeper | None = None,
) -> tuple[Belief, ...]:
    """Say of each expression and parameter what its value is taken for, in every context.

    With ``lines`` only of those that start there. Raises LookupError when the path is not among
    the sources or cannot be parsed.
    """
    return with_room(
        lambda pulse: _explain(sources, path, lines, declarations, roots, keeper, pulse),
        None if keeper is None else keeper.pulse,
    )


def _explain(
    sources: Sequence[Source],
    path: str,
    lines: range | None,
    declarations: Declarations,
    roots: Sequence[str],
    keeper: Keeper | None,
    pulse: Callable[[], None],
) -> tuple[Belief, ...]:
    project = (Keeper() if keeper is None else keeper).project(sources, roots)
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
