"""Random keys: which values are keys, and what consumes them."""
