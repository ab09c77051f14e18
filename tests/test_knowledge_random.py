"""The table of samplers that are tied by a shared key, against JAX."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge.random import (
    FLOATS,
    SAMPLERS,
    UNNAMED,
    WEIGHTED_CHOICE,
    of_other_bits,
    tied,
)

TOOL = Path(__file__).parent.parent / "tools" / "tied_samplers.py"
KEYS = 3000


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The tool that made the table."""
    spec = importlib.util.spec_from_file_location(TOOL.stem, TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_sampler_was_run(tool: ModuleType) -> None:
    drawn = {name.partition(":")[0] for name in tool.DRAWS}
    assert drawn == SAMPLERS | {"split", WEIGHTED_CHOICE}


def test_a_choice_without_replacement_is_a_permutation() -> None:
    key = jax.random.key(3)
    chosen = jax.random.choice(key, 64, (4,), replace=False)
    assert (chosen == jax.random.permutation(key, 64)[:4]).all()


@pytest.mark.parametrize(("other", "met"), [(4, 12), (2, 6), (6, 6), (9, 9)])
def test_remainders_are_tied_by_a_common_factor_alone(other: int, met: int) -> None:
    keys = jax.random.split(jax.random.key(0), 500)
    draw = jax.vmap(jax.random.randint, in_axes=(0, None, None, None))
    pairs = zip(draw(keys, (), 0, 3).tolist(), draw(keys, (), 0, other).tolist(), strict=True)
    assert len(set(pairs)) == met


def test_few_keys_show_the_ties_that_many_showed(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = ("bits", "gamma", "loggamma", "normal", "randint", "uniform")
    monkeypatch.setattr(tool, "DRAWS", {name: tool.DRAWS[name] for name in chosen})
    found = set(tool.pairs(tool.samples("threefry2x32", (), KEYS)))
    known = {frozenset((a, b)) for a in chosen for b in chosen if a < b and tied(a, b)}
    assert found == known
    assert frozenset(("normal", "bits")) in found
    assert frozenset(("normal", "gamma")) not in found


def test_samples_of_few_numbers_are_not_tied_by_the_order_of_equal_ones(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = ("bernoulli", "rademacher", "randint:odd")
    monkeypatch.setattr(tool, "DRAWS", {name: tool.DRAWS[name] for name in chosen})
    found = set(tool.pairs(tool.samples("threefry2x32", (), KEYS)))
    assert found == {frozenset(("bernoulli", "rademacher"))}


@pytest.mark.parametrize("name", sorted(FLOATS))
@pytest.mark.parametrize(("one", "other"), [("float32", "bfloat16"), ("float16", "bfloat16")])
def test_floats_of_other_dtypes_are_drawn_of_other_bits(name: str, one: str, other: str) -> None:
    sampler, key = getattr(jax.random, name.rpartition(".")[2]), jax.random.key(5)
    ranks = [sampler(key, (20_000,), dtype=dtype).argsort().argsort() for dtype in (one, other)]
    assert abs(float(jnp.corrcoef(*ranks)[0, 1])) < 0.04
    assert of_other_bits(one, other)


def test_what_is_not_named_may_be_either_float() -> None:
    assert of_other_bits(UNNAMED, "bfloat16")
    assert not any(of_other_bits(UNNAMED, one) for one in (UNNAMED, "float32", "float64", ""))


def test_a_sampler_is_tied_with_itself() -> None:
    assert all(tied(name, name) for name in SAMPLERS)


def test_ties_have_no_direction() -> None:
    assert all(tied(a, b) == tied(b, a) for a in SAMPLERS for b in SAMPLERS)
