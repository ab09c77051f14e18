"""The command: ``jaxlint`` or ``python -m jaxlint``. Turns every way to fail into exit 2.

``python -m`` puts the current folder first, and the code that lies there is read, never imported:
up to where the folder is taken away, here and in ``__init__``, nothing may be imported but what
Python has imported or built in before.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path:
    try:
        os.getcwd()
    except OSError:
        pass  # it has been removed: then Python puts nothing there
    else:
        del sys.path[0]

from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import click

from jaxlint.cli.main import cli
from jaxlint.cli.output import note, open_channels, trace, usage
from jaxlint.source.files import words
from jaxlint.source.writing import Unwritable

COULD_NOT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 clean, 1 findings, 2 could not do the job."""
    open_channels()
    code = _code(arguments)
    own_process = arguments is None
    if code == INTERRUPTED or (own_process and "distributed" in sys.modules):
        # A thread may still be at work, and Python would end below its feet or wait for it.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _code(arguments: Sequence[str] | None) -> int:
    try:
        code = cli.main(arguments, prog_name="jaxlint", standalone_mode=False)
    except click.UsageError as wrong:
        shown = StringIO()
        wrong.show(shown)
        usage(shown.getvalue())
        return COULD_NOT
    except click.ClickException as wrong:
        note(wrong.format_message())
        return COULD_NOT
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Unwritable as why:
        note(str(why))
        return COULD_NOT
    except OSError as refused:
        _tell(refused, _is_debugging(arguments))
        return COULD_NOT
    except Exception as defect:
        _report(defect, _is_debugging(arguments))
        return COULD_NOT
    return code if isinstance(code, int) else 0


def _tell(refused: OSError, debug: bool) -> None:
    """Say what the operating system refused; with ``debug`` where."""
    import traceback

    named = f"{os.fsdecode(refused.filename)}: " if refused.filename else ""
    note(f"{named}{words(refused)}")
    if debug:
        trace("".join(traceback.format_exception(refused)))


def _report(defect: Exception, debug: bool) -> None:
    """Say in one line where jaxlint broke, for people to report; with ``debug`` in full."""
    import traceback

    last = traceback.extract_tb(defect.__traceback__)[-1]
    what = f"{type(defect).__name__}: {defect}"
    where = f"{Path(last.filename).name}:{last.lineno}"
    note(
        f"defect in jaxlint itself: {what} ({where}). "
        "Please report it with the command you ran; JAXLINT_TRACEBACK=1 shows more."
    )
    if debug:
        trace("".join(traceback.format_exception(defect)))


def _is_debugging(arguments: Sequence[str] | None) -> bool:
    given = sys.argv[1:] if arguments is None else arguments
    return "--debug" in given or bool(os.environ.get("JAXLINT_TRACEBACK"))


if __name__ == "__main__":
    main()
