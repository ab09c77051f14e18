"""The fields of objects on a path: what copies share, and what joins make of them."""

from __future__ import annotations

from jaxlint.analysis.core.fields import Fields
from jaxlint.analysis.values.kinds import Const, Static, Unknown, Value

ONE, OTHER = Unknown("one"), Unknown("other")


def fields(**held: Value) -> Fields:
    made = Fields({}, 0)
    for place, value in held.items():
        made.put(ONE, place, value)
    return made


def test_a_copy_is_changed_by_itself() -> None:
    before = fields(a=Const(1))
    after = before.copy()
    after.put(ONE, "a", Const(2))
    before.put(ONE, "b", Const(3))
    assert list(before[ONE]) == ["a", "b"] and list(after[ONE]) == ["a"]
    assert before[ONE]["a"] is not after[ONE]["a"]


def test_copies_share_what_neither_has_changed() -> None:
    before = fields(a=Const(1))
    after = before.copy()
    after.put(OTHER, "a", Const(2))
    assert after[ONE] is before[ONE] and OTHER not in before
    assert not list(before.differing([after]))


def test_all_fields_are_counted_once() -> None:
    made = fields(a=Const(1), b=Const(2))
    made.put(ONE, "a", Const(3))
    made.put(OTHER, 0, Const(4))
    made.forget(ONE)
    assert made.count == made.copy().count == 3


def test_what_is_forgotten_is_unknown_but_there() -> None:
    made = fields(a=Const(1))
    before = made.copy()
    made.forget(ONE)
    made.forget(OTHER)
    assert isinstance(made[ONE]["a"], Unknown) and isinstance(before[ONE]["a"], Const)
    assert OTHER not in made


def test_where_paths_meet_fields_are_joined_and_those_of_one_path_are_unknown() -> None:
    mine = fields(same=(same := Const(1)), changed=Const(1), mine=Const(1))
    theirs = fields(same=same, changed=Const(2), theirs=Const(1))
    mine.put(OTHER, "a", Const(1))
    mine.merge(theirs)
    assert mine[ONE]["same"] is same and isinstance(mine[ONE]["changed"], Static)
    assert all(isinstance(mine[ONE][place], Unknown) for place in ("mine", "theirs"))
    assert isinstance(mine[OTHER]["a"], Unknown) and mine.count == 5
    assert list(theirs[ONE]) == ["same", "changed", "theirs"] and theirs.count == 3


def test_fields_differ_where_another_path_has_something_else() -> None:
    before = fields(a=Const(1), b=Const(2))
    other, same = before.copy(), before.copy()
    other.put(ONE, "b", Const(3))
    other.put(ONE, "c", Const(4))
    assert list(before.differing([same, other])) == [(ONE, "b")]
