"""What jax functions must know while tracing: sizes, axes, and how many elements come out.

Every entry is called on the installed jax, with a traced value and with a static one. After a
function's name come its parameters of that kind, each with its position, or none where it is by
keyword only.
"""

from __future__ import annotations

Table = dict[str, tuple[tuple[str, int | None], ...]]


def _table(text: str) -> Table:
    """Read lines of ``module: function parameter@position ...; ...``."""
    found: Table = {}
    for line in text.split("\n\n"):
        module, _, entries = line.partition(":")
        for entry in entries.split(";"):
            name, *parameters = entry.split()
            found[f"{module.strip()}.{name}"] = tuple(
                (parameter, int(place) if place else None)
                for parameter, _, place in (text.partition("@") for text in parameters)
            )
    return found


# Parameters that say how large the result is.
SIZES = _table("""
jax.numpy: zeros shape@0; ones shape@0; full shape@0; empty shape@0; zeros_like shape@2;
ones_like shape@2; full_like shape@3; empty_like shape@2; eye N@0 M@1; identity n@0; tri N@0 M@1;
arange start@0 stop@1 step@2; reshape shape@1; broadcast_to shape@1; linspace num@2;
logspace num@2; geomspace num@2; indices dimensions@0; pad pad_width@1; tile reps@1;
resize new_shape@1; split indices_or_sections@1; array_split indices_or_sections@1;
hsplit indices_or_sections@1; vsplit indices_or_sections@1; repeat total_repeat_length@;
bincount length@; vander N@1; tril_indices n@0 k@1 m@2; triu_indices n@0 k@1 m@2;
diag_indices n@0 ndim@1; hanning M@0; hamming M@0; blackman M@0; bartlett M@0; kaiser M@0;
nonzero size@; flatnonzero size@; argwhere size@; unique size@; fft.fft n@1; fft.ifft n@1;
fft.rfft n@1; fft.irfft n@1

jax.random: split num@1; normal shape@1; uniform shape@1; bernoulli shape@2; randint shape@1;
choice shape@2; categorical shape@3; gumbel shape@1; exponential shape@1; gamma shape@2;
beta shape@3; laplace shape@1; truncated_normal shape@3; bits shape@1;
multivariate_normal shape@3; poisson shape@2; dirichlet shape@2; orthogonal n@1 shape@2;
rademacher shape@1; cauchy shape@1; logistic shape@1; t shape@2; ball shape@3

jax.nn: one_hot num_classes@1

jax.lax: top_k k@1; iota size@1; broadcasted_iota shape@1; full shape@0; broadcast_in_dim shape@1;
dynamic_slice slice_sizes@2; dynamic_slice_in_dim slice_size@2; broadcast sizes@1;
reshape new_sizes@1; slice start_indices@1 limit_indices@2; slice_in_dim start_index@1 limit_index@2

jax.ops: segment_sum num_segments@2; segment_max num_segments@2; segment_min num_segments@2;
segment_prod num_segments@2

jax.image: resize shape@1
""")

# Parameters that choose an axis, a diagonal, a norm, a number of decimals.
AXES = _table("""
jax.numpy: sum axis@1; mean axis@1; max axis@1; min axis@1; amax axis@1; amin axis@1; prod axis@1;
any axis@1; all axis@1; std axis@1; var axis@1; argmax axis@1; argmin axis@1; cumsum axis@1;
cumprod axis@1; sort axis@1; argsort axis@1; median axis@1; nansum axis@1; nanmean axis@1;
nanmax axis@1; nanmin axis@1; nanstd axis@1; nanvar axis@1; nanprod axis@1; nanmedian axis@1;
nanargmax axis@1; nanargmin axis@1; nancumsum axis@1; nancumprod axis@1; count_nonzero axis@1;
ptp axis@1; expand_dims axis@1; squeeze axis@1; concatenate axis@1; concat axis@; stack axis@1;
take axis@2; take_along_axis axis@2; flip axis@1; roll axis@2; split axis@2; array_split axis@2;
average axis@1; unstack axis@; trapezoid axis@3; diff n@1 axis@2; repeat axis@2; delete axis@2;
insert axis@3; append axis@2; unique axis@4; quantile axis@2; percentile axis@2;
nanquantile axis@2; nanpercentile axis@2; moveaxis source@1 destination@2;
swapaxes axis1@1 axis2@2; transpose axes@1; permute_dims axes@1;
diagonal offset@1 axis1@2 axis2@3; trace axis1@2 axis2@3; diag k@1; diagflat k@1; tril k@1;
triu k@1; rot90 k@1 axes@2; round decimals@1; partition kth@1 axis@2; argpartition kth@1 axis@2;
tensordot axes@2; linalg.norm ord@1 axis@2; linalg.matrix_power n@1; linalg.vector_norm axis@;
fft.fft axis@2

jax.nn: softmax axis@1; log_softmax axis@1; logsumexp axis@1; one_hot axis@; standardize axis@1;
glu axis@1

jax.scipy.special: logsumexp axis@1

jax.lax: argmax axis@1; argmin axis@1; concatenate dimension@1; cumsum axis@1; cumprod axis@1;
cummax axis@1; cummin axis@1; dynamic_slice_in_dim axis@3; dynamic_update_slice_in_dim axis@3;
index_in_dim axis@2; dynamic_index_in_dim axis@2; expand_dims dimensions@1; squeeze dimensions@1;
transpose permutation@1; rev dimensions@1; sort dimension@1; slice_in_dim axis@4

jax.random: permutation axis@2; choice axis@5; categorical axis@2
""")

# Functions whose result is as long as the values in one argument say, and the keywords that
# give its length beforehand.
COUNTED = _table("""
jax.numpy: nonzero a@0 size@; flatnonzero a@0 size@; argwhere a@0 size@; where condition@0 size@;
unique ar@0 size@; unique_all x@0 size@; unique_counts x@0 size@; unique_inverse x@0 size@;
unique_values x@0 size@; setdiff1d ar1@0 size@; union1d ar1@0 size@; intersect1d ar1@0 size@;
setxor1d ar1@0 size@; extract condition@0 size@; compress condition@0 size@; trim_zeros filt@0;
roots p@0 strip_zeros@; repeat repeats@1 total_repeat_length@; bincount x@0 length@

jax.ops: segment_sum segment_ids@1 num_segments@2; segment_max segment_ids@1 num_segments@2;
segment_min segment_ids@1 num_segments@2; segment_prod segment_ids@1 num_segments@2
""")

# Functions from numbers to truth values: what they give an index is a mask.
MASKS = frozenset(
    f"jax.numpy.{name}"
    for name in """
    isnan isinf isfinite isposinf isneginf isclose isin logical_and logical_or logical_not
    logical_xor equal not_equal less less_equal greater greater_equal signbit
    """.split()
)

# Functions without a slope: under grad alone what they give is a number again.
SLOPELESS = frozenset(
    f"jax.numpy.{name}"
    for name in """
    floor ceil rint round trunc sign argmax argmin argsort searchsorted digitize
    count_nonzero any all array_equal allclose zeros_like ones_like
    """.split()
) | frozenset(("jax.lax.stop_gradient", "jax.lax.floor", "jax.lax.ceil", "jax.lax.sign"))


# Dtypes of whole numbers and truth values, as code names them.
WHOLE_DTYPES = frozenset(("builtins.bool", "builtins.int")) | frozenset(
    f"{module}.{name}"
    for module in ("jax.numpy", "numpy")
    for name in "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
)


def is_static(name: str, place: int) -> bool:
    """Whether a function takes a size or an axis at a position."""
    parameters = (*SIZES.get(name, ()), *AXES.get(name, ()))
    return any(position == place for _, position in parameters)
