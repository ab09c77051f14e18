"""``jaxlint completion``: what a shell runs to complete commands, options, files and rules."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

from jaxlint.cli.output import show_text
from jaxlint.diagnostics.registry import catalogue

_VARIABLE = "_JAXLINT_COMPLETE"


def run(shell: str, command: click.Command) -> None:
    """Write the script for a shell."""
    made = get_completion_class(shell)
    assert made is not None
    show_text(made(command, {}, "jaxlint", _VARIABLE).source())


def files(typed: str) -> list[CompletionItem]:
    """Return what has a shell complete the name of a file."""
    return [CompletionItem(typed, type="file")]


def codes(typed: str) -> list[CompletionItem]:
    """Return the codes and names of rules that begin as the last of those typed does."""
    before, comma, last = typed.rpartition(",")
    words = [(word, info) for info in catalogue() for word in (info.code, info.name)]
    return [
        CompletionItem(before + comma + word, help=info.outcome)
        for word, info in words
        if word.startswith(last)
    ]
