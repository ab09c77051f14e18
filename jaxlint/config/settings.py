"""What a project says of itself: ``[tool.jaxlint]`` of pyproject.toml, or jaxlint.toml."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxlint.config.ignore_files import patterns
from jaxlint.config.keys import Key, Kind, declared, keys_of
from jaxlint.diagnostics.findings import SEVERITIES, Severity
from jaxlint.diagnostics.selection import UnknownSelector, parse
from jaxlint.source.files import Unreadable, read_text
from jaxlint.source.paths import absolute, current_folder
from jaxlint.source.toml import table_of

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
    select: tuple[str, ...] | None = declared(
        Kind.CODES,
        'The rules to show: codes, names, families such as "JAX4", or "ALL". "JAX" is the default '
        "ones.",
        '["JAX"]',
        default=None,
    )
    ignore: tuple[str, ...] = declared(Kind.CODES, "The rules not to show.", '["JAX5"]')
    extend_select: tuple[str, ...] = declared(
        Kind.CODES,
        "Rules to show besides those, such as some that are off by default.",
        '["JAX902"]',
    )
    extend_ignore: tuple[str, ...] = declared(
        Kind.CODES, "Rules not to show besides those.", '["JAX7"]'
    )
    presumed: bool = declared(
        Kind.SWITCH,
        "Whether to show what is only presumed as well: what holds if code is used as such code "
        "usually is.",
        "true",
    )
    advice: bool = declared(
        Kind.SWITCH,
        "Whether to show advice as well: what is against the rules of JAX, and does no harm.",
        "true",
    )
    strict: bool = declared(
        Kind.SWITCH,
        "Whether every second use of a random key is at least a warning, also where nothing "
        "follows.",
        "true",
    )
    exclude: tuple[str, ...] = declared(
        Kind.PATTERNS, "What not to check, in the notation of .gitignore.", '["third_party/"]'
    )
    jax_version: str = declared(
        Kind.TEXT,
        "The JAX that runs the code, if it is not the one that the project's requirements allow.",
        '"0.10.2"',
    )
    baseline: Path | None = declared(
        Kind.PATH,
        "Findings that are left for later; `jaxlint baseline write` makes the file.",
        '".jaxlint-baseline.json"',
    )
    impure_functions: tuple[str, ...] = declared(
        Kind.NAMES, "Your own functions that have side effects.", '["mylib.metrics.log_scalar"]'
    )
    key_consumers: tuple[str, ...] = declared(
        Kind.NAMES,
        "Your own functions that consume the random key they are given.",
        '["mylib.sampling.draw"]',
    )
    # Tables stand last: what follows one in TOML belongs to it.
    per_file_ignores: Mapping[str, tuple[str, ...]] = declared(
        Kind.CODES_BY_PATTERN, "The rules not to show in some files.", '"benchmarks/" = ["JAX5"]'
    )
    severity: Mapping[str, Severity] = declared(
        Kind.SEVERITIES_BY_CODE,
        'What the findings of some rules are, "error", "warning" or "advice", in place of what '
        "follows.",
        '"JAX5" = "warning"',
    )
    transforms: Mapping[str, str] = declared(
        Kind.TRANSFORMS_BY_NAME,
        "Your own wrappers, and the transformation that each stands for.",
        '"mylib.my_jit" = "jax.jit"',
    )


KEYS = keys_of(Settings)


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
    try:
        content = table_of(read_text(file))
    except Unreadable as why:
        raise SettingsError(f"{file}: {why}") from why
    except ValueError as broken:
        raise SettingsError(f"{file}: is not valid TOML: {broken}") from broken
    if file.name != SHARED_FILE:
        return content
    tool = content.get("tool")
    return tool.get("jaxlint") if isinstance(tool, dict) else None


def _settings(file: Path, folder: Path, table: Any) -> Settings:
    try:
        _must_be(isinstance(table, dict), "tool.jaxlint", "a table", table)
        _refuse_unknown_keys(table)
        given = {key.field: _value(table, key, folder) for key in KEYS if key.name in table}
        return Settings(folder=folder, file=file, **given)
    except ValueError as wrong:
        raise SettingsError(f"{file}: {wrong}") from wrong


def _value(table: Mapping[str, Any], key: Key, folder: Path) -> Any:
    """Return what a key of a table gives its field."""
    if key.kind is Kind.PATH:
        return _file(table, key.name, folder)
    return _READERS[key.kind](table, key.name)


def _refuse_unknown_keys(table: Mapping[str, Any]) -> None:
    known = [key.name for key in KEYS]
    for key in table:
        if key == "tool":
            raise ValueError(f"[tool.jaxlint] stands in {SHARED_FILE}; here its keys do without")
        if key not in known:
            hint = _nearest(key, known) or f"; the keys are {', '.join(known)}"
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


def _per_file_ignores(table: Mapping[str, Any], key: str) -> Mapping[str, tuple[str, ...]]:
    globs = _table(table, key)
    _patterns(tuple(globs), key)
    return {glob: _parsed(_strings(globs, glob, within=key), key) for glob in globs}


def _severities(table: Mapping[str, Any], key: str) -> Mapping[str, Severity]:
    words = _table(table, key)
    given: dict[str, Severity] = {}
    for selector, word in words.items():
        (code,) = _parsed((selector,), key)
        _must_be(word in SEVERITIES, f"{key}.{selector}", f"one of {', '.join(SEVERITIES)}", word)
        given[code] = word
    return given


def _transforms(table: Mapping[str, Any], key: str) -> Mapping[str, str]:
    from jaxlint.knowledge.transforms import TRANSFORMS

    transforms = _table(table, key)
    for own, known in transforms.items():
        _must_be(isinstance(known, str), f"{key}.{own}", "a string", known)
        _must_be_qualified(own, key)
        if known not in TRANSFORMS:
            hint = _nearest(known, TRANSFORMS)
            raise ValueError(f'{key}.{own} is "{known}", no transformation of JAX{hint}')
    return dict(transforms)


def _qualified_names(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    names = _strings(table, key)
    for name in names:
        _must_be_qualified(name, key)
    return names


def _jax_version(table: Mapping[str, Any], key: str) -> str:
    from jaxlint.program.requirement import as_requirement

    text = table[key]
    _must_be(isinstance(text, str), key, "a string", text)
    try:
        return as_requirement(text)
    except ValueError as wrong:
        raise ValueError(f'"{text}" in {key}: {wrong}') from wrong


def _strings(table: Mapping[str, Any], key: str, within: str = "") -> tuple[str, ...]:
    value = table[key]
    right = isinstance(value, list) and all(isinstance(one, str) for one in value)
    _must_be(right, f'{within}."{key}"' if within else key, "a list of strings", value)
    return tuple(value)


def _file(table: Mapping[str, Any], key: str, folder: Path) -> Path:
    value = table[key]
    _must_be(isinstance(value, str), key, "a path", value)
    return folder / str(value)


def _switch(table: Mapping[str, Any], key: str) -> bool:
    value = table[key]
    _must_be(isinstance(value, bool), key, "true or false", value)
    return bool(value)


def _table(table: Mapping[str, Any], key: str) -> dict[str, Any]:
    value = table[key]
    _must_be(isinstance(value, dict), key, "a table", value)
    return dict(value)


def _globs(table: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return _patterns(_strings(table, key), key)


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


_READERS: Mapping[Kind, Callable[[Mapping[str, Any], str], Any]] = {
    Kind.CODES: _selectors,
    Kind.PATTERNS: _globs,
    Kind.NAMES: _qualified_names,
    Kind.TEXT: _jax_version,
    Kind.SWITCH: _switch,
    Kind.CODES_BY_PATTERN: _per_file_ignores,
    Kind.TRANSFORMS_BY_NAME: _transforms,
    Kind.SEVERITIES_BY_CODE: _severities,
}
