"""Numerics: how numbers are computed, and where they or their gradients stop being numbers."""

from jaxlint.analysis.core.domain import Domain

numerics = Domain("numerics", reads=("api", "arrays", "tracing"))
