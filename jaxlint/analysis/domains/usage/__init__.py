"""Usage: how transformations are made and called, and what their functions have to be like."""

from jaxlint.analysis.core.domain import Domain

usage = Domain("usage", reads=("api", "arrays", "numerics", "tracing"))
