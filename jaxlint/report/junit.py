"""JUnit's XML, which most CI servers show as tests: a finding is a test that failed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree as XML

from jaxlint.diagnostics.findings import Fault, Finding
from jaxlint.diagnostics.result import Result
from jaxlint.report.paint import Line, plain
from jaxlint.source.text import printable

_Told = Finding | Fault


def render(result: Result) -> Iterator[Line]:
    """Yield the lines of a document with a suite for each file that something is said of."""
    report = result.report
    told: list[_Told] = sorted([*report.findings, *report.faults], key=lambda one: one.path)
    root = XML.Element("testsuites", {"name": "jaxlint", **_counts(told)})
    for path, group in groupby(told, key=lambda one: one.path):
        of_file = list(group)
        suite = XML.SubElement(root, "testsuite", {"name": printable(path), **_counts(of_file)})
        for one in of_file:
            _add(suite, one)
    if not told:  # servers take a document without tests for one that was not written
        suite = XML.SubElement(root, "testsuite", {"name": "jaxlint", **_counts(told, passed=1)})
        XML.SubElement(suite, "testcase", name="no findings", classname="jaxlint")
        root.attrib |= _counts(told, passed=1)
    XML.indent(root)
    yield plain('<?xml version="1.0" encoding="utf-8"?>')
    yield from map(plain, XML.tostring(root, encoding="unicode").split("\n"))


def _counts(told: list[_Told], passed: int = 0) -> dict[str, str]:
    faults = sum(isinstance(one, Fault) for one in told)
    return {
        "tests": str(len(told) + passed),
        "failures": str(len(told) - faults),
        "errors": str(faults),
    }


def _add(suite: XML.Element, one: _Told) -> None:
    path = printable(one.path)
    where = {"classname": path, "file": path}
    if isinstance(one, Fault):
        case = XML.SubElement(suite, "testcase", {"name": "fault", **where})
        XML.SubElement(case, "error", type="fault", message=printable(one.message))
        return
    name = f"{one.code} {one.name} at {printable(one.place)}"
    if not one.span.cell:
        where["line"] = str(one.span.line)
    case = XML.SubElement(suite, "testcase", {"name": name, **where})
    failure = XML.SubElement(case, "failure", type=one.code, message=printable(one.message))
    said = [f"{one.place}: {one.message}", f"outcome: {one.outcome}"]
    said += [f"write instead: {one.advice}"]
    said += [f"because: {reason.place}: {reason.text}" for reason in one.chain]
    failure.text = "; ".join(map(printable, said))
