"""Runs the hazards of fixtures that raise, and prints as JSON what Python would print of each.

``python -m tests.raising FOLDER FILTERING`` runs the fixtures in a folder; the second says what JAX
is to do with its own frames.
"""

from __future__ import annotations

import io
import json
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from jaxlint.proof import Fixture, Raises, fixtures
from jaxlint.proof.lazy import real_jax
from jaxlint.proof.marks import Marked, marked_functions
from jaxlint.proof.runner import AS_JAX_COMES, Place, loaded, place_on
from jaxlint.proof.watch import jax_config


def main() -> None:
    """Write code, file, function and traceback of each."""
    place = place_on("cpu")
    real_jax().config.update("jax_traceback_filtering", sys.argv[2])
    told = [one for fixture in fixtures((), Path(sys.argv[1])) for one in _told(fixture, place)]
    json.dump(told, sys.stdout)


def _told(fixture: Fixture, place: Place) -> Iterator[dict[str, Any]]:
    if Raises.__name__ not in fixture.path.read_text(encoding="utf-8"):
        return
    with jax_config(AS_JAX_COMES), loaded(fixture, place) as module:
        functions = marked_functions(module)
    for one in functions:
        here = one.mark.holds_on(real_jax().__version__)
        if here and one.mark.kind == "hazard" and isinstance(one.mark.outcome, Raises):
            text = _printed(fixture, one, place)
            yield {"code": fixture.code, "file": fixture.path.name, "name": one.name, "text": text}


def _printed(fixture: Fixture, marked: Marked, place: Place) -> str:
    """What Python prints of the error of a function."""
    settings = {**AS_JAX_COMES, **marked.mark.outcome.settings}
    with jax_config(settings), loaded(fixture, place) as module:
        try:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                real_jax().block_until_ready(getattr(module, marked.name)())
                real_jax().effects_barrier()
        except BaseException as error:
            assert error.__traceback__ is not None
            own = error.with_traceback(error.__traceback__.tb_next)
            return "".join(traceback.format_exception(own))
    raise AssertionError(f"{fixture.name}.{marked.name} raised nothing")


if __name__ == "__main__":
    main()
