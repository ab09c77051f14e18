"""What can be told of one text alone, whatever project it is in: told once, and kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection
from functools import cached_property
from hashlib import blake2b
from operator import attrgetter

from jaxlint.program.code_lines import code_of, without
from jaxlint.program.imports import spelled_imports
from jaxlint.program.parts import Parts, parts_of
from jaxlint.program.text_changes import changed
from jaxlint.source.limits import MOST_BYTES, too_much
from jaxlint.source.text import text_of
from jaxlint.source.warned import unwarned

_DIGEST = 16
# Bytes in which the lines end that may tell how a text is encoded.
_HEAD = 1_000
_END = re.compile(rb"\r\n?|\n")
_WORD = re.compile(r"\w+")
_ASKED_BY_RUNS = attrgetter("code", "parts", "imports", "changes", "words")


def digest_of(data: bytes) -> str:
    """Return what tells these bytes from all others."""
    return blake2b(data, digest_size=_DIGEST).hexdigest()


class Text:
    """A text. What was told of it goes into ``facts``, words by the name of the question."""

    def __init__(self, data: bytes, digest: str, facts: dict[str, str]) -> None:
        self.data = data
        self.digest = digest
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    @cached_property
    def text(self) -> str:
        """The text itself, its lines ended by LF."""
        return text_of(self.data)

    @cached_property
    def code(self) -> str:
        """The digest of its code: what comments and blank lines between statements leave alone."""
        return self._told("code", self._code).partition(" ")[0]

    @cached_property
    def parts(self) -> Parts:
        """Its functions that can change without the rest, and that rest."""
        return Parts.of_written(self._told("parts", lambda: self._split().written()))

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """The names after ``from`` and ``import`` as they are written."""
        return tuple(
            self._told("imports", lambda: " ".join(spelled_imports(self._stripped))).split()
        )

    @cached_property
    def changes(self) -> frozenset[str]:
        """The names whose meaning it may change."""
        return frozenset(
            self._told("changes", lambda: " ".join(sorted(changed(self._stripped)))).split(" ")
        )

    @property
    def can_be_read(self) -> bool:
        """Whether it is Python, and not too much of it."""
        return bool(self._told("readable", lambda: "yes" if _can_be_read(self.data) else ""))

    @cached_property
    def words(self) -> str:
        """All words of its code, each once, on lines."""
        return self._told("words", lambda: "\n".join(sorted({*_WORD.findall(self._stripped)})))

    def tell(self) -> None:
        """Have all told that runs ask of texts, so that it is among the facts."""
        _ASKED_BY_RUNS(self)

    def spells(self, words: Collection[str]) -> bool:
        """Whether its code spells all of some words, be it as parts of longer ones."""
        return all(map(self._spells, words))

    def _spells(self, word: str) -> bool:
        if word.isidentifier():
            return word in self.words
        return all(part in self.words for part in _WORD.findall(word)) and word in self._stripped

    def number_of(self, line: int) -> int:
        """Return the number of a line among those with code; less than 0 for any other line."""
        return self._numbers.get(line, -line)

    def place_of(self, line: int) -> tuple[str, int]:
        """Return the part in which a line is, or "", and its number there; see ``number_of``."""
        number = self.number_of(line)
        return ("", number) if number < 0 else self.parts.place(number)

    def line_of(self, part: str, number: int) -> int:
        """Return the line that ``place_of`` told of a text in which that part is the same."""
        if number < 0:
            return -number
        return self._lines[min(self.parts.number(part, number), len(self._lines) - 1)]

    @cached_property
    def _gaps(self) -> list[int]:
        _, *gaps = self._told("code", self._code).split()
        return [int(gap) for gap in gaps]

    @cached_property
    def _lines(self) -> list[int]:
        return [*without(self._gaps, self.text.count("\n") + 1)]

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {line: number for number, line in enumerate(self._lines)}

    @cached_property
    def _lines_of_code(self) -> tuple[str, list[int]] | None:
        return code_of(self.text)

    @property
    def _stripped(self) -> str:
        return self.text if self._lines_of_code is None else self._lines_of_code[0]

    def _told(self, name: str, tell: Callable[[], str]) -> str:
        if name not in self.facts:
            self.facts[name] = tell()
        return self.facts[name]

    def _code(self) -> str:
        """The digest of the code, and the numbers of the lines that hold none of it."""
        found = None if self._is_odd() else self._lines_of_code
        if found is None:
            return self.digest
        code, gaps = found
        return " ".join([_digest_of_text(f"{self._context()} {code}"), *map(str, gaps)])

    def _split(self) -> Parts:
        if self._is_odd() or self._lines_of_code is None:
            return Parts(self.code, ())
        return parts_of(self._lines_of_code[0], self._context(), _digest_of_text)

    def _context(self) -> str:
        """What decides beside the code how it is read and written."""
        return f"{self._encoding()!r} {self._ends()}"

    def _encoding(self) -> list[bytes]:
        """The lines that may tell how the text is encoded."""
        return [line for line in self.data[:_HEAD].splitlines()[:2] if b"coding" in line]

    def _ends(self) -> str:
        """How lines end, which edits go by."""
        first = _END.search(self.data)
        return repr((first and first[0], b"\r" in self.data))

    def _is_odd(self) -> bool:
        """Whether more than its code decides whether it can be read."""
        return len(self.data) > MOST_BYTES or b"\0" in self.data or "\ufffd" in self.text


def _digest_of_text(text: str) -> str:
    return digest_of(text.encode(errors="surrogatepass"))


def _can_be_read(data: bytes) -> bool:
    if too_much(data) is not None:
        return False
    try:
        with unwarned():
            ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
