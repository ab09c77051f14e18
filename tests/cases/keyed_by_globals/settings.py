"""A global that functions change and give, and others read while they are traced."""

_budget = None
_precision = 2
LIMITS = {"rows": 16}


def budget():
    return 2048 if _budget is None else _budget


def set_budget(value):
    global _budget
    _budget = value


def precision():
    return _precision


def set_precision(value):
    global _precision
    _precision = value


def set_rows(value):
    LIMITS["rows"] = value


def is_small():
    return _precision < 3
