"""The analysis: an abstract interpreter of Python, and the domains that know JAX."""
