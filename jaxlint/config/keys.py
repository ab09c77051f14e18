"""The keys of a config file: what each holds, what it means, and an example of it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


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


@dataclass(frozen=True, slots=True)
class Key:
    """A key, in plain words; ``example`` is a value in TOML, of a table one line of it."""

    name: str
    kind: Kind
    meaning: str
    example: str

    def as_comment(self) -> Iterator[str]:
        """Yield the lines that explain the key in a config file, and set nothing."""
        yield from (f"# {line}" for line in textwrap.wrap(self.meaning, 97))
        if self.kind.is_table:
            yield from (f"# [{self.name}]", f"# {self.example}")
        else:
            yield f"# {self.name} = {self.example}"


KEYS = (
    Key(
        "select",
        Kind.CODES,
        'The rules to show: codes, names, families such as "JAX4", or "ALL". "JAX" is the default '
        "ones.",
        '["JAX"]',
    ),
    Key("ignore", Kind.CODES, "The rules not to show.", '["JAX5"]'),
    Key(
        "extend-select",
        Kind.CODES,
        "Rules to show besides those, such as some that are off by default.",
        '["JAX902"]',
    ),
    Key("extend-ignore", Kind.CODES, "Rules not to show besides those.", '["JAX7"]'),
    Key(
        "presumed",
        Kind.SWITCH,
        "Whether to show what is only presumed as well: what holds if code is used as such code "
        "usually is.",
        "true",
    ),
    Key(
        "advice",
        Kind.SWITCH,
        "Whether to show advice as well: what is against the rules of JAX, and does no harm.",
        "true",
    ),
    Key(
        "strict",
        Kind.SWITCH,
        "Whether every second use of a random key is at least a warning, also where nothing "
        "follows.",
        "true",
    ),
    Key(
        "exclude",
        Kind.PATTERNS,
        "What not to check, in the notation of .gitignore.",
        '["third_party/"]',
    ),
    Key(
        "jax-version",
        Kind.TEXT,
        "The JAX that runs the code, if it is not the one that the project's requirements allow.",
        '"0.10.2"',
    ),
    Key(
        "baseline",
        Kind.PATH,
        "Findings that are left for later; `jaxlint baseline write` makes the file.",
        '".jaxlint-baseline.json"',
    ),
    Key(
        "impure-functions",
        Kind.NAMES,
        "Your own functions that have side effects.",
        '["mylib.metrics.log_scalar"]',
    ),
    Key(
        "key-consumers",
        Kind.NAMES,
        "Your own functions that consume the random key they are given.",
        '["mylib.sampling.draw"]',
    ),
    # Tables stand last: what follows one in TOML belongs to it.
    Key(
        "per-file-ignores",
        Kind.CODES_BY_PATTERN,
        "The rules not to show in some files.",
        '"benchmarks/" = ["JAX5"]',
    ),
    Key(
        "severity",
        Kind.SEVERITIES_BY_CODE,
        'What the findings of some rules are, "error", "warning" or "advice", in place of what '
        "follows.",
        '"JAX5" = "warning"',
    ),
    Key(
        "transforms",
        Kind.TRANSFORMS_BY_NAME,
        "Your own wrappers, and the transformation that each stands for.",
        '"mylib.my_jit" = "jax.jit"',
    ),
)
