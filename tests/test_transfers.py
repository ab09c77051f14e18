"""Transfer functions: one owner for each name and module, asked from the inside out."""

from __future__ import annotations

import pytest

from jaxlint.analysis.core import interface
from jaxlint.analysis.core.call_events import Call
from jaxlint.analysis.core.domain import Transfers
from jaxlint.analysis.core.engine import Engine
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.semantics import expressions, statements
from jaxlint.analysis.values.kinds import Unknown, Value
from jaxlint.program import ir


def nothing(engine: Engine, frame: Frame, call: Call) -> Value:
    """A transfer function."""
    return Unknown()


def test_a_name_has_one_owner() -> None:
    table = Transfers()
    table.transfer("numpy.asarray", "numpy.")(nothing)
    with pytest.raises(ValueError, match=r"two transfer functions for numpy\.asarray"):
        table.transfer("numpy.asarray")(nothing)


def test_a_name_has_one_owner_among_all(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = Transfers(), Transfers()
    for table in (one, other):
        table.transfer("numpy.")(nothing)
    monkeypatch.setattr(interface, "python", lambda: one)
    monkeypatch.setattr(interface, "domains", lambda: (other,))
    with pytest.raises(ValueError, match=r"two transfer functions for numpy\."):
        interface.transfers.__wrapped__()


def test_the_owner_of_a_name_is_asked_before_those_of_the_modules_around() -> None:
    table = interface.transfers()
    around = ("numpy.asarray", "numpy.")
    assert interface.owners("numpy.asarray") == tuple(table[name] for name in around)
    inner = ("jax.experimental.pallas.", "jax.experimental.sparse.")
    assert all(interface.owners(f"{module}something") == (table[module],) for module in inner)


def test_a_module_owns_what_is_below_it_alone() -> None:
    assert interface.owners("loguru.logger.info") == (interface.transfers()["loguru."],)
    assert interface.owners("loguru") == interface.owners("loguruish.info") == ()


@pytest.mark.parametrize(
    ("table", "base"),
    [(expressions._EVALUATIONS, ir.Expr), (statements._RUNS, ir.Stmt)],
    ids=("expressions", "statements"),
)
def test_each_kind_of_node_is_interpreted(table: dict[type, object], base: type) -> None:
    interface.domains()
    kinds = {one for one in vars(ir).values() if isinstance(one, type) and issubclass(one, base)}
    assert table.keys() == kinds
