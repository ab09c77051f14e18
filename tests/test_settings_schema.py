"""The published schema of the settings takes what their reader takes, and refuses what it does."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from jaxlint.cli.init import TEMPLATE
from jaxlint.config.settings import KEYS, Settings, SettingsError, nearest_settings
from tools.settings_schema import FILE, text

GOOD = [
    "",
    'select = ["ALL", "JAX", "JAX4", "JAX40", "JAX401", "reused-key"]',
    'select = ["jax401", "all"]',
    'ignore = []\nextend-select = ["JAX902"]\nextend-ignore = ["traced-print"]',
    'exclude = ["a/", "*.py"]',
    "presumed = false\nadvice = true\nstrict = true",
    '[severity]\n"nested-jit" = "warning"\nJAX4 = "advice"',
    'jax-version = ">=0.4.30,<0.6"',
    'baseline = "later.json"',
    'impure-functions = ["a.b"]\nkey-consumers = ["draw"]',
    '[per-file-ignores]\n"tests/" = ["JAX4"]',
    '[transforms]\n"my.jit" = "jax.jit"',
]
BAD = [
    'selekt = ["JAX4"]',
    'select = "JAX4"',
    '[tool.jaxlint]\nselect = ["JAX4"]',
    'select = ["ruff"]\nignore = ["E501"]',
    'extend-select = ["no such rule"]',
    "ignore = [4]",
    'exclude = "a/"',
    'presumed = "yes"',
    "strict = 1",
    '[severity]\n"nested-jit" = "loud"',
    '[severity]\n"E501" = "error"',
    'severity = "error"',
    "jax-version = 0.5",
    "baseline = true",
    'impure-functions = ["a b"]',
    'key-consumers = [""]',
    'per-file-ignores = ["JAX4"]',
    '[per-file-ignores]\n"tests/" = "JAX4"',
    '[transforms]\n"my.jit" = "jax.jot"',
    '[transforms]\n"my jit" = "jax.jit"',
    'transforms = "jax.jit"',
]


@pytest.fixture(scope="module")
def schema() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def is_read(folder: Path, toml: str) -> bool:
    (folder / "jaxlint.toml").write_text(toml)
    try:
        nearest_settings(folder)
    except SettingsError:
        return False
    return True


def fits(schema: Any, toml: str) -> bool:
    return bool(jsonschema.Draft7Validator(schema).is_valid(tomllib.loads(toml)))


def test_it_is_a_schema_and_of_today(schema: Any) -> None:
    jsonschema.Draft7Validator.check_schema(schema)
    assert FILE.read_text(encoding="utf-8") == text(), "python -m tools settings-schema"


def test_all_settings_are_keys_but_where_they_come_from(schema: Any) -> None:
    names = {one.name for one in fields(Settings)} - {"folder", "file"}
    assert {key.field for key in KEYS} == names
    assert [key.name for key in KEYS] == list(schema["properties"])


@pytest.mark.parametrize("toml", GOOD)
def test_what_is_read_fits(schema: Any, tmp_path: Path, toml: str) -> None:
    assert is_read(tmp_path, toml)
    assert fits(schema, toml)


@pytest.mark.parametrize("toml", BAD)
def test_what_is_refused_does_not_fit(schema: Any, tmp_path: Path, toml: str) -> None:
    assert not is_read(tmp_path, toml)
    assert not fits(schema, toml)


def test_every_example_is_read_and_fits(schema: Any, tmp_path: Path) -> None:
    lines = [line.removeprefix("# ") for line in TEMPLATE.splitlines()]
    examples = "\n".join(line for line in lines if " = " in line or line.startswith("["))
    assert set(tomllib.loads(examples)) == {key.name for key in KEYS}
    assert is_read(tmp_path, examples)
    assert fits(schema, examples)
