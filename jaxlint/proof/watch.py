"""Runs one function under watch: its result, exception, printed lines, and compilations."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache

from jaxlint.proof.lazy import real_jax
from jaxlint.proof.outcomes import Run

_COMPILED = "/jax/core/compile/backend_compile_duration"


class _Counter:
    """Counts the programs that XLA has compiled in this process."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, event: str, _duration: float, **_details: object) -> None:
        self.count += event == _COMPILED


@cache
def _compilations() -> _Counter:
    jax = real_jax()
    counter = _Counter()
    jax.monitoring.register_event_duration_secs_listener(counter)
    return counter


def programs_compiled() -> int:
    """Return how many programs XLA has compiled since this was first asked."""
    return _compilations().count


def watched(function: Callable[[], object]) -> Run:
    """Run ``function`` and return what was seen. Its exceptions are seen, not raised."""
    jax = real_jax()
    before, printed = programs_compiled(), io.StringIO()
    value, error = None, None
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            value = jax.block_until_ready(function())
            jax.effects_barrier()
        except KeyboardInterrupt:
            raise
        except BaseException as raised:
            error = raised
    lines = tuple(printed.getvalue().splitlines())
    compiled = programs_compiled() - before
    return Run(value, error, _line(error, function), lines, compiled)


def _line(error: BaseException | None, function: Callable[[], object]) -> int | None:
    """Return the line in the file of ``function`` from which the exception came."""
    if error is None:
        return None
    file = inspect.unwrap(function).__code__.co_filename
    line, frame = None, error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == file:
            line = frame.tb_lineno
        frame = frame.tb_next
    return line


@contextmanager
def jax_config(settings: Mapping[str, object]) -> Iterator[None]:
    """Set jax config values for the block, and put the whole config back after it.

    Settings that this jax does not have are passed over.
    """
    jax = real_jax()
    before = dict(jax.config.values)
    try:
        for name in before.keys() & settings.keys():
            jax.config.update(name, settings[name])
        yield
    finally:
        for name, value in before.items():
            if jax.config.values[name] != value:
                jax.config.update(name, value)
