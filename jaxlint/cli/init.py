"""``jaxlint init``: a config file to start from, in which every setting is explained."""

from __future__ import annotations

import os
from pathlib import Path

from jaxlint.cli.output import note
from jaxlint.config.settings import OWN_FILE, nearest_settings
from jaxlint.source.writing import save

TEMPLATE = """\
# Settings of jaxlint; `jaxlint rules` lists the rules, `jaxlint rule NAME` explains one.
# In pyproject.toml the same keys stand below [tool.jaxlint].

# The rules to show: codes, names, families such as "JAX4", or "ALL". "JAX" is the default ones.
# select = ["JAX"]

# The rules not to show.
# ignore = ["JAX5"]

# Whether to show what is only presumed as well: what holds if code is used as such code usually is.
# presumed = true

# Whether to show advice as well: what is against the rules of JAX, and does no harm.
# advice = true

# Whether every second use of a random key is at least a warning, also where nothing follows.
# strict = true

# What not to check, in the notation of .gitignore.
# exclude = ["third_party/"]

# The JAX that runs the code, if it is not the one that the project's requirements allow.
# jax-version = "0.10.2"

# Findings that are left for later; `jaxlint baseline write` makes the file.
# baseline = ".jaxlint-baseline.json"

# Your own functions that have side effects, and those that consume the key they are given.
# impure-functions = ["mylib.metrics.log_scalar"]
# key-consumers = ["mylib.sampling.draw"]

# The rules not to show in some files.
[per-file-ignores]
# "benchmarks/" = ["JAX5"]

# What the findings of some rules are, "error", "warning" or "advice", in place of what follows.
[severity]
# "nested-jit" = "warning"

# Your own wrappers, and the transformation that each stands for.
[transforms]
# "mylib.my_jit" = "jax.jit"
"""


class AlreadyThere(Exception):
    """There are settings for this folder; the text says where."""


def run(folder: Path) -> int:
    """Write the file. Returns 0. Raises AlreadyThere, SettingsError and Unwritable."""
    found = nearest_settings(folder).file
    if found is not None and found.parent == folder:
        raise AlreadyThere(f"{found} has settings of jaxlint already")
    if os.path.lexists(folder / OWN_FILE):
        raise AlreadyThere(f"{folder / OWN_FILE} is there already, and is not a file")
    save(folder / OWN_FILE, TEMPLATE.encode())
    note(f"wrote {OWN_FILE}; all in it is a comment, so nothing changes until you say so")
    return 0
