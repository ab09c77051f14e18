"""Work of others, waited for only so long."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")


class TookTooLong(Exception):
    """Work was not done in time; the thread that is at it is left alone."""


def within(seconds: float, work: Callable[[], _Result]) -> _Result:
    """Return what work gives. Raises what it raises, and TookTooLong.

    It is done in a thread of its own, which keeps no process from ending.
    """
    results: list[_Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="jaxlint-waiting", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TookTooLong(f"no answer within {seconds} seconds")
    return results[0]
