"""What of the extension for Visual Studio Code can be checked without npm.

Its own tests, which start the real server, are run by ``npm test`` in ``editors/vscode``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jaxlint
from jaxlint.server.convert import FIX_ALL, NAME
from jaxlint.server.options import Options, options_of, section

CHECKOUT = Path(jaxlint.__file__).parent.parent
FOLDER = CHECKOUT / "editors" / "vscode"
# Settings that the extension keeps for itself.
OWN = {"interpreter", "trace.server"}


def manifest() -> Any:
    return json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))


def lock() -> Any:
    return json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))


def defaults() -> dict[str, Any]:
    """Return the default of each setting that goes to the server."""
    properties = manifest()["contributes"]["configuration"]["properties"]
    given = {key.removeprefix(f"{NAME}."): value["default"] for key, value in properties.items()}
    return {key: value for key, value in given.items() if key not in OWN}


def source(name: str) -> str:
    return (FOLDER / "src" / f"{name}.ts").read_text(encoding="utf-8")


def test_its_settings_are_the_options_of_the_server_with_their_defaults() -> None:
    page = (CHECKOUT / "docs" / "editors.md").read_text(encoding="utf-8")
    documented = re.search(r"\| Option \| Meaning \|\n(?:\|.*\n)+", page)
    assert documented is not None
    rows = re.findall(r"^\| (`.*?`) \|", documented[0], re.MULTILINE)
    assert {*defaults()} == {*re.findall(r"`(\w+)`", " ".join(rows))}
    assert options_of(defaults()) == Options() == options_of(None)
    assert section({NAME: defaults()}, NAME) == defaults()


def test_it_passes_on_each_of_them() -> None:
    assert {*re.findall(r'read<.*?>\("(\w+)"\)', source("options"))} == {*defaults()}


def test_its_fixes_are_of_the_kind_that_the_server_offers() -> None:
    assert f'kind: "{FIX_ALL}"' in source("extension")


def test_it_has_the_version_and_the_license_of_jaxlint() -> None:
    for one in (manifest(), lock(), lock()["packages"][""]):
        assert one["version"] == jaxlint.__version__
    assert manifest()["license"] == "Apache-2.0"
    assert manifest()["private"] is True


def test_what_it_is_made_of_is_locked_and_names_no_registry() -> None:
    packages = {name: one for name, one in lock()["packages"].items() if name}
    assert packages
    assert [name for name, one in packages.items() if "resolved" in one] == []
    assert all("integrity" in one for one in packages.values())
    wanted = manifest()["dependencies"] | manifest()["devDependencies"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    assert manifest()["engines"]["vscode"] == f"^{wanted['@types/vscode']}"
