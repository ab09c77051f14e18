"""Files that import each other, against what the definition says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jaxlint.program.circles import circles

NAMES = ("__init__.py", "a.py", "pkg/__init__.py", "pkg/b.py", "pkg/c.py", "pkg/d.py")
GRAPHS = st.dictionaries(st.sampled_from(NAMES), st.sets(st.sampled_from(NAMES)))


def reached(start: str, edges: dict[str, set[str]]) -> set[str]:
    """What is reached from a file in one step or more."""
    found: set[str] = set()
    pending = [start]
    while pending:
        new = edges.get(pending.pop(), set()) - found
        found |= new
        pending.extend(new)
    return found


@given(GRAPHS)
def test_a_circle_is_all_that_reach_each_other(edges: dict[str, set[str]]) -> None:
    found = {frozenset(one) for one in circles(edges)}
    ways = {name: reached(name, edges) for name in NAMES}
    alike = {
        frozenset({name} | {one for one in NAMES if one in ways[name] and name in ways[one]})
        for name in NAMES
    }
    assert found == {one for one in alike if len(one) > 1}


def test_packages_come_before_what_lies_in_them() -> None:
    ring = ["pkg/c.py", "pkg/deep/__init__.py", "a.py", "pkg/__init__.py", "__init__.py"]
    edges = {one: {other} for one, other in zip(ring, [*ring[1:], ring[0]], strict=True)}
    order = ("__init__.py", "a.py", "pkg/__init__.py", "pkg/c.py", "pkg/deep/__init__.py")
    assert [*circles(edges)] == [order]
