"""The main job: sources in, findings out. Linting reads; it never imports or runs what it reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from jaxlint.diagnostics.findings import Report
from jaxlint.diagnostics.registry import rules as all_rules
from jaxlint.diagnostics.rule import Level, Rule
from jaxlint.program.declarations import NOTHING_DECLARED, Declarations
from jaxlint.program.relevance import silent
from jaxlint.queries.distribution import Task, spread
from jaxlint.queries.memory import Keeper
from jaxlint.queries.runs import Ledger, merged, placed, run_all
from jaxlint.queries.workers import ALONE, Crew
from jaxlint.source.files import Source


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
