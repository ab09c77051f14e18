"""Finds the domains: each package in ``jaxlint.analysis.domains`` is one; none is registered."""

from __future__ import annotations

from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from jaxlint.analysis.core.domain import Domain, own

if TYPE_CHECKING:
    from jaxlint.analysis.core.domain import Answer, Deduction, Handler, Transfer

_PACKAGE = "jaxlint.analysis.domains"


@cache
def domains() -> tuple[Domain, ...]:
    """Return the domains, each behind those that it reads."""
    names = [found.name for found in iter_modules(import_module(_PACKAGE).__path__)]
    known = {name: domain for name in names if (domain := _load(name)) is not None}
    order = TopologicalSorter({name: sorted(known[name].reads) for name in sorted(known)})
    return tuple(known[name] for name in order.static_order() if name in known)


@cache
def handlers(traced: bool) -> dict[type, tuple[Handler, ...]]:
    """Return who wants to hear of which events in such code, in the order of the domains."""
    table: dict[type, tuple[Handler, ...]] = {}
    for domain in domains():
        for kind, handler, wanted in domain.handlers:
            if wanted is None or wanted is traced:
                table[kind] = (*table.get(kind, ()), handler)
    return table


@cache
def answers() -> dict[type, tuple[Answer, ...]]:
    """Return who may say what comes of which events, in the order of the domains."""
    table: dict[type, tuple[Answer, ...]] = {}
    for domain in domains():
        for kind, function in domain.answers:
            table[kind] = (*table.get(kind, ()), function)
    return table


@cache
def deductions() -> dict[type, tuple[Deduction, ...]]:
    """Return who may say a fact of what comes of which events, in the order of the domains."""
    table: dict[type, tuple[Deduction, ...]] = {}
    for domain in domains():
        for kind, function in domain.deductions:
            table[kind] = (*table.get(kind, ()), function)
    return table


@cache
def transfers() -> dict[str, Transfer]:
    """Return who says what a call of a qualified name gives: one domain for each name."""
    table: dict[str, Transfer] = {}
    for domain in domains():
        for name, function in domain.transfers.items():
            own(table, name, function)
    return table


def _load(name: str) -> Domain | None:
    """Import a domain with all its modules, so that each has plugged in what it has."""
    package = import_module(f"{_PACKAGE}.{name}")
    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    own = (one for one in vars(package).values() if isinstance(one, Domain) and one.name == name)
    return next(own, None)
