"""What the client sets of the server: when it starts, or in its settings later on."""

from __future__ import annotations

from dataclasses import dataclass

from jaxlint.diagnostics.selection import UnknownSelector, parse

# How long a client has to be silent before its documents are judged, in milliseconds.
SILENCE = 300
_KEYS = ("select", "ignore", "debounce", "inlayHints")


class BadOption(ValueError):
    """An option that means nothing; the text says which, and what it has to be."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a client can set: selectors, the silence in seconds, and whether it wants hints."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    silence: float = SILENCE / 1000
    inlay_hints: bool = False


def section(settings: object, name: str) -> object:
    """Return what a client's settings say of a server, or None if they do not speak of it.

    They may be those of all servers, each under its name, or those of this one alone.
    """
    if not isinstance(settings, dict):
        return None
    if name in settings:
        return settings[name]
    return settings if any(key in settings for key in _KEYS) else None


def options_of(given: object) -> Options:
    """Return options as a client gave them; what it leaves out is as if never set.

    Raises BadOption.
    """
    if given is None:
        return Options()
    if not isinstance(given, dict):
        raise BadOption(f"the options must be an object, not {given!r}")
    given = {key: value for key, value in given.items() if value is not None}
    for key in given:
        if key not in _KEYS:
            raise BadOption(f'unknown option "{key}"; the options are {", ".join(_KEYS)}')
    silence, hints = given.get("debounce", SILENCE), given.get("inlayHints", False)
    if isinstance(silence, bool) or not isinstance(silence, int | float) or silence < 0:
        raise BadOption(f"debounce must be a number of milliseconds, not {silence!r}")
    if not isinstance(hints, bool):
        raise BadOption(f"inlayHints must be true or false, not {hints!r}")
    select, ignore = (_selectors(given.get(key, []), key) for key in ("select", "ignore"))
    return Options(select, ignore, silence / 1000, hints)


def _selectors(given: object, key: str) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise BadOption(f"{key} must be a list of strings, not {given!r}")
    try:
        return tuple(map(parse, given))
    except UnknownSelector as unknown:
        raise BadOption(f"{unknown} (in {key})") from unknown
