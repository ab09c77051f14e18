"""From bytes to a lowered module, or to why there is none."""

from __future__ import annotations

import ast
from dataclasses import dataclass

import libcst as cst

from jaxlint.program import ir
from jaxlint.program.defects import Defect
from jaxlint.program.imports import package_of
from jaxlint.program.lowering import lower
from jaxlint.program.trees import parsed
from jaxlint.source.files import Source
from jaxlint.source.limits import too_much
from jaxlint.source.spans import Span
from jaxlint.source.warned import unwarned


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a source gave no module.

    ``span`` is where it is not Python, or None where it could not be read for another reason;
    ``trace`` is the traceback if that is a defect of jaxlint.
    """

    path: str
    message: str
    span: Span | None = None
    trace: str = ""


# What comes of reading a source.
Read = ir.Module | Unread


def read_module(source: Source, names: tuple[str, ...]) -> Read:
    """Return the module that a source is, or why it is none. Never raises."""
    dangerous = too_much(source.data)
    if dangerous is not None:
        return Unread(source.path, dangerous)
    try:
        tree = parsed(source.data)
    except cst.ParserSyntaxError as error:
        said = _as_python_says(source.data)
        if said is not None:
            return _broken(source, *said)
        return _broken(source, error.message, error.editor_line, error.editor_column)
    except (SyntaxError, UnicodeDecodeError, LookupError, ValueError) as error:
        return _broken(source, f"the text cannot be decoded: {error}", 1, 1)
    except Exception as error:  # a defect of the parser must not spoil the other files
        return Unread(source.path, f"libcst cannot read this file: {error}")
    name = names[0] if names else ""
    package = package_of(source.path, names)
    try:
        return lower(tree, name=name, path=source.path, package=package, source=source.data)
    except RecursionError:
        return Unread(source.path, "nested too deeply to be read")
    except Exception as error:  # a defect of jaxlint must not spoil the other files
        message, trace = Defect.of(error)
        return Unread(source.path, message, trace=trace)


_SYNTAX_ONLY = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def _as_python_says(data: bytes) -> tuple[str, int, int] | None:
    """What Python itself says of broken source, and where; None if it says nothing of a place.

    Compiling to a tree alone runs none of it.
    """
    with unwarned():
        try:
            compile(data, "<source>", "exec", _SYNTAX_ONLY, dont_inherit=True)
        except SyntaxError as error:
            line, column = error.lineno or 0, error.offset or 0
            known = 0 < line <= data.count(b"\n") + 1 and column > 0
            return (error.msg, line, column) if known else None
        except (ValueError, RecursionError, MemoryError):
            return None
    return None


def _broken(source: Source, message: str, line: int, column: int) -> Unread:
    return Unread(source.path, message, Span(line, column, line, column + 1))
