"""Patterns in the notation of .gitignore, matched without trying one way after the other.

However many stars a pattern has, it is compared with a name in at most as many steps as the name
has characters times those of the pattern. Patterns without wildcards, and those like ``*.txt``,
are looked up, however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

_FOLDERS = "**"
_WILD = frozenset("*?[\\")

# What one item of a path or a name has to fit; None stands for any number of them.
_Part = Callable[[str], bool] | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of patterns: what it leaves out, or takes in again where it does not ``exclude``.

    ``parts`` are the names in its path, ``**`` for any number of folders. One for folders alone is
    ``of_folders``.
    """

    parts: tuple[str, ...]
    exclude: bool
    of_folders: bool


def parsed(line: str) -> Rule | None:
    """Return the rule in a line; None if it is blank, a remark, or fits nothing.

    Raises ValueError if it is not a pattern.
    """
    text = line if line.endswith("\\ ") else line.rstrip()
    if not text or text.startswith("#") or text == "/":
        return None
    exclude = not text.startswith("!")
    text = text if exclude else text[1:]
    parts = text.removesuffix("/").split("/")
    if not parts[-1]:
        raise ValueError("is not a pattern")
    if len(parts) == 1:
        parts.insert(0, _FOLDERS)
    elif not parts[0]:
        del parts[0]
    parts[:-1] = (_without_escape(part) for part in parts[:-1])
    if not all(_is_closed(part) for part in parts):
        return None
    parts = [_FOLDERS if part.strip("*") == "" < part[1:] else part for part in parts]
    pairs = zip(["", *parts], parts, strict=False)
    kept = tuple(part for before, part in pairs if not before == part == _FOLDERS)
    return Rule(kept, exclude, text.endswith("/"))


class Rules:
    """Rules of one file, of which the last one that fits a path counts."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._rules = list(rules)
        # Positions of rules: by a name, by how a name ends, by a path; and of all others.
        self._names: dict[tuple[str, bool], int] = {}
        self._endings: dict[tuple[str, bool], int] = {}
        self._paths: dict[tuple[str, bool], int] = {}
        self._others: list[tuple[int, tuple[_Part, ...]]] = []
        for at, rule in enumerate(self._rules):
            self._put(at, rule)
        self._lengths = {len(ending) for ending, _ in self._endings}

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """Say whether the path by itself, from the rules' folder, is left out, if any fits."""
        name = path[path.rfind("/") + 1 :]
        endings = (name[-length:] for length in self._lengths if length <= len(name))
        looked_up = max(
            _last(self._names, name, is_folder),
            _last(self._paths, path, is_folder),
            max((_last(self._endings, one, is_folder) for one in endings), default=-1),
        )
        last = self._last_other(looked_up, path, is_folder)
        return None if last < 0 else self._rules[last].exclude

    def _put(self, at: int, rule: Rule) -> None:
        """Put a rule where it is looked up, or among those that are compared."""
        first, last = rule.parts[0], rule.parts[-1]
        anywhere = len(rule.parts) == 2 and first == _FOLDERS
        if anywhere and not _WILD.intersection(last):
            self._names[last, rule.of_folders] = at
        elif anywhere and last[0] == "*" and not _WILD.intersection(last[1:]) and last[1:]:
            self._endings[last[1:], rule.of_folders] = at
        elif not any(map(_WILD.intersection, rule.parts)):
            self._paths["/".join(rule.parts), rule.of_folders] = at
        else:
            self._others.append((at, tuple(_path(rule.parts))))

    def _last_other(self, least: int, path: str, is_folder: bool) -> int:
        """The position of the last of the other rules that fits a path, or one that is later."""
        names = path.split("/") if self._others else []
        for at, parts in reversed(self._others):
            if at < least:
                break
            if (is_folder or not self._rules[at].of_folders) and _fits(parts, names):
                return at
        return least


def _last(table: dict[tuple[str, bool], int], key: str, is_folder: bool) -> int:
    """The position of the last rule for a key, or -1."""
    position = table.get((key, False), -1)
    return max(position, table.get((key, True), -1)) if is_folder else position


def _fits(parts: Sequence[_Part], items: Sequence[str]) -> bool:
    """Whether items fit parts, where None takes any number of them.

    Of several None only the last one that was met is ever given more items.
    """
    if len(parts) - parts.count(None) > len(items):
        return False
    part = item = taken = 0
    any_number = -1
    while item < len(items):
        wanted = parts[part] if part < len(parts) else _nothing
        if wanted is None:
            any_number, taken = part, item
            part += 1
        elif wanted(items[item]):
            part, item = part + 1, item + 1
        elif any_number >= 0:
            taken += 1
            part, item = any_number + 1, taken
        else:
            return False
    return all(wanted is None for wanted in parts[part:])


def _nothing(item: str) -> bool:
    return False


def _anything(item: str) -> bool:
    return True


def _path(parts: Sequence[str]) -> Iterator[_Part]:
    """Yield what the names in a path have to fit."""
    for at, part in enumerate(parts):
        if part == _FOLDERS:
            if at == len(parts) - 1:
                yield _anything  # something has to be in the folder
            yield None
        elif _WILD.isdisjoint(part):
            yield part.__eq__
        else:
            yield _name(part)


def _name(part: str) -> Callable[[str], bool]:
    """Return what says whether a name fits a part of a pattern."""
    wanted = tuple(_characters(part))
    return lambda name: _fits(wanted, name)


def _characters(part: str) -> Iterator[_Part]:
    """Yield what the characters of a name have to fit."""
    at = 0
    while at < len(part):
        char, at = part[at], at + 1
        if char == "\\":
            yield part[at].__eq__
            at += 1
        elif char == "[":
            end = _end_of_set(part, at)
            yield _set(part[at:end])
            at = end + 1
        elif char == "*":
            if part[at : at + 1] != "*":
                yield None
        else:
            yield _anything if char == "?" else char.__eq__


def _set(text: str) -> Callable[[str], bool]:
    """Return what says whether a character is in a set such as ``a-z_``, or not in ``!a-z``."""
    is_in = text[0] not in "!^"
    text = text if is_in else text[1:]
    ranges: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        is_range = text[at + 1 : at + 2] == "-" and at + 2 < len(text)
        ranges.append((text[at], text[at + 2 if is_range else at]))
        at += 3 if is_range else 1
    return lambda char: any(first <= char <= last for first, last in ranges) == is_in


def _end_of_set(part: str, start: int) -> int:
    """Return where a set ends that starts behind its bracket, or -1."""
    first = start + 1 if part[start : start + 1] in ("!", "^") else start
    return part.find("]", first + 1)


def _without_escape(part: str) -> str:
    """Return what stands before a slash without the backslash that escapes it."""
    escapes = len(part) - len(part.rstrip("\\"))
    return part[:-1] if escapes % 2 else part


def _is_closed(part: str) -> bool:
    """Whether every set in a part ends. Raises ValueError if nothing follows a backslash."""
    at = 0
    while at < len(part):
        if part[at] == "\\":
            at += 1
            if at == len(part):
                raise ValueError("ends with a backslash")
        elif part[at] == "[":
            at = _end_of_set(part, at + 1)
            if at < 0:
                return False
        at += 1
    return True
