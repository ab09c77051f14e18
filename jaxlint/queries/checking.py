"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.registry import rules as all_rules
from jaxlint.diagnostics.rule import Level, Rule
from jaxlint.program.declarations import NOTHING_DECLARED, Declarations
from jaxlint.program.project import Project
from jaxlint.program.relevance import silent
from jaxlint.queries.distribution import Task, spread
from jaxlint.queries.memory import Keeper, Known
from jaxlint.queries.runs import Ledger, Run, merged, run_all
from jaxlint.queries.workers import ONE_PROCESS, Scheduler
from jaxlint.source.files import Source


def default_rules() -> tuple[Rule[Any], ...]:
    """The rules that speak when nobody selects any."""
    return tuple(rule for rule in all_rules() if rule.level is Level.ON)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a check.

    ``rules`` are those that speak (None: the default ones), ``roots`` the folders below which
    module names start, ``focus`` the paths to report on (None: all of them). With ``near`` only
    modules of the focus are run, and of the others what is kept counts.
    """

    rules: Sequence[Rule[Any]] | None = None
    declarations: Declarations = NOTHING_DECLARED
    roots: Sequence[str] = ()
    focus: Collection[str] | None = None
    near: bool = False


EVERYTHING = Request()


def check(
    sources: Sequence[Source],
    request: Request = EVERYTHING,
    *,
    tick: Callable[[int, int], None] | None = None,
    keeper: Keeper | None = None,
    scheduler: Scheduler = ONE_PROCESS,
) -> Report:
    """Judge a project, given as all its sources, and return its findings, sorted.

    ``tick`` is told how many modules are run, of how many. ``keeper`` has what was read and run
    before, and gets what is new; behind a request for what is ``near`` it knows how many modules
    are left. ``scheduler`` says where runs are made. Never raises for bad input: source that does
    not parse gives a JAX901 finding, a defect of jaxlint a fault for that file.
    """
    declarations, roots, focus = request.declarations, request.roots, request.focus
    chosen = default_rules() if request.rules is None else tuple(request.rules)
    kept = Keeper() if keeper is None else keeper
    project = kept.project(sources, roots)
    shown = set(project.sources) if focus is None else {*focus} & project.sources.keys()
    wanted = sorted(project.reaching(shown) - silent(project, declarations))
    about = repr((*(rule.code for rule in chosen), declarations, *roots))
    before = kept.ledger(about)
    good = before.still_good(project)
    every = [path for path in wanted if path not in good]
    missing = [path for path in every if path in shown or not request.near]
    kept.behind = len(every) - len(missing)

    def done(run: Run) -> None:
        good[run.path] = run
        if tick is not None:
            tick(sum(path in good for path in missing), len(missing))

    try:
        with scheduler.workers([len(project.sources[path].data) for path in missing]) as workers:
            if workers is None:
                run_all(project, missing, chosen, declarations, done, kept.pulse)
            else:
                files = tuple(project.sources.values())
                known = Known(project.facts(project.sources), {})
                task = Task(files, tuple(roots), chosen, declarations, known, kept.stored)
                spread(workers, task, missing, done)
    finally:  # who is interrupted keeps what is done
        if good != before.runs or not good:
            kept.keep(about, project, Ledger(good, project.codes()))
    return _report(project, [good[path] for path in wanted if path in good], shown)


def _report(project: Project, runs: Sequence[Run], shown: Collection[str]) -> Report:
    """What runs found in some files."""
    told = (finding for finding in merged(runs, project) if finding.path in shown)
    faults = {fault for one in runs for fault in one.faults if fault.path in shown}
    return Report(tuple(sorted(set(told))), tuple(sorted(faults)), len(shown))
