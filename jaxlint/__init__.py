"""jaxlint: a static linter for JAX code whose every rule is proven by running JAX.

``check_source`` and ``check_paths`` give the findings that the command gives. Importing this
package imports neither libcst nor jax: what it offers is loaded when it is asked for.
"""

import os  # which has been imported before; see ``__main__``

from jaxlint._version import VERSION as __version__

TYPE_CHECKING = False  # as type checkers read it, without the module for which it is a constant
if TYPE_CHECKING:
    from jaxlint.config.discovery import MissingPath
    from jaxlint.config.settings import SettingsError
    from jaxlint.diagnostics.baseline import BadBaseline
    from jaxlint.diagnostics.findings import Fault, Finding, Fix, Reason, Report
    from jaxlint.diagnostics.selection import UnknownSelector
    from jaxlint.frontends.api import check_paths, check_source
    from jaxlint.source.spans import Edit, Span

# The module in which each name is found when it is asked for.
_HOMES = {
    "BadBaseline": "diagnostics.baseline",
    "check_paths": "frontends.api",
    "check_source": "frontends.api",
    "MissingPath": "config.discovery",
    "Edit": "source.spans",
    "Fault": "diagnostics.findings",
    "Finding": "diagnostics.findings",
    "Fix": "diagnostics.findings",
    "Reason": "diagnostics.findings",
    "Report": "diagnostics.findings",
    "Span": "source.spans",
    "UnknownSelector": "diagnostics.selection",
    "SettingsError": "config.settings",
}

__all__ = [
    "BadBaseline",
    "Edit",
    "Fault",
    "Finding",
    "Fix",
    "MissingPath",
    "Reason",
    "Report",
    "SettingsError",
    "Span",
    "UnknownSelector",
    "__version__",
    "check_paths",
    "check_source",
]

# In a checkout the rules and fixtures lie beside this package; in a wheel they are inside it.
_checkout = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
if os.path.isdir(f"{_checkout}/rules") and os.path.isfile(f"{_checkout}/pyproject.toml"):
    __path__.append(_checkout)


def __getattr__(name: str) -> object:
    """Load what is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
