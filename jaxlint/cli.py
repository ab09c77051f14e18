"""The commands and their options. Everything heavy is imported inside the command that needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from jaxlint._version import VERSION

CONFIG = click.option("--config", metavar="FILE", help="Take the settings from this file.")
ISOLATED = click.option(
    "--isolated", is_flag=True, help="Read no settings, and only the files given."
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="jaxlint", message="%(prog)s %(version)s")
def cli() -> None:
    """Find the lines that break JAX's model, and prove it on the JAX at hand.

    Exit codes: 0 clean, 1 findings, 2 could not do the job.
    """


@cli.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--select", multiple=True, metavar="CODES", help="Show only these rules, or ALL.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Do not show these rules.")
@click.option(
    "--output-format",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="How findings are written.",
)
@click.option("--stdin-filename", metavar="FILE", help="The name of what comes in as -.")
@click.option("--statistics", is_flag=True, help="Write counts by rule in place of findings.")
@click.option("--fix", is_flag=True, help="Apply safe fixes, then show what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply fixes that change results as well.")
@click.option("--diff", is_flag=True, help="Show what fixes would change, and write nothing.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@CONFIG
@ISOLATED
@click.option("-q", "--quiet", is_flag=True, help="Write findings and faults only.")
@click.option("-v", "--verbose", is_flag=True, help="Tell which settings count.")
def check(paths: tuple[str, ...], **given: Any) -> int:
    """Check files, folders, or standard input (-); without PATH the current folder.

    CODES are codes (JAX401), families (JAX4) or names (reused-key), with commas between.
    """
    if given["stdin_filename"] and "-" not in paths:
        raise click.UsageError("--stdin-filename is for standard input: give - as a path")
    if given["unsafe_fixes"] and not (given["fix"] or given["diff"]):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff")
    if given["diff"] and (given["fix"] or given["statistics"]):
        raise click.UsageError("--diff goes with neither --fix nor --statistics")
    _refuse_both(given["config"], given["isolated"])
    from jaxlint.check_command import BadSelector, CheckOptions, run
    from jaxlint.discover import MissingPath
    from jaxlint.settings import SettingsError

    with _told(BadSelector, SettingsError, MissingPath):
        return run(CheckOptions(paths=paths or (".",), **given))


@cli.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--to", "version", metavar="VERSION", help="A release of JAX; the newest if not given."
)
@click.option("--unsafe-fixes", is_flag=True, help="Apply fixes that may change results as well.")
@click.option("--diff", is_flag=True, help="Show what would change, and write nothing.")
@CONFIG
@ISOLATED
def migrate(paths: tuple[str, ...], **given: Any) -> int:
    """Bring code to another JAX: names and parameters that it no longer has, or warns of.

    What can be written in another way is; what is left to do is listed: 0 if nothing is.
    """
    _refuse_both(given["config"], given["isolated"])
    from jaxlint.discover import MissingPath
    from jaxlint.migrate_command import MigrateOptions, NoSuchRelease, run
    from jaxlint.settings import SettingsError

    with _told(NoSuchRelease, SettingsError, MissingPath):
        return run(MigrateOptions(paths=paths or (".",), **given))


@cli.command()
@AS_JSON
def rules(as_json: bool) -> None:
    """List every rule."""
    from jaxlint.rules_command import write_json, write_table

    write_json() if as_json else write_table()


@cli.command()
@click.argument("code")
def rule(code: str) -> None:
    """Show the page of a rule, given by code or name."""
    from jaxlint.rules_command import UnknownRule, write_page

    with _told(UnknownRule):
        write_page(code)


@cli.command()
@click.argument("place", metavar="FILE:LINE")
@CONFIG
@ISOLATED
def explain(place: str, config: str | None, isolated: bool) -> int:
    """Tell what jaxlint believes of each value on a line, and why."""
    _refuse_both(config, isolated)
    from jaxlint.discover import MissingPath
    from jaxlint.explain_command import BadPlace, run
    from jaxlint.explaining import NoSuchLine
    from jaxlint.settings import SettingsError
    from jaxlint.sources import Unreadable

    with _told(BadPlace, MissingPath, NoSuchLine, SettingsError, Unreadable):
        return run(place, config, isolated)


@cli.command()
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--device", type=click.Choice(["cpu", "gpu"]), default="cpu", show_default=True)
@AS_JSON
@click.option("--record", is_flag=True, help="Keep what was seen as evidence.")
def prove(codes: tuple[str, ...], device: str, as_json: bool, record: bool) -> int:
    """Run each rule's fixture on real JAX: 0 if every hazard happens and every remedy is right."""
    from jaxlint.proof import CannotProve, UnknownFixture
    from jaxlint.prove_command import run
    from jaxlint.selection import UnknownSelector

    with _told(CannotProve, UnknownFixture, UnknownSelector):
        return run(codes, device, as_json, record)


def _refuse_both(config: str | None, isolated: bool) -> None:
    if config and isolated:
        raise click.UsageError("--config and --isolated exclude each other")


@contextmanager
def _told(*expected: type[Exception]) -> Iterator[None]:
    """Turn the errors that users can mend into a line that tells them."""
    try:
        yield
    except expected as wrong:
        raise click.ClickException(str(wrong)) from wrong
