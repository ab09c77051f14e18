"""The page of a rule: what its docstring says, and the proof with what was seen of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import dedent

from jaxlint.diagnostics.registry import RuleInfo
from jaxlint.proof import Record, seen_elsewhere
from tools.site.facts import (
    LEVELS,
    Proof,
    family_of,
    has_fix,
    proofs,
    sections_of,
    since,
    summary_of,
)

_EXAMPLES = ("Example", "Use instead")
_BLOCK = re.compile(r"(?:^ {4}.*\n?|^\n(?= {4}))+", re.MULTILINE)
_MARK = re.compile(r"# expect: .*JAX\d{3}")


def page(rule: RuleInfo) -> str:
    """Return the page of a rule as Markdown."""
    proof = proofs().get(rule.code)
    parts = [f"# {rule.name}", f"`{rule.code}` {summary_of(rule)}", _table(rule, proof)]
    for title, text in sections_of(rule):
        parts += [f"## {title}", _fenced(text) if title in _EXAMPLES else text]
    if proof is not None:
        parts += _proof(proof)
    parts += ["## In the terminal", f"```sh\njaxlint rule {rule.name}\n```"]
    return "\n\n".join(parts) + "\n"


def _table(rule: RuleInfo, proof: Proof | None) -> str:
    rows = {
        "What JAX does": rule.outcome,
        "Errors": ", ".join(_error(name) for name in proof.errors) if proof else "",
        "Level": LEVELS[rule.level],
        "Fix": "yes, [see below](#fix)" if has_fix(rule) else "none",
        "Since": f"jaxlint {since(rule)}",
        "Family": family_of(rule),
    }
    head, *shown = (f"| {key} | {value} |" for key, value in rows.items() if value)
    return "\n".join([head, "|---|---|", *shown])


def _error(name: str) -> str:
    return f"[`{name}`](../errors.md#{name.lower()})"


def _fenced(text: str) -> str:
    """Return text with its indented blocks as blocks of Python."""
    return _BLOCK.sub(lambda found: f"```python\n{dedent(found[0]).strip()}\n```\n", text)


def _proof(proof: Proof) -> Iterator[str]:
    """Yield the parts that show a rule's proof."""
    name = proof.fixture.path.name
    yield "## Proof"
    yield (
        f"`fixtures/{name}` is run on real JAX: each *hazard* must do what is said above, and no "
        "*remedy* may. The same file is linted, and the lines that are marked in it must be the "
        "findings, no more and no fewer."
    )
    yield from _evidence(proof.records)
    yield "\n".join(seen_elsewhere(proof.fixture).lines())
    text = proof.fixture.path.read_text(encoding="utf-8").rstrip("\n")
    marked = [str(at) for at, line in enumerate(text.split("\n"), start=1) if _MARK.search(line)]
    lines = "\n".join(f"    {line}".rstrip() for line in text.split("\n"))
    fence = f'```python linenums="1" hl_lines="{" ".join(marked)}"'
    yield f'??? example "fixtures/{name}"\n\n    {fence}\n{lines}\n    ```'


def _evidence(records: Sequence[Record]) -> Iterator[str]:
    """Yield what was seen, a table for each JAX and device."""
    if not records:
        yield "No evidence of its present text is kept."
    by_place = sorted(records, key=lambda one: (one.platform, one.device, one.jax))
    for (device, jax), some in groupby(by_place, key=lambda one: (one.device, one.jax)):
        rows = list(some)
        proved = sum(one.proved for one in rows)
        yield f'??? success "Seen on {device}, JAX {jax}: {proved} of {len(rows)} proved"'
        yield "\n".join(
            [
                "    | function | | seen |",
                "    |---|---|---|",
                *(f"    | `{one.function}` | {one.kind} | {_cell(one.observed)} |" for one in rows),
            ]
        )


def _cell(text: str) -> str:
    """Return text as code within a table."""
    return f"`{text}`".replace("|", r"\|")
