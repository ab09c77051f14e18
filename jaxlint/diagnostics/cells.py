"""Findings in notebooks, with every place in its cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jaxlint.diagnostics.findings import Finding, Reason
from jaxlint.source.notebooks import Notebook


def in_cells(finding: Finding, notebooks: Mapping[str, Notebook]) -> Finding:
    """Return a finding with every span in its cell, where it lies in a notebook."""
    chain = chain_in_cells(finding.chain, notebooks)
    notebook, fix = notebooks.get(finding.path), finding.fix
    if notebook is None:
        return replace(finding, chain=chain)
    if fix is not None:
        fix = replace(fix, edits=tuple(notebook.in_cell(edit) for edit in fix.edits))
    return replace(finding, span=notebook.celled(finding.span), chain=chain, fix=fix)


def chain_in_cells(
    chain: Sequence[Reason], notebooks: Mapping[str, Notebook]
) -> tuple[Reason, ...]:
    """Return a chain with every span in its cell, where it lies in a notebook."""
    return tuple(
        replace(one, span=notebooks[one.path].celled(one.span)) if one.path in notebooks else one
        for one in chain
    )
