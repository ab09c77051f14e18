"""Holds what jaxlint knows of values that must be known while tracing against jax and numpy."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import jax
import jax.image
import jax.numpy as jnp
import jax.scipy.special
import numpy as np
import pytest

from jaxlint.knowledge import arrays, host_arrays, statics

untyped: Any = jax
untyped.config.update("jax_platforms", "cpu")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

SQUARE = np.arange(1.0, 5.0, dtype=np.float32).reshape(2, 2)
ROW = np.array([1, 0, 1])

# What the parameters without a default are given, by name; by function where that is not enough.
SAMPLES: dict[str, Any] = {
    "key": jax.random.key(0), "arrays": [SQUARE, SQUARE], "operands": [SQUARE, SQUARE], "q": 0.5,
    "start": 1, "stop": 3, "fill_value": 1.0, "num_classes": 3, "data": np.ones(3),
    "segment_ids": ROW, "start_indices": (0, 0), "limit_indices": (1, 1), "sizes": (2,),
    "slice_sizes": (1, 1), "start_index": 0, "limit_index": 1, "slice_size": 1, "axis": 0, "k": 1,
    "n": 2, "N": 2, "p": None, "method": "nearest", "image": np.ones((2, 2)), "source": 0,
    "destination": 1, "axis1": 0, "axis2": 1, "index": 0, "obj": 0, "repeats": 2, "kth": 1,
    "indices": np.zeros((2, 2), int), "dtype": np.float32, "shape": (2, 2), "dimension": 0,
    "dimensions": (0,), "permutation": (1, 0), "size": 3, "broadcast_dimensions": (0, 1),
    "minval": 0, "maxval": 3, "lower": 0.0, "upper": 1.0, "lam": 1.0, "mean": np.zeros(2),
    "cov": np.eye(2), "alpha": np.ones(2), "df": 2.0, "d": 2, "M": 2, "pad_width": 1, "reps": 2,
    "new_shape": (2, 2), "indices_or_sections": 2, "shift": 1, "new_sizes": (4,), "beta": 1.0,
    "index_dtype": np.int32, "decimals": 1, "offset": 0, "num": 2, "step": 1, "ndim": 2,
    "length": 4, "num_segments": 3, "total_repeat_length": 4, "ord": 2, "axes": (1, 0),
}  # fmt: skip
OF_FUNCTIONS: dict[str, dict[str, Any]] = {
    "jax.numpy.indices": {"dimensions": (2, 2)},
    "jax.numpy.squeeze": {"a": SQUARE[None]},
    "jax.lax.squeeze": {"array": SQUARE[None]},
    "jax.numpy.vander": {"x": np.arange(3.0)},
    "jax.numpy.bincount": {"x": ROW},
    "jax.nn.one_hot": {"x": ROW},
    "jax.numpy.tril_indices": {"m": 2},
    "jax.numpy.triu_indices": {"m": 2},
    "jax.numpy.tensordot": {"axes": 1},
    "jax.numpy.rot90": {"axes": (0, 1)},
    "jax.random.dirichlet": {"shape": (1,)},
    "jax.random.multivariate_normal": {"shape": (2,)},
    "jax.random.choice": {"shape": (2,)},
    "jax.random.categorical": {"shape": (2,)},
    "jax.lax.full": {"shape": (2,)},
    "jax.numpy.unique": {"ar": ROW, "size": 2},
}


def of(name: str) -> Any:
    """Return the object of a qualified name of jax or numpy."""
    module, *path = name.split(".")
    found: Any = import_module(module)
    for part in path:
        found = getattr(found, part)
    return found


def sample(name: str, parameter: str) -> Any:
    """Return a value that a function takes for a parameter."""
    return OF_FUNCTIONS.get(name, {}).get(parameter, SAMPLES.get(parameter, SQUARE))


def caller(name: str, parameter: str) -> Callable[[Any], Any]:
    """Return a call of a function in which the value of one parameter is left open."""
    function = of(name)
    signature = inspect.signature(function)
    given = {
        p.name: sample(name, p.name)
        for p in signature.parameters.values()
        if p.default is p.empty or p.name in OF_FUNCTIONS.get(name, {})
        if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    }

    def call(value: Any) -> Any:
        bound = signature.bind_partial(**{})
        bound.arguments.update({**given, parameter: value})
        ordered = {n: bound.arguments[n] for n in signature.parameters if n in bound.arguments}
        bound.arguments.clear()
        bound.arguments.update(ordered)
        return function(*bound.args, **bound.kwargs)

    return call


def traced(call: Callable[[Any], Any], value: Any) -> None:
    """Make a call with a traced value."""
    leaves, tree = jax.tree.flatten(value)

    def inner(*leaves: Any) -> int:
        call(jax.tree.unflatten(tree, leaves))
        return 0

    jax.make_jaxpr(inner)(*leaves)


def entries(*tables: statics.Table) -> Iterator[tuple[str, str, int | None]]:
    """Yield each function of tables with each of its parameters and its position."""
    for table in tables:
        for name, parameters in table.items():
            for parameter, place in parameters:
                yield name, parameter, place


@pytest.mark.parametrize(
    ("name", "parameter", "place"), [*entries(statics.SIZES, statics.AXES, statics.COUNTED)]
)
def test_parameters_are_where_they_are_looked_for(
    name: str, parameter: str, place: int | None
) -> None:
    parameters = inspect.signature(of(name)).parameters
    keyword_only = parameters[parameter].kind is inspect.Parameter.KEYWORD_ONLY
    assert (None if keyword_only else list(parameters).index(parameter)) == place


@pytest.mark.parametrize(("name", "parameter", "place"), [*entries(statics.SIZES, statics.AXES)])
def test_sizes_and_axes_must_be_static(name: str, parameter: str, place: int | None) -> None:
    call, value = caller(name, parameter), sample(name, parameter)
    jax.make_jaxpr(lambda: (call(value), 0)[1])()
    with pytest.raises((TypeError, ValueError, IndexError)):
        traced(call, value)


COUNTED_ON = {
    "jax.numpy.extract": lambda x, **given: jnp.extract(x > 0, x, **given),
    "jax.numpy.compress": lambda x, **given: jnp.compress(x > 0, x, **given),
    "jax.numpy.where": lambda x, **given: jnp.where(x > 0, **given),
    "jax.numpy.repeat": lambda x, **given: jnp.repeat(x, x.astype(int), **given),
    "jax.numpy.bincount": lambda x, **given: jnp.bincount(x.astype(int), **given),
    **{
        f"jax.numpy.{name}": lambda x, name=name, **given: getattr(jnp, name)(x, x, **given)
        for name in ("setdiff1d", "union1d", "intersect1d", "setxor1d")
    },
    **{
        f"jax.ops.{name}": lambda x, name=name, **given: getattr(jax.ops, name)(
            x, x.astype(int), **given
        )
        for name in ("segment_sum", "segment_max", "segment_min", "segment_prod")
    },
}


@pytest.mark.parametrize("name", statics.COUNTED)
def test_lengths_that_depend_on_values(name: str) -> None:
    call: Any = COUNTED_ON.get(name, of(name))
    row = jnp.array([0.0, 1.0, 2.0])
    with pytest.raises((TypeError, ValueError)):
        jax.make_jaxpr(lambda x: call(x))(row)
    for cure, _ in statics.COUNTED[name][1:]:
        given = {cure: False if cure == "strip_zeros" else 3}
        jax.make_jaxpr(lambda x: call(x, **given))(row)  # noqa: B023


@pytest.mark.parametrize("name", sorted(statics.MASKS))
def test_masks_are_truth_values(name: str) -> None:
    row = jnp.ones(3)
    try:
        found = of(name)(row)
    except TypeError:
        found = of(name)(row, row)
    assert found.dtype == bool


@pytest.mark.parametrize("name", sorted(statics.SLOPELESS | statics.MASKS))
def test_what_has_no_slope_is_a_number_under_grad_alone(name: str) -> None:
    seen = []

    def loss(x: Any) -> Any:
        try:
            seen.append(of(name)(x))
        except TypeError:
            seen.append(of(name)(x, x))
        return x.sum()

    jax.grad(loss)(jnp.ones(3))
    assert not isinstance(seen[0], jax.core.Tracer)


HOST_ARGUMENTS: tuple[Callable[[Any], tuple[Any, ...]], ...] = (
    lambda x: (x,),
    lambda x: (x.astype(int)[0, 0],),
    lambda x: (x, x),
    lambda x: (x.astype(int), x.astype(int)),
    lambda x: (x[0] > 1, x),
    lambda x: (x, 1),
    lambda x: (x[0], 1),
    lambda x: (1, x[0, 0]),
    lambda x: ((x, x),),
    lambda x: (x > 1, x, x),
    lambda x: (x, 0.0, 9.0),
    lambda x: (x, (2, 2)),
    lambda x: (x[0], x[0], x[0]),
    lambda x: (x[0], x[0], 1),
    lambda x: ("i,i->", x[0], x[0]),
    lambda x: (x.astype(int)[0],),
    lambda x: (x, 0, 1.0),
    lambda x: (x[0], [x[0] > 1], [1.0]),
    lambda x: ([x[0] > 1], [x[0]]),
    lambda x: (2, x[0, 0]),
)


def host_call(name: str) -> Callable[[Any], Any]:
    """Return the first call of a NumPy function, of those above, that works on an array."""
    for make in HOST_ARGUMENTS:
        try:
            with np.errstate(all="ignore"):  # some are asked beyond where they are defined
                of(name)(*make(SQUARE.copy()))
        except Exception:
            continue
        return lambda x: of(name)(*make(x))
    raise AssertionError(f"no arguments for {name}")


@pytest.mark.parametrize("name", sorted(host_arrays.REFUSING))
def test_numpy_refuses_tracers(name: str) -> None:
    call = host_call(name)
    with pytest.raises((TypeError, ValueError, NotImplementedError)):
        jax.make_jaxpr(lambda x: (call(x), 0)[1])(SQUARE)


@pytest.mark.parametrize("name", sorted(host_arrays.REFUSING - host_arrays.ONLY_NUMPY))
def test_jax_has_the_functions_that_numpy_refuses(name: str) -> None:
    assert callable(of(name.replace("numpy.", "jax.numpy.", 1)))


@pytest.mark.parametrize("name", sorted(host_arrays.SCIPY))
def test_scipy_refuses_tracers_and_jax_does_not(name: str) -> None:
    count = next(n for n in (1, 2, 3) if _takes(_found(name), n))
    with pytest.raises(jax.errors.TracerArrayConversionError):
        jax.make_jaxpr(lambda x: (_found(name)(*[x] * count), 0)[1])(1.5)
    assert callable(_found(f"jax.{name}"))


def _found(name: str) -> Any:
    module, _, last = name.rpartition(".")
    return getattr(import_module(module), last)


def _takes(function: Callable[..., Any], count: int) -> bool:
    try:
        function(*[1] * count)
    except Exception:
        return False
    return True


def test_what_only_numpy_has_is_refused_too() -> None:
    assert host_arrays.ONLY_NUMPY <= host_arrays.REFUSING


@pytest.mark.parametrize("name", sorted(host_arrays.DENYING))
def test_numpy_denies_of_tracers_what_holds_of_arrays(name: str) -> None:
    def look(x: Any) -> Any:
        assert not of(name)(x, x)
        return x

    jax.make_jaxpr(look)(SQUARE)
    assert of(name)(SQUARE, SQUARE)


@pytest.mark.parametrize("name", sorted(arrays.READERS))
def test_readers_raise_on_tracers(name: str) -> None:
    arguments = (0,) if name == "addressable_data" else ()
    assert hasattr(jnp.ones(1), name)
    with pytest.raises(TypeError):
        jax.make_jaxpr(lambda x: (getattr(x, name)(*arguments), 0)[1])(jnp.array(1.0))


@pytest.mark.parametrize("module", [jnp, jax.lax, jax.nn, jax.random, np], ids=lambda m: m.__name__)
def test_what_is_said_to_be_a_function_is_no_array(module: Any) -> None:
    names = [name for name in dir(module) if not name.startswith("_")]
    said = [name for name in names if arrays.is_function(f"{module.__name__}.{name}")]
    assert len(said) > 20
    assert [name for name in said if not callable(getattr(module, name))] == []


def test_constants_are_no_functions() -> None:
    assert not any(map(arrays.is_function, ("jax.numpy.pi", "numpy.inf", "numpy.newaxis")))
