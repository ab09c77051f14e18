"""Functions of numbers: by which names they are called, what they give, and what their slopes are.

Numbers are those of float32, or of another ``Width``: what is too large for it is infinite, what is
too small is zero. At the edge of its domain a function gives what ``jax.numpy`` gives there, and so
does its slope; the test of this table compares both with JAX.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

_NAMES = 4096
_MODULES = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.special.", "jax.numpy.linalg.")
# Functions whose numbers are some of those that they are given, in another shape or order.
_SAME = frozenset(
    """
    array asarray astype atleast_1d atleast_2d broadcast_to copy diagonal dynamic_index_in_dim
    dynamic_slice dynamic_slice_in_dim expand_dims flatten flip index_in_dim moveaxis ravel repeat
    reshape roll slice slice_in_dim sort squeeze swapaxes take take_along_axis tile transpose
    """.split()
)
_OTHER_NAMES = {
    **dict.fromkeys(_SAME, "same"),
    **dict.fromkeys(("dot", "einsum", "inner", "matmul", "tensordot", "vdot"), "@"),
    "absolute": "abs",
    "acos": "arccos",
    "acosh": "arccosh",
    "atan2": "arctan2",
    "amax": "max",
    "amin": "min",
    "asin": "arcsin",
    "atanh": "arctanh",
    "add": "+",
    "divide": "/",
    "expit": "sigmoid",
    "float_power": "**",
    "integer_pow": "**",
    "log_sigmoid": "log_sigmoid",
    "logistic": "sigmoid",
    "multiply": "*",
    "mul": "*",
    "negative": "neg",
    "neg": "neg",
    "pow": "**",
    "power": "**",
    **dict.fromkeys(("nanmean", "nansum", "select"), "where"),
    "sub": "-",
    "subtract": "-",
    "true_divide": "/",
    "div": "/",
    "max": "max",
}

Unary = Callable[[float], float]


class Width(NamedTuple):
    """Between which sizes the numbers of a type are, but for zero; one and ``lost`` are one."""

    smallest: float
    largest: float
    lost: float


SINGLE = Width(1.1754944e-38, 3.4028235e38, 1e-8)
DOUBLE = Width(2.2250738585072014e-308, 1.7976931348623157e308, 1e-17)
_width: ContextVar[Width] = ContextVar("width", default=SINGLE)


@contextmanager
def of_width(width: Width) -> Iterator[None]:
    """Numbers are those of another type meanwhile."""
    before = _width.set(width)
    try:
        yield
    finally:
        _width.reset(before)


def held(number: float) -> float:
    """A number as arrays have it."""
    width = _width.get()
    if abs(number) > width.largest:
        return math.copysign(math.inf, number)
    return number if abs(number) >= width.smallest or math.isnan(number) else 0.0


def lost() -> float:
    """A number so near to zero that it makes no difference to one."""
    return _width.get().lost


def quotient(one: float, other: float) -> float:
    """One number by another, by zero too."""
    if other:
        return held(one / other)
    if one == 0 or math.isnan(one):
        return math.nan
    return math.copysign(math.inf, one) * math.copysign(1.0, other)


def power(base: float, exponent: float) -> float:
    """A power of a number; not a number where it is complex."""
    if base == 0 and exponent < 0:
        return math.inf
    if base < 0 and not float(exponent).is_integer():
        return math.nan
    try:
        return held(base**exponent)
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 else math.inf


def product(one: float, other: float) -> float:
    """Two numbers multiplied: zero times infinity is not a number."""
    return held(one * other)


class Function(NamedTuple):
    """A function of one number, and its slope."""

    value: Unary
    slope: Unary


def _within(low: float, high: float, function: Unary) -> Unary:
    """A function that is not a number outside of an interval, and at what Python refuses."""

    def extended(number: float) -> float:
        if not low <= number <= high:
            return math.nan
        try:
            return held(function(number))
        except OverflowError:
            return math.inf

    return extended


def _anywhere(function: Unary) -> Unary:
    return _within(-math.inf, math.inf, function)


def _logarithm(number: float) -> float:
    return math.log(number) if number else -math.inf


_exp = _anywhere(math.exp)
_log = _within(0.0, math.inf, _logarithm)
_sqrt = _within(0.0, math.inf, math.sqrt)


def _arc_slope(number: float) -> float:
    """The slope of the arcsine."""
    return quotient(1.0, _sqrt(1 - number * number))


def _sigmoid(number: float) -> float:
    return quotient(1.0, 1.0 + _exp(-number))


def _softplus(number: float) -> float:
    return max(number, 0.0) + math.log1p(math.exp(-abs(number)))


UNARY: dict[str, Function] = {
    "exp": Function(_exp, _exp),
    "exp2": Function(_anywhere(lambda x: 2.0**x), _anywhere(lambda x: math.log(2) * 2.0**x)),
    "expm1": Function(_anywhere(math.expm1), _exp),
    "sinh": Function(_anywhere(math.sinh), _anywhere(math.cosh)),
    "cosh": Function(_anywhere(math.cosh), _anywhere(math.sinh)),
    "log": Function(_log, lambda x: quotient(1.0, x)),
    "log2": Function(lambda x: _log(x) / math.log(2), lambda x: quotient(1 / math.log(2), x)),
    "log10": Function(lambda x: _log(x) / math.log(10), lambda x: quotient(1 / math.log(10), x)),
    "log1p": Function(lambda x: _log(1 + x), lambda x: quotient(1.0, 1 + x)),
    "sqrt": Function(_sqrt, lambda x: quotient(0.5, _sqrt(x))),
    "rsqrt": Function(
        lambda x: quotient(1.0, _sqrt(x)), lambda x: quotient(-0.5, product(x, _sqrt(x)))
    ),
    "cbrt": Function(
        lambda x: math.copysign(abs(x) ** (1 / 3), x),
        lambda x: quotient(1.0, 3 * abs(x) ** (2 / 3)),
    ),
    "reciprocal": Function(lambda x: quotient(1.0, x), lambda x: -quotient(1.0, product(x, x))),
    "arcsin": Function(_within(-1.0, 1.0, math.asin), _arc_slope),
    "arccos": Function(_within(-1.0, 1.0, math.acos), lambda x: -_arc_slope(x)),
    "arccosh": Function(
        _within(1.0, math.inf, math.acosh), lambda x: quotient(1.0, _sqrt(product(x, x) - 1))
    ),
    "square": Function(lambda x: product(x, x), lambda x: 2 * x),
    "abs": Function(abs, lambda x: math.copysign(1.0, x)),
    "neg": Function(lambda x: -x, lambda x: -1.0),
    "sin": Function(_anywhere(math.sin), _anywhere(math.cos)),
    "cos": Function(_anywhere(math.cos), lambda x: -math.sin(x)),
    "tanh": Function(math.tanh, lambda x: 1 - math.tanh(x) ** 2),
    "sigmoid": Function(_sigmoid, lambda x: _sigmoid(x) * (1 - _sigmoid(x))),
    "softplus": Function(_softplus, _sigmoid),
    "relu": Function(lambda x: max(x, 0.0), lambda x: float(x > 0)),
    "nan_to_num": Function(
        lambda x: x if math.isfinite(x) else 0.0, lambda x: float(math.isfinite(x))
    ),
    "same": Function(lambda x: x, lambda x: 1.0),
    # Of numbers that are all alike.
    "logsumexp": Function(lambda x: x, lambda x: 1.0),
    "sum": Function(lambda x: x, lambda x: 1.0),
    "mean": Function(lambda x: x, lambda x: 1.0),
    "max": Function(lambda x: x, lambda x: 1.0),
    "min": Function(lambda x: x, lambda x: 1.0),
    "var": Function(lambda x: 0.0, lambda x: 0.0),
    "std": Function(lambda x: 0.0, lambda x: math.nan),
    "norm": Function(abs, lambda x: quotient(x, abs(x))),
    # What has no slope, and what asks of numbers.
    "isnan": Function(lambda x: float(math.isnan(x)), lambda x: 0.0),
    "isinf": Function(lambda x: float(math.isinf(x)), lambda x: 0.0),
    "isfinite": Function(lambda x: float(math.isfinite(x)), lambda x: 0.0),
    "any": Function(lambda x: float(bool(x)), lambda x: 0.0),
    "all": Function(lambda x: float(bool(x)), lambda x: 0.0),
    "~": Function(lambda x: float(not x), lambda x: 0.0),
    "logical_not": Function(lambda x: float(not x), lambda x: 0.0),
}

BINARY: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: held(a + b),
    "-": lambda a, b: held(a - b),
    "*": product,
    "/": quotient,
    "**": power,
    "arctan2": math.atan2,
    "maximum": lambda a, b: a + b if math.isnan(a + b) else max(a, b),
    "minimum": lambda a, b: a + b if math.isnan(a + b) else min(a, b),
    ">": lambda a, b: float(a > b),
    ">=": lambda a, b: float(a >= b),
    "<": lambda a, b: float(a < b),
    "<=": lambda a, b: float(a <= b),
    "==": lambda a, b: float(a == b),
    "!=": lambda a, b: float(a != b),
    "&": lambda a, b: float(bool(a) and bool(b)),
    "|": lambda a, b: float(bool(a) or bool(b)),
    "logical_and": lambda a, b: float(bool(a) and bool(b)),
    "logical_or": lambda a, b: float(bool(a) or bool(b)),
}

# What these give is this number where one operand is, whatever finite number the other one is.
ABSORBED = {
    "*": 0.0,
    **dict.fromkeys(("&", "logical_and"), 0.0),
    **dict.fromkeys(("|", "logical_or"), 1.0),
}

# What these give of something that is not a number is not a number either.
ARITHMETIC = frozenset("+ - * /".split())

# These give numbers of all numbers, as long as nothing is too large.
TOTAL = frozenset("+ - * abs cos exp mean neg same sin square sum tanh".split())

# Chooses by a list of conditions.
SELECT = "jax.numpy.select"

# Leave out what is NaN.
SKIPPING = frozenset(("jax.numpy.nansum", "jax.numpy.nanmean"))

# What is given to a function, and may be any number.
ARGUMENT = "(argument)"
# What is drawn at random: between the first operand and the second, with the key that is the third.
DRAWN = "(drawn)"
# What is made of numbers as they are written: between the first operand and the second, as in the
# third, if any.
WRITTEN = "(written)"
WRITERS = frozenset(
    f"{module}.{name}" for module in ("jax.numpy", "numpy") for name in ("array", "asarray")
)
# What ``x.at[i].set(v)`` and its like give: of the place, the method, the array, and what is put.
PLACED = "(placed)"
# What has ones on the diagonal, and zeros elsewhere.
DIAGONAL = "(diagonal)"
DIAGONALS = frozenset(("jax.numpy.eye", "jax.numpy.identity"))
# Densities and probabilities of the normal distribution, which vanish far away, by what they are.
NORMAL = {
    f"jax.scipy.stats.{name}": name
    for name in ("norm.pdf", "norm.cdf", "norm.sf", "multivariate_normal.pdf")
}
# What has zeros on the diagonal: a triangle that begins beside it, so far above or below.
OFF_DIAGONAL = "(off diagonal)"
TRIANGLES = {"jax.numpy.triu": 1, "jax.numpy.tril": -1}
# What has a one in each row, and zeros elsewhere.
ONE_HOT = "(one hot)"
POWERS = frozenset(("jax.numpy.pow", "jax.numpy.power"))
ONE_HOTS = frozenset(("jax.nn.one_hot",))
# What a loss of Optax makes of a prediction and a target, or of the difference of both.
DISTANCE = "(distance)"
# What these give is not known from single numbers.
_GIVEN = (ARGUMENT, DISTANCE, DRAWN, WRITTEN, PLACED, DIAGONAL, OFF_DIAGONAL, ONE_HOT)
_OF_ROWS = "cumprod cumsum diag log_softmax prod softmax trace"
_SMOOTH = "elu erf gelu leaky_relu log_sigmoid selu silu swish"
_OF_MATRICES = "@ cholesky cross det inv"
OPAQUE = frozenset((*_OF_ROWS.split(), *_SMOOTH.split(), *_OF_MATRICES.split(), *_GIVEN))
_OF_SEVERAL = ("clip", "where")

OPERATIONS = frozenset((*UNARY, *BINARY, *OPAQUE, *_OF_SEVERAL))

# What these give is made of one number of each operand, and decided by nothing else.
_SHAPED = frozenset("same logsumexp sum mean max min var std norm nan_to_num any all".split())
POINTWISE = frozenset((*UNARY, *BINARY, *_OF_SEVERAL)) - _SHAPED

# What these give is made of all numbers of an array, or of a row.
OVERALL = frozenset("all any logsumexp max mean min norm std sum var".split())

# What these give of numbers that are all alike does not depend on the numbers.
SPREADS = frozenset(("var", "std"))

# These are the larger, the larger what they are given is.
RISING = frozenset(
    """
    cbrt exp exp2 expm1 log log10 log1p log2 max mean min relu same sigmoid sinh softplus tanh
    """.split()
)

# These leave the numbers of float32 at arguments at which float64 has numbers still.
EXPONENTIAL = frozenset(("exp", "exp2", "expm1", "sinh", "cosh"))


class Factors(NamedTuple):
    """Which parts of a factorisation are vectors, by their places and names."""

    places: tuple[int, ...]
    names: frozenset[str]


# The slopes of vectors are divided by differences of the values that they belong to.
FACTORS = {
    f"{module}.{name}": Factors(places, frozenset(names.split()))
    for name, places, names in (
        ("eigh", (1,), "eigenvectors"),
        ("svd", (0, 2), "U Vh"),
    )
    for module in ("jax.numpy.linalg", "jax.scipy.linalg")
}
# Options by which the values alone are asked for.
VALUES_ONLY = {"compute_uv": False, "eigvals_only": True}

# What these give is the larger or the smaller one.
ORDERING = frozenset("max min maximum minimum".split())

# Sums of products, and what asks them for a wider dtype.
SUMS_OF_PRODUCTS = frozenset(
    (
        *(f"jax.numpy.{name}" for name in "dot einsum inner matmul tensordot vdot".split()),
        "jax.lax.dot",
        "jax.lax.dot_general",
    )
)
WIDENED = "preferred_element_type"

# What these give is true or false.
TRUTHS = frozenset("> >= < <= == != ~ logical_not isnan isinf isfinite any all".split())

# Between which numbers these lie, whatever they are given.
_BELOW_ONE = math.nextafter(1.0, 0.0)
BETWEEN = {
    **dict.fromkeys(("softmax", DIAGONAL, ONE_HOT, *TRUTHS), (0.0, 1.0)),
    **dict.fromkeys(("square", "norm", "std", "var", "sqrt", "rsqrt"), (0.0, math.inf)),
    # These ends are met by chance alone.
    "log_softmax": (-math.inf, 0.0),
    "sin": (-_BELOW_ONE, _BELOW_ONE),
    "cos": (-_BELOW_ONE, 1.0),
    "arccos": (0.0, math.pi),
    "arcsin": (-math.pi / 2, math.pi / 2),
    "cosh": (1.0, math.inf),
}


class Given(NamedTuple):
    """The bound that a sampler is given, at a position or under a name."""

    position: int
    name: str
    default: float | None = None


# Between which numbers samplers draw. Uniform bits make all of them, of which float64 has 52: no
# normal number is larger, in float32 none than 5.42.
_NORMAL, _LOGARITHM = 8.3, 36.8
SAMPLED: dict[str, tuple[float | Given, float | Given]] = {
    "jax.random.normal": (-_NORMAL, _NORMAL),
    "jax.random.truncated_normal": (Given(1, "lower"), Given(2, "upper")),
    "jax.random.uniform": (Given(3, "minval", 0.0), Given(4, "maxval", 1.0)),
    "jax.random.randint": (Given(2, "minval"), Given(3, "maxval")),
    "jax.random.exponential": (0.0, _LOGARITHM),
    "jax.random.laplace": (-_LOGARITHM, _LOGARITHM),
    "jax.random.beta": (0.0, 1.0),
    "jax.random.rademacher": (-1.0, 1.0),
}

# Numbers that modules have names for.
CONSTANTS = {
    f"{module}.{name}": number
    for module in ("jax.numpy", "math", "numpy")
    for name, number in (("e", math.e), ("inf", math.inf), ("nan", math.nan), ("pi", math.pi))
}

# What these make of numbers that are not negative is not negative.
SIGN_KEEPING = frozenset(("sum", "/", "**", "@", "reciprocal"))
# What these make of numbers above zero is above zero.
STRICTLY_KEEPING = SIGN_KEEPING | frozenset(("*", "square", "sqrt", "rsqrt", "norm"))

# What these give of numbers of which one is far from all others, which are about zero.
APART: dict[str, Unary] = {
    "mean": lambda x: 0.0,
    "min": lambda x: 0.0,
    "std": abs,
    "var": lambda x: product(x, x),
}

# What has a slope of zero throughout, and is a tracer under grad all the same.
FLAT = frozenset(("jax.numpy.heaviside",))

# Where these leave a number out, the gradient stops: it is not multiplied with zero.
SELECTING = frozenset(("where", "relu", "nan_to_num"))

# Reductions and elementwise functions that are methods of arrays as well.
METHODS = frozenset("all any clip dot max mean min std sum var".split()) | _SAME


def slopes(op: str, one: float, other: float) -> tuple[float, float]:
    """The slopes of an operation on two numbers."""
    if op in ("+", "-"):
        return 1.0, 1.0 if op == "+" else -1.0
    if op == "*":
        return other, one
    if op == "/":
        return quotient(1.0, other), -quotient(one, product(other, other))
    if op == "**":
        return product(other, power(one, other - 1)), math.nan
    if op == "arctan2":
        square = product(one, one) + product(other, other)
        return quotient(other, square), -quotient(one, square)
    if op in ("maximum", "minimum"):
        first = one > other if op == "maximum" else one < other
        return (0.5, 0.5) if one == other else (float(first), float(not first))
    return 0.0, 0.0


@lru_cache(maxsize=_NAMES)
def operation(name: str) -> str:
    """The operation that a qualified name, or the method of an array, stands for, or ""."""
    if name in METHODS:
        return _OTHER_NAMES.get(name, name)
    module = next((one for one in _MODULES[::-1] if name.startswith(one)), None)
    if module is None:
        return ""
    short = name.removeprefix(module)
    if module == "jax.lax." and short in ("max", "min"):
        return f"{short}imum"
    found = _OTHER_NAMES.get(short, short)
    return found if found in OPERATIONS else ""


def is_operation(name: str) -> bool:
    """Whether a qualified name stands for an operation that is known."""
    return bool(operation(name))


# These make numbers of Python or arrays of NumPy, which no tracer becomes.
CONVERSIONS = frozenset(
    "builtins.bool builtins.complex builtins.float builtins.int numpy.array numpy.asarray".split()
)

# Of these the first argument chooses, and is not computed with.
CHOOSING = frozenset(("jax.numpy.where", "jax.lax.select", "jax.numpy.select"))

# What makes numbers of a row add up to one, along the last axis unless they are told another.
SOFTMAXES = frozenset(
    f"{module}.{name}"
    for module in ("jax.nn", "flax.linen", "flax.nnx")
    for name in ("softmax", "log_softmax")
)

# Losses of a prediction and a target.
DISTANCES = frozenset(
    f"optax.{name}" for name in "huber_loss l2_loss log_cosh squared_error".split()
) | frozenset(f"optax.losses.{name}" for name in "huber_loss l2_loss squared_error".split())
