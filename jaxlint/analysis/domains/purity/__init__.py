"""Purity: effects of traced code, and what it reads that changes afterwards."""

from jaxlint.analysis.core.domain import Domain

purity = Domain("purity", reads=("api", "arrays", "compilation", "tracing"))
