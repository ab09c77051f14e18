"""Holds what jaxlint knows of the dtypes of results against the installed jax, by running it."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.knowledge import dtypes, random, result_kinds
from tests.test_knowledge import find

KINDS = {
    "bool": jnp.eye(2) > 0,
    "int": jnp.array([[2, 1], [1, 3]]),
    "float": jnp.array([[0.5, 0.25], [0.25, 0.75]]),
    "complex": jnp.array([[0.5j, 0.25], [0.25, 0.75]]),
}
LETTERS = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}
WIDEST = [*KINDS]
# What functions take beside arrays.
OTHERS: dict[str, tuple[Any, ...]] = {
    "jax.numpy.broadcast_to": ((2, 2),),
    "jax.numpy.expand_dims": (0,),
    "jax.numpy.moveaxis": (0, 1),
    "jax.numpy.repeat": (2,),
    "jax.numpy.reshape": ((4,),),
    "jax.numpy.roll": (1,),
    "jax.numpy.swapaxes": (0, 1),
    "jax.numpy.tile": (2,),
}


def given(name: str, value: Any, times: int) -> jax.Array | None:
    """What a function gives for so many arrays; None where it refuses them."""
    try:
        found: jax.Array = find(name)(*[value] * times, *OTHERS.get(name, ()))
    except (TypeError, ValueError):
        return None
    return found


def kinds_given(name: str) -> dict[str, str]:
    """The kind that a function of one array or of two gives of each kind that it takes."""
    times = 1 if given(name, KINDS["float"], 1) is not None else 2
    found = {kind: given(name, value, times) for kind, value in KINDS.items()}
    return {k: LETTERS[made.dtype.kind] for k, made in found.items() if made is not None}


@pytest.mark.parametrize("name", sorted(result_kinds.BOOL_RESULTS | result_kinds.HOST_BOOL_RESULTS))
def test_functions_that_give_masks(name: str) -> None:
    assert {*kinds_given(name).values()} == {"bool"}


@pytest.mark.parametrize("name", sorted(result_kinds.INT_RESULTS))
def test_functions_that_give_whole_numbers(name: str) -> None:
    assert {*kinds_given(name).values()} == {"int"}


@pytest.mark.parametrize("name", sorted(result_kinds.INEXACT_RESULTS | result_kinds.INEXACT_OF_TWO))
def test_functions_that_give_floats_even_of_whole_numbers(name: str) -> None:
    found = kinds_given(name)
    assert found.pop("complex", "complex") == "complex"
    assert {*found.values()} == {"float"}


@pytest.mark.parametrize("name", sorted(result_kinds.INEXACT_OF_TWO))
def test_functions_that_give_complex_numbers_of_a_second_argument(name: str) -> None:
    made = find(name)(KINDS["float"], KINDS["complex"])
    assert LETTERS[made.dtype.kind] == "complex"


@pytest.mark.parametrize("name", sorted(result_kinds.FLOAT_RESULTS))
def test_functions_that_give_floats_alone(name: str) -> None:
    if name.endswith("freq"):
        assert LETTERS[find(name)(4).dtype.kind] == "float"
    else:
        assert {*kinds_given(name).values()} == {"float"}


@pytest.mark.parametrize("name", sorted(result_kinds.COMPLEX_RESULTS))
def test_functions_that_give_complex_numbers_alone(name: str) -> None:
    found = kinds_given(name)
    assert found["float"] == "complex"
    assert {*found.values()} == {"complex"}


@pytest.mark.parametrize("name", sorted(result_kinds.KEEPING))
def test_functions_that_keep_the_kind(name: str) -> None:
    assert kinds_given(name) == {kind: kind for kind in KINDS}


@pytest.mark.parametrize("name", sorted(result_kinds.REAL_RESULTS))
def test_functions_that_give_real_numbers(name: str) -> None:
    assert kinds_given(name) == {kind: "float" if kind == "complex" else kind for kind in KINDS}


@pytest.mark.parametrize("attribute", sorted(result_kinds.ATTRIBUTES))
def test_attributes_that_hold_what_functions_give(attribute: str) -> None:
    function = find(result_kinds.ATTRIBUTES[attribute])
    for value in KINDS.values():
        assert getattr(value, attribute).dtype == function(value).dtype


def test_rounding_by_python_gives_whole_numbers() -> None:
    for kind in ("int", "float", "complex"):
        assert LETTERS[round(KINDS[kind][0, 0]).dtype.kind] == "int"
        assert LETTERS[round(KINDS[kind][0, 0], 1).dtype.kind] == kind


@pytest.mark.parametrize("name", sorted(result_kinds.COUNTING))
def test_functions_that_count_truth_values(name: str) -> None:
    assert kinds_given(name) == {kind: "int" if kind == "bool" else kind for kind in KINDS}


@pytest.mark.parametrize("name", sorted(result_kinds.REDUCTIONS))
def test_functions_that_leave_out_axes(name: str) -> None:
    function, value = find(name), jnp.ones((2, 3, 4))
    assert function(value).shape == ()
    assert function(value, None).shape == ()
    assert function(value, 1).shape == function(value, axis=-2).shape == (2, 4)
    assert function(value, 1, keepdims=True).shape == (2, 1, 4)


def test_what_reshaping_gives() -> None:
    function, value = jnp.reshape, jnp.zeros((2, 6))
    assert function(value, (3, -1)).shape == value.reshape(3, -1).shape == (3, 4)
    assert function(value, 12).shape == value.reshape((12,)).shape == (12,)


@pytest.mark.parametrize("name", sorted(result_kinds.ALIKE))
def test_functions_that_keep_the_shape(name: str) -> None:
    for value in (jnp.ones((2, 3)) > 0, jnp.ones((2, 3)) / 2):
        made = given(name, value, 1)
        assert made is None or made.shape == (2, 3)
    assert given(name, KINDS["float"], 1) is not None


@pytest.mark.parametrize("name", sorted(result_kinds.BROADCASTING))
def test_functions_that_broadcast(name: str) -> None:
    shapes = [(2, 1), (3,), (1, 1)][: result_kinds.BROADCASTING[name]]
    assert find(name)(*map(jnp.ones, shapes)).shape == (2, 3)


@pytest.mark.parametrize("name", sorted(result_kinds.PROMOTING))
def test_functions_that_promote(name: str) -> None:
    before = (KINDS["bool"],) * result_kinds.PROMOTING[name]
    for one, left in KINDS.items():
        for other, right in KINDS.items():
            made = find(name)(*before, left, right)
            assert LETTERS[made.dtype.kind] == max(one, other, key=WIDEST.index)


@pytest.mark.parametrize("name", sorted(result_kinds.STRONG))
def test_what_is_never_weak(name: str) -> None:
    key, weak = jax.random.key(0), jnp.full((2,), 1.0)
    asked = {
        "jax.random.normal": (key,),
        "jax.random.uniform": (key,),
        "jax.random.randint": (key, (), 0, 2),
        "jax.numpy.linspace": (weak, weak),
    }
    sizes = name.rpartition(".")[2] in "arange empty eye identity ones zeros".split()
    made = find(name)(*asked.get(name, (2,) if sizes else (weak,)))
    assert weak.weak_type
    assert not made.weak_type


@pytest.mark.parametrize("name", sorted(result_kinds.LIKE))
def test_what_is_weak_where_its_argument_is(name: str) -> None:
    weak, strong = jnp.full((2,), 1.0), jnp.zeros(2)
    more = (1.0,) if name.endswith("full_like") else ()
    made = [find(name)(one, *more) for one in (weak, strong)]
    assert [one.weak_type for one in made] == [weak.weak_type, strong.weak_type] == [True, False]
    assert not find(name)(weak, *more, dtype=jnp.float32).weak_type


@pytest.mark.parametrize("name", sorted(result_kinds.AS_STRONG))
def test_what_is_made_of_strong_arrays_is_strong(name: str) -> None:
    made = [given(name, value, 1) for value in KINDS.values()]
    assert not any(value.weak_type for value in KINDS.values())
    assert any(one is not None for one in made)
    assert not any(one.weak_type for one in made if isinstance(one, jax.Array))


@pytest.mark.parametrize("name", sorted(result_kinds.AS_STRONG_OF_TWO - {"jax.numpy.linalg.solve"}))
@pytest.mark.parametrize("strong", ["int", "float"])
@pytest.mark.parametrize("weak", [1, 1.0])
def test_a_strong_one_of_two_decides_the_dtype(name: str, strong: str, weak: float) -> None:
    before = (KINDS["bool"],) if name == "jax.numpy.where" else ()
    other = jnp.full((2, 2), weak)
    assert other.weak_type
    made = find(name)(*before, KINDS[strong], other)
    whole = strong == "int" and isinstance(weak, int)
    decides = whole or LETTERS[made.dtype.kind] == strong
    assert not (decides and made.weak_type)
    assert decides or made.weak_type


def test_lists_make_strong_arrays_and_numbers_weak_ones() -> None:
    assert not jnp.array([1, 2]).weak_type
    assert not jnp.asarray([jnp.asarray(1)]).weak_type
    assert not jnp.asarray(np.float32(1)).weak_type
    assert jnp.array(1).weak_type


def test_an_operand_of_the_kind_of_the_result_decides_its_dtype() -> None:
    weak, strong = jnp.full((2,), 1.0), jnp.zeros(2)
    assert not (weak * strong).weak_type
    assert not (1.0 + strong).weak_type
    assert (jnp.arange(2) + weak).weak_type
    assert not weak.astype(int).weak_type


@pytest.mark.parametrize("name", sorted(dtypes.SCALAR_TYPES))
def test_scalar_types_cast_to_a_dtype_that_is_not_weak(name: str) -> None:
    made = getattr(jnp, name)(jnp.asarray(1.0))
    letter = "f" if name == "bfloat16" else made.dtype.kind
    assert LETTERS[letter] == dtypes.KINDS[name.rstrip("_")]
    assert not made.weak_type


@pytest.mark.parametrize("name", sorted(random.FLOATS))
def test_samplers_that_give_floats(name: str) -> None:
    key = jax.random.key(0)
    assert find(name)(key, (2,)).dtype.kind == "f"
    assert find(name)(key, (2,), jnp.float16).dtype == jnp.float16


@pytest.mark.parametrize(
    "method", "all any argmax argmin argsort cumsum max mean min prod ravel std sum var".split()
)
def test_methods_that_do_what_functions_do(method: str) -> None:
    name = result_kinds.function_of(method)
    for value in (KINDS["int"], KINDS["float"]):
        assert getattr(value, method)().dtype == find(name)(value).dtype
