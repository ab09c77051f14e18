"""Timing: what waits for results, and clocks that are read before work is done."""

from jaxlint.analysis.core.domain import Domain

timing = Domain("timing", reads=("api", "tracing", "usage"))
