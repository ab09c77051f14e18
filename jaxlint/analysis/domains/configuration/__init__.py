"""Configuration: settings that JAX reads once, made when it has done so."""

from jaxlint.analysis.core.domain import Domain

configuration = Domain("configuration", reads=("arrays",))
