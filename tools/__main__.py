"""The one entry to what maintainers do: ``python -m tools COMMAND``, in a clone."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from tools.checkout import CHECKOUT, python

STATIC = (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",))
BENCHMARKS = sorted(
    path.stem
    for path in (CHECKOUT / "benchmarks").glob("*.py")
    if "__main__" in path.read_text(encoding="utf-8")
)
PASSED_ON = {"ignore_unknown_options": True, "help_option_names": []}


@click.group()
def tools() -> None:
    """Work on jaxlint: check it, measure it, prove it, document it."""


@tools.command(context_settings=PASSED_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def check(arguments: tuple[str, ...]) -> None:
    """Layout, lint, types and tests. ARGUMENTS go to pytest; `--static` leaves the tests out."""
    commands = [("-m", *command) for command in STATIC]
    if arguments != ("--static",):
        commands.append(("-m", "pytest", *arguments))
    sys.exit(next((code for command in commands if (code := python(*command))), 0))


@tools.command(context_settings=PASSED_ON)
@click.argument("name", type=click.Choice(BENCHMARKS))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(name: str, arguments: tuple[str, ...]) -> None:
    """Run the benchmark NAME with its own ARGUMENTS; its docstring says which it takes."""
    sys.exit(python(f"benchmarks/{name}.py", *arguments))


@tools.command(context_settings=PASSED_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def evidence(arguments: tuple[str, ...]) -> None:
    """Run the fixtures on the JAX that is installed, and keep what was seen beside them.

    ARGUMENTS are codes or names of rules, and `--device gpu`.
    """
    sys.exit(python("-m", "jaxlint.proof", "--record", *arguments))


@tools.command("evidence-releases")
@click.argument("releases", nargs=-1)
def evidence_releases(releases: tuple[str, ...]) -> None:
    """Run the fixtures that changed on other RELEASES of JAX, and keep what was seen.

    Each is installed in an environment of its own; without RELEASES those of the pages.
    """
    from tools.evidence_releases import RELEASES, run

    sys.exit(not run(releases or RELEASES))


@tools.command("jax-api")
@click.argument("releases", nargs=-1)
def jax_api(releases: tuple[str, ...]) -> None:
    """Ask the RELEASES of JAX that are new for their names, and write the table of them anew."""
    from tools.jax_api import main

    main(releases)


@tools.command()
def sample() -> None:
    """Write anew what the README shows of `jaxlint check`."""
    from tools.sample import renew

    renew()


@tools.command("new-rule")
@click.argument("name")
@click.option("--family", type=click.IntRange(1, 8), default=5, show_default=True)
def new_rule(name: str, family: int) -> None:
    """Write the files of a new rule NAME (such as `stale-global`): rule, fixture, cases.

    Its code is the next one of its FAMILY, the digit after JAX.
    """
    from tools.new_rule import CannotWrite, write

    try:
        for path in write(name, family, CHECKOUT):
            click.echo(f"wrote {path.relative_to(CHECKOUT)}")
    except CannotWrite as why:
        raise click.ClickException(str(why)) from why
    click.echo("CONTRIBUTING.md says what comes next.")


@tools.command("settings-schema")
def settings_schema() -> None:
    """Write anew the JSON schema of the settings, docs/settings.schema.json."""
    from tools.settings_schema import FILE, text

    FILE.write_text(text(), encoding="utf-8")


@tools.command()
@click.option("--to", "target", type=click.Path(path_type=Path), default=CHECKOUT / "build/site")
def docs(target: Path) -> None:
    """Build the documentation site, strictly: a warning or a broken link is an error."""
    from tools.site.build import build

    sys.exit(build(target))


if __name__ == "__main__":
    tools(prog_name="python -m tools")
