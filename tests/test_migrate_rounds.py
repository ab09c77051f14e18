"""Rounds of fixes run again what they changed, and nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from jaxlint.__main__ import main
from jaxlint.queries import runs

OLD = "import jax\n\n\ndef shapes(tree):\n    return jax.tree_map(len, tree)\n"
OTHER = "import jax\n\n\n@jax.jit\ndef step(x):\n    return x + 1\n"


@pytest.mark.parametrize(
    "command",
    [
        ("migrate", "--to", "0.7.2"),
        ("check", "--fix", "--no-cache", "--select", "JAX8"),
        ("check", "--fix", "--select", "JAX8"),
    ],
)
def test_a_round_of_fixes_runs_what_it_changed(
    project: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    (project / "jaxlint.toml").write_text('jax-version = "0.7.2"')
    (project / "old.py").write_text(OLD)
    for number in range(5):
        (project / f"other_{number}.py").write_text(OTHER)
    ran: Counter[str] = Counter()
    found = runs._found

    def counted(world: Any, path: str, *rest: Any) -> Any:
        ran[path] += 1
        return found(world, path, *rest)

    monkeypatch.chdir(project)
    monkeypatch.setattr(runs, "_found", counted)
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 0
    assert "jax.tree.map" in (project / "old.py").read_text()
    assert {path for path, count in ran.items() if count > 1} == {"old.py"}
    assert len(ran) == 6
