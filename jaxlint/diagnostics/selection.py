"""Which rules are selected, by selectors such as JAX401, JAX4, reused-key and ALL."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from jaxlint.diagnostics.registry import RuleInfo, catalogue, find
from jaxlint.diagnostics.rule import Level

EVERYTHING = "ALL"
DEFAULT = "JAX"
BROKEN_SYNTAX = "JAX901"
_PREFIX = re.compile(r"JAX\d{0,3}")


class UnknownSelector(ValueError):
    """A selector fits no rule; the text names the nearest one that does."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected and ignored selectors, as given back by ``parse``.

    ``presumed`` asks for findings that rest on how such code is usually used, too, ``advice`` for
    those from which nothing follows.
    """

    select: tuple[str, ...] = (DEFAULT,)
    ignore: tuple[str, ...] = ()
    presumed: bool = False
    advice: bool = False

    def includes(self, rule: RuleInfo) -> bool:
        """Say whether a rule speaks: the longest selector that fits decides, ``ignore`` in a tie.

        A file that could not be read is no clean file: broken-syntax speaks unless it is ignored.
        """
        wanted = max((_weight(one, rule) for one in self.select if _selects(one, rule)), default=0)
        hidden = max((_weight(one, rule) for one in self.ignore), default=0)
        return max(wanted, rule.code == BROKEN_SYNTAX) > hidden

    def wants_advice(self, code: str) -> bool:
        """Say whether a rule may give advice: to all who ask for it, or select the rule by more
        than the default."""
        chosen = (one for one in self.select if one != DEFAULT)
        return self.advice or any(fits(one, code) for one in chosen)


def parse(text: str) -> str:
    """Return a selector in its one form: ALL, a code or its start. Raises UnknownSelector."""
    found = selector_of(text)
    if found is None:
        raise UnknownSelector(f'unknown code "{text.strip()}"{nearest(text)}')
    return found


def selector_of(text: str) -> str | None:
    """Return a selector in its one form, or None for a text that fits no rule."""
    upper = text.strip().upper()
    if upper == EVERYTHING:
        return EVERYTHING
    if _PREFIX.fullmatch(upper) and any(info.code.startswith(upper) for info in catalogue()):
        return upper
    named = find(text.strip().lower())
    return None if named is None else named.code


def fits(selector: str, code: str) -> bool:
    """Say whether a parsed selector covers the rule of that code."""
    return selector == EVERYTHING or code.startswith(selector)


@lru_cache(maxsize=1024)
def nearest(text: str) -> str:
    """Return the words that name the nearest code or name, or where to see them all."""
    codes = [info.code for info in catalogue()]
    names = [info.name for info in catalogue()]
    close = _close(text.upper(), codes) or _close(text.lower(), names)
    return f'; the nearest is "{close[0]}"' if close else "; `jaxlint rules` lists them all"


def _close(text: str, known: Iterable[str]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(text.strip(), list(known), n=1)


def _selects(selector: str, rule: RuleInfo) -> bool:
    """Say whether a selector is close enough to a rule to wake one that is off by default."""
    return rule.level is Level.ON or selector != DEFAULT


def _weight(selector: str, rule: RuleInfo) -> int:
    if not fits(selector, rule.code):
        return 0
    return 1 if selector == EVERYTHING else len(selector)
