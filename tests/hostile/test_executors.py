"""Executors that do not answer, and workers that all die: the check ends, and is whole."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from jaxlint.queries import distribution, executors
from jaxlint.queries.checking import check
from jaxlint.queries.executors import NoSuchExecutor, scheduler_for
from jaxlint.queries.workers import Scheduler
from jaxlint.source.files import Source

from ..processes import environment

distributed = pytest.importorskip("distributed")

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HAZARD = b"import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\n"
SOURCES = [Source(f"m{n}.py", HAZARD) for n in range(4)]
WORKER = ("--no-nanny", "--no-dashboard", "--nthreads", "1")
HTTP = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"


@pytest.fixture
def listening() -> Iterator[Callable[[bytes], str]]:
    """Listen at an address, and answer whoever comes with some bytes and nothing after them."""
    with ExitStack() as held:

        def listen(answer: bytes) -> str:
            server = held.enter_context(closing(socket.create_server(("127.0.0.1", 0))))
            threading.Thread(target=serve, args=(server, answer), daemon=True).start()
            return "tcp://{}:{}".format(*server.getsockname())

        def serve(server: socket.socket, answer: bytes) -> None:
            while True:
                try:
                    there, _ = server.accept()
                except OSError:
                    return
                held.enter_context(closing(there))
                there.sendall(answer)

        yield listen


def test_one_that_says_nothing_is_not_waited_for(
    listening: Callable[[bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it is waited for: it never answers."""
    monkeypatch.setattr(executors, "_DEADLINE", 0.1)
    address = listening(b"")
    with pytest.raises(
        NoSuchExecutor, match=r"no scheduler of dask answers at tcp://.*: no answer"
    ):
        scheduler_for(f"dask:{address}", 0, print).__enter__()


def test_one_that_is_something_else_is_told(
    listening: Callable[[bytes], str], run: Run, project: Path
) -> None:
    address = listening(HTTP)
    done = run("check", "--executor", f"dask:{address}")
    assert done.returncode == 2
    assert done.stderr.startswith(f"jaxlint: no scheduler of dask answers at {address}: ")
    assert len(done.stderr.splitlines()) == 1


class Clinging:
    """A client that never lets go."""

    status = "running"

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def wait_for_workers(self, *_: Any, **__: Any) -> None: ...

    def get_executor(self) -> None: ...

    def scheduler_info(self, **_: Any) -> dict[str, Any]:
        return {"workers": {"one": {}, "two": {}}}

    def close(self) -> None:
        threading.Event().wait()


def test_one_that_does_not_let_go_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "Client", Clinging)
    with scheduler_for("dask:somewhere", 0, print) as scheduler:
        assert scheduler.processes == 2
        assert scheduler.alive()
        monkeypatch.setattr(executors, "_SECONDS", 0.01)


class Never(Executor):
    """An executor that takes all work and does none."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def test_what_nobody_is_left_to_do_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribution, "_PATIENCE", 0.01)
    lost: list[str] = []
    scheduler = Scheduler(2, Never(), lost.append, lambda: False)
    assert check(SOURCES, scheduler=scheduler) == check(SOURCES)
    assert lost == ["NoWorkers: none is left"]


def test_it_is_done_here_when_all_workers_of_a_cluster_are_killed(run: Run, project: Path) -> None:
    """The only worker, which nobody starts again, stands still until it has work, and is killed."""
    for source in SOURCES:
        (project / source.path).write_bytes(source.data)
    options = ("check", "--no-cache", "--output-format", "json")
    alone = run(*options)
    with distributed.LocalCluster(
        n_workers=0, processes=True, host="127.0.0.1", dashboard_address=":0"
    ) as cluster:
        worker = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "distributed.cli.dask_worker",
                *WORKER,
                cluster.scheduler_address,
            ],
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(lambda: any(one.status.name == "running" for one in workers_of(cluster)), worker)
        worker.send_signal(signal.SIGSTOP)
        threading.Thread(target=kill_at_work, args=(cluster, worker), daemon=True).start()
        done = run(*options, "--executor", f"dask:{cluster.scheduler_address}")
        assert worker.wait() == -signal.SIGKILL
    assert (done.stdout, done.returncode) == (alone.stdout, 1)
    assert "workers were lost, what they did not do was done here" in done.stderr


def workers_of(cluster: Any) -> list[Any]:
    return [*cluster.scheduler.workers.values()]


def kill_at_work(cluster: Any, worker: subprocess.Popen[bytes]) -> None:
    """Kill the worker once it has something to do."""
    wait_for(lambda: any(one.processing for one in workers_of(cluster)), worker)
    worker.kill()


def wait_for(found: Callable[[], Any], worker: subprocess.Popen[bytes]) -> None:
    """Wait until something is so; the worker has to live as long."""
    while not found():
        assert worker.poll() is None
        time.sleep(0.01)
