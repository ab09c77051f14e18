"""``jaxlint completion``: what a shell runs to complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from jaxlint.cli.output import show_text

_VARIABLE = "_JAXLINT_COMPLETE"


def run(shell: str, command: click.Command) -> None:
    """Write the script for a shell."""
    made = get_completion_class(shell)
    assert made is not None
    show_text(made(command, {}, "jaxlint", _VARIABLE).source())
