"""What the benchmarks compute; what they measure is nothing that a test could know."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what imports a module of the benchmarks."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return import_module


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_is_the_power(part: Any, power: float) -> None:
    sizes = [1_000, 20_000, 300_000]
    seconds = [3 * size**power for size in sizes]
    assert part("growth").exponent(sizes, seconds) == pytest.approx(power)


def test_a_project_grows_by_renamed_copies(part: Any, tmp_path: Path) -> None:
    package = tmp_path / "package"
    (package / "own" / "own").mkdir(parents=True)
    (package / "own-1.dist-info").mkdir()
    (package / "own" / "main.py").write_text("from own.owner import x\nimport own\n")
    (package / "own" / "own" / "owner.py").write_text("x = 1\n")
    grown = tmp_path / "grown"
    assert part("growth").project([package], 5, grown) == 5
    texts = {p.relative_to(grown).as_posix(): p.read_text() for p in grown.rglob("*.py")}
    assert texts == {
        "own/main.py": "from own.owner import x\nimport own\n",
        "own/own/owner.py": "x = 1\n",
        "own_1/main.py": "from own_1.owner import x\nimport own_1\n",
    }


def test_files_to_change_differ_in_who_imports_them(part: Any, tmp_path: Path) -> None:
    package = tmp_path / "own"
    package.mkdir()
    filling = "# filling\n" * 60
    imports = {
        "__init__": "",
        "hub": "",
        "helper": "from own import hub\n",
        **{f"user{n}": "from . import hub\nimport own.helper\n" for n in range(2)},
        **{f"leaf{n}": "from .hub import x\n" for n in range(6)},
        "small": "",
    }
    for name, text in imports.items():
        (package / f"{name}.py").write_text(text + filling * (name != "small"))
    chosen = part("edits").chosen(tmp_path)
    assert [chosen[kind].stem for kind in ("helper", "hub")] == ["helper", "hub"]
    assert chosen["leaf"].stem.startswith(("leaf", "user"))
    before = chosen["leaf"].read_text()
    part("edits").touch(chosen["leaf"], 3)
    assert chosen["leaf"].read_text() == f"{before}\n_touched_3 = 3\n"


def test_ratios_are_of_runs_side_by_side(part: Any) -> None:
    timing = part("timing")
    made = {
        "one": [timing.Run(1.0, 5), timing.Run(10.0, 7), timing.Run(3.0, 6)],
        "two": [timing.Run(0.5, 1), timing.Run(5.0, 1), timing.Run(1.0, 1)],
    }
    assert timing.ratio(made, "one", "two") == 2.0
    assert timing.seconds(made, "one") == 3.0
    assert timing.peak(made, "one") == 7


def test_two_checkouts_differ_in_what_one_lost_and_what_is_new(
    part: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = part("findings_diff")
    said = {tmp_path: {"a.py:1:1 JAX101 x", "b"}, module.THIS: {"b", "c"}}
    monkeypatch.setattr(module, "told", lambda folder, checkout: said[checkout])
    assert module.difference(tmp_path, tmp_path) == ["lost a.py:1:1 JAX101 x", "new  c"]


def test_packages_are_meant_by_their_names(part: Any) -> None:
    named = part("findings_diff").named
    assert named(["a==1", "b==2"], ["b", "c==3"]) == ["b==2", "c==3"]
    assert named(["a==1", "b==2"], []) == ["a==1", "b==2"]
