"""The keys of a config file: what each holds, what it means, and an example of it.

Each is declared by the field of the settings that it fills.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any


class Kind(Enum):
    """What a key holds."""

    CODES = "codes"
    PATTERNS = "patterns"
    NAMES = "names"
    TEXT = "text"
    PATH = "path"
    SWITCH = "switch"
    CODES_BY_PATTERN = "codes by pattern"
    TRANSFORMS_BY_NAME = "transforms by name"
    SEVERITIES_BY_CODE = "severities by code"

    @property
    def is_table(self) -> bool:
        """Whether it is a table of its own."""
        return "by" in self.value.split()


_EMPTY: dict[Kind, Any] = {Kind.TEXT: "", Kind.PATH: None, Kind.SWITCH: False}
_ABOUT = "key of a config file"


@dataclass(frozen=True, slots=True)
class Key:
    """A key, in plain words; ``example`` is a value in TOML, of a table one line of it."""

    name: str
    kind: Kind
    meaning: str
    example: str

    @property
    def field(self) -> str:
        """The field of the settings that it fills."""
        return self.name.replace("-", "_")

    def as_comment(self) -> Iterator[str]:
        """Yield the lines that explain the key in a config file, and set nothing."""
        yield from (f"# {line}" for line in textwrap.wrap(self.meaning, 97))
        if self.kind.is_table:
            yield from (f"# [{self.name}]", f"# {self.example}")
        else:
            yield f"# {self.name} = {self.example}"


def declared(kind: Kind, meaning: str, example: str, **default: Any) -> Any:
    """Return a field of a dataclass that the key of its name fills; empty unless told otherwise."""
    empty = {"default_factory": dict} if kind.is_table else {"default": _EMPTY.get(kind, ())}
    return field(**(default or empty), metadata={_ABOUT: (kind, meaning, example)})


def keys_of(settings: type) -> tuple[Key, ...]:
    """Return the keys that fill the fields of a dataclass."""
    declared = ((one.name, one.metadata.get(_ABOUT)) for one in fields(settings))
    return tuple(Key(name.replace("_", "-"), *about) for name, about in declared if about)
