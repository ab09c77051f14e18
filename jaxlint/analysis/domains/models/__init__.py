"""Models of Flax, Haiku and Equinox: how they run, and which keys they ask for."""

from jaxlint.analysis.core.domain import Domain

models = Domain("models", reads=("keys", "tracing", "usage"))
