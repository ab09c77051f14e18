"""Training: steps that compute what nothing uses, and state that never moves."""

from jaxlint.analysis.core.domain import Domain

training = Domain("training", reads=("arrays", "numerics", "tracing", "usage"))
