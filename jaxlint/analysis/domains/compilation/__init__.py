"""Compilation: jits that are made anew, and loops of which each turn is compiled by itself."""

from jaxlint.analysis.core.domain import Domain

compilation = Domain("compilation", reads=("api", "arrays", "tracing", "usage"))
