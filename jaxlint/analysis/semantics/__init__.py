"""Python's semantics: statements, expressions, classes, and what its own functions give."""

from jaxlint.analysis.core.domain import Transfers

python = Transfers()
