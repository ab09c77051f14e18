"""Functions of JAX by the kind of dtype that they give, and whether that is ever weak.

Source: what each gives for arrays of each kind, run in `tests/test_knowledge_kinds.py`.
"""

from enum import Enum, auto

_METHODS = frozenset(
    """
    all any argmax argmin argsort clip cumprod cumsum dot max mean min prod ravel repeat reshape
    round sort squeeze std sum swapaxes transpose var
    """.split()
)
_OTHERWISE_NAMED = {"flatten": "jax.numpy.ravel"}


# What attributes of arrays that are arrays hold is what these functions give.
ATTRIBUTES = {
    "T": "jax.numpy.transpose",
    "imag": "jax.numpy.imag",
    "mT": "jax.numpy.transpose",
    "real": "jax.numpy.real",
}


def function_of(method: str) -> str:
    """The function that computes what a method of an array does; "" for no such method."""
    return f"jax.numpy.{method}" if method in _METHODS else _OTHERWISE_NAMED.get(method, "")


def _names(module: str, names: str) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for name in names.split())


BOOL_RESULTS = _names(
    "jax.numpy",
    """
    all any equal greater greater_equal isclose isfinite isin isinf isnan isneginf isposinf less
    less_equal logical_and logical_not logical_or logical_xor not_equal signbit
    """,
)

# NumPy's of the same names, which give truth values too.
HOST_BOOL_RESULTS = frozenset(name.removeprefix("jax.") for name in BOOL_RESULTS)

INT_RESULTS = _names("jax.numpy", "argmax argmin argsort count_nonzero nanargmax nanargmin")

# Floats, or complex numbers of such.
INEXACT_RESULTS = (
    _names(
        "jax.numpy",
        """
        arccos arccosh arcsin arcsinh arctan arctanh cos cosh deg2rad exp exp2 expm1 log log10 log1p
        log2 mean nanmean rad2deg reciprocal sin sinc sinh sqrt tan tanh
        """,
    )
    | _names("jax.numpy.linalg", "det inv")
    | _names(
        "jax.nn",
        """
        elu gelu leaky_relu log_sigmoid log_softmax selu sigmoid silu soft_sign softmax softplus
        swish tanh
        """,
    )
    | _names("jax.scipy.special", "expit logit")
)
# The same of two arguments.
INEXACT_OF_TWO = (
    _names("jax.numpy", "arctan2 divide float_power logaddexp true_divide")
    | _names("jax.numpy.linalg", "solve")
    | _names("jax.scipy.special", "xlogy")
)
# Floats, even of complex numbers, where these are taken.
FLOAT_RESULTS = (
    _names("jax.numpy", "angle cbrt hypot median nanstd nanvar std var")
    | _names("jax.numpy.fft", "fftfreq hfft irfft irfft2 irfftn rfftfreq")
    | _names("jax.numpy.linalg", "matrix_norm norm vector_norm")
    | _names("jax.scipy.special", "digamma erf erfc gammaln")
)
# Complex numbers, even of floats.
COMPLEX_RESULTS = _names(
    "jax.numpy.fft", "fft fft2 fftn ifft ifft2 ifftn ihfft rfft rfft2 rfftn"
) | {"jax.lax.complex"}

# The kind of the first argument, but floats of complex numbers.
REAL_RESULTS = _names("jax.numpy", "abs absolute imag real") | {"builtins.abs"}

# The kind of the first argument.
KEEPING = _names(
    "jax.numpy",
    """
    amax amin broadcast_to conj conjugate copy diag diagonal expand_dims flip max min moveaxis
    nanmax nanmin ones_like ravel repeat reshape roll sort squeeze swapaxes tile transpose tril triu
    zeros_like
    """,
) | _names("jax.numpy.fft", "fftshift ifftshift")
# The same, but whole numbers of truth values.
COUNTING = _names("jax.numpy", "cumprod cumsum nansum prod square sum trace") | {"jax.nn.relu"}
# The one to which the arguments are promoted, from this one on.
PROMOTING = {
    **dict.fromkeys(_names("jax.numpy", "add dot inner matmul maximum minimum multiply outer"), 0),
    "jax.numpy.where": 1,
}

# Where functions that make arrays take a dtype, of JAX and of NumPy.
_DTYPES = {
    "arange": 3,
    "array": 1,
    "asarray": 1,
    "astype": 1,
    "empty": 1,
    "eye": 3,
    "full": 2,
    "full_like": 2,
    "identity": 1,
    "linspace": 5,
    "ones": 1,
    "ones_like": 1,
    "zeros": 1,
    "zeros_like": 1,
}
DTYPE_POSITIONS = {
    **{f"{module}.{name}": at for module in ("jax.numpy", "numpy") for name, at in _DTYPES.items()},
    **dict.fromkeys(_names("jax.random", "normal uniform"), 2),
    "haiku.get_parameter": 2,
}
# The dtype of the first argument, where no other one is asked for.
SAME_DTYPE = KEEPING | _names("jax.numpy", "abs array asarray diff full_like negative square")

# What gives an array of a dtype that is never weak, unless it is asked for one of another kind.
STRONG = (
    _names("jax.numpy", "arange empty eye identity linspace ones zeros")
    | _names("jax.random", "normal randint uniform")
    | INT_RESULTS
)

# What is weak where the array is that they are given, unless they are asked for a dtype.
LIKE = _names("jax.numpy", "empty_like full_like ones_like zeros_like")

# What is strong where their first argument is, or where one of two is that decides the dtype.
AS_STRONG = frozenset(
    name
    for name in KEEPING | COUNTING | REAL_RESULTS | INEXACT_RESULTS | FLOAT_RESULTS
    if not name.startswith(("jax.nn.", "jax.numpy.fft.")) and name not in LIKE
) - {"jax.numpy.hypot"}
AS_STRONG_OF_TWO = frozenset(PROMOTING) | INEXACT_OF_TWO

# Functions that leave out all axes, or those that their second argument names, unless they are to
# keep them as axes of length 1.
REDUCTIONS = _names(
    "jax.numpy",
    """
    all amax amin any argmax argmin count_nonzero max mean median min nanargmax nanargmin nanmax
    nanmean nanmin nanstd nansum nanvar prod std sum var
    """,
) | {"jax.nn.logsumexp", "jax.scipy.special.logsumexp"}
# The same, but the third argument names them.
NORM = "jax.numpy.linalg.norm"
# Products of matrices.
PRODUCTS = _names("jax.numpy", "dot matmul")
# What takes one number for each index.
GATHER = "jax.numpy.take_along_axis"
# Functions of one array that give one of the same shape.
ALIKE = (
    _names(
        "jax.numpy",
        """
        abs absolute angle arccos arccosh arcsin arcsinh arctan arctanh argsort cbrt ceil copy cos
        cosh deg2rad exp exp2 expm1 flip floor imag isfinite isinf isnan isneginf isposinf log
        log10 log1p log2 logical_not nan_to_num negative ones_like rad2deg real reciprocal rint
        roll round sign signbit sin sinc sinh sort sqrt square tan tanh tril triu trunc zeros_like
        """,
    )
    | _names(
        "jax.nn",
        """
        elu gelu leaky_relu log_sigmoid log_softmax relu relu6 selu sigmoid silu soft_sign softmax
        softplus standardize swish tanh
        """,
    )
    | _names("jax.scipy.special", "digamma erf erfc expit gammaln logit")
    | _names("jax.lax", "abs cos exp log neg rsqrt sin sqrt stop_gradient tanh")
    | _names("jax.numpy.linalg", "cholesky inv")
)
# Functions that broadcast so many arrays against each other.
BROADCASTING = {
    **dict.fromkeys(
        _names(
            "jax.numpy",
            """
            add arctan2 divide equal floor_divide float_power greater greater_equal hypot isclose
            less less_equal logaddexp logical_and logical_or logical_xor maximum minimum mod
            multiply not_equal power remainder subtract true_divide where
            """,
        ),
        2,
    ),
    "jax.numpy.where": 3,
}


class Shaping(Enum):
    """How the axes of what a function gives come of those of its arguments."""

    ALIKE = auto()
    BROADCAST = auto()
    CLIPPED = auto()
    DOT = auto()
    EXPANDED = auto()
    FILLED = auto()
    FLAT = auto()
    GATHERED = auto()
    JOINED = auto()
    NORM = auto()
    ONE_HOT = auto()
    OUTER = auto()
    PERMUTED = auto()
    PRODUCT = auto()
    REDUCED = auto()
    RESHAPED = auto()
    RUNNING = auto()
    SEARCHED = auto()
    SQUEEZED = auto()
    STACKED = auto()
    SWAPPED = auto()


SHAPING: dict[str, Shaping] = {
    **dict.fromkeys(ALIKE, Shaping.ALIKE),
    **dict.fromkeys(("builtins.abs", "builtins.round"), Shaping.ALIKE),
    **dict.fromkeys(BROADCASTING, Shaping.BROADCAST),
    **dict.fromkeys(REDUCTIONS, Shaping.REDUCED),
    GATHER: Shaping.GATHERED,
    NORM: Shaping.NORM,
    "jax.nn.one_hot": Shaping.ONE_HOT,
    **{
        f"jax.numpy.{name}": shaping
        for shaping, names in {
            Shaping.ALIKE: "digitize full_like",
            Shaping.CLIPPED: "clip",
            Shaping.DOT: "dot",
            Shaping.EXPANDED: "expand_dims",
            Shaping.FILLED: "broadcast_to",
            Shaping.FLAT: "ravel",
            Shaping.JOINED: "concat concatenate",
            Shaping.OUTER: "outer",
            Shaping.PERMUTED: "permute_dims transpose",
            Shaping.PRODUCT: "matmul",
            Shaping.RESHAPED: "reshape",
            Shaping.RUNNING: "cumprod cumsum",
            Shaping.SEARCHED: "searchsorted",
            Shaping.SQUEEZED: "squeeze",
            Shaping.STACKED: "stack",
            Shaping.SWAPPED: "swapaxes",
        }.items()
        for name in names.split()
    },
}
