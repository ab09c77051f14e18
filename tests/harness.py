"""The harness that runs fixtures, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from jaxlint.proof import Record

from .starting import Python, completed

ROOT = Path(__file__).parent.parent
# XLA's time for machine code that is fast: more than half of all, and nothing that fixtures show.
# The committed evidence is recorded without them. A jaxlib that lacks one refuses to start.
QUICK = "--xla_backend_optimization_level=0 --xla_cpu_use_fusion_emitters=false"


def run_harness(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the harness."""
    return quickly("jaxlint.proof", *arguments)


def quickly(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a module that runs fixtures; XLA does not optimize, where it can be told so."""
    given = os.environ.get("XLA_FLAGS", "")
    for flags in (f"{given} {QUICK}".strip(), given):
        done = completed(Python(("-m", module), arguments, ROOT, {"XLA_FLAGS": flags}))
        if "nknown flag" not in done.stderr:
            break
    return done


def records_of(run: subprocess.CompletedProcess[str]) -> list[Record]:
    """Return what the harness saw."""
    assert run.stdout, run.stderr
    return [Record(**fields) for fields in json.loads(run.stdout)]
