"""Calls that are alike: what the one was given stands for what the other was given."""

from __future__ import annotations

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.signatures import handed
from jaxlint.analysis.values.kinds import Unknown, Value


def part(value: Value) -> Value:
    return value.child("rest", Unknown)


def test_parts_of_arguments_are_matched() -> None:
    tree, other = Unknown(), Unknown()
    inner = part(part(tree))
    found = handed(Arguments((tree,)), Arguments((other,)))
    assert found[tree] is other
    assert found[inner] is part(part(other))


def test_a_part_of_the_argument_given_in_its_place_ends() -> None:
    tree = Unknown()
    found = handed(Arguments((tree,)), Arguments((part(tree),)))
    assert found[tree] is part(tree)
    assert len(found) < 10
