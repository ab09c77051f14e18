"""Random keys: which values are keys, and what consumes them."""

from jaxlint.analysis.core.domain import Domain

random_keys = Domain("keys", reads=("api", "arrays"))
