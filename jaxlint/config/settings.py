"""What a project says of itself: ``[tool.jaxlint]`` of pyproject.toml, or jaxlint.toml."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from jaxlint.config.ignore_files import patterns
from jaxlint.diagnostics.findings import SEVERITIES, Severity
from jaxlint.diagnostics.selection import UnknownSelector, parse
from jaxlint.source.files import Unreadable, read_text
from jaxlint.source.paths import absolute, current_folder

OWN_FILE = "jaxlint.toml"
SHARED_FILE = "pyproject.toml"


class SettingsError(Exception):
    """A config file cannot be used; the text names it, what is wrong and the nearest right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run; ``select`` None is the default.

    ``jax_version`` is a requirement on JAX such as ``>=0.4.30,<0.6``, empty if none is given.
    ``presumed`` asks for what is only presumed, too, ``advice`` for what nothing follows from;
    ``strict`` makes warnings of advice on random keys, ``severity`` gives rules another one, by
    selector. ``file`` is the config file they come from, if
    any, ``folder`` what patterns are meant from.
    """

    folder: Path = field(default_factory=lambda: Path(current_folder()))
    file: Path | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    transforms: Mapping[str, str] = field(default_factory=dict)
    impure_functions: tuple[str, ...] = ()
    key_consumers: tuple[str, ...] = ()
    jax_version: str = ""
    baseline: Path | None = None
    presumed: bool = False
    advice: bool = False
    strict: bool = False
    severity: Mapping[str, Severity] = field(default_factory=dict)


_NOT_KEYS = ("folder", "file")
KEYS = tuple(one.name.replace("_", "-") for one in fields(Settings) if one.name not in _NOT_KEYS)


def settings_for(paths: Sequence[str], config: str | None, isolated: bool) -> Settings:
    """Return the settings for a run on these paths. Raises SettingsError.

    They are those of ``config``, its patterns meant from the current folder, or of the nearest
    config file at or above all paths, or the defaults when ``isolated`` or when there is none.
    """
    if isolated:
        return Settings()
    if config is not None:
        return settings_of(Path(config), Path(current_folder()))
    places = [absolute(path) for path in paths or ["."]]
    try:
        common = Path(os.path.commonpath(places))
    except ValueError:  # on different drives
        return Settings()
    return nearest_settings(common if os.path.isdir(common) else common.parent)


def nearest_settings(start: Path) -> Settings:
    """Return the settings of the nearest config file at or above a folder. Raises SettingsError.

    A pyproject.toml without ``[tool.jaxlint]`` is passed over. Without any file, the defaults.
    """
    for folder in (start, *start.parents):
        for name in (OWN_FILE, SHARED_FILE):
            table = _table_of(folder / name) if os.path.isfile(folder / name) else None
            if table is not None:
                return _settings(folder / name, folder, table)
    return Settings(folder=start)


def settings_of(file: Path, folder: Path) -> Settings:
    """Return the settings of a named config file, its patterns meant from ``folder``.

    Raises SettingsError, also when it is a pyproject.toml without ``[tool.jaxlint]``.
    """
    table = _table_of(file)
    if table is None:
        raise SettingsError(f"{file}: has no [tool.jaxlint]")
    return _settings(file, folder, table)


def _table_of(file: Path) -> Any:
    """Return jaxlint's table of a config file, or None if it has none. Raises SettingsError."""
    import tomllib

    try:
        content = tomllib.loads(read_text(file))
    except Unreadable as why:
        raise SettingsError(f"{file}: {why}") from why
    except (ValueError, RecursionError) as broken:
        raise SettingsError(f"{file}: is not valid TOML: {broken}") from broken
    if file.name != SHARED_FILE:
        return content
    tool = content.get("tool")
    return tool.get("jaxlint") if isinstance(tool, dict) else None


def _settings(file: Path, folder: Path, table: Any) -> Settings:
    try:
        _must_be(isinstance(table, dict), "tool.jaxlint", "a table", table)
        _refuse_unknown_keys(table)
        return Settings(
            folder=folder,
            file=file,
            select=_selectors(table, "select") if "select" in table else None,
            ignore=_selectors(table, "ignore"),
            extend_select=_selectors(table, "extend-select"),
            extend_ignore=_selectors(table, "extend-ignore"),
            exclude=_patterns(_strings(table, "exclude"), "exclude"),
            per_file_ignores=_per_file_ignores(table),
            transforms=_transforms(table),
            impure_functions=_qualified_names(table, "impure-functions"),
            key_consumers=_qualified_names(table, "key-consumers"),
            jax_version=_jax_version(table),
            baseline=_file(table, "baseline", folder),
            presumed=_switch(table, "presumed"),
            advice=_switch(table, "advice"),
            strict=_switch(table, "strict"),
            severity=_severities(table),
        )
    except ValueError as wrong:
        raise SettingsError(f"{file}: {wrong}") from wrong


def _refuse_unknown_keys(table: Mapping[str, Any]) -> None:
    for key in table:
        if key not in KEYS:
            hint = _nearest(key, KEYS) or f"; the keys are {', '.join(KEYS)}"
            raise ValueError(f'unknown key "{key}"{hint}')


def _nearest(text: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(text, list(known), n=1, cutoff=0.5)
    return f'; the nearest is "{close[0]}"' if close else ""


def _selectors(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return _parsed(_strings(table, key), key)


def _parsed(texts: tuple[str, ...], key: str) -> tuple[str, ...]:
    try:
        return tuple(parse(text) for text in texts)
    except UnknownSelector as unknown:
        raise ValueError(f"{unknown} (in {key})") from unknown


def _per_file_ignores(table: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    key = "per-file-ignores"
    globs = _table(table, key)
    _patterns(tuple(globs), key)
    return {glob: _parsed(_strings(globs, glob, within=key), key) for glob in globs}


def _severities(table: Mapping[str, Any]) -> Mapping[str, Severity]:
    key = "severity"
    words = _table(table, key)
    given: dict[str, Severity] = {}
    for selector, word in words.items():
        (code,) = _parsed((selector,), key)
        _must_be(word in SEVERITIES, f"{key}.{selector}", f"one of {', '.join(SEVERITIES)}", word)
        given[code] = word
    return given


def _transforms(table: Mapping[str, Any]) -> Mapping[str, str]:
    from jaxlint.knowledge.transforms import TRANSFORMS

    transforms = _table(table, "transforms")
    for own, known in transforms.items():
        _must_be(isinstance(known, str), f"transforms.{own}", "a string", known)
        _must_be_qualified(own, "transforms")
        if known not in TRANSFORMS:
            hint = _nearest(known, TRANSFORMS)
            raise ValueError(f'transforms.{own} is "{known}", no transformation of JAX{hint}')
    return dict(transforms)


def _qualified_names(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    names = _strings(table, key)
    for name in names:
        _must_be_qualified(name, key)
    return names


def _jax_version(table: Mapping[str, Any]) -> str:
    from jaxlint.program.requirement import as_requirement

    text = table.get("jax-version", "")
    _must_be(isinstance(text, str), "jax-version", "a string", text)
    try:
        return as_requirement(text)
    except ValueError as wrong:
        raise ValueError(f'"{text}" in jax-version: {wrong}') from wrong


def _strings(table: Mapping[str, Any], key: str, within: str = "") -> tuple[str, ...]:
    value = table.get(key, [])
    right = isinstance(value, list) and all(isinstance(one, str) for one in value)
    _must_be(right, f'{within}."{key}"' if within else key, "a list of strings", value)
    return tuple(value)


def _file(table: Mapping[str, Any], key: str, folder: Path) -> Path | None:
    value = table.get(key)
    _must_be(value is None or isinstance(value, str), key, "a path", value)
    return None if value is None else folder / value


def _switch(table: Mapping[str, Any], key: str) -> bool:
    value = table.get(key, False)
    _must_be(isinstance(value, bool), key, "true or false", value)
    return bool(value)


def _table(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = table.get(key, {})
    _must_be(isinstance(value, dict), key, "a table", value)
    return dict(value)


def _patterns(texts: tuple[str, ...], key: str) -> tuple[str, ...]:
    for text in texts:
        try:
            patterns(".", [text])
        except ValueError as wrong:
            raise ValueError(f'"{text}" in {key} is not a pattern') from wrong
    return texts


def _must_be(right: bool, key: str, kind: str, value: object) -> None:
    if not right:
        raise ValueError(f"{key} must be {kind}, not {value!r}")


def _must_be_qualified(name: str, key: str) -> None:
    if not all(part.isidentifier() for part in name.split(".")):
        raise ValueError(f'"{name}" in {key} is not a qualified name such as "package.function"')
