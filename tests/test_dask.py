"""Work given to Dask: a real cluster on this machine finds the same, also when a worker dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

distributed = pytest.importorskip("distributed")

CHECKOUT = Path(__file__).parent.parent
Run = Callable[..., "subprocess.CompletedProcess[str]"]
JSON = ("check", "--no-cache", "--output-format", "json")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler, and two workers in processes of their own that have this jaxlint."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(CHECKOUT))
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=":0",
            silence_logs="CRITICAL",
        ) as made:
            yield made


@pytest.fixture
def cases(project: Path) -> Path:
    """Some of the cases as one project: those in folders, and every third file."""
    found = sorted((CHECKOUT / "tests/cases").rglob("*.py"))
    files = [path for path in found if path.parent.name == "cases"]
    for path in sorted({*found} - {*files} | {*files[::3]}):
        copy = project / path.relative_to(CHECKOUT / "tests/cases")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return project


def test_the_same_is_found_by_a_cluster_also_when_a_worker_is_killed(
    run: Run, cases: Path, cluster: Any
) -> None:
    alone = run(*JSON)
    assert alone.returncode == 1
    command = (*JSON, "--executor", f"dask:{cluster.scheduler_address}")
    whole = run(*command)
    assert (whole.stdout, whole.stderr, whole.returncode) == (alone.stdout, alone.stderr, 1)
    killed = threading.Event()
    threading.Thread(target=kill_one_at_work, args=(cluster, killed), daemon=True).start()
    done = run(*command, "--workers", "4")
    assert killed.wait(1)
    assert (done.stdout, done.stderr, done.returncode) == (alone.stdout, alone.stderr, 1)


def kill_one_at_work(cluster: Any, killed: threading.Event) -> None:
    """Kill the first worker that has something to do."""
    while not killed.is_set():
        for worker in [*cluster.scheduler.workers.values()]:
            if worker.processing:
                pid = next(
                    nanny.pid
                    for nanny in cluster.workers.values()
                    if nanny.worker_address == worker.address
                )
                os.kill(pid, signal.SIGKILL)
                killed.set()
                return
        time.sleep(0.01)


def test_nobody_listens(run: Run, project: Path) -> None:
    done = run("check", "--executor", "dask:127.0.0.1:1")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("jaxlint: no scheduler of dask answers at 127.0.0.1:1: ")
    (_,) = done.stderr.splitlines()


def test_nobody_works(run: Run, project: Path) -> None:
    with distributed.LocalCluster(
        n_workers=0,
        processes=True,
        host="127.0.0.1",
        dashboard_address=":0",
        silence_logs="CRITICAL",
    ) as made:
        done = run("check", "--executor", f"dask:{made.scheduler_address}")
    assert done.returncode == 2
    address = made.scheduler_address
    assert done.stderr == f"jaxlint: the scheduler of dask at {address} has no workers\n"
