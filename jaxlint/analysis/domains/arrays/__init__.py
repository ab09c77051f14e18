"""Arrays: shapes, dtypes, operands, indices, and what JAX arrays refuse that NumPy's allow."""

from jaxlint.analysis.core.domain import Domain

arrays = Domain("arrays", reads=("api",))
