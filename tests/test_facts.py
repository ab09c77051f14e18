"""Facts about values: they stay with copies, and say themselves what becomes of them elsewhere."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from jaxlint.analysis.domains.arrays.facts import MASK, Form, Ranked
from jaxlint.analysis.domains.buffers.facts import View
from jaxlint.analysis.domains.timing.facts import Reading
from jaxlint.analysis.values.facts import NO_FACTS, Edge, Fact, Facts
from jaxlint.analysis.values.joins import join
from jaxlint.analysis.values.kinds import (
    Array,
    Const,
    Container,
    HostArray,
    Key,
    Static,
    Unknown,
    Value,
    beyond,
    like,
)
from jaxlint.analysis.values.numbers import FRACTION, WHOLE_NUMBER
from jaxlint.analysis.values.salted import Salted
from jaxlint.analysis.values.spans import Span

nowhere: Any = object()

MATRIX = Form((2, 3), "float")
SPAN = Span(0, inf)
FACTS = (MATRIX, WHOLE_NUMBER, SPAN, Ranked(), View(nowhere), Salted(), Reading(1))

# What is left of each fact beyond each edge; what is not named here is lost.
BEYOND: dict[Edge, dict[Fact, Fact]] = {
    Edge.CALL: {fact: fact for fact in FACTS},
    Edge.TRACE_IN: {MATRIX: MATRIX, WHOLE_NUMBER: WHOLE_NUMBER, SPAN: SPAN},
    Edge.TRACE_OUT: {MATRIX: MATRIX, WHOLE_NUMBER: WHOLE_NUMBER, SPAN: SPAN},
    Edge.ROW: {MATRIX: Form(None, "float"), SPAN: SPAN},
    Edge.ELEMENT: {MATRIX: Form((3,), "float")},
    Edge.PART: {MATRIX: Form(None, "float"), View(nowhere): View(nowhere)},
    Edge.STACK: {MATRIX: Form((None, 2, 3), "float")},
    Edge.NEXT_TURN: {MATRIX: MATRIX, WHOLE_NUMBER: WHOLE_NUMBER},
    Edge.RULED: {MATRIX: MATRIX},
}


@pytest.mark.parametrize("edge", Edge, ids=lambda edge: str(edge.name))
@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_what_becomes_of_a_fact_beyond_an_edge(fact: Fact, edge: Edge) -> None:
    wanted = BEYOND[edge].get(fact)
    assert fact.cross(edge) == wanted
    across = beyond(Array("made", fact), edge)
    assert across.fact(type(fact)) == wanted


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: type(fact).__name__)
def test_a_value_holds_one_fact_of_each_class(fact: Fact) -> None:
    value = Array("made", *FACTS)
    assert value.with_fact(fact).facts == value.facts
    assert value.fact(type(fact)) is fact


def test_the_order_in_which_facts_come_makes_no_difference() -> None:
    assert Facts.of(*FACTS) == Facts.of(*reversed(FACTS))
    assert Facts.of(None) is NO_FACTS


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (MATRIX, MATRIX, MATRIX),
        (MATRIX, Form((2, 3), "int"), Form((2, 3), "")),
        (MATRIX, Form((3, 2), "float"), Form((None, None), "float")),
        (MATRIX, Form((2, 4), "float"), Form((2, None), "float")),
        (MATRIX, Form((3,), "int"), None),
        (MATRIX, None, None),
        (Form((), "int"), Form((), "float"), Form((), "")),
        (WHOLE_NUMBER, WHOLE_NUMBER, WHOLE_NUMBER),
        (WHOLE_NUMBER, FRACTION, None),
        (SPAN, Span(0, inf), None),
        (Salted(), None, None),
        (Salted(), Salted(), Salted()),
    ],
    ids=str,
)
def test_what_is_known_where_two_paths_meet(
    one: Fact, other: Fact | None, both: Fact | None
) -> None:
    met = join(Array("made", one), Array("made", other))
    assert isinstance(met, Array)
    assert met.fact(type(one)) == both
    assert join(Array("made", other), Array("made", one)).fact(type(one)) == both


def test_the_same_value_on_two_paths_keeps_what_is_known_on_both() -> None:
    value = Array("made", SPAN)
    met = join(value.with_fact(MATRIX), value.with_fact(MASK))
    assert met.token is value
    assert met.facts == Facts.of(SPAN)


COPIED: tuple[Value, ...] = (
    Array("made", MATRIX),
    Const(3, Salted()),
    HostArray(Ranked()),
    Key(None, batch=True),
    Static(WHOLE_NUMBER),
    Unknown("x"),
    Container("list", {0: Const(1)}, None, None),
)


@pytest.mark.parametrize("value", COPIED, ids=lambda value: type(value).__name__)
def test_a_copy_is_the_same_thing_unless_it_is_fresh(value: Value) -> None:
    copy = like(value)
    assert copy.token is value
    assert like(value, fresh=True).token is not value
    assert type(copy) is type(value)
    assert [getattr(copy, slot) for slot in copy.copied] == [
        getattr(value, slot) for slot in value.copied
    ]


def test_a_copy_differs_where_it_is_said_to() -> None:
    batch = Key(None, batch=True)
    assert not like(batch, batch=False).batch
    assert batch.batch


def test_only_what_a_value_has_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        like(Unknown("x"), colour="red")


def test_only_facts_that_matter_make_another_context() -> None:
    assert Facts.of(MATRIX, SPAN).sign() == Facts.of(MATRIX).sign() != Facts.of(MASK).sign()
    assert Facts.of(Ranked()).sign() == NO_FACTS.sign() == ()


def test_what_becomes_of_the_values_of_a_container() -> None:
    nested = Container("list", {0: Container("tuple", {0: Const(1)}, Const(2), None)}, None, None)
    changed = nested.mapped(lambda item: Static())
    assert isinstance(changed.items[0], Static)
    assert (changed.kind, changed.rest, changed.region) == ("list", None, None)
