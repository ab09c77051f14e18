"""Commands timed as a whole, each a process, in turn, so that a busy machine is busy for all."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """What to run. An exit code above ``worst`` says that it could not do its job."""

    words: tuple[str, ...]
    worst: int = 1


@dataclass(frozen=True, slots=True)
class Run:
    """What a run took: seconds on the wall, and bytes of memory at its peak."""

    seconds: float
    peak: int


Runs = Mapping[str, Sequence[Run]]


def run(command: Command, environment: Mapping[str, str]) -> Run:
    """Run a command and say what it took. Ends the benchmark if the command fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            command.words, stdout=subprocess.DEVNULL, stderr=said, env=environment
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if not 0 <= process.returncode <= command.worst:
            said.seek(0)
            last = said.read().decode(errors="replace")[-1000:]
            sys.exit(f"{' '.join(command.words[:6])}: ended with {process.returncode}: {last}")
    # Kilobytes, but bytes on macOS.
    return Run(seconds, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


def in_turn(
    commands: Mapping[str, Command],
    rounds: int,
    environment: Mapping[str, str],
    before: Callable[[int], None] = lambda number: None,
) -> Runs:
    """Run every command once a round, and ``before`` at the start of each round.

    A first round, which fills caches of files and bytecode, does not count.
    """
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        before(number)
        for name, command in commands.items():
            took = run(command, environment)
            if number:
                runs[name].append(took)
    return runs


def seconds(runs: Runs, name: str) -> float:
    """Return the median seconds of a command."""
    return statistics.median(one.seconds for one in runs[name])


def peak(runs: Runs, name: str) -> int:
    """Return the most bytes that a command had."""
    return max(one.peak for one in runs[name])


def ratio(runs: Runs, name: str, to: str) -> float:
    """Return the median of the ratios of two commands, round by round."""
    pairs = zip(runs[name], runs[to], strict=True)
    return statistics.median(one.seconds / other.seconds for one, other in pairs)
