"""From bytes to a lowered module, or to why there is none."""

from __future__ import annotations

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


def _broken(source: Source, message: str, line: int, column: int) -> Unread:
    return Unread(source.path, message, Span(line, column, line, column + 1))
