"""Certainty: a finding is as certain as the weakest link of what it rests on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from jaxlint.analysis.values.certainty import Certainty, Promise, Promised, weakest
from jaxlint.analysis.values.facts import Edge
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import Array, like
from jaxlint.analysis.values.promises import certainty_of
from jaxlint.analysis.values.regions import Why
from jaxlint.config.settings import Settings
from jaxlint.diagnostics.findings import Finding
from jaxlint.diagnostics.selection import Selection
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint
from jaxlint.queries.checking import Request, check
from jaxlint.report.severity import severity
from jaxlint.server.analysis import Analysis, Document
from jaxlint.source.files import Source

nowhere: Any = object()

MODULE = """\
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        if x.sum() > 0:
            return -x
        return x
"""

JITTED = """\
import jax

from net import Net


@jax.jit
def step(params, x):
    return Net().apply(params, x)
"""

DECLARED = """\
import jax
import jax.numpy as jnp


def cleared(x: jax.Array):
    x[0] = 0
    return x


def scaled(x: jax.Array):
    y = x * 2
    y[0] = 0
    return y


def made(n):
    x = jnp.zeros(n)
    x[0] = 1
    return x


def either(x: jax.Array, flag):
    y = x if flag else jnp.zeros(3)
    y[0] = 1
    return y


def shown_by_the_other(x: jax.Array):
    y = x + jnp.zeros(3)
    y[0] = 1
    return y


@jax.jit
def traced(x: jax.Array):
    if x:
        return 1
    return 2


@jax.jit
def computed(x: jax.Array):
    if x > 0:
        return 1
    return 2
"""


def chain(*steps: Certainty) -> Why:
    """A chain of such steps, the trace root first."""
    why: Why | None = None
    for step in steps:
        why = Why("so", nowhere, nowhere, why, step)
    assert why is not None
    return why


SHOWN, SAID, PRESUMED = Certainty.SHOWN, Certainty.DECLARED, Certainty.PRESUMED


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ((SHOWN, SHOWN), SHOWN),
        ((SAID, SHOWN), SAID),
        ((SHOWN, SAID), SAID),
        ((PRESUMED, SAID, SHOWN), PRESUMED),
        ((SAID, PRESUMED), PRESUMED),
    ],
)
def test_a_chain_is_as_certain_as_its_weakest_link(
    steps: tuple[Certainty, ...], wanted: Certainty
) -> None:
    assert chain(*steps).certainty is wanted
    assert weakest(*steps) is wanted


def test_what_rests_on_nothing_else_is_shown() -> None:
    assert weakest() is certainty_of(None) is certainty_of(Array("made")) is SHOWN


@pytest.mark.parametrize("edge", Edge, ids=lambda edge: str(edge.name))
def test_a_promise_stays_beyond_every_edge(edge: Edge) -> None:
    promised = Promised(Promise())
    assert promised.cross(edge) is promised


def test_a_value_that_may_be_one_in_doubt_is_in_doubt() -> None:
    sure, unsure = Array("made"), Array("an annotation", Promised(Promise()))
    assert certainty_of(join(sure, unsure)) is certainty_of(join(unsure, sure)) is SAID
    assert certainty_of(like(unsure)) is SAID


def findings(**sources: str) -> list[Finding]:
    """All that is found in some modules."""
    given = [Source(f"{name}.py", text.encode()) for name, text in sources.items()]
    return list(check(given, Request(roots=(".",))).findings)


def test_what_rests_on_an_annotation_is_declared() -> None:
    found = {one.chain[0].text if one.chain else one.span.line: one for one in findings(m=DECLARED)}
    by_line = {one.span.line: one.certainty for one in found.values()}
    assert by_line == {
        6: "declared",
        12: "declared",
        18: "shown",
        24: "declared",
        30: "shown",
        36: "declared",
        43: "shown",
    }


def test_fixes_are_safe_only_for_what_is_shown() -> None:
    safe = {one.span.line: one.fix.safe for one in findings(m=DECLARED) if one.fix}
    assert safe == {6: False, 12: False, 18: True, 24: False, 30: True}


def test_a_module_that_nobody_calls_is_presumed_to_be_jitted() -> None:
    (found,) = findings(net=MODULE)
    assert found.certainty == "presumed"
    assert found.message.endswith("if a jitted step calls it")
    assert found.chain[0].text == "`__call__` is traced if a jitted step calls it"
    assert severity(found) == "note"


def test_a_jitted_step_that_calls_a_module_shows_it() -> None:
    (found,) = findings(net=MODULE, step=JITTED)
    assert (found.path, found.certainty, severity(found)) == ("net.py", "shown", "error")


SORTED = """\
import jax
import jax.numpy as jnp

SEEN = []


class Line:
    ends = (0.0, 1.0)


def length(target):
    if isinstance(target, Line):
        SEEN.append(jnp.ones(2))
        return float(jnp.sum(jnp.asarray(target.ends)))
    return float(jnp.sum(jnp.ones(3)))


def measured(targets):
    return jax.jit(lambda x: (x, [length(target) for target in targets]))
"""


def test_that_a_trace_comes_by_for_some_sort_of_values_is_presumed() -> None:
    leak, one, other = findings(m=SORTED)
    assert (leak.certainty, one.certainty, other.certainty) == ("presumed", "presumed", "shown")
    assert leak.message.endswith("after this lambda has been traced, if a trace comes by here")
    assert one.message.endswith("is traced, if `isinstance(target, Line)` is true")


KEPT_TEST = """
import os

import jax

FAST = os.environ.get("FAST")


@jax.jit
def step(params, x):
    found = {test}
    if found:
        return float(x)
    return x
"""


@pytest.mark.parametrize("test", ['"w" in params', "x.ndim > 1", "x.shape[0] == 3"])
def test_what_a_kept_test_of_arguments_leads_to_is_shown(test: str) -> None:
    assert [one.certainty for one in findings(m=KEPT_TEST.format(test=test))] == ["shown"]


@pytest.mark.parametrize("test", ["FAST is not None", '"w" in os.environ'])
def test_what_a_kept_test_of_the_setup_leads_to_is_presumed(test: str) -> None:
    assert [one.certainty for one in findings(m=KEPT_TEST.format(test=test))] == ["presumed"]


CONTAINERS = """
import jax


def first(rows):
    return float(rows[0])


@jax.jit
def of_lists(rows):
    return first(rows) if isinstance(rows, list) else rows


@jax.jit
def of_all(rows):
    return [first(rows)] if isinstance(rows, list) else first(rows)
"""


def test_what_containers_alone_lead_to_is_presumed() -> None:
    text = CONTAINERS.partition("@jax.jit\ndef of_all")[0]
    (found,) = findings(m=text)
    assert (found.certainty, found.span.line) == ("presumed", 6)
    assert found.message.endswith("is traced, if `rows` is a list")


def test_what_arrays_lead_to_as_well_is_shown() -> None:
    assert [one.certainty for one in findings(m=CONTAINERS)] == ["shown"]


GLOBAL = """
import jax

SCALE = load()


@jax.jit
def scaled(x):
    return x * SCALE


def change(given, rates):
    global SCALE
    {change}
"""

FIELD = """
import jax


class Model:
    def __init__(self, scale):
        self.scale = scale
        self.other = 2.0 * scale
        self.step = jax.jit(self._step)

    def _step(self, x):
        return x * self.scale

    def change(self, given, rates):
        {change}
"""

ANOTHER_VALUE = [
    "{0} = given",
    "{0} = {0} * 0.5",
    "{0} *= 0.5",
    "{0} = 0.0",
    "half = given / 2; ({0}, _) = half, 1",
    "for rate in rates: {0} = rate",
]
PERHAPS_THE_SAME = ["{0} = load()", "{0} = table.scale * 2", "half = load(); {0} = half"]


@pytest.mark.parametrize("change", ANOTHER_VALUE)
def test_that_another_value_of_a_global_comes_later_is_shown(change: str) -> None:
    text = GLOBAL.format(change=change.format("SCALE"))
    assert [one.certainty for one in findings(m=text)] == ["shown"]


@pytest.mark.parametrize("change", PERHAPS_THE_SAME)
def test_that_what_is_loaded_or_built_is_another_is_presumed(change: str) -> None:
    text = GLOBAL.format(change=change.format("SCALE"))
    assert [one.certainty for one in findings(m=text)] == ["presumed"]


@pytest.mark.parametrize("change", [*ANOTHER_VALUE, *PERHAPS_THE_SAME])
def test_that_a_field_is_assigned_between_two_calls_is_presumed(change: str) -> None:
    text = FIELD.format(change=change.format("self.scale"))
    assert [one.certainty for one in findings(m=text)] == ["presumed"]


USED_GLOBAL = "\n\nscaled(1.0)\nchange(1, (2,))\nscaled(1.0)\n"
USED_FIELD = "\n\nmodel = Model(2.0)\nmodel.step(1.0)\nmodel.change(1, (2,))\nmodel.step(1.0)\n"


@pytest.mark.parametrize("change", [*ANOTHER_VALUE, *PERHAPS_THE_SAME])
@pytest.mark.parametrize(
    ("program", "name", "use"), [(GLOBAL, "SCALE", USED_GLOBAL), (FIELD, "self.scale", USED_FIELD)]
)
def test_a_change_between_two_calls_is_shown_whatever_it_gives(
    program: str, name: str, use: str, change: str
) -> None:
    text = program.format(change=change.format(name)) + use
    assert [one.certainty for one in findings(m=text)] == ["shown"]


@pytest.mark.parametrize(("part", "certainty"), [("params", ["shown"]), ("apply_fn", [])])
def test_which_parts_of_a_state_a_step_changes_is_known(part: str, certainty: list[str]) -> None:
    text = FIELD.replace("x * self.scale", f"run(x, self.scale.{part})")
    text = text.format(change="self.scale = self.scale.apply_gradients(grads=given)") + USED_FIELD
    assert [one.certainty for one in findings(m=text)] == certainty


def test_that_a_value_of_its_sort_is_traced_is_shown() -> None:
    text = f"{SORTED}\n\nline = Line()\njax.jit(lambda x: (x, length(line)))(1.0)\n"
    assert [one.certainty for one in findings(m=text)] == ["shown"] * 3


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A file with a finding that is presumed."""
    file = tmp_path / "net.py"
    file.write_text(MODULE, encoding="utf-8")
    return file


def checked(*options: str) -> tuple[int, list[str]]:
    """The exit code of the command, and how certain each of its findings is."""
    command = [sys.executable, "-m", "jaxlint", "check", "--no-cache", "--output-format", "json"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    return done.returncode, [one["certainty"] for one in json.loads(done.stdout)["findings"]]


def test_what_is_presumed_is_told_when_asked_for(module: Path) -> None:
    assert checked(str(module)) == (0, [])
    assert checked(str(module), "--presumed") == (1, ["presumed"])


def test_a_setting_asks_for_what_is_presumed(module: Path) -> None:
    (module.parent / "jaxlint.toml").write_text("presumed = true", encoding="utf-8")
    assert checked(str(module)) == (1, ["presumed"])


def test_an_ignore_comment_on_what_is_presumed_is_used(module: Path) -> None:
    text = MODULE.replace("> 0:", "> 0:  # jaxlint: ignore[traced-branch]")
    module.write_text(text, encoding="utf-8")
    job = Job([str(module)], Settings(folder=module.parent), Selection(("ALL",)))
    assert lint(job).report.findings == ()


def test_an_editor_shows_what_is_presumed_as_a_hint(module: Path) -> None:
    told = Analysis().judged([Document(module, MODULE.encode())])
    assert [severity(one) for one in told[module].findings] == ["note"]
