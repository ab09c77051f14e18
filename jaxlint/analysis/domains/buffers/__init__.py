"""Buffers: memory that arrays share or give away."""

from jaxlint.analysis.core.domain import Domain

buffers = Domain("buffers", reads=("arrays", "tracing"))
