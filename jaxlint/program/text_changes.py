"""Which names a text may change the meaning of, told without parsing it: never one too few.

Bound, deleted, written into, or changed by a method: of ``a.b[0].c = 1`` that is ``a``, ``b`` and
``c``. It decides what has to be read, and never what is found.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from keyword import iskeyword

from jaxlint.knowledge.host import MUTATING_METHODS

# What is between tokens is passed over first, and what is met most often is looked for first.
_TOKEN = re.compile(
    r"""
    (?: [^\S\n] | \#[^\n]*+ | \\\n )*+
    (?: (?P<word>      [^\W\d][\w\x80-\U0010ffff]*+(?!["']))
      | \.[^\S\n]*+(?P<attribute> [^\W\d][\w\x80-\U0010ffff]*+(?!["']))
      | (?P<comma>     ,)
      | (?P<open>      [(\[{])
      | (?P<close>     [)\]}])
      | (?P<end>       [\n;])
      | (?P<assign>    (?:<<|>>|\*\*|//|[-+*/%@&|^])?=(?!=))
      | \b(?:[fFtT][rR]?|[rR][fFtT])(?P<template>\"\"\"|'''|"|')
      | (?P<string>    \"\"\"(?:[^\\"]|\\.|"(?!""))*+ | '''(?:[^\\']|\\.|'(?!''))*+
                     | "(?:[^\\"\n]|\\.)*+" | '(?:[^\\'\n]|\\.)*+')
      | (?P<number>    \b(?:0[xXoObB][\da-fA-F_]++|\d[\d_]*+(?:[eE][+-]?\d[\d_]*+)?[jJ]?))
      | (?P<prefix>    [\w\x80-\U0010ffff]++)
      | (?P<walrus>    :=)
      | (?P<colon>     :)
      | (?P<other>     [=!<>]= | [^\s\w])
    )
    """,
    re.VERBOSE | re.DOTALL,
)
# What of the text of an f-string is not just text: fields, and its end.
_LITERAL = {
    quote: re.compile(rf"\\[^{{}}]|\{{\{{|\}}\}}|(?P<field>\{{)|(?P<end>{quote})", re.DOTALL)
    for quote in ('"""', "'''", '"', "'")
}
_FORMAT = re.compile(r"[{}]")
_BY_NAME = frozenset(("setattr", "delattr", "__setattr__", "__delattr__"))
_ALL = "all"


def changed(text: str) -> frozenset[str]:
    """Return the names whose meaning a text may change. Its lines end with LF."""
    reader = _Reader(text)
    reader.read()
    return frozenset(reader.found)


@dataclass(slots=True)
class _Part:
    """A statement, or what is inside a bracket, up to where the reader is.

    ``words`` are those that an assignment would change, ``chain`` those of the last operand
    (``a`` and ``b`` of ``a.b[0]``), ``strings`` the names in quotes. All that follows is changed
    while it is ``taking``: that says after which word, or that nothing inside ends it. A statement
    that starts as an expression is ``plain`` up to its first colon, behind which an annotation is.
    """

    trailer: bool = False
    quote: str = ""
    taking: str = ""
    plain: bool = True
    annotated: bool = False
    words: list[str] = field(default_factory=list)
    chain: list[str] = field(default_factory=list)
    strings: list[str] = field(default_factory=list)


class _Reader:
    """Goes through a text once, token by token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: set[str] = set()
        self.parts = [_Part()]
        self.at = 0
        self.operand = False  # whether the token before may have a trailer
        self.dotted = False  # whether it was a dot, or a word after one

    def read(self) -> None:
        """Go through the text."""
        while (token := _TOKEN.match(self.text, self.at)) is not None:
            self.at = token.end()
            kind = token.lastgroup or ""
            _KINDS[kind](self, token[kind])

    # --- tokens ------------------------------------------------------------------------------

    def word(self, word: str) -> None:
        part = self.parts[-1]
        if self.dotted and not self.operand:
            self.attribute(word)
        elif iskeyword(word):
            self.operand = self.dotted = False
            self.keyword(part, word)
        else:
            if word in ("case", "type") and not (part.taking or part.words or self.parts[1:]):
                part.taking, part.plain = word, False
            elif part.taking:
                self.found.add(word)
            self.name(part, word)
            part.chain = [word]
            self.operand, self.dotted = True, False

    def attribute(self, word: str) -> None:
        part = self.parts[-1]
        if part.taking:
            self.found.add(word)
        self.name(part, word)
        part.chain = [*part.chain, word]
        self.operand = self.dotted = True

    def name(self, part: _Part, word: str) -> None:
        if not part.annotated:
            part.words.append(word)

    def keyword(self, part: _Part, word: str) -> None:
        part.plain = False
        if word in ("del", "global", "nonlocal", "for", "as", "def", "class"):
            if word == "as":
                self.found.update(part.chain)
            if part.taking != _ALL:
                part.taking = word
        elif (word, part.taking) in (("in", "for"), ("if", "case")):
            part.taking = ""

    def open(self, bracket: str) -> None:
        part = self.parts[-1]
        inner = _Part(self.operand, taking=_ALL if part.taking else "")
        if bracket == "(" and part.taking in ("def", "class", "type"):
            part.taking = inner.taking = ""
        if bracket == "(" and self.operand and part.chain:
            method = part.chain[-1]
            if self.dotted and method in MUTATING_METHODS:
                self.found.update(part.chain)
            elif method in _BY_NAME:
                inner.taking = _ALL
        if not self.operand:
            part.chain = []
        self.parts.append(inner)
        self.operand = self.dotted = False

    def close(self, bracket: str) -> None:
        self.operand, self.dotted = True, False
        if len(self.parts) == 1:
            return
        inner = self.parts.pop()
        part = self.parts[-1]
        if inner.quote:
            self.literal(inner.quote)
        elif inner.trailer:
            part.words += inner.strings if bracket == "]" and not part.annotated else ()
            part.chain += inner.strings if bracket == "]" else ()
        else:
            part.words += () if part.annotated else inner.words
            part.chain = inner.words

    def end(self, _: str) -> None:
        if len(self.parts) == 1:
            self.parts = [_Part()]
            self.operand = self.dotted = False

    def assign(self, _: str) -> None:
        if len(self.parts) == 1:  # else it is an argument, or a default
            self.found.update(self.parts[0].words)
            self.parts[0] = _Part(plain=False)
        self.operand = self.dotted = False

    def walrus(self, _: str) -> None:
        self.found.update(self.parts[-1].chain)
        self.colon(_)

    def colon(self, _: str) -> None:
        if self.parts[-1].quote:
            self.format()
        elif len(self.parts) == 1:
            self.parts[0].taking = ""
            self.parts[0].annotated = self.parts[0].plain
        self.operand = self.dotted = False

    def comma(self, _: str) -> None:
        if self.parts[-1].taking == "as":
            self.parts[-1].taking = ""
        self.operand = self.dotted = False

    def other(self, sign: str) -> None:
        self.dotted, self.operand = sign == ".", False

    def number(self, _: str) -> None:
        self.operand, self.dotted, self.parts[-1].chain = True, False, []

    # --- strings -----------------------------------------------------------------------------

    def string(self, quoted: str) -> None:
        self.number(quoted)
        names = re.findall(r"[\w\x80-\U0010ffff]+", quoted) if len(quoted) < 200 else ()
        self.parts[-1].strings += names
        if self.parts[-1].taking:
            self.found.update(names)
        if quoted[:3] in ('"""', "'''"):
            self.at += 3

    def literal(self, quote: str) -> None:
        """Pass over the text of an f-string up to its next field, or its end."""
        while (found := _LITERAL[quote].search(self.text, self.at)) is not None:
            self.at = found.end()
            if found["field"]:
                self.parts.append(_Part(quote=quote))
                self.operand = self.dotted = False
                return
            if found["end"]:
                break
        self.number(quote)

    def format(self) -> None:
        """Pass over how a field is to be formatted, up to a field in that, or its end."""
        found = _FORMAT.search(self.text, self.at)
        if found is not None:
            self.at = found.start()


_KINDS: dict[str, Callable[[_Reader, str], None]] = {
    "template": _Reader.literal,
    "string": _Reader.string,
    "number": _Reader.number,
    "word": _Reader.word,
    "prefix": _Reader.word,
    "attribute": _Reader.attribute,
    "open": _Reader.open,
    "close": _Reader.close,
    "end": _Reader.end,
    "assign": _Reader.assign,
    "walrus": _Reader.walrus,
    "colon": _Reader.colon,
    "comma": _Reader.comma,
    "other": _Reader.other,
}
