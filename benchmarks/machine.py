"""What a measurement was taken on: enough to compare, nothing that names the machine."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def about() -> str:
    """Return the date, the processor, how many cores there are, and which Python it is."""
    day = datetime.now(UTC).date().isoformat()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    python = platform.python_version()
    return f"{day}; {_processor()}, {cores} cores; {platform.system()}; Python {python}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
