"""Literals and operators: the value that a literal stands for, and the sign of an operator."""

from __future__ import annotations

from ast import literal_eval
from typing import Any

import libcst as cst

from jaxlint.source.warned import unwarned

NAMED_CONSTANTS = {"True": True, "False": False, "None": None}

OPERATORS: dict[Any, str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.Minus: "-",
    cst.Plus: "+",
    cst.BitInvert: "~",
    cst.Not: "not",
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.In: "in",
    cst.NotIn: "not in",
    cst.Is: "is",
    cst.IsNot: "is not",
}


def text_of(source: str) -> object:
    """The value of a string literal, by the quick road where there is nothing to unescape."""
    if "\\" not in source and source[0] in "'\"":
        width = 3 if source[:3] in ("'''", '"""') else 1
        return source[width:-width]
    try:
        with unwarned():
            return literal_eval(source)
    except (ValueError, SyntaxError):
        return ""
