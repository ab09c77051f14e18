"""Names by version: what the installed JAX may lack, and code that asks which one it is."""

from jaxlint.analysis.core.domain import Domain

api = Domain("api")
