"""jaxlint: a static linter for JAX code whose every rule is proven by running JAX.

Importing this package imports neither libcst nor jax.
"""

from pathlib import Path

from jaxlint._version import VERSION as __version__

__all__ = ["__version__"]

# In a checkout the rules and fixtures lie beside this package; in a wheel they are inside it.
_checkout = Path(__file__).resolve().parent.parent
if (_checkout / "rules").is_dir() and (_checkout / "pyproject.toml").is_file():
    __path__.append(str(_checkout))
