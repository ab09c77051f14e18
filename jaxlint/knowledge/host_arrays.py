"""What NumPy does with a tracer: ask it for an array, which it has not, or hand it the call.

Every name is called with a tracer on the installed jax and numpy.
"""

from __future__ import annotations

# Functions that need an array of numbers and raise TracerArrayConversionError or its like.
REFUSING = frozenset(
    f"numpy.{name}"
    for name in """
    abs absolute add allclose angle append arange arccos arccosh arcsin arcsinh arctan arctan2
    arctanh argpartition argwhere array asanyarray asarray ascontiguousarray asfortranarray
    atleast_1d atleast_2d atleast_3d average bincount bitwise_and bitwise_or bitwise_xor block
    broadcast_arrays broadcast_to cbrt ceil clip column_stack compress concatenate conj conjugate
    convolve copysign corrcoef correlate cos cosh count_nonzero cov cross deg2rad degrees delete
    diag diagflat diagonal digitize divide divmod dot dstack ediff1d einsum empty empty_like equal
    exp exp2 expand_dims expm1 extract eye fabs flatnonzero fliplr flipud float_power floor
    floor_divide fmax fmin fmod full full_like gradient greater greater_equal heaviside histogram
    histogram2d hstack hypot identity inner insert interp intersect1d invert isclose isfinite isin
    isinf isnan kron less less_equal lexsort linspace log log10 log1p log2 logaddexp logaddexp2
    logical_and logical_not logical_or logical_xor logspace matmul maximum median meshgrid minimum
    mod multiply nan_to_num nanargmax nanargmin nancumsum nanmax nanmean nanmedian nanmin
    nanpercentile nanprod nanquantile nanstd nansum nanvar negative nonzero not_equal ones
    ones_like outer pad partition percentile piecewise polyfit polyval positive power ptp quantile
    rad2deg radians ravel reciprocal remainder rint roll rot90 select setdiff1d sign sin sinc sinh
    sort sqrt square stack subtract take tan tanh tensordot tile trace trapezoid tri tril
    triu true_divide trunc union1d unique vander vdot vstack where zeros zeros_like
    linalg.cond linalg.det linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.inv
    linalg.lstsq linalg.matrix_power linalg.multi_dot linalg.norm linalg.pinv linalg.qr
    linalg.slogdet linalg.solve linalg.svd fft.fft fft.fft2 fft.fftshift fft.ifft fft.irfft
    fft.rfft
    float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_ complex64
    complex128
    """.split()
)

# Of SciPy, what does so too; jax.scipy has the same by the same names.
SCIPY = frozenset(
    f"scipy.special.{name}"
    for name in """
    beta betainc betaln digamma entr erf erfc erfinv expi expit expn gamma gammainc
    gammaincc gammaln i0 i0e i1 i1e log_ndtr log_softmax logit logsumexp multigammaln ndtr ndtri
    polygamma rel_entr softmax xlog1py xlogy zeta
    """.split()
)

# Those of them to which jax.numpy has no answer either: it has no such function, or needs a
# number as well.
ONLY_NUMPY = frozenset(
    f"numpy.{name}"
    for name in """
    asanyarray ascontiguousarray asfortranarray zeros ones empty eye identity tri arange full
    nonzero flatnonzero argwhere where unique union1d setdiff1d intersect1d bincount extract
    compress
    """.split()
)

# Functions that take a failed conversion for an answer: they say no of every tracer.
DENYING = frozenset(("numpy.array_equal", "numpy.array_equiv"))
