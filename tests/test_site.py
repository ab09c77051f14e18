"""The documentation site: built strictly, no link broken, nothing loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath

import pytest

import jaxlint
from jaxlint.diagnostics.addresses import page_path
from jaxlint.diagnostics.registry import RuleInfo, catalogue
from jaxlint.proof import read_evidence, seen_elsewhere
from tools.site.build import build
from tools.site.facts import has_fix, proofs, since
from tools.site.linking import from_top, linked

CHECKOUT = Path(jaxlint.__file__).parent.parent
# What a reader's machine would fetch by itself, and by which attribute.
FETCHED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}


class Reader(HTMLParser):
    """What a page refers to: its links, the places that links may name, and what it fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.fetched: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        given = {key: value or "" for key, value in attrs}
        self.places |= {given[key] for key in ("id", "name") if key in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        if FETCHED.get(tag) in given:
            self.fetched.add(given[FETCHED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the site."""
    pytest.importorskip("mkdocs", reason="needs the extra docs")
    target = tmp_path_factory.mktemp("site")
    assert build(target) == 0
    return target


@pytest.fixture(scope="module")
def read(site: Path) -> Mapping[str, Reader]:
    """What is in each page, by its path on the site."""
    found = {}
    for path in site.rglob("*.html"):
        found[path.relative_to(site).as_posix()] = reader = Reader()
        reader.feed(path.read_text(encoding="utf-8"))
    return found


def targets(page: str, reader: Reader) -> Iterator[tuple[str, str]]:
    """Yield the file and the place in it of each link of a page."""
    for link in reader.links:
        path, _, place = link.partition("#")
        whole = path if path.startswith("/") else f"{page.rpartition('/')[0]}/{path}"
        file = normpath(whole.strip("/")) if path else page
        is_folder = path.endswith(("/", ".")) or file == "."
        yield normpath(f"{file}/index.html") if is_folder else file, place


def test_no_link_is_broken(site: Path, read: Mapping[str, Reader]) -> None:
    broken = [
        (page, file, place)
        for page, reader in read.items()
        if page != "404.html"
        for file, place in targets(page, reader)
        if not (site / file).is_file()
        or (place and file in read and place not in read[file].places)
    ]
    assert broken == []
    assert sum(len(reader.links) for reader in read.values()) > 1000


def test_nothing_is_loaded_from_elsewhere(site: Path, read: Mapping[str, Reader]) -> None:
    fetched = {(page, one) for page, reader in read.items() for one in reader.fetched}
    assert {(page, one) for page, one in fetched if "//" in one} == set()
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", styles) == []


@pytest.mark.parametrize("rule", catalogue(), ids=lambda rule: str(rule.name))
def test_each_rule_has_its_page_at_its_address(site: Path, rule: RuleInfo) -> None:
    text = (site / page_path(rule.name) / "index.html").read_text(encoding="utf-8")
    assert f'<h1 id="{rule.name}">{rule.name}' in text
    assert rule.code in text and f"jaxlint {since(rule)}" in text
    if rule.code in proofs():
        for one in {one.jax for one in read_evidence("cpu") if one.code == rule.code}:
            assert f"Seen on cpu, JAX {one}" in text
        assert ", ".join(seen_elsewhere(proofs()[rule.code].fixture).releases) in text
        assert "from jaxlint.proof import" in re.sub(r"<[^>]*>", "", text)


@pytest.mark.parametrize(
    "name", ["TracerBoolConversionError", "UnexpectedTracerError", "KeyReuseError", "TypeError"]
)
def test_an_error_leads_to_its_rules(site: Path, name: str) -> None:
    text = (site / "errors" / "index.html").read_text(encoding="utf-8")
    part = text.partition(f'<h2 id="{name.lower()}">')[2].partition("<h2")[0]
    wanted = {rule.name for rule in catalogue() if rule.code in proofs()}
    wanted = {one for one in wanted if name in proofs()[codes()[one]].errors}
    assert wanted
    assert {*re.findall(r"<code>([a-z-]+)</code>", part)} & codes().keys() == wanted


def codes() -> Mapping[str, str]:
    """Return the code of each rule by its name."""
    return {rule.name: rule.code for rule in catalogue()}


def test_symptoms_lead_to_rules_that_exist() -> None:
    text = (CHECKOUT / "docs" / "symptoms.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?!You see|---)(.*) \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) > 30
    for symptom, names in rows:
        named = re.findall(r"`([^`]*)`", names)
        assert named and {*named} <= codes().keys(), symptom


def test_a_rule_that_is_named_becomes_a_link() -> None:
    shown = "`traced-branch`, JAX101"
    there = "[`traced-branch`](rules/traced-branch.md), [JAX101](rules/traced-branch.md)"
    assert linked(shown, "usage.md") == there
    assert linked(shown, "rules/index.md") == there.replace("rules/", "")
    assert linked(shown, "rules/traced-branch.md") == shown


@pytest.mark.parametrize(
    "text",
    [
        "# JAX101",
        "    JAX101",
        "```\nJAX101\n```",
        "[JAX101](somewhere.md)",
        "`jaxlint rule JAX101`",
        "JAX1, JAX1011 and `traced-branches`",
    ],
)
def test_other_text_does_not(text: str) -> None:
    assert linked(text, "usage.md") == text


def test_links_of_the_top_are_those_of_the_site() -> None:
    text = (
        "[docs/usage.md](docs/usage.md#fix), [it](README.md), [LICENSE](LICENSE), [x](https://x.y)"
    )
    assert from_top(text) == "[usage.md](usage.md#fix), [it](index.md), `LICENSE`, [x](https://x.y)"


def test_fixes_and_versions_are_read_from_their_texts() -> None:
    by_name = {rule.name: rule for rule in catalogue()}
    assert has_fix(by_name["dropped-update"]) and not has_fix(by_name["traced-branch"])
    assert since(by_name["traced-branch"]) == "0.1.0"
