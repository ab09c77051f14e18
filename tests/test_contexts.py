"""The context of the code under way: what holds for an extent, and what a call leaves behind."""

from __future__ import annotations

from typing import Any, cast

import pytest

from jaxlint.analysis.core.context import Context, Extent
from jaxlint.analysis.core.engine import Engine


class Holder:
    """What has a context, as an engine does."""

    context = Context()


def test_a_context_holds_for_an_extent_and_not_behind_an_error() -> None:
    holder = Holder()
    before, inside = holder.context, Context(trying=True)
    with pytest.raises(RecursionError), Extent(cast("Engine", holder), inside):
        assert holder.context is inside
        raise RecursionError
    assert holder.context is before


def test_a_context_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Context().trying = True  # type: ignore[misc]


def test_a_function_that_is_called_stands_in_no_expression_of_its_caller() -> None:
    around = Context(guards=(None,), trying=True, tolerating=True, silent=True, applying=True)
    expression: dict[str, Any] = {"annotating": True, "writing": True, "selecting": True}
    assert around._replace(**expression).called() == around
    assert around.called() is around


def test_errors_are_expected_where_a_handler_or_a_guard_is_around() -> None:
    assert not Context(tolerating=True).expects_errors
    assert Context(trying=True).expects_errors and Context(guards=(None,)).expects_errors
