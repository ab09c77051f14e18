"""Holds what jaxlint knows of the modules of Flax and Haiku against the libraries installed."""

from __future__ import annotations

import inspect
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from flax import nnx

from jaxlint.knowledge import libraries, modules

untyped: Any = jax
untyped.config.update("jax_platforms", "cpu")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

KEY, OTHER = jax.random.key(1), jax.random.key(2)
XS = jnp.ones((2, 4, 8))

# What the layers want that cannot be made without.
FIELDS: dict[str, dict[str, Any]] = {
    "Conv": {"features": 3, "kernel_size": (3,)},
    "ConvLSTMCell": {"features": 3, "kernel_size": (3,)},
    "ConvLocal": {"features": 3, "kernel_size": (3,)},
    "ConvTranspose": {"features": 3, "kernel_size": (3,)},
    "Einsum": {"shape": (8, 3), "einsum_str": "abc,cd->abd"},
    "Embed": {"num_embeddings": 3, "features": 4},
    "BatchNorm": {"use_running_average": False},
    "GroupNorm": {"num_groups": 2},
    "Dropout": {"rate": 0.5},
    "MultiHeadAttention": {"num_heads": 2},
    "MultiHeadDotProductAttention": {"num_heads": 2},
    "SelfAttention": {"num_heads": 2},
}
SIMPLE = ("Dense", "DenseGeneral", *(f"{name}Cell" for name in ("GRU", "LSTM", "MGU", "Simple")))
FIELDS |= {name: {"features": 3} for name in (*SIMPLE, "OptimizedLSTMCell")}
LAYERS = sorted(modules.RANDOM_PARAMETERS | modules.FIXED_PARAMETERS)


def flax() -> Any:
    """Return flax.linen, or skip where it is not installed."""
    return pytest.importorskip("flax.linen")


def haiku() -> Any:
    """Return haiku, or skip where it is not installed."""
    return pytest.importorskip("haiku")


def equal(one: Any, other: Any) -> bool:
    """Return whether two trees hold the same numbers."""
    pairs = zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    return all(bool(jnp.array_equal(a, b)) for a, b in pairs)


def layer(name: str, **fields: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a layer of flax.linen and what it is called on."""
    made = getattr(flax(), name)(**FIELDS.get(name, {}), **fields)
    if name == "Embed":
        return made, (jnp.ones((2, 4), int),)
    if name.endswith("Cell"):
        xs = XS if name == "ConvLSTMCell" else XS[:, 0]
        return made, (made.initialize_carry(KEY, xs.shape), xs)
    return made, (XS,)


def initialised(name: str, key: jax.Array) -> Any:
    """Return the parameters that a layer starts with."""
    made, given = layer(name, **({"deterministic": True} if name == "Dropout" else {}))
    return made.init(key, *given)


@pytest.mark.parametrize("name", LAYERS)
def test_parameters_are_random_as_said(name: str) -> None:
    same = equal(initialised(name, KEY), initialised(name, OTHER))
    assert same is (name in modules.FIXED_PARAMETERS)


@pytest.mark.parametrize("name", LAYERS)
def test_one_array_is_given_as_said(name: str) -> None:
    made, given = layer(name, **({"deterministic": True} if name == "Dropout" else {}))
    result = made.apply(made.init(KEY, *given), *given, mutable=["batch_stats"])[0]
    assert isinstance(result, jax.Array) is (f"flax.linen.{name}" in modules.ARRAY_LAYERS)


@pytest.mark.parametrize("name", sorted(modules.DROPPING))
@pytest.mark.parametrize("deterministic", [True, False])
def test_layers_drop_as_said(name: str, deterministic: bool) -> None:
    FIELDS[name] = {**FIELDS[name], modules.DROPPING[name]: 0.5}
    made, given = layer(name, deterministic=deterministic)
    variables = made.init({"params": KEY, modules.DROPOUT_STREAM: KEY}, *given)
    one, other = (
        made.apply(variables, *given, rngs={modules.DROPOUT_STREAM: key}) for key in (KEY, OTHER)
    )
    assert equal(one, other) is deterministic


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("stream", [modules.DROPOUT_STREAM, "params", "noise"])
def test_dropout_asks_for_its_stream_as_said(rate: float, stream: str) -> None:
    made, given = flax().Dropout(rate, deterministic=False), (XS,)
    if 0 < rate < 1 and stream == "noise":
        with pytest.raises(Exception, match="needs PRNG"):
            made.apply({}, *given, rngs={stream: KEY})
    else:
        made.apply({}, *given, rngs={stream: KEY})


@pytest.mark.parametrize("name", sorted(modules.KEY_TAKERS))
def test_haiku_needs_a_key_as_said(name: str) -> None:
    haiku = pytest.importorskip("haiku")
    take = getattr(haiku, name.removeprefix("haiku."))
    given = (2,) if name.endswith("keys") else ()
    apply = haiku.transform(lambda: take(*given)).apply
    if name in modules.KEY_NEEDERS:
        with pytest.raises(Exception, match="non-None PRNGKey"):
            apply({}, None)
    else:
        assert apply({}, None) is None


def test_layers_that_are_not_named_hold_others_or_are_given_how_to() -> None:
    linen = flax()
    found = {n for n in dir(linen) if inspect.isclass(getattr(linen, n))}
    layers = {n for n in found if issubclass(getattr(linen, n), linen.Module)}
    unnamed = {n for n in layers - set(LAYERS) if "Fp8" not in n and n != "Module"}
    holding = {"Bidirectional", "RNN", "RNNCellBase", "Sequential", "SpectralNorm", "WeightNorm"}
    assert unnamed == holding


@pytest.mark.parametrize("name", libraries.SAME_OBJECTS)
def test_what_is_handed_on_under_another_name_is_the_same_object(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    mine = getattr(pytest.importorskip(module), attribute)
    assert mine is getattr(jax.nn, libraries.SAME_OBJECTS[name].rpartition(".")[2])


def test_equal_paths_are_equal_draws_whatever_the_stream() -> None:
    linen = flax()

    class Noisy(linen.Module):  # type: ignore[misc, name-defined]
        @linen.compact  # type: ignore[untyped-decorator]
        def __call__(self) -> tuple[jax.Array, jax.Array]:
            scale = self.param("scale", linen.initializers.normal(1.0), (9,))
            return scale, jax.random.normal(self.make_rng("noise"), (9,))

    (scale, noise), _ = Noisy().init_with_output({"params": KEY, "noise": KEY})
    assert equal(scale, noise)
    (scale, noise), _ = Noisy().init_with_output({"params": KEY, "noise": OTHER})
    assert not equal(scale, noise)


def test_a_name_is_the_path_however_it_is_given() -> None:
    linen = flax()

    class Compact(linen.Module):  # type: ignore[misc, name-defined]
        @linen.compact  # type: ignore[untyped-decorator]
        def __call__(self, x: jax.Array) -> jax.Array:
            layer: jax.Array = linen.Dense(3, name="first")(x)
            return layer

    class SetUp(linen.Module):  # type: ignore[misc, name-defined]
        def setup(self) -> None:
            self.first = linen.Dense(3)
            self.second = linen.Dense(3)

        def __call__(self, x: jax.Array) -> tuple[jax.Array, jax.Array]:
            return self.first(x), self.second(x)

    one, other = Compact().init(KEY, XS)["params"], SetUp().init(KEY, XS)["params"]
    assert equal(one["first"], other["first"])
    assert not equal(other["first"], other["second"])


def test_the_key_itself_is_not_drawn_from() -> None:
    made = flax().Dense(8, use_bias=False, kernel_init=flax().initializers.normal(1.0))
    kernel = made.init(KEY, jnp.ones((1, 8)))["params"]["kernel"]
    drawn = [jax.random.normal(key, (8, 8)) for key in (KEY, *jax.random.split(KEY, 4))]
    assert all(abs(jnp.corrcoef(kernel.ravel(), d.ravel())[0, 1]) < 0.5 for d in drawn)


@pytest.mark.parametrize("name", sorted(modules.KEY_TAKERS))
def test_haiku_takes_keys_by_these_functions(name: str) -> None:
    hk = haiku()
    take = getattr(hk, name.rpartition(".")[2])
    takes = (lambda: take(2)) if "keys" in name else take

    def after() -> jax.Array:
        takes()
        key: jax.Array = hk.next_rng_key()
        return key

    hk_key = jax.random.PRNGKey(0)
    plain = hk.transform(hk.next_rng_key).apply({}, hk_key)
    assert not equal(hk.transform(after).apply({}, hk_key), plain)
    assert equal(plain, jax.random.split(hk_key)[1])


def test_haiku_draws_parameters_in_init_only() -> None:
    hk = haiku()
    model = hk.transform(lambda x: hk.Linear(3)(x))
    assert not equal(model.init(jax.random.PRNGKey(0), XS), model.init(jax.random.PRNGKey(1), XS))
    assert model.apply(model.init(jax.random.PRNGKey(0), XS), None, XS).shape == (2, 4, 3)


def test_layers_of_equinox_take_a_state_as_said() -> None:
    layers = pytest.importorskip("equinox").nn
    classes = {n: getattr(layers, n) for n in dir(layers) if inspect.isclass(getattr(layers, n))}
    taking = {
        f"equinox.nn.{name}"
        for name, made in classes.items()
        if "__call__" in vars(made) and "state" in inspect.signature(made.__call__).parameters
    }
    assert taking == modules.STATEFUL_LAYERS


def test_an_lstm_of_equinox_gives_two_arrays() -> None:
    equinox = pytest.importorskip("equinox")
    cell = equinox.nn.LSTMCell(8, 3, key=KEY)
    assert len(cell(jnp.ones(8), (jnp.ones(3), jnp.ones(3)))) == 2


def test_layers_of_equinox_hold_truth_values_as_said() -> None:
    layers: Any = pytest.importorskip("equinox").nn
    linear = layers.Linear(2, 2, key=KEY)
    made: dict[str, Any] = {
        "BatchNorm": lambda: layers.BatchNorm(2, "batch", mode="ema"),
        "Dropout": lambda: layers.Dropout(0.5),
        "LayerNorm": lambda: layers.LayerNorm(2),
        "Linear": lambda: linear,
        "MultiheadAttention": lambda: layers.MultiheadAttention(2, 4, key=KEY),
        "RMSNorm": lambda: layers.RMSNorm(2),
        "SpectralNorm": lambda: layers.SpectralNorm(linear, "weight", key=KEY),
    }
    holding = {
        f"equinox.nn.{name}"
        for name, make in made.items()
        if any(isinstance(leaf, bool) for leaf in jax.tree.leaves(make()))
    }
    assert holding == libraries.UNDIFFERENTIABLE_LAYERS


# --- layers of nnx that write into themselves ----------------------------------------------------


@pytest.mark.parametrize(("name", "mode"), libraries.NOTING_LAYERS.items())
def test_a_layer_of_nnx_notes_its_calls_unless_it_is_told_not_to(name: str, mode: str) -> None:
    made = getattr(nnx, name.rpartition(".")[2])
    x = jnp.arange(6.0).reshape(2, 3)

    def changes(layer: Any, call: Any) -> bool:
        before = jax.tree.leaves(nnx.to_pure_dict(nnx.state(layer)))
        call(layer, x)
        after = jax.tree.leaves(nnx.to_pure_dict(nnx.state(layer)))
        pairs = zip(map(raw, before), map(raw, after), strict=True)
        return any((one != other).any() for one, other in pairs)

    def raw(leaf: Any) -> Any:
        typed = jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)
        return jax.random.key_data(leaf) if typed else leaf

    def layer(**options: Any) -> Any:
        return made(*((3,) if "Norm" in name else (0.5,)), rngs=nnx.Rngs(0), **options)

    plain = lambda layer, x: layer(x)  # noqa: E731
    assert changes(layer(), plain)
    assert changes(layer(), nnx.jit(plain))
    assert not changes(layer(), jax.jit(plain))
    assert not changes(layer(**{mode: True}), plain)
    told = layer()
    told.eval()
    assert not changes(told, plain)
    told.train()
    assert changes(told, plain)


# --- models that are taken apart ------------------------------------------------------------------


def stepped(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parts of a model with one added to all that is an array."""
    return tuple(jax.tree.map(lambda leaf: leaf + 1, part) for part in parts)


@pytest.mark.parametrize(("name", "static"), libraries.STATIC_PARTS.items())
def test_the_static_part_of_a_model_stays_what_it_is(name: str, static: int) -> None:
    equinox: Any = pytest.importorskip("equinox")
    parts: tuple[Any, ...]
    if name.startswith("equinox"):
        layer = equinox.nn.Linear(2, 3, key=KEY)
        parts = equinox.partition(layer, equinox.is_array)
        numbers, kept = stepped(parts[:1])[0], parts[1]
        again = equinox.partition(equinox.combine(numbers, kept), equinox.is_array)
    else:
        parts = nnx.split(nnx.Linear(2, 3, rngs=nnx.Rngs(0)))
        kept, numbers = parts[0], stepped(parts[1:])[0]
        again = nnx.split(nnx.merge(kept, numbers))
    assert kept is parts[static]
    assert not any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(kept))
    assert equinox.tree_equal(again[static], kept)
