"""Tracing: which values are traced, why, and what a tracer refuses."""

from jaxlint.analysis.core.domain import Domain

tracing = Domain("tracing", reads=("arrays", "keys"))
