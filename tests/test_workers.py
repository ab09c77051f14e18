"""Work that is spread over processes or an executor: the same findings, whoever dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from jaxlint.diagnostics.findings import Report
from jaxlint.program import ir
from jaxlint.program.reading import Read, read_module
from jaxlint.queries import workers as workers_module
from jaxlint.queries.checking import check
from jaxlint.queries.workers import Scheduler
from jaxlint.source.files import Source

from .processes import LONGEST, environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]
JSON = ("check", "--no-cache", "--output-format", "json")

FILES = {
    "helper.py": "def double(x):\n    if x > 0:\n        return x\n    return -x\n",
    "broken.py": "def f(:\n",
    "deep.py": f"x = {'(' * 3000}1{')' * 3000}\n",
    **{
        f"user{number}.py": "import jax\nfrom helper import double\n\n\n@jax.jit\n"
        f"def step{number}(x):\n    print(x)\n    return double(x) + {number}\n"
        for number in range(5)
    },
}
SOURCES = [Source(path, text.encode()) for path, text in FILES.items()]
# Says how processes are started, and runs the command.
WATCHED = """
import multiprocessing, sys, threading
from jaxlint.__main__ import main
get_context = multiprocessing.get_context
def told(method):
    print("started by", method, file=sys.stderr)
    return get_context(method)
multiprocessing.get_context = told
if __name__ == "__main__" and "--thread" in sys.argv:
    sys.argv.remove("--thread")
    threading.Thread(target=threading.Event().wait, daemon=True).start()
"""
# Workers say by a file that they are at work, and never end it.
HELD = """
import os, sys, time
from pathlib import Path
from jaxlint.queries import distribution
from jaxlint.__main__ import main
def run_all(*arguments):
    Path(f"{os.getpid()}.worker").touch()
    time.sleep(600)
distribution.run_all = run_all
"""


@pytest.fixture
def files(project: Path) -> Path:
    """The project with its files."""
    for path, text in FILES.items():
        (project / path).write_text(text)
    return project


@pytest.fixture(scope="module")
def alone() -> Report:
    """What one process finds."""
    report = check(SOURCES)
    assert len(report.findings) > 5
    assert any(finding.path == "helper.py" for finding in report.findings)
    assert report.faults
    return report


def command(text: str, folder: Path, *arguments: str) -> list[str]:
    """The words that run a program which lies elsewhere, as those do that are installed."""
    place = folder.with_name(f"{folder.name}.program.py")
    place.write_text(f'{text}\nif __name__ == "__main__":\n    main()\n')
    return [sys.executable, str(place), *arguments]


def program(text: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(text, folder, *arguments),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )


# --- processes -----------------------------------------------------------------------------------


def test_any_number_of_workers_gives_the_same_bytes(run: Run, files: Path) -> None:
    default = run(*JSON)
    assert default.returncode == 2  # deep.py is a fault
    for count in ("0", "1", "2", "3", "20"):
        done = run(*JSON, "--workers", count)
        assert (done.stdout, done.stderr) == (default.stdout, default.stderr), count
        assert done.returncode == default.returncode


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes do not fork")
@pytest.mark.parametrize(("options", "method"), [([], "fork"), (["--thread"], "spawn")])
def test_processes_fork_unless_something_else_goes_on(
    run: Run, files: Path, options: list[str], method: str
) -> None:
    done = program(WATCHED, files, *JSON, "--workers", "2", *options)
    assert done.stderr == f"started by {method}\n"
    assert done.stdout == run(*JSON, "--workers", "1").stdout


def test_new_processes_import_nothing_that_is_checked(files: Path) -> None:
    for name in ("jaxlint", "libcst", "multiprocessing", "pickle", "signal", "socket"):
        (files / f"{name}.py").write_text("open('was_run', 'w').close()\n")
    whole = program(WATCHED, files, *JSON, "--workers=1")
    done = program(WATCHED, files, *JSON, "--workers=2", "--thread")
    assert "started by spawn" in done.stderr
    assert done.stdout == whole.stdout
    assert not (files / "was_run").exists()


def test_a_small_run_starts_no_process(monkeypatch: pytest.MonkeyPatch, alone: Report) -> None:
    def refused(*arguments: Any) -> None:
        raise AssertionError("a pool")

    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refused)
    monkeypatch.setattr(workers_module, "_cores", lambda: 64)
    assert check(SOURCES, scheduler=Scheduler()) == alone
    assert check(SOURCES[:1], scheduler=Scheduler(8)).files == 1  # as many as there are files
    assert check([], scheduler=Scheduler(8)).files == 0


@pytest.mark.parametrize(
    ("cores", "size", "count"), [(1, 50, None), (8, 0.4, None), (8, 1.5, 2), (8, 3, 4), (8, 50, 8)]
)
def test_processes_are_as_many_as_pay(
    monkeypatch: pytest.MonkeyPatch, cores: int, size: float, count: int | None
) -> None:
    @contextmanager
    def processes(number: int) -> Iterator[Executor]:
        yield ThreadPoolExecutor(number)

    monkeypatch.setattr(workers_module, "_cores", lambda: cores)
    monkeypatch.setattr(workers_module, "_processes", processes)
    with Scheduler().workers([int(size * workers_module.WORTH_A_PROCESS / 100)] * 100) as workers:
        assert (workers and workers.parts) == count


def test_with_what_is_kept_and_workers_it_is_the_same(
    run: Run, files: Path, tmp_path: Path
) -> None:
    kept = {"JAXLINT_CACHE_DIR": str(tmp_path / "kept")}
    keeping = ("check", "--output-format", "json", "--workers")
    for text in (FILES["helper.py"], "def double(x):\n    return x * 2\n", FILES["helper.py"]):
        (files / "helper.py").write_text(text)
        (files / "user1.py").write_text(FILES["user1.py"] + f"\n\nlength = {len(text)}\n")
        cold = run(*JSON)
        for count in ("2", "2", "1", "3"):
            warm = run(*keeping, count, **kept)
            assert (warm.stdout, warm.stderr) == (cold.stdout, cold.stderr)


# --- executors -----------------------------------------------------------------------------------


class Here(Executor):
    """Does the work when it is submitted."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as why:
            future.set_exception(why)
        return future


class Refusing(Executor):
    """Takes no work."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise RuntimeError("cannot schedule new futures")


class Failing(Here):
    """Loses every other part, from the second on."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.count += 1
        future = super().submit(fn, *args, **kwargs)
        if self.count % 2 == 0:
            future = Future()
            future.set_exception(OSError("the worker is gone"))
        return future


class Cancelling(Here):
    """Cancels what was submitted."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


class Older(Here):
    """Has workers with another jaxlint."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(fn, "0.0.1", *args[1:], **kwargs)


class Dying(ProcessPoolExecutor):
    """Has processes that are killed once they have work."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = super().submit(fn, *args, **kwargs)
        for process in multiprocessing.active_children():
            process.kill()
        return future


@pytest.mark.parametrize("parts", [0, 1, 2, 3, 50])
def test_any_executor_will_do(alone: Report, parts: int) -> None:
    lost: list[str] = []
    with ThreadPoolExecutor(2) as threads:
        for executor in (Here(), threads):
            assert check(SOURCES, scheduler=Scheduler(parts, executor, lost.append)) == alone
    assert lost == []


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_what_one_worker_has_read_no_other_reads(
    monkeypatch: pytest.MonkeyPatch, alone: Report, parts: int
) -> None:
    read: list[str] = []

    def noted(source: Source, names: tuple[str, ...]) -> Read:
        found = read_module(source, names)
        if isinstance(found, ir.Module):
            read.append(source.path)
        return found

    monkeypatch.setattr("jaxlint.queries.memory.read_module", noted)
    assert check(SOURCES, scheduler=Scheduler(parts, Here())) == alone
    assert sorted(read) == sorted(FILES.keys() - {"broken.py", "deep.py"})


def test_processes_of_ones_own_will_do(alone: Report) -> None:
    lost: list[str] = []
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        assert check(SOURCES, scheduler=Scheduler(2, processes, lost.append)) == alone
    assert lost == []


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (Refusing, "RuntimeError: cannot schedule new futures"),
        (Failing, "OSError: the worker is gone"),
        (Cancelling, "CancelledError: "),
        (Older, "OtherVersion: the worker has jaxlint "),
    ],
)
def test_what_workers_do_not_do_is_done_here(alone: Report, kind: type[Executor], why: str) -> None:
    lost: list[str] = []
    assert check(SOURCES, scheduler=Scheduler(3, kind(), lost.append)) == alone
    (told,) = lost
    assert told.startswith(why)


def test_processes_that_die_lose_nothing(alone: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[str] = []
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", Dying)
    assert check(SOURCES, scheduler=Scheduler(2, None, lost.append)) == alone
    (told,) = lost
    assert told.startswith("BrokenProcessPool: ")
    assert multiprocessing.active_children() == []


def test_the_command_tells_of_lost_workers(run: Run, files: Path) -> None:
    killed = """
import os, signal
from multiprocessing import parent_process
from jaxlint.queries import distribution
from jaxlint.__main__ import main
real = distribution.run_all
def run_all(project, paths, *rest):
    if parent_process() is not None and "user0.py" in paths:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(project, paths, *rest)
distribution.run_all = run_all
"""
    done = program(killed, files, *JSON, "--workers", "2")
    assert done.stdout == run(*JSON).stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("jaxlint: workers were lost, what they did not do was done here: Broken")


# --- ends ----------------------------------------------------------------------------------------


@pytest.fixture
def held(files: Path) -> Iterator[subprocess.Popen[str]]:
    """A command whose workers are at work, in a process group of its own."""
    process = subprocess.Popen(
        command(HELD, files, *JSON, "--workers", "2"),
        cwd=files,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until(lambda: len([*files.glob("*.worker")]) == 2)
    yield process
    process.kill()
    process.wait()


def until(seen: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not seen():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def is_empty(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes do not fork")
@pytest.mark.parametrize("everybody", [False, True])
def test_an_interrupt_leaves_no_process(held: subprocess.Popen[str], everybody: bool) -> None:
    # A terminal tells the whole group, others only the process that they know.
    (os.killpg if everybody else os.kill)(held.pid, signal.SIGINT)
    out, err = held.communicate(timeout=LONGEST)
    assert (held.returncode, out, err) == (130, "", "\n")  # the line of ^C ends
    until(lambda: is_empty(held.pid))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes do not fork")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_one_they_work_for(
    held: subprocess.Popen[str], how: signal.Signals
) -> None:
    held.send_signal(how)
    held.wait(LONGEST)
    until(lambda: is_empty(held.pid))


# --- options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--workers", "-1"], "Invalid value for '--workers': -1 is not in the range x>=0."),
        (["--workers", "x"], "Invalid value for '--workers': 'x' is not a valid integer"),
        (["--executor", "nonsense"], "no executor 'nonsense': known is dask:ADDRESS"),
        (["--executor", "dask:"], "no executor 'dask:': known is dask:ADDRESS"),
        (["--executor", "spark:host"], "no executor 'spark:host': known is dask:ADDRESS"),
    ],
)
def test_options_that_mean_nothing(run: Run, files: Path, options: list[str], message: str) -> None:
    done = run("check", *options)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert "defect" not in done.stderr


def test_an_executor_whose_library_is_missing(files: Path) -> None:
    without = "import sys; sys.modules['distributed'] = None\nfrom jaxlint.__main__ import main"
    done = program(without, files, "check", "--executor", "dask:127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr == "jaxlint: dask is not installed: pip install distributed\n"
