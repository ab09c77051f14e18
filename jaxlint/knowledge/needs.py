"""What the releases of JAX need, by which a project's NumPy and Python bound the JAX it can have.

Source: ``Requires-Dist`` and ``Requires-Python`` in the metadata of JAX's wheels on PyPI, where no
marker stands, from 0.4.16 to 0.12.0. Each row is the first release that needs so much.
"""

from __future__ import annotations

from collections.abc import Iterator

from jaxlint.knowledge.api import api, number

_Needs = tuple[tuple[str, str], ...]

NUMPY: _Needs = (
    ("0.4.16", "1.22"),
    ("0.4.31", "1.24"),
    ("0.5.0", "1.25"),
    ("0.6.2", "1.26"),
    ("0.7.2", "2.0"),
    ("0.11.0", "2.1"),
    ("0.12.0", "2.2"),
)
PYTHON: _Needs = (
    ("0.4.1", "3.8"),
    ("0.4.14", "3.9"),
    ("0.4.31", "3.10"),
    ("0.7.0", "3.11"),
    ("0.11.0", "3.12"),
)


def bounded(jax: str, numpy: str, python: str) -> str:
    """A requirement on JAX, below the first release that others on NumPy and Python do not allow.

    It stays as it is where these leave nothing of it, or all. Raises InvalidSpecifier.
    """
    from packaging.specifiers import SpecifierSet

    refused = [*_refused(NUMPY, numpy), *_refused(PYTHON, python)]
    if not refused:
        return jax
    first = min(refused, key=number)
    fits = SpecifierSet(jax)
    allowed = [number(one) < number(first) for one in api().releases if one in fits]
    return ",".join(filter(None, (jax, f"<{first}"))) if len({*allowed}) > 1 else jax


def _refused(needs: _Needs, requirement: str) -> Iterator[str]:
    """The first release that needs more than a requirement allows, if there is one.

    Its newest version that fits is looked for among those that JAX needs and those that it names.
    """
    from packaging.specifiers import SpecifierSet
    from packaging.version import Version

    allowed = SpecifierSet(requirement)
    named = (one.version.removesuffix(".*") for one in allowed)
    fitting = [Version(one) for one in (*named, *(least for _, least in needs)) if one in allowed]
    refused = (first for first, least in needs if fitting and max(fitting) < Version(least))
    yield from [*refused][:1]
