"""What the knowledge says of distributions, against the installed JAX."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

from jaxlint.knowledge.distributions import LOC, LOCATIONS, SCALE
from jaxlint.knowledge.numerics import NORMAL


@pytest.mark.parametrize("name", sorted(LOCATIONS))
def test_a_location_is_taken_at_the_place_that_is_said(name: str) -> None:
    module, _, last = name.rpartition(".")
    function = getattr(import_module(module), last, None)
    if function is None:
        pytest.skip(f"{module} has no {last} in this version")
    taken = list(inspect.signature(function).parameters)
    assert taken[LOCATIONS[name] :] == [LOC, SCALE]


@pytest.mark.parametrize("name", sorted(NORMAL))
def test_a_density_has_a_logarithm_of_its_own(name: str) -> None:
    module, _, last = name.rpartition(".")
    assert callable(getattr(import_module(module), f"log{last}"))
