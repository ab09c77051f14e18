"""Finds the domains: each package in ``jaxlint.analysis.domains`` is one; none is registered."""

from __future__ import annotations

from functools import cache, lru_cache
from graphlib import TopologicalSorter
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, TypeVar

from jaxlint.analysis.core.domain import Domain, Transfers, own
from jaxlint.analysis.core.listeners import Listeners, by_event

if TYPE_CHECKING:
    from jaxlint.analysis.core.domain import Answer, Deduction, Handler, Transfer

_DOMAINS = "jaxlint.analysis.domains"
_PYTHON = "jaxlint.analysis.semantics"
_NAMES = 4096

_Plugged = TypeVar("_Plugged", bound=Transfers)


@cache
def python() -> Transfers:
    """Return what Python's semantics plug in; with that, each kind of expression has its own."""
    found = _loaded(_PYTHON, Transfers)
    assert found is not None
    return found


@cache
def domains() -> tuple[Domain, ...]:
    """Return the domains, each behind those that it reads; Python is behind all of them."""
    python()
    names = [found.name for found in iter_modules(import_module(_DOMAINS).__path__)]
    known = {name: domain for name in names if (domain := _loaded(f"{_DOMAINS}.{name}", Domain))}
    order = TopologicalSorter({name: sorted(known[name].reads) for name in sorted(known)})
    return tuple(known[name] for name in order.static_order() if name in known)


@cache
def listeners(traced: bool) -> dict[type, Listeners[Handler]]:
    """Return who wants to hear of which events in such code, in the order of the domains."""
    return by_event(
        one
        for domain in domains()
        for one in domain.subscriptions
        if one.traced is None or one.traced is traced
    )


@cache
def answers() -> dict[type, tuple[Answer, ...]]:
    """Return who may say what comes of which events, in the order of the domains."""
    table: dict[type, tuple[Answer, ...]] = {}
    for domain in domains():
        for kind, function in domain.answers:
            table[kind] = (*table.get(kind, ()), function)
    return table


@cache
def deductions() -> dict[type, Listeners[Deduction]]:
    """Return who may say a fact of what comes of which events, in the order of the domains."""
    return by_event(one for domain in domains() for one in domain.deductions)


@cache
def transfers() -> dict[str, Transfer]:
    """Return who says what calls of which names give: one owner for each name and module."""
    table: dict[str, Transfer] = {}
    for owner in (python(), *domains()):
        for name, function in owner.transfers.items():
            own(table, name, function)
    return table


@lru_cache(maxsize=_NAMES)
def owners(name: str) -> tuple[Transfer, ...]:
    """Return whom to ask what a call of a name gives: its owner, then those of modules around."""
    table, around = transfers(), [name]
    while "." in name:
        name = name.rpartition(".")[0]
        around.append(f"{name}.")
    return tuple(table[one] for one in around if one in table)


def _loaded(name: str, kind: type[_Plugged]) -> _Plugged | None:
    """Import a package with all its modules, so that each has plugged in what it has."""
    package = import_module(name)
    for module in iter_modules(package.__path__):
        import_module(f"{name}.{module.name}")
    return next((one for one in vars(package).values() if isinstance(one, kind)), None)
