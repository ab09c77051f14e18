"""Holds the table of releases and the successors against each other and the installed JAX."""

from __future__ import annotations

import importlib
import warnings
from enum import Enum
from pathlib import Path
from typing import Any

import jax
import pytest

from jaxlint.knowledge import names, successors
from jaxlint.knowledge.api import api, number
from jaxlint.knowledge.releases import Change, Releases
from jaxlint.program.requirement import as_requirement
from tools.jax_api_probe import call_shape

from .conftest import command

INSTALLED = jax.__version__
KNOWN = INSTALLED in api().asked
of_the_installed = pytest.mark.skipif(not KNOWN, reason=f"the table does not have {INSTALLED}")
NEWEST = Releases()
OLDEST = Releases(f"=={api().asked[0]}")


def find(name: str) -> Any:
    """Return the object of a dotted name. Raises AttributeError when there is none."""
    parts = name.split(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for length in range(len(parts), 0, -1):
            try:
                found: Any = importlib.import_module(".".join(parts[:length]))
            except ImportError:
                continue
            for part in parts[length:]:
                found = getattr(found, part)
            return found
    raise AttributeError(name)


def exists(name: str) -> bool:
    """Return whether the installed JAX has a name."""
    try:
        find(name)
    except AttributeError:
        return False
    return True


@of_the_installed
@pytest.mark.parametrize(
    "module", ["jax", "jax.numpy", "jax.lax", "jax.random", "jax.core", "jax.tree_util", "jax.nn"]
)
def test_the_table_has_the_names_of_the_installed_jax(module: str) -> None:
    table = api().module(module)
    assert table is not None and table.names is not None
    place = api().asked.index(INSTALLED)
    held = {name for name, one in table.names.items() if one.at(place)}
    assert [name for name in held if not exists(f"{module}.{name}")] == []
    public = {name for name in dir(find(module)) if not name.startswith("_")}
    assert public - held - {name for name in public if exists(f"{module}.{name}.__path__")} == set()


@of_the_installed
def test_what_is_gone_is_gone_and_what_is_new_is_there() -> None:
    releases = Releases(f"=={INSTALLED}")
    for old, successor in successors.names().items():
        standing = releases.standing(old)
        if standing is not None and standing.change is not Change.DEPRECATED:
            assert not exists(old), old
        if successor.safe and successor.new.startswith("jax"):
            assert exists(successor.new), successor.new


@pytest.mark.parametrize("old", successors.names())
def test_each_old_name_was_known_or_is_said_not_to_have_been(old: str) -> None:
    owner, _, last = old.rpartition(".")
    own, around = api().module(old), api().module(owner)
    in_table = own is not None or (around is not None and last in (around.names or {}))
    known = in_table or bool(successors.went(old)) or bool(successors.went(owner))
    assert known or successors.names()[old].source.startswith("never there"), old


def test_modules_said_to_be_loaded_with_jax_are() -> None:
    assert [one for one in names.LOADED_WITH_JAX if not exists(one)] == []


@pytest.mark.parametrize(
    ("name", "change", "since"),
    [
        ("jax.tree_map", Change.GONE, "0.6.0"),
        ("jax.numpy.in1d", Change.GONE, "0.4.24"),
        ("jax.random.KeyArray", Change.GONE, "0.4.24"),
        ("jax.ops.index_update", Change.GONE, "0.3.2"),
        ("jax.experimental.stax", Change.GONE, "0.3.16"),
        ("jax.numpy.Inf", Change.UNKNOWN, ""),
        ("jax.numpy.multipy", Change.UNKNOWN, ""),
    ],
)
def test_how_a_name_stands_in_the_newest_release(name: str, change: Change, since: str) -> None:
    standing = NEWEST.standing(name)
    assert standing is not None
    assert (standing.change, standing.since) == (change, since)


@pytest.mark.parametrize(
    "name", ["jax.jit", "jax.numpy.linalg", "jax.config.update", "jax._src.gone", "jax.nn.<made>"]
)
def test_nothing_is_said_of_what_is_there_or_not_public(name: str) -> None:
    assert NEWEST.standing(name) is None


@pytest.mark.parametrize(
    "name",
    [
        "jax.experimental.roofline.roofline.RooflineShape", "jax.extend.mlir.dialects.func",
        "jax.experimental.mosaic.gpu.profiler", "jax.experimental.mosaic.dialects.tpu",
    ],
)  # fmt: skip
def test_what_is_below_a_module_that_could_not_be_imported_is_unknown(name: str) -> None:
    module, _, last = name.rpartition(".")
    assert NEWEST.standing(name) is None and NEWEST.imported(module, last) is None


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("norm", "jax.numpy.linalg.norm"),
        ("relu", "jax.nn.relu"),
        ("multipy", "jax.numpy.multiply"),
        ("nothing_like_it", ""),
    ],
)
def test_the_nearest_name_may_be_in_another_module(name: str, near: str) -> None:
    standing = NEWEST.standing(f"jax.numpy.{name}")
    assert standing is not None and standing.near == near


def test_an_old_project_hears_of_nothing_that_its_jax_has() -> None:
    assert OLDEST.standing("jax.linear_util") is None
    assert OLDEST.standing("jax.core.Primitive") is None
    assert Releases("<0.3").standing("jax.tree_multimap") is None


def test_a_project_of_a_newer_jax_may_use_names_that_are_not_known() -> None:
    newer = Releases(">=99.0")
    assert newer.standing("jax.numpy.multipy") is None
    assert newer.imported("jax.numpy", "multipy") is None
    gone = newer.standing("jax.tree_map")
    assert gone is not None and gone.change is Change.GONE


def test_parameters() -> None:
    gone = NEWEST.parameter("jax.numpy.clip", "a_min")
    assert gone is not None and gone.change is Change.GONE
    assert NEWEST.parameter("jax.numpy.clip", "min") is None
    warned = NEWEST.parameter("jax.jit", "device")
    assert warned is not None and warned.change is Change.DEPRECATED
    assert OLDEST.parameter("jax.numpy.clip", "a_min") is None
    fewer = NEWEST.positional("jax.lax.dot", 3)
    assert fewer is not None and (fewer.named, fewer.lost) == (("dimension_numbers",), ())
    fewer = NEWEST.positional("jax.nn.softmax", 4)
    assert fewer is not None and (fewer.named, fewer.lost) == ((), ("initial",))
    assert NEWEST.positional("jax.lax.dot", 2) is None


@pytest.mark.parametrize(
    ("name", "parameter", "near"),
    [
        ("jax.numpy.clip", "never", ""), ("jax.numpy.sum", "axes", "axis"),
        ("jax.numpy.sum", "dim", "axis"), ("jax.jit", "static_argnum", "static_argnums"),
    ],
)  # fmt: skip
def test_parameters_that_never_were(name: str, parameter: str, near: str) -> None:
    standing = NEWEST.parameter(name, parameter)
    assert standing is not None
    assert (standing.change, standing.since, standing.near) == (Change.UNKNOWN, "0.4.18", near)
    assert Releases(">=99.0").parameter(name, parameter) is None


def test_what_came_later_is_not_called_unknown() -> None:
    assert OLDEST.parameter("jax.numpy.clip", "min") is None
    assert NEWEST.parameter("jax.tree_util.Partial", "anything") is None
    more = NEWEST.positional("jax.numpy.expand_dims", 3)
    assert more is not None and (more.change, more.near) == (Change.UNKNOWN, "2")
    assert Releases(">=99.0").positional("jax.numpy.expand_dims", 3) is None


@of_the_installed
@pytest.mark.parametrize(
    "module", ["jax", "jax.numpy", "jax.numpy.linalg", "jax.lax", "jax.random", "jax.nn"]
)
def test_functions_refuse_parameters_that_they_never_had(module: str) -> None:
    table = api().module(module)
    assert table is not None and table.names is not None
    place, refusing = api().asked.index(INSTALLED), 0
    for name, held in table.names.items():
        whole = f"{module}.{name}"
        shape = next((one for one in api().shapes(whole) if one.held.at(place)), None)
        if not held.at(place) or shape is None or shape.open:
            continue
        with pytest.raises(TypeError):
            find(whole)(never_had=1)
        refusing += 1
    assert refusing > 20


@pytest.mark.parametrize(
    ("text", "requirement"),
    [("0.5.3", "==0.5.3"), ("0.5", "==0.5.*"), (">=0.4.30,<0.6", ">=0.4.30,<0.6"), ("", "")],
)
def test_a_version_and_a_range_are_understood(text: str, requirement: str) -> None:
    assert as_requirement(text) == requirement


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="neither a version"):
        as_requirement("new")


def test_releases_are_in_order() -> None:
    assert list(api().asked) == sorted(api().asked, key=number)
    assert set(api().asked) <= set(api().releases)


def test_a_message_says_what_bounds_jax() -> None:
    requirements = ("", ">=0.6", ">=0.6,<0.8", "==0.7.2")
    told = [Releases(one).standing("jax.tree_map") for one in requirements]
    words = [one.allowed for one in told if one is not None]
    free = "this project sets no upper bound on JAX"
    allowed = [f"this project allows {Releases(one).newest}" for one in requirements[2:]]
    assert words == [free, free, *allowed]


def test_what_members_of_an_enumeration_take() -> None:
    memory = "jax.experimental.pallas.mosaic_gpu.SMEM"
    assert NEWEST.parameter(memory, "dtype") is None
    assert NEWEST.positional(memory, 2) is None
    assert NEWEST.positional(memory, 3) is not None


def test_a_member_of_an_enumeration_is_asked_for_its_method() -> None:
    class Memory(Enum):
        SHARED = "shared"

        def __call__(self, shape: tuple[int, ...], *, dtype: str = "") -> None: ...

    class Plain(Enum):
        ONE = 1

    assert call_shape(Memory.SHARED) == [["shape", "dtype"], 1, False, []]
    assert call_shape(Memory) is call_shape(Plain.ONE) is None


@pytest.mark.parametrize(
    ("release", "found"), [("0.2.17", ["numpy"]), ("0.4.30", ["numpy", "tile"])]
)
def test_arrays_of_an_old_jax_had_a_method_to_repeat_them(
    tmp_path: Path, release: str, found: list[str]
) -> None:
    text = "import jax.numpy as jnp\n\nx = jnp.zeros(3).numpy()\ny = jnp.zeros(3).tile(3)\n"
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nname = "a"\nversion = "1"\ndependencies = ["jax=={release}"]\n',
        encoding="utf-8",
    )
    done = command("check", ".", "--no-cache", "--output-format", "concise", cwd=tmp_path)
    said = [line.split("`")[3] for line in done.stdout.splitlines() if " JAX316 " in line]
    assert said == found
