"""Holds what jaxlint knows of jax and numpy against the installed ones, by running them."""

from __future__ import annotations

import inspect
import pkgutil
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from types import FunctionType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import sparse
from jax.experimental.compilation_cache import compilation_cache

import jaxlint.knowledge
from jaxlint.knowledge import (
    arrays,
    configuration,
    dtypes,
    host,
    libraries,
    names,
    other_arrays,
    random,
)
from jaxlint.knowledge.transforms import (
    KEEPS_SIGNATURE,
    NEEDS_FUNCTION,
    STATIC_OPTIONS,
    TRANSFORMS,
    Body,
    Transform,
)
from jaxlint.queries.checking import check
from jaxlint.source.files import Source

# jax's annotations come and go with its versions: what has none, or wrong ones, is called as this.
untyped: Any = jax
untyped.config.update("jax_platforms", "cpu")

# Some of the names are deprecated, and jax says so.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

# Names that the installed jax need not have, and why jaxlint knows them all the same.
OTHER_VERSIONS = {
    "jax.ad_checkpoint.checkpoint": "the home of jax.checkpoint before 0.8",
    "jax.experimental.shard_map.shard_map": "deprecated since 0.8",
    "jax.experimental.pjit.pjit": "deprecated since 0.8",
    "jax.shard_map": "new in 0.6",
    "jax.numpy.DeviceArray": "gone since 0.4.7, still an annotation in old code",
    "jax.random.KeyArray": "gone since 0.4.24, still an annotation in old code",
    "jax.random.PRNGKeyArray": "gone since 0.4.16, still an annotation in old code",
    "jax.core.eval_context": "gone from the public names of newer jax",
    "jax.core.trace_state_clean": "gone from the public names of newer jax",
    "jax.core.ConcretizationTypeError": "gone from jax.core, still in handlers of old code",
    "jax.tree_map": "gone from newer jax, which has jax.tree.map",
    "jax.lax.axis_size": "new in 0.5",
    "jax.lax.AccuracyMode": "new in 0.6",
    "jax.typeof": "new in 0.6",
    "jax.enable_x64": "new in 0.8",
    "jax.experimental.enable_x64": "deprecated since 0.8",
    "jax.array_ref": "the earlier name of jax.new_ref",
    "jax.new_ref": "new in 0.8",
    "jax.ref.new_ref": "new in 0.8",
    "jax.ref.array_ref": "the earlier name of jax.ref.new_ref",
    "jax.experimental.mutable_array": "an earlier name of jax.new_ref",
    "jax._src.core.array_ref": "the earlier name of jax._src.core.new_ref",
    "jax._src.core.mutable_array": "an earlier name of jax._src.core.new_ref",
    "jax.empty_ref": "new in 0.9",
    "jax.ref.empty_ref": "new in 0.9",
    "jax._src.core.empty_ref": "new in 0.9",
    "jax._src.core.new_ref": "private, as code imports it that came before jax.new_ref",
    "jax._src.ref.new_ref": "private, as jax's own code imports it",
    "jax.experimental.PartitionSpec": "the home of jax.P before 0.4.10",
    "jax.experimental.pjit.PartitionSpec": "the home of jax.P before 0.4.10",
    "jax.interpreters.pxla.PartitionSpec": "the home of jax.P before 0.4.10",
    "jax.experimental.pallas.gpu.": "before 0.4.36, then triton",
    "jax.experimental.pallas.mosaic_gpu.": "needs absl",
    **{
        f"jax.experimental.pallas.{name}": "in the modules for each device since 0.8"
        for name in (
            "load", "store", "swap", "atomic_add", "atomic_and", "atomic_cas", "atomic_max",
            "atomic_min", "atomic_or", "atomic_xchg", "atomic_xor",
        )
    },
}  # fmt: skip

FOREIGN = (
    "absl.", "chex.", "distrax.", "equinox.", "flax.", "haiku.", "jax_dataclasses.", "jax_tqdm.",
    "jaxtyping.", "loguru.", "mlflow.", "numpyro.", "optax.", "penzai.", "requests.", "rich.",
    "tensorflow_probability.", "torch.", "tqdm.", "wandb.",
)  # fmt: skip


# Tables of names that stand for None.
EMPTY = {"NONES": names.NONES}


def find(name: str) -> Any:
    """Return the object of a qualified name, or None when there is none."""
    parts = name.rstrip(".").split(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for length in range(len(parts), 0, -1):
            try:
                found = import_module(".".join(parts[:length]))
            except ImportError:
                continue
            return member(found, parts[length:])
    return None


def member(found: Any, path: Iterable[str]) -> Any:
    """Return what lies at a path of attributes, or None when nothing does."""
    for name in path:
        if not hasattr(found, name):
            return None
        found = getattr(found, name)
    return found


def missing(names: Iterable[str]) -> list[str]:
    """Return the names that stand for nothing, apart from libraries that need not be here."""
    needed = (name for name in names if not name.startswith(FOREIGN) and name not in OTHER_VERSIONS)
    return sorted(name for name in needed if find(name) is None)


# --- names ---------------------------------------------------------------------------------------


def qualified_names() -> Iterator[tuple[str, set[str]]]:
    """Yield each table of the knowledge that holds qualified names, and those."""
    for info in pkgutil.iter_modules(jaxlint.knowledge.__path__):
        module = import_module(f"jaxlint.knowledge.{info.name}")
        for name, table in vars(module).items():
            if isinstance(table, frozenset | tuple | dict) and not name.startswith("__"):
                names = {text for text in table if isinstance(text, str) and is_qualified(text)}
                if names and name not in ABSENT and name not in EMPTY:
                    yield f"{info.name}.{name}", names


def is_qualified(text: str) -> bool:
    """Whether a text is a name of a library, and none that the interpreter made up for itself."""
    return "." in text and "<" not in text


# Tables of names that jaxlint makes up.
ABSENT = {"MAGIC_STOPWATCHES": host.MAGIC_STOPWATCHES}

RANDOM = {
    "SAMPLERS": random.SAMPLERS,
    "ALIGNING": random.ALIGNING,
    "MAKERS": random.MAKERS,
    "SPLITTERS": random.SPLITTERS,
    "DERIVERS": random.DERIVERS,
    "STATIC": random.STATIC,
}
TABLES = {
    **dict(qualified_names()),
    **{name: {f"jax.random.{one}" for one in table} for name, table in RANDOM.items()},
    "INITIALIZERS": {f"jax.nn.initializers.{name}" for name in random.INITIALIZERS},
}


@pytest.mark.parametrize("table", TABLES)
def test_every_name_exists(table: str) -> None:
    assert missing(TABLES[table]) == []


@pytest.mark.parametrize("table", ABSENT)
def test_what_is_said_not_to_exist_does_not(table: str) -> None:
    assert [name for name in ABSENT[table] if find(name) is not None] == []


@pytest.mark.parametrize("table", EMPTY)
def test_what_is_said_to_be_none_is(table: str) -> None:
    for name in EMPTY[table]:
        owner, _, last = name.rpartition(".")
        assert hasattr(import_module(owner), last)
        assert find(name) is None


def test_excused_names_are_in_use() -> None:
    known = {name for names in TABLES.values() for name in names} | {"jax.new_ref"}
    assert OTHER_VERSIONS.keys() <= known


def test_generators_and_logger_methods() -> None:
    import logging

    assert all(callable(find(name)) for name in host.GENERATOR_MAKERS)
    assert all(hasattr(logging.getLogger(), name) for name in host.LOGGER_METHODS)


# --- transformations -----------------------------------------------------------------------------

JAX_TRANSFORMS = {
    name: transform
    for name, transform in TRANSFORMS.items()
    if name.startswith("jax.") and find(name) is not None
}
each_transform = pytest.mark.parametrize("name", JAX_TRANSFORMS)
# Where a transformation finds its functions: position and name.
FUNCTIONS = {
    Body.SCAN: {0: "f", 1: "init", 2: "xs"},
    Body.FORI: {0: "lower", 1: "upper", 2: "body_fun", 3: "init_val"},
    Body.WHILE: {0: "cond_fun", 1: "body_fun", 2: "init_val"},
    Body.MAP: {0: "f", 1: "xs"},
    Body.COND: {0: "pred", 1: "true_fun", 2: "false_fun"},
    Body.SWITCH: {0: "index", 1: "branches"},
    Body.CALLS: {0: "fun"},
    Body.JVP: {0: "fun", 1: "primals"},
    Body.COMBINES: {0: "fn", 1: "elems"},
    Body.HOST: {0: "callback"},
}
FIRST = {"fun", "f", "pyfunc"}
# Solvers have names of their own for the function, by which hardly anybody hands it over.
SOLVERS = {
    "jax.experimental.ode.odeint": {0: "func", 1: "y0"},
    **{f"jax.scipy.sparse.linalg.{name}": {0: "A", 1: "b"} for name in ("cg", "gmres", "bicgstab")},
}


@each_transform
def test_functions_are_where_they_are_looked_for(name: str) -> None:
    parameters = list(inspect.signature(find(name)).parameters)
    wanted = SOLVERS.get(name) or FUNCTIONS.get(JAX_TRANSFORMS[name].body)
    if wanted is None:
        assert parameters[0] in FIRST
    else:
        assert {position: parameters[position] for position in wanted} == wanted


@pytest.mark.parametrize("name", sorted(NEEDS_FUNCTION))
def test_transformations_that_need_their_function_at_once(name: str) -> None:
    with pytest.raises(TypeError, match="fun"):
        find(name)()


def test_jit_takes_its_function_later() -> None:
    assert untyped.jit(static_argnames="n")(lambda x, n: n * x)(2.0, n=3) == 6.0


@pytest.mark.parametrize("name", sorted(KEEPS_SIGNATURE - {"jax.make_jaxpr"}))
def test_what_is_made_has_the_signature_of_its_function(name: str) -> None:
    def function(x: Any, other: Any = 1.0, *, scale: Any = 2.0) -> Any:
        return scale * x

    made = find(name)(function)
    if name.startswith("jax."):
        assert list(inspect.signature(made).parameters) == ["x", "other", "scale"]
        return
    given = jnp.ones(2)
    with pytest.raises(TypeError, match="argument"):
        made(given, given, given)
    if name != "equinox.filter_vmap":  # it takes no keywords at all
        with pytest.raises(TypeError, match="argument"):
            made(given, size=given)


@pytest.mark.parametrize("name", sorted(host.ARRAY_MAKERS))
def test_numpy_functions_that_never_give_a_number(name: str) -> None:
    ones = np.ones(2)
    given: dict[str, tuple[Any, ...]] = {
        "full": (2, 1.0), "linspace": (0, 1), "logspace": (0, 1), "full_like": (ones, 1.0),
        "array": (1.0,), "asarray": (1.0,), "zeros_like": (1.0,), "ones_like": (1.0,),
    }  # fmt: skip
    for joining in ("stack", "concatenate", "vstack", "hstack"):
        given[joining] = ([ones, ones],)
    found = find(name)(*given.get(name.removeprefix("numpy."), (2,)))
    assert type(found) is np.ndarray


def test_options_that_keep_arguments_static_are_all_known() -> None:
    found = {
        parameter
        for name in JAX_TRANSFORMS
        for parameter in inspect.signature(find(name)).parameters
        if parameter.startswith(("static_", "nondiff_", "excluded"))
    }
    new = {"nondiff_argnames"}  # of custom_vjp and custom_jvp, which older jax has without it
    assert found | new == STATIC_OPTIONS


@dataclass(slots=True)
class Sight:
    """What a probe saw while a transformation ran it."""

    calls: int = 0
    argument_hidden: bool = False
    constant_hidden: bool = False
    factor: float = 1.0
    turns: list[int] = field(default_factory=list)


def prober(sight: Sight) -> Callable[[Any], Any]:
    """Return a function for a transformation to run."""

    def probe(x: Any) -> Any:
        sight.calls += 1
        sight.argument_hidden |= hidden(x)
        sight.constant_hidden |= hidden(jnp.zeros(()))
        return x * sight.factor

    return probe


def hidden(value: Any) -> bool:
    """Whether a value has no number that Python can ask for."""
    try:
        bool(jnp.all(value == value))
    except jax.errors.ConcretizationTypeError:
        return True
    return False


SCALAR = np.float32(1)
TURNS = 3
VECTOR = np.ones(TURNS, np.float32)


def caller(name: str, transform: Transform, probe: Callable[[Any], Any]) -> Callable[[], Any]:
    """Return a call that hands the probe to the transformation, the same functions each time."""
    apply = find(name)
    shape = untyped.ShapeDtypeStruct((), np.float32)
    scanned = lambda carry, x: (probe(carry), x)  # noqa: E731
    turned = lambda i, carry: probe(carry)  # noqa: E731
    test = lambda carry: carry < 2 * TURNS  # noqa: E731
    same = lambda x: x  # noqa: E731
    now: dict[Body, Callable[[], Any]] = {
        Body.SCAN: lambda: apply(scanned, SCALAR, VECTOR),
        Body.FORI: lambda: apply(0, TURNS, turned, SCALAR),
        Body.WHILE: lambda: apply(test, probe, SCALAR),
        Body.MAP: lambda: apply(probe, VECTOR),
        Body.COND: lambda: apply(True, probe, same, SCALAR),
        Body.SWITCH: lambda: apply(0, [probe, same], SCALAR),
        Body.CALLS: solving(name, apply, probe),
        Body.JVP: lambda: apply(probe, (SCALAR,), (SCALAR,)),
        Body.COMBINES: lambda: apply(lambda a, b: probe(a) + b, VECTOR),
        Body.HOST: lambda: apply(probe, *([] if "debug" in name else [shape]), SCALAR),
    }
    return now[transform.body] if transform.body in now else wrapped(name, apply, probe)


def solving(name: str, apply: Any, probe: Callable[[Any], Any]) -> Callable[[], Any]:
    """Return a call of a transformation that takes a function and its arguments."""
    if name.endswith("odeint"):
        slope = lambda y, t: probe(y)  # noqa: E731
        return lambda: apply(slope, SCALAR, VECTOR.cumsum())
    if name.endswith("minimize"):
        loss = lambda x: jnp.sum(probe(x) ** 2)  # noqa: E731
        return lambda: apply(loss, VECTOR, method="BFGS").x
    return lambda: apply(probe, SCALAR)


def wrapped(name: str, apply: Any, probe: Callable[[Any], Any]) -> Callable[[], Any]:
    """Return a call of the transformed probe."""
    if name.endswith("shard_map"):
        mesh = jax.sharding.Mesh(np.array(jax.devices()[:1]), ("i",))
        spec = untyped.sharding.PartitionSpec("i")
        mapped = apply(probe, mesh=mesh, in_specs=spec, out_specs=spec)
        return lambda: mapped(VECTOR)
    if name.endswith("custom_gradient"):
        custom = apply(lambda x: (probe(x), lambda g: g))
        return lambda: custom(SCALAR)
    made = apply(probe)
    if name.endswith("custom_vjp"):
        made.defvjp(lambda x: (probe(x), None), lambda kept, g: (g,))
    if name.endswith("custom_vmap"):
        made.def_vmap(lambda size, batched, x: (probe(x), batched[0]))
    if name.endswith("custom_jvp"):
        made.defjvp(lambda primals, tangents: (probe(*primals), tangents[0]))
    argument = {"pmap": VECTOR[:1], "vmap": VECTOR, "vectorize": VECTOR}
    return lambda: made(argument.get(name.rpartition(".")[2], SCALAR))


@cache
def seen_by(name: str) -> Sight:
    """Return what a probe saw in two calls of a transformation, between which a value changed."""
    sight = Sight()
    call = caller(name, JAX_TRANSFORMS[name], prober(sight))
    for factor in (2.0, 3.0):
        before, sight.factor = sight.calls, factor
        untyped.block_until_ready(call())
        untyped.effects_barrier()
        sight.turns.append(sight.calls - before)
    return sight


# checkify hides arrays, but no Python numbers; jaxlint takes it for a plain call and stays quiet.
QUIETER = ("jax.experimental.checkify.checkify",)


@each_transform
def test_a_transformation_hides_values_as_declared(name: str) -> None:
    sight, transform = seen_by(name), JAX_TRANSFORMS[name]
    assert sight.turns[0] > 0
    if name in QUIETER:
        assert sight.argument_hidden and not transform.abstract
        return
    assert sight.argument_hidden == transform.abstract
    assert sight.constant_hidden == transform.constants


@each_transform
def test_a_transformation_is_cached_and_repeated_as_declared(name: str) -> None:
    sight, transform = seen_by(name), JAX_TRANSFORMS[name]
    if not transform.inspects:  # what those keep is the shape of a result, which is not stale
        assert (sight.turns[1] == 0) == transform.cached
    if transform.repeats:
        assert sight.turns[0] < TURNS


def test_each_fresh_function_costs_a_compilation() -> None:
    compiled = []

    def listen(event: str, duration: float, **_: object) -> None:
        if "backend_compile" in event:
            compiled.append(event)

    untyped.monitoring.register_event_duration_secs_listener(listen)
    for name in [name for name, transform in JAX_TRANSFORMS.items() if transform.compiles]:
        argument = VECTOR[:1] if name == "jax.pmap" else SCALAR
        for _ in range(2):
            before = len(compiled)
            find(name)(lambda x: x * 2)(argument)
            assert len(compiled) > before, name


# Public functions of jax that take a function, and why they are no transformation to jaxlint.
NO_TRANSFORMATIONS = {
    "jax.closure_convert": "hands the function only shapes, to find what it closes over",
    "jax.fwd_and_bwd": "a door to vjp that hardly anybody uses",
    "jax.make_array_from_callback": "a host function that makes pieces of an array",
    "jax.smap": "new, and shard_map by another name",
    "jax.lax.composite": "names an operation; the function runs as it would without",
    "jax.lax.custom_linear_solve": "solvers are given matrix products",
    "jax.lax.custom_root": "solvers are given smooth functions",
    "jax.lax.platform_dependent": "takes any number of functions, by platform",
    "jax.lax.reduce": "takes an operator",
    "jax.lax.reduce_window": "takes an operator",
    "jax.lax.scatter_apply": "takes an operator",
}


def function_takers(module: Any) -> Iterator[str]:
    """Yield the public callables of a module that have a parameter for a function."""
    for name, value in vars(module).items():
        if name.startswith("_") or not callable(value):
            continue
        try:
            parameters = inspect.signature(value).parameters.items()
        except (TypeError, ValueError):
            continue
        if any(key in ("fun", "f") or "Callable" in str(p.annotation) for key, p in parameters):
            yield f"{module.__name__}.{name}"


def test_no_transformation_is_forgotten() -> None:
    unknown = {*function_takers(jax), *function_takers(jax.lax)} - TRANSFORMS.keys()
    assert unknown - NO_TRANSFORMATIONS.keys() == set()
    assert not NO_TRANSFORMATIONS.keys() & TRANSFORMS.keys()


# Calls of `f`, in which `BRANCH` asks the value of what it is handed.
HANDED = {
    "linear_transpose": "jax.linear_transpose(f, x)",
    "odeint": "odeint(lambda y, t: f(y), x, jnp.arange(3.0))",
    "time of odeint": "odeint(lambda y, t: f(t) * y, x, jnp.arange(3.0))",
    "cg": "linalg.cg(f, x)",
    "gmres": "linalg.gmres(f, x)",
    "bicgstab": "linalg.bicgstab(f, x)",
    "minimize": "minimize(lambda y: jnp.sum(f(y)) ** 2, x, method='BFGS')",
    "arguments of minimize": "minimize(lambda y, n: n * f(n) * y @ y, x, (2,), method='BFGS')",
    "jvp": "jax.jvp(f, (x,), (x,))",
    "jitted jvp": "jax.jit(lambda x: jax.jvp(f, (x,), (x,)))(x)",
    "associative_scan": "jax.lax.associative_scan(lambda a, b: f(a) + b, x)",
    "jitted associative_scan": (
        "jax.jit(lambda x: jax.lax.associative_scan(lambda a, b: f(a) + b, x))(x)"
    ),
}
BRANCH = """
import jax
import jax.numpy as jnp
from jax.experimental.ode import odeint
from jax.scipy.optimize import minimize
from jax.scipy.sparse import linalg
def f(x):
    if jnp.sum(x) > 0:
        return 2 * x
    return 3 * x
x = jnp.ones(3)
"""


@pytest.mark.parametrize("call", HANDED.values(), ids=HANDED)
def test_what_is_said_of_a_function_handed_over_is_what_happens(call: str) -> None:
    program = f"{BRANCH}{call}\n"
    found = check([Source("program.py", program.encode())]).findings
    try:
        exec(program, {})
    except jax.errors.TracerBoolConversionError:
        assert [finding.code for finding in found] == ["JAX101"]
    else:
        assert found == ()


# --- random keys ---------------------------------------------------------------------------------


def test_every_function_of_a_key_is_known_and_no_other() -> None:
    takes_key = {
        name
        for name, value in vars(jax.random).items()
        if inspect.isfunction(inspect.unwrap(value))
        and not name.startswith("_")
        and next(iter(inspect.signature(value).parameters), "") in ("key", "keys")
    }
    lookers = random.SPLITTERS | random.DERIVERS | random.STATIC
    assert takes_key - lookers == random.SAMPLERS
    assert not random.SAMPLERS & lookers


def test_key_makers_splitters_and_derivers_give_keys() -> None:
    key = jax.random.key(0)
    for name in random.MAKERS:
        assert getattr(jax.random, name)(0).size in (1, 2)
    for name in random.SPLITTERS:
        assert getattr(jax.random, name)(key).shape == (2,)
    for name in random.DERIVERS - {"wrap_key_data"}:
        derived = getattr(jax.random, name)(key, *([1] if name == "fold_in" else []))
        assert jnp.issubdtype(derived.dtype, jax.dtypes.prng_key)


@pytest.mark.parametrize("name", sorted(random.INITIALIZERS))
def test_initializers_draw_from_their_first_argument(name: str) -> None:
    made = getattr(jax.nn.initializers, name)
    options = {
        "variance_scaling": {"scale": 1.0, "mode": "fan_in", "distribution": "normal"},
    }.get(name, {})
    shape = (3, 3, 3) if name == "delta_orthogonal" else (3, 3)
    draw = made(**options)
    assert next(iter(inspect.signature(draw).parameters)) == "key"
    first, second = (draw(jax.random.key(seed), shape) for seed in (0, 1))
    assert not np.array_equal(first, second)


# --- arrays and tracers --------------------------------------------------------------------------


def on_tracer(function: Callable[[Any], None]) -> None:
    """Run a function on a tracer of a small matrix."""
    jax.make_jaxpr(lambda x: function(x))(jnp.ones((2, 2)))


# They raise on a tracer; on an array they are no arrays either.
RAISE_ON_TRACERS = {"committed", "device", "sharding"}


def test_static_attributes() -> None:
    def look(x: Any) -> None:
        for name in arrays.STATIC_ATTRIBUTES - RAISE_ON_TRACERS:
            assert not isinstance(getattr(x, name), jax.Array), name

    on_tracer(look)
    x = jnp.ones((2, 2))
    for name in arrays.STATIC_ATTRIBUTES:
        assert not isinstance(getattr(x, name), jax.Array), name


def test_array_attributes() -> None:
    def look(x: Any) -> None:
        for name in arrays.ARRAY_ATTRIBUTES:
            assert isinstance(getattr(x, name), jax.core.Tracer), name

    on_tracer(look)


METHOD_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "argpartition": (1,),
    "astype": (jnp.int32,),
    "choose": ([jnp.zeros((2, 2)), jnp.ones((2, 2))],),
    "clip": (0, 1),
    "compress": (np.array([True, False]),),
    "dot": (np.ones((2, 2)),),
    "repeat": (2,),
    "reshape": (4,),
    "searchsorted": (1,),
    "swapaxes": (0, 1),
    "take": (0,),
    "view": (jnp.int32,),
}
# They need values or an array of another kind: what they give is shown on an array.
ONLY_ON_ARRAYS = {"block_until_ready", "choose", "compress", "nonzero", "searchsorted"}


def test_array_methods() -> None:
    def look(x: Any) -> None:
        for name in arrays.ARRAY_METHODS - ONLY_ON_ARRAYS:
            result = getattr(x, name)(*METHOD_ARGUMENTS.get(name, ()))
            assert isinstance(result, jax.core.Tracer), name

    on_tracer(look)
    for name in ONLY_ON_ARRAYS:
        x = {"choose": jnp.zeros((2, 2), int), "searchsorted": jnp.ones(2)}.get(name, jnp.eye(2))
        result = getattr(x, name)(*METHOD_ARGUMENTS.get(name, ()))
        assert all(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(result)), name


def test_in_place_methods_are_numpy_s_and_not_jax_s() -> None:
    gone_from_numpy = {"itemset"}
    assert all(hasattr(np.ndarray, name) for name in arrays.IN_PLACE_METHODS - gone_from_numpy)
    assert not any(hasattr(jnp.ones(3), name) for name in arrays.IN_PLACE_METHODS)
    on_tracer(lambda x: assert_absent(x, arrays.IN_PLACE_METHODS))


def assert_absent(value: Any, names: Iterable[str]) -> None:
    assert [name for name in names if hasattr(value, name)] == []


def test_at_updates_are_all_there_is() -> None:
    reference = jnp.ones(3).at[0]
    public = {name for name in dir(reference) if not name.startswith("_")}
    assert public - {"get", "array", "index"} == arrays.AT_UPDATES


# --- functions of arrays -------------------------------------------------------------------------

LAX: Any = jax.lax
STATIC_CALLS: dict[str, Callable[[Any], Any]] = {
    "jax.numpy.shape": jnp.shape,
    "jax.numpy.ndim": jnp.ndim,
    "jax.numpy.size": jnp.size,
    "jax.numpy.issubdtype": lambda x: jnp.issubdtype(x.dtype, jnp.floating),
    "jax.numpy.result_type": jnp.result_type,
    "jax.numpy.promote_types": lambda x: jnp.promote_types(x.dtype, "int32"),
    "jax.numpy.can_cast": lambda x: jnp.can_cast(x.dtype, "int32"),
    "jax.numpy.iscomplexobj": jnp.iscomplexobj,
    "jax.numpy.isrealobj": jnp.isrealobj,
    "jax.numpy.isscalar": jnp.isscalar,
    "jax.numpy.dtype": lambda x: jnp.dtype(x.dtype),
    "jax.numpy.finfo": lambda x: untyped.numpy.finfo(x.dtype).max,
    "jax.numpy.iinfo": lambda x: untyped.numpy.iinfo("int32").max,
    "jax.numpy.get_printoptions": lambda x: jnp.get_printoptions(),
    "jax.numpy.broadcast_shapes": lambda x: jnp.broadcast_shapes(x.shape, (1,)),
    "jax.numpy.isdtype": lambda x: jnp.isdtype(x.dtype, "real floating"),
    "jax.numpy.iterable": jnp.iterable,
    "jax.numpy.einsum_path": lambda x: jnp.einsum_path("ij,jk", x, x),
    "jax.lax.dtype": jax.lax.dtype,
    "jax.lax.broadcast_shapes": lambda x: jax.lax.broadcast_shapes(x.shape, (1, 1)),
    "jax.lax.padtype_to_pads": lambda x: jax.lax.padtype_to_pads(x.shape, (1, 1), (1, 1), "SAME"),
    "jax.lax.conv_dimension_numbers": lambda x: jax.lax.conv_dimension_numbers(
        (1, 1, 1), (1, 1, 1), None
    ),
    "jax.lax.conv_general_permutations": lambda x: LAX.conv_general_permutations(
        ("NHWC", "HWIO", "NHWC")
    ),
    "jax.lax.conv_shape_tuple": lambda x: LAX.conv_shape_tuple(
        (1, 3, 8), (4, 3, 3), (1,), ((0, 0),)
    ),
    "jax.lax.conv_general_shape_tuple": lambda x: LAX.conv_general_shape_tuple(
        (1, 3, 8), (4, 3, 3), (1,), "SAME", ("NCH", "OIH", "NCH")
    ),
    "jax.lax.conv_transpose_shape_tuple": lambda x: LAX.conv_transpose_shape_tuple(
        (1, 3, 8), (4, 3, 3), (1,), "SAME", ("NCH", "OIH", "NCH")
    ),
    "jax.lax.reduce_window_shape_tuple": lambda x: LAX.reduce_window_shape_tuple(
        (8,), (2,), (2,), ((0, 0),)
    ),
    "jax.default_backend": lambda x: jax.default_backend(),
    "jax.device_count": lambda x: jax.device_count(),
    "jax.local_device_count": lambda x: jax.local_device_count(),
    "jax.process_index": lambda x: jax.process_index(),
    "jax.process_count": lambda x: jax.process_count(),
    "jax.devices": lambda x: jax.devices(),
    "jax.local_devices": lambda x: jax.local_devices(),
    "jax.tree.structure": jax.tree.structure,
    "jax.tree_util.tree_structure": jax.tree_util.tree_structure,
    "jax.tree_util.keystr": lambda x: jax.tree_util.keystr(()),
}
if hasattr(jax, "typeof"):
    STATIC_CALLS["jax.typeof"] = jax.typeof

# What STATIC_RESULTS holds beside these: classes and enums, what needs a file, an axis, a value.
NOT_CALLED = {
    "jax.numpy.set_printoptions": "changes a setting",
    "jax.numpy.printoptions": "a context manager",
    "jax.numpy.savez": "writes a file",
    "jax.numpy.array_repr": "needs values",
    "jax.numpy.array_str": "needs values",
    "jax.lax.axis_size": "needs an axis; see the test of its own",
}


@pytest.mark.parametrize("name", STATIC_CALLS)
def test_static_results(name: str) -> None:
    def look(x: Any) -> None:
        found = jax.tree.leaves(STATIC_CALLS[name](x))
        assert not any(isinstance(leaf, jax.Array) for leaf in found)

    assert name in arrays.STATIC_RESULTS
    on_tracer(look)


def test_static_results_are_all_called() -> None:
    functions = {name for name in arrays.STATIC_RESULTS if name.rpartition(".")[2][0].islower()}
    assert functions - STATIC_CALLS.keys() == NOT_CALLED.keys()


def test_axis_size_is_static() -> None:
    if not hasattr(jax.lax, "axis_size"):
        pytest.skip("this jax has no lax.axis_size")
    sizes = []

    def look(x: Any) -> Any:
        sizes.append(untyped.lax.axis_size("i"))
        return x

    jax.vmap(look, axis_name="i")(jnp.ones(3))
    assert sizes == [3]


# Functions below ARRAY_MODULES that give no array from arrays, and why that does no harm.
HARMLESS_RESULTS = {
    "jax.numpy.vectorize": "a transformation of its own",
    "jax.numpy.frompyfunc": "gives a callable, of which nobody asks the truth",
    "jax.numpy.object_": "NumPy's",
    "jax.lax.composite": "gives a callable, of which nobody asks the truth",
    "jax.lax.dce_sink": "gives None, which nobody uses",
    "jax.lax.shape_as_value": "old and rare",
}
UNCALLED = ("save", "savez", "load", "fromfile", "printoptions", "infeed", "outfeed")
MODULES = (jnp, jnp.linalg, jnp.fft, jax.lax, jax.nn)
# Calls answered at once must not be few, or the probes below have come to try nothing.
ENOUGH = 350


def attempts(matrix: Any, vector: Any, scalar: Any, whole: Any) -> list[tuple[Any, ...]]:
    """Return arguments of which most functions of arrays take one tuple or another."""
    return [
        (matrix,), (vector,), (scalar,), (whole,),
        (matrix, matrix), (vector, vector), (scalar, scalar), (whole, whole),
        (matrix, vector), (vector, scalar), (vector, 0), (0, matrix), (matrix, (0,)),
        (scalar, scalar, scalar), (matrix, matrix, matrix), (vector, whole, vector),
        ([vector, vector],), (matrix, (4,)), ("ij,jk", matrix, matrix), ((2, 2), scalar),
        (matrix.dtype, "real floating"), (matrix.dtype, matrix.dtype),
    ]  # fmt: skip


def gives_no_tracer(function: Callable[..., Any], arguments: list[tuple[Any, ...]]) -> bool | None:
    """Whether a call that works gives no tracer at all; None when no call works."""
    worked = None
    for given in arguments:
        try:
            result = jax.tree.leaves(function(*given))
        except Exception:
            continue
        if any(isinstance(leaf, jax.core.Tracer) for leaf in result):
            return False
        worked = True
    return worked


def test_what_the_array_modules_give_is_traced_or_known_to_be_static() -> None:
    found: dict[str, bool | None] = {}

    def look(*values: Any) -> None:
        for module in MODULES:
            for name, value in vars(module).items():
                if name[0].islower() and callable(value) and name not in UNCALLED:
                    answer = gives_no_tracer(value, attempts(*values))
                    found[f"{module.__name__}.{name}"] = answer

    jax.make_jaxpr(look)(jnp.ones((2, 2)), jnp.ones(4), jnp.float32(1), jnp.int32(1))
    unknown = {name for name, static in found.items() if static} - arrays.STATIC_RESULTS
    assert sum(answer is not None for answer in found.values()) >= ENOUGH
    assert unknown - HARMLESS_RESULTS.keys() == set()


SEQUENCES: dict[str, Callable[[Any], Any]] = {
    "jax.numpy.split": lambda x: jnp.split(x, 2),
    "jax.numpy.array_split": lambda x: jnp.array_split(x, 2),
    "jax.numpy.hsplit": lambda x: jnp.hsplit(x, 2),
    "jax.numpy.vsplit": lambda x: jnp.vsplit(x, 2),
    "jax.numpy.meshgrid": lambda x: jnp.meshgrid(x[0], x[0]),
    "jax.numpy.broadcast_arrays": lambda x: jnp.broadcast_arrays(x, x),
    "jax.numpy.divmod": lambda x: jnp.divmod(x, 2),
    "jax.numpy.modf": jnp.modf,
    "jax.numpy.frexp": jnp.frexp,
    "jax.numpy.histogram": jnp.histogram,
    "jax.numpy.gradient": jnp.gradient,
    "jax.numpy.unstack": jnp.unstack,
    "jax.numpy.linalg.qr": jnp.linalg.qr,
    "jax.numpy.linalg.svd": jnp.linalg.svd,
    "jax.numpy.linalg.eigh": jnp.linalg.eigh,
    "jax.numpy.linalg.slogdet": jnp.linalg.slogdet,
    "jax.lax.top_k": lambda x: jax.lax.top_k(x, 1),
    "jax.lax.sort_key_val": lambda x: jax.lax.sort_key_val(x, x),
    "jax.lax.unstack": lambda x: LAX.unstack(x),
    "jax.scipy.linalg.lu": jax.scipy.linalg.lu,
}


@pytest.mark.parametrize("name", arrays.SEVERAL_IF)
def test_functions_that_give_several_when_asked(name: str) -> None:
    given = (0, 3) if name.endswith("linspace") else (jnp.ones(3),)
    given = (*given, jnp.ones(3)) if name.endswith("intersect1d") else given
    function = find(name)
    assert isinstance(function(*given), jax.Array)
    assert isinstance(function(*given, **{arrays.SEVERAL_IF[name]: True}), tuple)


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequence_results(name: str) -> None:
    def look(x: Any) -> None:
        assert isinstance(SEQUENCES[name](x), tuple | list)

    assert name in arrays.SEQUENCE_RESULTS
    on_tracer(look)


@pytest.mark.parametrize("name", sorted(arrays.TAKES_SEQUENCES))
def test_functions_that_take_sequences(name: str) -> None:
    def look(x: Any) -> None:
        if name.endswith(
            ("meshgrid", "broadcast_arrays", "atleast_1d", "atleast_2d", "atleast_3d")
        ):
            find(name)(*[x[0], x[0]])
        else:
            find(name)([x, x])

    on_tracer(look)


def test_constants_are_computed_at_once_when_asked() -> None:
    seen = []

    def look(x: Any) -> None:
        with jax.ensure_compile_time_eval():
            seen.append(hidden(jnp.ones(())))
        seen.append(hidden(jnp.ones(())))

    assert "jax.ensure_compile_time_eval" in arrays.COMPUTES_NOW
    on_tracer(look)
    assert seen == [False, True]


# --- names that are handled one by one -----------------------------------------------------------


def test_tree_maps_hand_over_leaves() -> None:
    for name in names.TREE_MAPS - OTHER_VERSIONS.keys():
        assert find(name)(lambda *given: given[-1] + 1, {"a": 1}) == {"a": 2}, name


def test_what_gives_the_same_value() -> None:
    def look(x: Any) -> None:
        for name in names.SAME_VALUE - {"jax.lax.with_sharding_constraint"}:
            given = find(name)(x)
            assert isinstance(given, jax.core.Tracer) and given.shape == x.shape, name

    on_tracer(look)
    place = untyped.sharding.SingleDeviceSharding(jax.devices()[0])
    kept = jax.jit(lambda x: untyped.lax.with_sharding_constraint(x, place))(jnp.ones(3))
    assert np.array_equal(kept, np.ones(3))


def test_collectives_count_what_is_no_array() -> None:
    counts = []

    def look(x: Any) -> Any:
        counts.append(untyped.lax.psum(1, "i"))
        return untyped.lax.psum(x, "i"), untyped.lax.all_gather(x, "i")

    jax.vmap(look, axis_name="i")(jnp.ones(3))
    assert counts == [3] and not isinstance(counts[0], jax.Array)


@pytest.mark.parametrize("name", sorted(names.DELEGATED_TO_METHODS))
def test_numpy_delegates_to_the_methods_of_tracers(name: str) -> None:
    arguments = {"numpy.repeat": (2,), "numpy.reshape": ((4,),), "numpy.swapaxes": (0, 1)}

    def look(x: Any) -> None:
        assert isinstance(find(name)(x, *arguments.get(name, ())), jax.core.Tracer)

    on_tracer(look)


@pytest.mark.parametrize("name", ["numpy.sort", "numpy.ravel", "numpy.sin", "numpy.where"])
def test_other_numpy_functions_raise_on_tracers(name: str) -> None:
    assert name not in names.DELEGATED_TO_METHODS
    with pytest.raises(jax.errors.TracerArrayConversionError):
        on_tracer(find(name))


def classes_of(table: Iterable[str]) -> tuple[type, ...]:
    """Return the classes of a table of qualified names."""
    return tuple(found for name in table if isinstance(found := find(name), type))


def test_types_of_arrays_and_of_values() -> None:
    def look(x: Any) -> None:
        assert all(isinstance(x, kind) for kind in classes_of(names.ARRAY_TYPES))
        assert not isinstance(x, classes_of(names.VALUE_TYPES))

    on_tracer(look)
    assert not isinstance(jnp.ones(3), classes_of(names.VALUE_TYPES))


# The interpreter says yes of an array for each of ARRAY_TYPES but this one.
TRACER = {"jax.core.Tracer"}
PRIVATE = "jax.interpreters.partial_eval.DynamicJaxprTracer"
UNTRUE = pytest.mark.xfail(strict=True, reason="an array and a tracer of grad are taken for one")


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[UNTRUE] * (n == PRIVATE)) for n in sorted(names.ARRAY_TYPES - TRACER)],
)
def test_types_of_arrays_are_those_of_untraced_ones_too(name: str) -> None:
    assert isinstance(jnp.ones(3), find(name))


def test_errors_that_tracers_raise_are_swallowed() -> None:
    kinds = classes_of(names.SWALLOWING_ERRORS - OTHER_VERSIONS.keys())
    assert len(kinds) > 5
    raised = (
        jax.errors.TracerBoolConversionError,
        jax.errors.TracerIntegerConversionError,
        jax.errors.TracerArrayConversionError,
    )
    assert all(any(issubclass(error, kind) for error in raised) for kind in kinds)


def test_containers_are_what_they_are_taken_for() -> None:
    bases = {"dict": dict, "list": deque}
    assert all(issubclass(find(n), bases[kind]) for n, kind in names.CONTAINERS.items())


@pytest.mark.parametrize("name", sorted(arrays.TUPLE_RESULTS))
def test_tuples_of_arrays_are_tuples(name: str) -> None:
    arguments: dict[str, Any] = {"split": (2,), "array_split": (2,), "top_k": (1,), "divmod": (2,)}

    def look(x: Any) -> None:
        given = x[0] if name.endswith("meshgrid") else x
        result = find(name)(given, *arguments.get(name.rpartition(".")[2], ()))
        assert isinstance(result, tuple | list) and result
        assert isinstance(result, list) == (arrays.TUPLE_RESULTS[name] == "list")

    on_tracer(look)


@pytest.mark.parametrize("name", sorted(arrays.ONE_IF))
def test_options_that_make_one_array_of_several(name: str) -> None:
    position, option, value = arrays.ONE_IF[name]
    square = jnp.eye(2)
    assert isinstance(find(name)(square), tuple)
    assert isinstance(find(name)(square, **{option: value}), jax.Array)
    assert list(inspect.signature(find(name)).parameters)[position] == option


# --- what arrays refuse --------------------------------------------------------------------------

SQUARE = np.array([[2.0, 1.0], [1.0, 2.0]])
LISTS_IN_SEVERAL_PLACES: dict[str, tuple[Any, ...]] = {
    "jax.numpy.interp": (SQUARE[0], SQUARE[0], SQUARE[0]),
    "jax.numpy.where": (SQUARE > 1, SQUARE, SQUARE),
    "jax.numpy.clip": (SQUARE, SQUARE, SQUARE),
    "jax.numpy.einsum": ("ij,jk", SQUARE, SQUARE),
    "jax.numpy.full": ((2, 2), SQUARE),
}


def given_to(name: str, count: int) -> list[tuple[Any, ...]]:
    """Arguments of which a function of arrays takes one tuple or another."""
    known = LISTS_IN_SEVERAL_PLACES.get(name)
    if known is not None:
        return [known]
    whole = SQUARE.astype(int)
    if count == 1:
        more: list[tuple[Any, ...]] = [(), (0,), (0, 1), ((4,),), (whole, 0), ((1,),), (whole,)]
        firsts = (SQUARE, SQUARE[0], whole, whole[0], SQUARE > 1)
        return [(first, *rest) for first in firsts for rest in more]
    pairs = ((SQUARE, SQUARE), (SQUARE[0], SQUARE[0]), (whole, whole), (SQUARE[0], whole[0] - 1))
    return [*pairs, (SQUARE, SQUARE / 4)]


@pytest.mark.parametrize("name", sorted(arrays.NO_SEQUENCE))
def test_functions_that_refuse_lists(name: str) -> None:
    places = arrays.NO_SEQUENCE[name]
    tried = given_to(name, len(places))
    assert any(works(find(name), given) for given in tried), "no arguments that work were tried"
    for place in places:
        filled = (given for given in tried if place < len(given) and is_filled(given[place]))
        for given in filled:
            listed = (*given[:place], given[place].tolist(), *given[place + 1 :])
            assert refuses(find(name), listed) or not works(find(name), given), given


def refuses(function: Callable[..., Any], given: tuple[Any, ...]) -> bool:
    """Whether a call is a TypeError."""
    try:
        function(*given)
    except TypeError:
        return True
    except Exception:
        return False
    return False


def is_filled(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim > 0


def works(function: Callable[..., Any], given: tuple[Any, ...]) -> bool:
    """Whether a call goes through with JAX arrays; nothing is computed."""
    known = [jnp.asarray(one) if isinstance(one, np.ndarray) else one for one in given]
    try:
        jax.eval_shape(lambda: function(*known))
    except (jax.errors.JAXTypeError, jax.errors.JAXIndexError):
        return True
    except Exception:
        return False
    return True


@pytest.mark.parametrize("name", sorted(arrays.MAKE_ARRAYS))
def test_makers_of_arrays_refuse_generators(name: str) -> None:
    find(name)([jnp.ones(2), jnp.ones(2)])
    with pytest.raises((TypeError, ValueError, IndexError)):
        find(name)(jnp.ones(2) for _ in range(2))


@pytest.mark.parametrize("name", sorted(arrays.SHAPE_POSITIONS))
def test_shapes_are_of_whole_numbers(name: str) -> None:
    position = arrays.SHAPE_POSITIONS[name]
    before = () if position == 0 else (jnp.ones(2),)
    after = (0.0,) if name.endswith(".full") else ()
    find(name)(*before, (1, 2), *after)
    for wrong in ((1, 2.0), (1, (2,))):
        with pytest.raises(TypeError):
            find(name)(*before, wrong, *after)


@pytest.mark.parametrize("name", sorted(random.SHAPE_POSITIONS))
def test_samplers_take_a_shape_there(name: str) -> None:
    parameters = list(inspect.signature(find(name)).parameters)
    assert parameters[random.SHAPE_POSITIONS[name]] == "shape"


@pytest.mark.parametrize("wrong", [0.5, jnp.ones(2), (2.0,)])
def test_floats_are_no_shape_of_what_is_drawn(wrong: Any) -> None:
    key = jax.random.key(0)
    with pytest.raises(TypeError):
        jax.random.normal(key, wrong)
    with pytest.raises(TypeError):
        jax.random.gamma(key, 2.0, wrong)


DTYPES_BEHIND: dict[str, tuple[Any, ...]] = {
    "jax.numpy.zeros": (2,),
    "jax.numpy.ones": (2,),
    "jax.numpy.empty": (2,),
    "jax.numpy.full": (2, 1),
}


@pytest.mark.parametrize("name", sorted(arrays.DTYPE_POSITIONS))
def test_dtypes_are_no_arrays(name: str) -> None:
    x = jnp.ones(2)
    method = name.startswith("jax.Array.")
    function: Callable[..., Any] = getattr(x, name.rpartition(".")[2]) if method else find(name)
    before = DTYPES_BEHIND.get(name, () if method else (x,))
    assert len(before) == arrays.DTYPE_POSITIONS[name]
    function(*before, jnp.int32)
    with pytest.raises(ValueError, match="array as a dtype"):
        function(*before, x)


@pytest.mark.parametrize("name", sorted(arrays.SAME_DTYPE))
def test_functions_of_lax_want_one_dtype(name: str) -> None:
    x, n = jnp.ones(2), jnp.arange(2)
    before = (x > 0,) if name.endswith("select") else ()
    after = ((0,),) if name.endswith("slice") else ()
    find(name)(*before, x, x, *after)
    assert arrays.SAME_DTYPE[name] == (len(before), len(before) + 2)
    with pytest.raises(TypeError):
        find(name)(*before, x, n, *after)


@pytest.mark.parametrize("name", sorted(arrays.TAKES_OUT))
def test_functions_that_have_out(name: str) -> None:
    assert inspect.signature(find(name)).parameters["out"].default is None


@pytest.mark.parametrize("name", sorted(arrays.FILLING))
def test_functions_that_fill_with_a_number(name: str) -> None:
    position, keyword = arrays.FILLING[name]
    mask, short = jnp.array([True, False]), name.rpartition(".")[2]
    given: dict[str, tuple[Any, ...]] = {
        "full": (2,), "full_like": (mask,), "pad": (jnp.arange(2), (0, 1)), "where": (mask, 1),
    }  # fmt: skip
    more: dict[str, Any] = {"full_like": {"dtype": int}}.get(short, {})
    sized = {} if short in given else {"size": 4}
    if position is None:
        made = find(name)(*given.get(short, (jnp.arange(2),)), **{keyword: -1}, **sized)
    else:
        made = find(name)(*given[short], -1, **more)
    assert -1 in np.asarray(made[0] if isinstance(made, tuple) else made)


@pytest.mark.parametrize("name", sorted(arrays.NO_WHERE))
def test_functions_without_where(name: str) -> None:
    x, mask = jnp.array([[0.5, 0.25]] * 2), jnp.ones((2, 2), bool)
    given = [(x,), (x, x), (mask,), (mask, mask)]
    taken = next(one for one in given if works(find(name), one))
    with pytest.raises((TypeError, NotImplementedError)):
        find(name)(*taken, where=mask)


WRITERS: dict[str, tuple[Any, ...]] = {
    "put": (0, 1.0),
    "place": (np.ones((2, 2), bool), np.ones(4)),
    "putmask": (np.ones((2, 2), bool), np.ones(4)),
    "put_along_axis": (np.zeros((2, 1), int), 1.0, 0),
    "fill_diagonal": (1.0,),
    "copyto": (1.0,),
    "shuffle": (),
    "at": (0, 1.0),
}


@pytest.mark.parametrize("name", sorted(arrays.IN_PLACE_FUNCTIONS))
def test_functions_that_write_into_their_argument(name: str) -> None:
    given = (jnp.ones((2, 2)), *WRITERS[name.rpartition(".")[2]])
    with pytest.raises((TypeError, ValueError, NotImplementedError)):
        find(name)(*given)
    if name.startswith("jax."):
        names = list(inspect.signature(find(name)).parameters)
        assert names[arrays.IN_PLACE_FUNCTIONS[name]] == "inplace" or name.endswith("along_axis")
        find(name)(*given, inplace=False)


def test_augmented_assignments_have_their_updates() -> None:
    assert set(arrays.AUGMENTED.values()) <= arrays.AT_UPDATES
    x = jnp.array([3.0])
    done = {op: getattr(x.at[0], name)(2.0)[0] for op, name in arrays.AUGMENTED.items()}
    assert done == {"+": 5.0, "-": 1.0, "*": 6.0, "/": 1.5, "**": 9.0}


def test_what_gives_a_new_array_leaves_the_old_one() -> None:
    assert arrays.PURE_METHODS < arrays.ARRAY_METHODS
    assert missing(arrays.PURE_FUNCTIONS) == []


def test_foreign_attributes_are_absent() -> None:
    x = jnp.ones((2, 2))
    there = [name for name in other_arrays.FOREIGN if name != "flat" and hasattr(x, name)]
    assert there == []
    with pytest.raises(NotImplementedError):
        getattr(x, "fla" + "t")
    on_tracer(lambda x: assert_absent(x, other_arrays.FOREIGN.keys() - {"flat"}))


def test_sparse_arrays_have_attributes_that_others_lack() -> None:
    dense = jnp.eye(2)
    made = [one.fromdense(dense) for one in (sparse.BCOO, sparse.BCSR, sparse.COO, sparse.CSR)]
    for name in other_arrays.SPARSE_ATTRIBUTES:
        assert not hasattr(dense, name)
        assert any(hasattr(one, name) for one in made)


# --- dtypes --------------------------------------------------------------------------------------


def test_kinds_are_those_of_the_dtypes() -> None:
    letters = {"bool": "b", "int": "iu", "float": "fV", "complex": "c"}
    wrong = [n for n, kind in dtypes.KINDS.items() if jnp.dtype(n).kind not in letters[kind]]
    assert wrong == []


def test_scalar_types_are_no_dtypes_and_have_no_instances() -> None:
    for name in dtypes.SCALAR_TYPES:
        kind = getattr(jnp, name)
        x: Any = jnp.ones(1).astype(kind)
        assert x.dtype is not kind and x.dtype is not getattr(np, name, None)
        assert not isinstance(x, kind)


@pytest.mark.parametrize("wide", [False, True])
def test_which_types_a_dtype_never_equals(wide: bool) -> None:
    with untyped.enable_x64(wide):
        made = [jnp.ones(1, kind).dtype for kind in (bool, int, float, complex)]
    abstract = [find(name) for name in dtypes.ABSTRACT_DTYPES]
    assert not any(dtype == kind for dtype in made for kind in abstract)
    equal = {dtype == kind for dtype in made for kind in (int, float, complex)}
    assert equal == ({False, True} if wide else {False})


def test_what_the_import_of_jax_reads_are_options_of_jax() -> None:
    options = untyped.config.values
    assert {name for name in configuration.AT_IMPORT if name.lower() not in options} == set()
    assert configuration.X64 in options


def traced_again_with(option: str, value: object) -> bool:
    """Whether a jitted function is traced again where an option has another value."""
    traces: list[object] = []
    jitted = untyped.jit(traces.append)
    before = untyped.config.values[option]
    jitted(1.0)
    try:
        untyped.config.update(option, value)
        jitted(1.0)
    finally:
        untyped.config.update(option, before)
    return len(traces) == 2


OTHER_SETTINGS = {
    "jax_default_device": jax.devices()[0],
    "jax_default_matmul_precision": "float32",
    "jax_numpy_dtype_promotion": "strict",
    "jax_numpy_rank_promotion": "raise",
    "jax_random_seed_offset": 1,
}


@pytest.mark.parametrize("option", sorted(configuration.KEYED))
def test_what_belongs_to_the_keys_of_traces(option: str) -> None:
    default = untyped.config.values[option]
    assert traced_again_with(option, OTHER_SETTINGS.get(option, not default))


@pytest.mark.parametrize("option", ["jax_debug_nans", "jax_log_compiles", "jax_enable_checks"])
def test_what_does_not(option: str) -> None:
    assert option not in configuration.KEYED and not traced_again_with(option, value=True)


@pytest.mark.parametrize("name", sorted(configuration.SET_BY["jax_compilation_cache_dir"]))
def test_an_option_is_set_by_a_function_of_its_own(name: str) -> None:
    before = untyped.config.jax_compilation_cache_dir
    try:
        getattr(compilation_cache, name)("there")
        assert untyped.config.jax_compilation_cache_dir == "there"
    finally:
        untyped.config.update("jax_compilation_cache_dir", before)


ARGUMENTS = {
    **dict.fromkeys(("learning_rate", "step_size", "clipping", "threshold", "decay"), 0.1),
    **dict.fromkeys(("max_delta", "max_norm", "weight_decay", "momentum", "eta", "gamma"), 0.1),
    **dict.fromkeys(("b1", "b2", "ema_decay", "noise_multiplier", "l2_norm_clip"), 0.9),
    **dict.fromkeys(("k", "every_k_schedule", "max_consecutive_errors", "key", "seed"), 2),
}


def transformations(optax: Any) -> dict[str, Any]:
    """Return the transformations of Optax by name, each with arguments like any other."""
    arguments = {**ARGUMENTS, "step_size_fn": lambda count: 0.1}
    arguments |= dict.fromkeys(("inner", "opt", "base_optimizer"), optax.sgd(0.1))
    found: dict[str, Any] = {}
    for module, prefix in ((optax, "optax."), (optax.contrib, "optax.contrib.")):
        for name, make in vars(module).items():
            if name.startswith("_") or not isinstance(make, FunctionType | partial):
                continue
            parameters = inspect.signature(make).parameters.values()
            needed = [one for one in parameters if one.default is one.empty]
            if {one.name for one in needed} <= arguments.keys():
                made = make(**{one.name: arguments[one.name] for one in needed})
                if hasattr(made, "update"):
                    found[prefix + name] = made
    return found


def updates(optimiser: Any, *params: Any) -> bool:
    """Say whether an update works, given parameters or none."""
    tree = {"weight": jnp.ones((2, 3)), "bias": jnp.ones(3)}
    try:
        optimiser.update(tree, optimiser.init(tree), *[tree for _ in params])
    except (TypeError, ValueError, AttributeError):
        return False
    return True


def test_updates_that_need_the_parameters_are_those_of_the_table() -> None:
    optax = pytest.importorskip("optax")
    found = transformations(optax)
    needing = {name for name, one in found.items() if updates(one, "params") and not updates(one)}
    assert found.keys() >= libraries.WITH_PARAMETERS
    assert needing >= libraries.WITH_PARAMETERS
    assert needing - libraries.WITH_PARAMETERS == set()


@pytest.mark.parametrize("name", sorted(libraries.WITH_TREES | {libraries.SGD}))
@pytest.mark.parametrize("leaf", [jnp.tanh, repr, "text"])
def test_optimisers_with_a_memory_make_an_array_of_each_leaf(name: str, leaf: object) -> None:
    optax = pytest.importorskip("optax")
    found = transformations(optax)
    made = optax.sgd(0.1, momentum=0.9) if name == libraries.SGD else found[name]
    made.init({"weight": jnp.ones(2)})
    with pytest.raises(TypeError):
        made.init({"weight": jnp.ones(2), "leaf": leaf})


WRAPPED: dict[str, Callable[[Any, Any], Any]] = {
    "optax.MultiSteps": lambda optax, inner: optax.MultiSteps(inner, 2),
    "optax.apply_if_finite": lambda optax, inner: optax.apply_if_finite(inner, 2),
    "optax.chain": lambda optax, inner: optax.chain(optax.clip(1.0), inner),
    "optax.conditionally_mask": lambda optax, inner: optax.conditionally_mask(inner, bool),
    "optax.conditionally_transform": lambda optax, inner: optax.conditionally_transform(
        inner, bool
    ),
    "optax.flatten": lambda optax, inner: optax.flatten(inner),
    "optax.masked": lambda optax, inner: optax.masked(inner, {"weight": True, "bias": False}),
    "optax.multi_transform": lambda optax, inner: optax.multi_transform(
        {"used": optax.sgd(0.1), "unused": inner}, "used"
    ),
    "optax.named_chain": lambda optax, inner: optax.named_chain(("inner", inner)),
    "optax.partition": lambda optax, inner: optax.partition({"all": inner}, "all"),
    "optax.selective_transform": lambda optax, inner: optax.selective_transform(
        inner, freeze_mask={"weight": True, "bias": False}
    ),
    "optax.with_extra_args_support": lambda optax, inner: optax.with_extra_args_support(inner),
}


@pytest.mark.parametrize("name", sorted(libraries.WRAPPERS))
def test_what_is_made_of_transformations_needs_what_these_do(name: str) -> None:
    optax = pytest.importorskip("optax")
    wrap = WRAPPED[name]
    assert updates(wrap(optax, optax.adam(0.1)))
    assert not updates(wrap(optax, optax.adamw(0.1)))
    assert updates(wrap(optax, optax.adamw(0.1)), "params")


@pytest.mark.parametrize("name", sorted(libraries.INJECTORS))
def test_injected_hyperparameters_leave_an_optimiser_what_it_is(name: str) -> None:
    optax = pytest.importorskip("optax")
    inject = getattr(optax, name.rpartition(".")[2])
    assert updates(inject(optax.adam)(learning_rate=0.1))
    assert not updates(inject(optax.adamw)(learning_rate=0.1))


@pytest.mark.parametrize("name", sorted(libraries.SCHEDULED))
def test_optimisers_call_their_schedule_with_an_array(name: str) -> None:
    optax = pytest.importorskip("optax")
    make = getattr(optax, name.rpartition(".")[2])
    assert next(iter(inspect.signature(make).parameters)) in libraries.SCHEDULES
    counts: list[object] = []
    params = jnp.ones((3, 3))

    def schedule(count: object) -> float:
        counts.append(count)
        return 0.1

    optimiser = make(schedule)
    state = optimiser.init(params)
    assert not counts
    optimiser.update(params, state, params)
    assert isinstance(counts[0], jax.Array)
    jax.jit(optimiser.update)(params, state, params)
    assert isinstance(counts[-1], jax.core.Tracer)


@pytest.mark.parametrize("name", sorted(names.OF_A_NUMBER))
def test_gradients_that_want_one_number(name: str) -> None:
    with pytest.raises(TypeError, match="scalar-output"):
        find(name)(lambda x: (x, x))(1.0)
    find(name)(lambda x: (x, x), has_aux=True)(1.0)


@pytest.mark.parametrize("name", sorted(libraries.ALONG))
def test_transformations_that_turn_no_sign_give_updates_along_the_gradients(name: str) -> None:
    optax = pytest.importorskip("optax")
    optimiser = transformations(optax)[name]
    params, grads = {"weight": jnp.full(3, 0.5)}, {"weight": jnp.full(3, 0.3)}
    if name == "optax.centralize":
        grads = {"weight": jnp.array([[0.3, -0.3]])}
        params = {"weight": jnp.full((1, 2), 0.5)}
    state = optimiser.init(params)
    for _ in range(3):
        updates, state = optimiser.update(grads, state, params)
        assert (jnp.sign(updates["weight"]) == jnp.sign(grads["weight"])).all()


@pytest.mark.parametrize("name", sorted(libraries.RAMPS))
def test_schedules_of_positive_numbers_are_not_negative(name: str) -> None:
    optax = pytest.importorskip("optax")
    make = getattr(optax, name.rpartition(".")[2])
    parameters = inspect.signature(make).parameters.values()
    needed = [one.name for one in parameters if one.default is one.empty]
    counts = {one: 10 for one in needed if "steps" in one}
    if "decay_steps" in counts:
        counts["decay_steps"] = 20
    schedule = make(**{one: counts.get(one, 0.5) for one in needed})
    assert all(schedule(step) >= 0 for step in range(40))
