"""Limits on sources: those too large or nested too deeply for libcst are never parsed.

libcst's parser recurses on the native stack: three thousand brackets, or twenty thousand chained
operators, are a segmentation fault that no ``except`` catches. What it makes of a source takes six
hundred times as much memory.
"""

from __future__ import annotations

import ast

from jaxlint.source.warned import unwarned

# In the packages read the largest file has a tenth of this. Larger ones are data: a few of them
# would take all the memory that there is.
MOST_BYTES = 2 * 1024 * 1024
# What is not parsed by libcst: notebooks with their pictures, lock files, baselines.
MOST_DATA = 64 * 1024 * 1024
# CPython refuses more brackets than this within each other, so no valid file has them.
DEEPEST_BRACKETS = 200
# Chains this long parse in seconds; at twice this depth libcst's time grows past ten seconds, and
# at six times it runs out of stack.
DEEPEST_TREE = 1000
# A file with fewer of each of these in all cannot nest deeper than DEEPEST_TREE by them.
_CHAINS = (b".", b"(", b"[", b"not", b"lambda", b"else", b"elif", b"await")
_OPERATORS = b"+-*/%@&|^~<>"
_BRACKETS = b"()[]{}"
_NOT_OPERATORS = bytes(set(range(256)) - set(_OPERATORS))
_NOT_BRACKETS = bytes(set(range(256)) - set(_BRACKETS))


def too_much(data: bytes) -> str | None:
    """Return why a source cannot be parsed safely, or None if it can.

    Costs next to nothing on ordinary files. A file that is not valid Python gives None unless it
    is dangerous all the same: what is wrong with it is for the parser to say.
    """
    if len(data) > MOST_BYTES:
        return f"{too_large(MOST_BYTES)}: `exclude` it"
    may = _may_chain_beyond(data, DEEPEST_TREE) or _brackets_nest_beyond(data, DEEPEST_BRACKETS)
    return "nests too deeply to be read safely" if may and _nests_too_deeply(data) else None


def too_large(most: int) -> str:
    """Return what is said of a file of more than so many bytes."""
    return f"has more than {most // 1024**2} MiB, too much to be read"


def _may_chain_beyond(data: bytes, limit: int) -> bool:
    """Say whether a chain may be longer, one with blank lines in it only if dangerously so."""
    longest = _longest_chain(data)
    if longest <= limit:
        return False
    return longest > 4 * limit or any(_longest_chain(one) > limit for one in _paragraphs(data))


def _paragraphs(data: bytes) -> list[bytes]:
    return data.replace(b"\r", b"").split(b"\n\n")


def _longest_chain(data: bytes) -> int:
    operators = len(data.translate(None, _NOT_OPERATORS))
    return max(operators, *(data.count(link) for link in _CHAINS))


def _brackets_nest_beyond(data: bytes, limit: int) -> bool:
    """Say whether brackets may nest deeper than ``limit``, counting those in strings as well."""
    outer = data.translate(None, _NOT_BRACKETS)
    for _ in range(limit):
        inner = outer.replace(b"()", b"").replace(b"[]", b"").replace(b"{}", b"")
        if len(inner) == len(outer):
            return len(inner) > limit
        outer = inner
    return bool(outer)


def _nests_too_deeply(data: bytes) -> bool:
    try:
        with unwarned():
            tree = ast.parse(data)
    except (RecursionError, MemoryError):
        return True
    except (SyntaxError, ValueError) as broken:
        return "too many nested parentheses" in str(broken) or _is_dangerous(data)
    return _tree_nests_beyond(tree, DEEPEST_TREE)


def _is_dangerous(data: bytes) -> bool:
    """Say whether a paragraph of a broken file alone holds enough to overflow the stack."""
    return any(
        _longest_chain(one) > 4 * DEEPEST_TREE or _brackets_nest_beyond(one, 4 * DEEPEST_BRACKETS)
        for one in _paragraphs(data)
    )


def _tree_nests_beyond(tree: ast.AST, limit: int) -> bool:
    level: list[ast.AST] = [tree]
    for _ in range(limit):
        level = [child for node in level for child in _children(node)]
        if not level:
            return False
    return True


def _children(node: ast.AST) -> list[ast.AST]:
    """What stands one level deeper than a node; the arms of one chain of ``elif`` alike."""
    found: list[ast.AST] = []
    while isinstance(node, ast.If) and len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        found += [node.test, *node.body]
        node = node.orelse[0]
    return [*found, *ast.iter_child_nodes(node)]
