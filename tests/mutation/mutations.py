"""Ways to spoil a source: its lines, tokens, bytes, indentation, syntax; or as a notebook."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable
from random import Random

from .syntax import STATEMENTS, TOKENS

Mutation = Callable[[Random, bytes], bytes]
_TRIES = 10
_TOKEN = re.compile(rb"\w+|[^\w\s]|[ \t]+|\n")


def mutated(draw: Random, data: bytes) -> bytes:
    """Return a source with up to four mutations; half of the time those that leave it Python."""
    tries = 1 if draw.random() < 0.5 else _TRIES
    for _ in range(draw.randint(1, 4)):
        found = (draw.choice(MUTATIONS)(draw, data) for _ in range(tries))
        data = next((one for one in found if tries == 1 or is_python(one)), data)
    return data


def is_python(data: bytes) -> bool:
    """Say whether bytes are Python, for the Python that runs this."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(data, "mutated", "exec", ast.PyCF_ONLY_AST)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


def mutated_text(draw: Random, text: str) -> str:
    """Return a text as somebody who types might have it next."""
    data = text.encode(errors="surrogatepass")
    return draw.choice(TYPED)(draw, data).decode(errors="replace")


def _lines(draw: Random, data: bytes) -> bytes:
    """Delete, copy, move, join or repeat lines."""
    lines = data.splitlines(keepends=True) or [b""]
    first = draw.randrange(len(lines))
    some = lines[first : first + draw.randint(1, 8)]
    rest = lines[:first] + lines[first + len(some) :]
    at = draw.randint(0, len(rest))
    repeated = draw.choice([0, 1, 2, 2, 40])
    joined = [b" ".join(line.rstrip() for line in some)]
    return b"".join([*rest[:at], *draw.choice([some * repeated, joined]), *rest[at:]])


def _tokens(draw: Random, data: bytes) -> bytes:
    """Delete, copy or replace tokens, by others of the file or of the language."""
    tokens = _TOKEN.findall(data) or [b""]
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(tokens))
        other = draw.choice([draw.choice(tokens), draw.choice(TOKENS).encode()])
        tokens[at] = draw.choice([b"", other, tokens[at] + b" " + other, tokens[at] * 2])
    return b"".join(tokens)


def _bytes(draw: Random, data: bytes) -> bytes:
    """Change, insert or delete bytes; change line ends, the start of the file, or its encoding."""
    at = draw.randint(0, len(data))
    odd = [
        bytes([draw.randrange(256)]),
        b"\0",
        b"\r",
        b"\x0c",
        b"\xff\xfe",
        "é🎲".encode(),
        b"\x1a",
    ]
    return draw.choice(
        [
            data[:at] + draw.choice(odd) + data[at + draw.randint(0, 3) :],
            data[:at] + data[at + draw.randint(1, 200) :],
            data[:at],
            data.replace(b"\n", draw.choice([b"\r\n", b"\r", b"\n\n", b" \\\n", b"\x0c\n"])),
            draw.choice([b"\xef\xbb\xbf", b"# coding: latin-1\n", b"# coding: utf-7\n", b"#!"])
            + data,
            b"# coding: " + draw.choice([b"utf-16", b"rot13", b"no such", b"cp037"]) + b"\n" + data,
        ]
    )


def _indentation(draw: Random, data: bytes) -> bytes:
    """Change the indents of a few lines, or of all."""
    lines = data.splitlines(keepends=True) or [b""]
    if draw.random() < 0.2:
        return data.replace(b"    ", draw.choice([b"\t", b"  ", b"        ", b"   \t"]))
    first = draw.randrange(len(lines))
    for at in range(first, min(first + draw.choice([1, 1, 5]), len(lines))):
        indent = draw.choice([b" ", b"\t", b"    ", b"\x0c"])
        lines[at] = draw.choice([indent + lines[at], lines[at].lstrip(b" \t"), lines[at][1:]])
    return b"".join(lines)


def _syntax(draw: Random, data: bytes) -> bytes:
    """Insert statements, indented like the line that they stand before."""
    lines = data.split(b"\n")
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(lines))
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        text = draw.choice(STATEMENTS).encode(errors="surrogatepass")
        lines[at:at] = [indent + line for line in text.split(b"\n")]
    return b"\n".join(lines)


def as_notebook(draw: Random, data: bytes) -> bytes:
    """Return a source as the cells of a notebook, some with magics or of no use, in odd JSON."""
    parts = data.decode(errors="replace").split("\n\n")
    cells = [_cell(draw, part) for part in parts]
    content = {
        "cells": cells,
        "metadata": draw.choice([{}, {"kernelspec": {"language": "python"}}, 1]),
    }
    ascii_only, indent = draw.choice([True, False]), draw.choice([None, 1, 4])
    text = json.dumps(content, ensure_ascii=ascii_only, indent=indent).encode(errors="replace")
    return text if draw.random() < 0.7 else draw.choice([_bytes, _tokens])(draw, text)


def _cell(draw: Random, text: str) -> object:
    magic = draw.choice(
        ["", "", "", "%time x = 1\n", "%%time\n", "%%bash\n", "!ls \\\n", "x?\n", "%"]
    )
    source = draw.choice([magic + text, (magic + text).splitlines(keepends=True), [magic, text]])
    kind = draw.choice(["code"] * 8 + ["markdown", None])
    return draw.choice(
        [{"cell_type": kind, "source": source}] * 30 + [{}, None, {"cell_type": "code"}]
    )


TYPED: tuple[Mutation, ...] = (_lines, _tokens, _indentation, _syntax)
MUTATIONS: tuple[Mutation, ...] = (*TYPED, _bytes)
