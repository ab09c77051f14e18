"""jaxlint: a static linter for JAX code whose every rule is proven by running JAX.

Importing this package imports neither libcst nor jax.
"""

import os

from jaxlint._version import VERSION as __version__

__all__ = ["__version__"]

# In a checkout the rules and fixtures lie beside this package; in a wheel they are inside it.
_checkout = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
if os.path.isdir(f"{_checkout}/rules") and os.path.isfile(f"{_checkout}/pyproject.toml"):
    __path__.append(_checkout)
