"""Arrays: shapes, dtypes, operands, and writes into what cannot be written."""
