"""From bytes to a module of the model, or to why there is none."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from jaxlint.findings import Fault, Finding, Span
from jaxlint.importing import package_of
from jaxlint.model import ir
from jaxlint.model.lower import lower
from jaxlint.nesting import too_much
from jaxlint.registry import find
from jaxlint.selection import BROKEN_SYNTAX
from jaxlint.sources import Source

# What comes of reading a source.
Read = ir.Module | Finding | Fault


class Memory:
    """What was read before, for those who judge again and again.

    A source that has not changed is not read anew. ``forget`` drops what was not asked for since
    it was called last. ``pulse`` is called now and then while somebody judges with this memory:
    what it raises, if it is no Exception, ends the work.
    """

    def __init__(self, pulse: Callable[[], None] = lambda: None) -> None:
        self.pulse = pulse
        self._used: dict[tuple[Source, tuple[str, ...]], Read] = {}
        self._before: dict[tuple[Source, tuple[str, ...]], Read] = {}

    def read(self, source: Source, names: tuple[str, ...]) -> Read:
        """Return what reading a source under its names gives."""
        key = source, names
        found = self._used.get(key) or self._before.get(key) or read_module(source, names)
        self._used[key] = found
        return found

    def forget(self) -> None:
        """Keep what was used since the last call and nothing else."""
        self._before, self._used = self._used, {}


def read_module(source: Source, names: tuple[str, ...]) -> Read:
    """Return the module that a source is, or why it is none. Never raises."""
    dangerous = too_much(source.data)
    if dangerous is not None:
        return Fault(source.path, dangerous)
    try:
        tree = cst.parse_module(source.data)
    except cst.ParserSyntaxError as error:
        return _broken(source, error.message, error.editor_line, error.editor_column)
    except (SyntaxError, UnicodeDecodeError, LookupError, ValueError) as error:
        return _broken(source, f"the text cannot be decoded: {error}", 1, 1)
    except Exception as error:  # a defect of the parser must not spoil the other files
        return Fault(source.path, f"libcst cannot read this file: {error}")
    name = names[0] if names else ""
    package = package_of(source.path, names)
    try:
        return lower(tree, name=name, path=source.path, package=package, source=source.data)
    except RecursionError:
        return Fault(source.path, "nested too deeply to be read")
    except Exception as error:  # a defect of jaxlint must not spoil the other files
        return Fault(source.path, f"{type(error).__name__}: {error}")


def _broken(source: Source, message: str, line: int, column: int) -> Finding:
    span = Span(line, column, line, column + 1)
    text = " ".join(message.split())
    return _not_python(source.path, span, "file", text)


def broken_cell(path: str, span: Span, why: str) -> Finding:
    """The finding that a cell of a notebook is not Python, at a span of the module of its cells."""
    return _not_python(path, span, "cell", why)


def _not_python(path: str, span: Span, what: str, why: str) -> Finding:
    rule = find(BROKEN_SYNTAX)
    assert rule is not None
    message = f"this {what} is not valid Python: {why}"
    advice = f"mend the syntax; until then nothing else is said of this {what}"
    return Finding(path, span, rule.code, rule.name, message, rule.outcome, advice)
