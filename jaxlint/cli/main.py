"""The commands and their options. Everything heavy is imported inside the command that needs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import click

from jaxlint._version import VERSION


def _files(context: click.Context, parameter: click.Parameter, typed: str) -> list[Any]:
    """What a shell is told of a parameter that is a path."""
    from jaxlint.cli.completion import files

    return files(typed)


def _codes(context: click.Context, parameter: click.Parameter, typed: str) -> list[Any]:
    """What a shell is told of a parameter that chooses rules."""
    from jaxlint.cli.completion import codes

    return codes(typed)


PATHS = click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=_files)
_naming = partial(click.option, metavar="FILE", shell_complete=_files)
_choosing = partial(click.option, multiple=True, metavar="CODES", shell_complete=_codes)
CONFIG = _naming("--config", help="Take the settings from this file.")
ISOLATED = click.option(
    "--isolated", is_flag=True, help="Read no settings, and only the files given."
)
DEBUG = click.option("--debug", is_flag=True, help="Show the traceback of a defect of jaxlint.")
COLOR = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    expose_value=False,
    is_eager=True,
    callback=lambda context, option, wanted: _colour(wanted),
    help="Whether to write in colours; on a terminal if auto.",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Write JSON.")


class Commands(click.Group):
    """The commands; a path in place of one is answered with what was meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is named. Raises UsageError."""
        if args and self.get_command(ctx, args[0]) is None and os.path.lexists(args[0]):
            raise click.UsageError(
                f"No such command '{args[0]}'. To check it: jaxlint check {args[0]}", ctx
            )
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="jaxlint", message="%(prog)s %(version)s")
def cli() -> None:
    """Find the lines that break JAX's model, and prove it on the JAX at hand.

    \b
    jaxlint check src            what is wrong, why, and what to write instead
    jaxlint rule JAX101          the page of a rule
    jaxlint explain train.py:40  what is traced on that line, and why
    jaxlint check --fix src      mend what can be mended safely
    jaxlint baseline write       an old project: see only what is new from now on

    Exit codes: 0 clean, 1 findings, 2 could not do the job.
    """


@cli.command(short_help="Check files, folders or standard input.")
@PATHS
@_choosing("--select", help="Show only these rules, or ALL.")
@_choosing("--ignore", help="Do not show these rules.")
@_choosing("--extend-select", help="Show these rules as well.")
@_choosing("--extend-ignore", help="Do not show these either.")
@click.option(
    "--output-format",
    type=click.Choice(
        ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"]
    ),
    default="full",
    show_default=True,
    help="How findings are written.",
)
@_naming("--output-file", help="Write findings there.")
@_naming("--stdin-filename", help="The name of what comes in as -.")
@click.option("--force-exclude", is_flag=True, help="Do not check excluded files even if named.")
@click.option("--statistics", is_flag=True, help="Write counts by rule in place of findings.")
@click.option("--fix", is_flag=True, help="Apply safe fixes, then show what is left.")
@click.option("--unsafe-fixes", is_flag=True, help="Apply fixes that change results as well.")
@click.option("--diff", is_flag=True, help="Show what fixes would change, and write nothing.")
@click.option("--add-ignore", is_flag=True, help="Write a comment for each finding to ignore it.")
@click.option("--reason", metavar="TEXT", default="", help="What these comments are to say.")
@_naming("--baseline", help="Do not show what this baseline holds.")
@click.option("--presumed", is_flag=True, help="Show what holds only if code is used as usual.")
@click.option("--advice", is_flag=True, help="Show as well what breaks a rule and does no harm.")
@click.option("--jax-version", metavar="VERSION", help="The JAX that runs the code.")
@click.option("--no-cache", is_flag=True, help="Judge anew what was judged before.")
@click.option(
    "--workers",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    help="Processes that work, 0 for as many as pay.",
)
@click.option("--executor", metavar="dask:ADDRESS", help="Give the work to a cluster of Dask.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
@click.option("--show-files", is_flag=True, help="Write which files would be checked.")
@click.option("--show-settings", is_flag=True, help="Write which settings count, and why.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 although there are findings.")
@click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 if something was fixed.")
@COLOR
@CONFIG
@ISOLATED
@click.option("-q", "--quiet", is_flag=True, help="Write findings and faults only.")
@click.option("-v", "--verbose", is_flag=True, help="Tell which settings count, and why.")
@DEBUG
def check(paths: tuple[str, ...], **given: Any) -> int:
    """Check files, folders, or standard input (-); without PATH the current folder.

    A PATH may end in lines: train.py:10, train.py:10-40. CODES are codes (JAX401), families (JAX4)
    or names (reused-key), with commas between. A line is left alone that ends in
    `# jaxlint: ignore[reused-key]`.

    \b
    jaxlint check src train.py --select JAX4,traced-branch
    jaxlint check src --diff --unsafe-fixes
    jaxlint check - --stdin-filename src/train.py < src/train.py
    """
    if given["stdin_filename"] and "-" not in paths:
        raise click.UsageError("--stdin-filename is for standard input: give - as a path")
    if given["unsafe_fixes"] and not (given["fix"] or given["diff"]):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff")
    if given["diff"] and (given["fix"] or given["statistics"]):
        raise click.UsageError("--diff goes with neither --fix nor --statistics")
    if given["add_ignore"] and (given["fix"] or given["diff"]):
        raise click.UsageError("--add-ignore goes with neither --fix nor --diff")
    if given["reason"] and not given["add_ignore"]:
        raise click.UsageError("--reason goes with --add-ignore")
    if given["statistics"] and given["output_format"] not in ("full", "concise", "json"):
        raise click.UsageError("--statistics goes with the formats full, concise and json only")
    if given["exit_zero"] and given["exit_non_zero_on_fix"]:
        raise click.UsageError("--exit-zero and --exit-non-zero-on-fix exclude each other")
    if given["watch"] and ("-" in paths or given["show_files"] or given["show_settings"]):
        raise click.UsageError("--watch goes with files and folders, and with no --show option")
    _refuse_both(given["config"], given["isolated"])
    from jaxlint.cli.check import run
    from jaxlint.cli.options import BadOption, CheckOptions
    from jaxlint.config.discovery import MissingPath
    from jaxlint.config.settings import SettingsError
    from jaxlint.diagnostics.baseline import BadBaseline
    from jaxlint.frontends.line_ranges import BadRange
    from jaxlint.queries.executors import NoSuchExecutor
    from jaxlint.queries.result_cache import BadFolder
    from jaxlint.source.files import Unreadable
    from jaxlint.source.writing import Unwritable

    files = (BadBaseline, BadFolder, MissingPath, SettingsError, Unreadable, Unwritable)
    with _expecting(BadOption, BadRange, NoSuchExecutor, *files):
        return run(CheckOptions(paths=paths or (".",), **given))


@cli.group()
def baseline() -> None:
    """Leave what is found today for later, and see only what is new.

    \b
    jaxlint baseline write
    jaxlint check --baseline .jaxlint-baseline.json
    """


@baseline.command("write")
@PATHS
@_naming("--output", help="Write there; else what the settings name.")
@CONFIG
def baseline_write(paths: tuple[str, ...], output: str | None, config: str | None) -> int:
    """Keep what is found now for later.

    It is written to .jaxlint-baseline.json, or to what the settings name, as fingerprints, which
    stay when lines move. Commit the file, use it with `jaxlint check --baseline FILE` or
    `baseline = "FILE"` in the config file, and write it anew when jaxlint says it is obsolete.
    """
    from jaxlint.cli.baseline import run
    from jaxlint.config.discovery import MissingPath
    from jaxlint.config.settings import SettingsError
    from jaxlint.source.writing import Unwritable

    with _expecting(MissingPath, SettingsError, Unwritable):
        return run(paths or (".",), output, config)


@cli.command()
def init() -> int:
    """Write a jaxlint.toml that explains each setting.

    It goes into the current folder, and changes nothing until you take the # from a line.
    """
    from pathlib import Path

    from jaxlint.cli.init import AlreadyThere, run
    from jaxlint.config.settings import SettingsError
    from jaxlint.source.writing import Unwritable

    with _expecting(AlreadyThere, SettingsError, Unwritable):
        return run(Path.cwd())


@cli.command()
def clean() -> None:
    """Remove the cache of what was found before. Nothing is lost but time."""
    from jaxlint.cli.output import note
    from jaxlint.queries import result_cache

    with _expecting(result_cache.BadFolder):
        note(f"{result_cache.clean()} entries removed from {result_cache.folder()}")


@cli.command(short_help="Bring code to another JAX.")
@PATHS
@click.option(
    "--to", "version", metavar="VERSION", help="A release of JAX; the newest if not given."
)
@click.option("--unsafe-fixes", is_flag=True, help="Apply fixes that may change results as well.")
@click.option("--diff", is_flag=True, help="Show what would change, and write nothing.")
@COLOR
@CONFIG
@ISOLATED
def migrate(paths: tuple[str, ...], **given: Any) -> int:
    """Bring code to another JAX: names and parameters that it no longer has, or warns of.

    What can be written in another way is; what is left to do is listed: 0 if nothing is.

    \b
    jaxlint migrate --to 0.7.0 --diff src
    """
    _refuse_both(given["config"], given["isolated"])
    from jaxlint.cli.migrate import MigrateOptions, NoSuchRelease, run
    from jaxlint.config.discovery import MissingPath
    from jaxlint.config.settings import SettingsError

    with _expecting(NoSuchRelease, SettingsError, MissingPath):
        return run(MigrateOptions(paths=paths or (".",), **given))


@cli.command()
@AS_JSON
def rules(as_json: bool) -> None:
    """List every rule.

    On each line stand code, name, whether the rule is on, and what happens at run time. A rule
    that is off speaks when it is selected: jaxlint check --select JAX902
    """
    from jaxlint.cli.rules import write_json, write_table

    write_json() if as_json else write_table()


@cli.command()
@click.argument("code", shell_complete=_codes)
def rule(code: str) -> None:
    """Show the page of a rule, given by code or name.

    \b
    jaxlint rule JAX401
    jaxlint rule reused-key
    """
    from jaxlint.cli.rules import UnknownRule, write_page

    with _expecting(UnknownRule):
        write_page(code)


@cli.command()
@click.argument("place", required=False, metavar="FILE:LINE[:COLUMN]", shell_complete=_files)
@click.option("--trace", is_flag=True, help="Tell what jaxlint did there, context by context.")
@COLOR
@_naming("--traceback", help="Explain the error in what JAX printed; - reads it.")
@CONFIG
@ISOLATED
@DEBUG
def explain(place: str | None, traceback: str | None, **given: Any) -> int:
    """Tell what jaxlint believes of each value on a line, and why.

    With --trace it tells in which contexts the line is run, and for each of them, in order, what
    is read, bound, drawn and observed there, and what becomes of each observation. With
    --traceback it reads the error that JAX raised, and tells which rule speaks of it.

    \b
    jaxlint explain train.py:40
    jaxlint explain train.py:40:12
    jaxlint explain --trace train.py:40
    jaxlint explain "notes.ipynb:cell 3:4"
    python train.py 2>&1 | jaxlint explain --traceback -
    """
    _refuse_both(given["config"], given["isolated"])
    if traceback is not None:
        if place is not None or given.pop("trace"):
            raise click.UsageError("--traceback goes with neither FILE:LINE nor --trace")
        return _explain_traceback(traceback, given)
    if place is None:
        raise click.UsageError("Missing argument 'FILE:LINE', or --traceback FILE")
    from jaxlint.cli.explain import BadPlace, ExplainOptions, run
    from jaxlint.config.discovery import MissingPath
    from jaxlint.config.settings import SettingsError
    from jaxlint.diagnostics.baseline import BadBaseline
    from jaxlint.frontends.explaining import NoSuchLine
    from jaxlint.source.files import Unreadable

    with _expecting(BadBaseline, BadPlace, MissingPath, NoSuchLine, SettingsError, Unreadable):
        return run(ExplainOptions(place, **given))


def _explain_traceback(file: str, given: dict[str, Any]) -> int:
    from jaxlint.cli.traceback import NoTraceback, TracebackOptions, run
    from jaxlint.config.settings import SettingsError
    from jaxlint.diagnostics.baseline import BadBaseline
    from jaxlint.queries.result_cache import BadFolder
    from jaxlint.source.files import Unreadable

    with _expecting(BadBaseline, BadFolder, NoTraceback, SettingsError, Unreadable):
        return run(TracebackOptions(file, **given))


@cli.command(short_help="Run the proof of each rule on real JAX.")
@click.argument("codes", nargs=-1, metavar="[CODE]...", shell_complete=_codes)
@click.option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help="Where to run them.",
)
@AS_JSON
@click.option("--record", is_flag=True, help="Keep what was seen as evidence.")
def prove(codes: tuple[str, ...], device: str, as_json: bool, record: bool) -> int:
    """Run each rule's fixture on real JAX: 0 if every hazard happens and every remedy is right.

    Without CODE all of them. It needs JAX: pip install jax

    \b
    jaxlint prove JAX401
    jaxlint prove --device gpu
    """
    from jaxlint.cli.prove import run
    from jaxlint.diagnostics.selection import UnknownSelector
    from jaxlint.proof import CannotProve, UnknownFixture

    with _expecting(CannotProve, UnknownFixture, UnknownSelector):
        return run(codes, device, as_json, record)


@cli.command()
def server() -> None:
    """Serve an editor with findings.

    It speaks the Language Server Protocol on standard input and output, and is meant to be
    started by the editor. It needs pygls: pip install pygls
    """
    try:
        from jaxlint.server.program import server as made
        from jaxlint.server.protocol import serve
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        needed = "needs pygls: pip install pygls"
        raise click.ClickException(needed) from missing
    serve(made())


@cli.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Write what completes commands and options in a shell.

    \b
    eval "$(jaxlint completion bash)"       in ~/.bashrc
    eval "$(jaxlint completion zsh)"        in ~/.zshrc
    jaxlint completion fish | source        in ~/.config/fish/config.fish
    """
    from jaxlint.cli.completion import run

    run(shell, cli)


def _colour(wanted: str | None) -> None:
    """Let the process write in colours, or not, in place of what its environment says."""
    if wanted in ("always", "never"):
        os.environ.pop("NO_COLOR", None)
        os.environ.pop("FORCE_COLOR", None)
        os.environ["FORCE_COLOR" if wanted == "always" else "NO_COLOR"] = "1"


def _refuse_both(config: str | None, isolated: bool) -> None:
    if config and isolated:
        raise click.UsageError("--config and --isolated exclude each other")


@contextmanager
def _expecting(*expected: type[Exception]) -> Iterator[None]:
    """Turn errors that the user can correct into a one-line message."""
    try:
        yield
    except expected as wrong:
        raise click.ClickException(str(wrong)) from wrong
