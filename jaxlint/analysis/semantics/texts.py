"""Methods of texts that are known: what they give depends on nothing else."""

from __future__ import annotations

from jaxlint.analysis import budgets
from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import Const, Container, Value
from jaxlint.analysis.values.regions import Region

_METHODS = frozenset(
    """
    capitalize casefold count endswith find isalnum isalpha isascii isdecimal isdigit isidentifier
    islower isnumeric isspace istitle isupper lower lstrip partition removeprefix removesuffix
    replace rfind rpartition rsplit rstrip split splitlines startswith strip swapcase title upper
    """.split()
)


def method(text: object, name: str, arguments: Arguments, region: Region | None) -> Value | None:
    """What a method of a text gives, where that and the arguments are known; None otherwise."""
    if not isinstance(text, str) or name not in _METHODS or arguments.rest is not None:
        return None
    try:
        positional = [literal(value) for value in arguments.positional]
        keywords = {key: literal(value) for key, value in arguments.keywords.items()}
        given = getattr(text, name)(*positional, **keywords)
    except (LookupError, TypeError, ValueError):
        return None
    if not isinstance(given, list | tuple):
        return None if isinstance(given, str) and len(given) > budgets.TEXT else Const(given)
    kind = "list" if isinstance(given, list) else "tuple"
    return Container(kind, dict(enumerate(map(Const, given))), None, region)
