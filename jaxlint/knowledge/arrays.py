"""Which calls give arrays and which give plain Python values, on arrays and tracers alike.

Source: https://docs.jax.dev/en/latest/jax.numpy.html and the fixtures of families 1 and 3.
"""

from jaxlint.knowledge import result_kinds
from jaxlint.knowledge.names import FROM_SEQUENCES

# A call below one of these gives an array, or a tracer in traced code, unless STATIC names it.
ARRAY_MODULES = (
    "jax.numpy.",
    "jax.lax.",
    "jax.nn.",
    "jax.scipy.",
    "jax.ops.",
    "jax.image.",
    "jax.example_libraries.",
    "jax.experimental.sparse.",
)

# What makes one array of a tree.
FLATTENER = "jax.flatten_util.ravel_pytree"

# How a pytree is built, leaves aside.
TREE_STRUCTURES = frozenset(("jax.tree.structure", "jax.tree_util.tree_structure"))

# Results that are Python values even on tracers.
STATIC_RESULTS = (
    TREE_STRUCTURES
    | frozenset(
        f"jax.numpy.{name}"
        for name in """
    shape ndim size issubdtype result_type promote_types can_cast iscomplexobj isrealobj
    isscalar dtype finfo iinfo get_printoptions set_printoptions printoptions broadcast_shapes
    iterable einsum_path savez array_repr array_str isdtype
    """.split()
    )
    | frozenset(
        """
    jax.lax.axis_size jax.lax.dtype jax.lax.broadcast_shapes jax.lax.padtype_to_pads
    jax.lax.conv_dimension_numbers jax.lax.conv_general_permutations jax.lax.conv_shape_tuple
    jax.lax.conv_general_shape_tuple jax.lax.conv_transpose_shape_tuple
    jax.lax.reduce_window_shape_tuple jax.lax.GatherDimensionNumbers
    jax.lax.ScatterDimensionNumbers jax.lax.ConvDimensionNumbers jax.lax.RandomAlgorithm
    jax.lax.GatherScatterMode jax.lax.Precision jax.lax.RoundingMethod jax.lax.AccuracyMode
    jax.lax.DotDimensionNumbers jax.default_backend jax.device_count jax.local_device_count
    jax.process_index jax.process_count jax.devices jax.local_devices jax.typeof
    jax.tree_util.keystr
    """.split()
    )
)

# Scalar types and objects of these modules that are not functions from arrays to arrays.
OPAQUE_MODULES = (
    "jax.nn.initializers.",
    "jax.example_libraries.",
    "jax.scipy.optimize.",
)

# These take Python lists, so a list given to them says nothing about its elements.
TAKES_SEQUENCES = frozenset(
    f"jax.numpy.{name}"
    for name in """
    array asarray stack concatenate hstack vstack dstack column_stack block concat
    broadcast_arrays meshgrid atleast_1d atleast_2d atleast_3d
    """.split()
)

# jax.numpy functions that give a tuple or list of arrays.
SEQUENCE_RESULTS = frozenset(
    f"jax.numpy.{name}"
    for name in """
    split array_split hsplit vsplit dsplit meshgrid broadcast_arrays nonzero where unravel_index
    divmod modf frexp histogram histogram2d histogramdd unique indices ix_ tril_indices
    triu_indices tril_indices_from triu_indices_from diag_indices diag_indices_from gradient
    linalg.qr linalg.svd linalg.eig linalg.eigh linalg.slogdet linalg.lstsq polyfit polydiv
    unstack unique_all unique_counts unique_inverse mask_indices
    """.split()
) | frozenset(
    """
    jax.lax.top_k jax.lax.sort jax.lax.sort_key_val jax.lax.reduce jax.lax.associative_scan
    jax.lax.unstack
    jax.lax.linalg.qr jax.lax.linalg.svd jax.lax.linalg.eigh jax.lax.linalg.lu
    jax.scipy.linalg.lu jax.scipy.linalg.qr jax.scipy.linalg.svd jax.scipy.linalg.eigh
    jax.scipy.linalg.cho_factor jax.scipy.linalg.lu_factor jax.scipy.linalg.schur
    jax.scipy.linalg.polar jax.lax.approx_max_k jax.lax.approx_min_k jax.lax.rng_bit_generator
    jax.lax.optimization_barrier jax.lax.custom_root jax.lax.custom_linear_solve
    jax.lax.stop_gradient jax.lax.psum jax.lax.pmean jax.lax.pmax jax.lax.pmin
    jax.lax.all_gather jax.lax.ppermute jax.lax.all_to_all jax.lax.with_sharding_constraint
    jax.lax.pcast
    jax.scipy.sparse.linalg.cg jax.scipy.sparse.linalg.gmres jax.scipy.sparse.linalg.bicgstab
    """.split()
)

# Functions that give one array, or several where this keyword is given and is not False.
SEVERAL_IF = {
    "jax.numpy.average": "returned",
    "jax.numpy.intersect1d": "return_indices",
    "jax.numpy.linspace": "retstep",
    "jax.nn.logsumexp": "return_sign",
    "jax.scipy.special.logsumexp": "return_sign",
}

# Parameters of these names tell one of an array's axes by convention, of which it has a few.
AXIS_NAMES = frozenset(("axis", "ax", "dim", "dimension", "direction"))

# Parameters of these names are pytrees by convention, so that testing one asks whether it is empty.
PYTREE_NAMES = frozenset(
    """
    params parameters state states batch batches carry xs ys grads gradients aux variables args
    kwargs tree trees inputs outputs cache memory extras info data metrics losses layers items
    rngs
    """.split()
)

# Functions that give a list or a tuple of arrays, by its kind.
TUPLE_RESULTS: dict[str, str] = {
    **dict.fromkeys(
        """
        jax.lax.top_k jax.numpy.meshgrid jax.numpy.split jax.numpy.array_split
        jax.numpy.broadcast_arrays
        """.split(),
        "list",
    ),
    **dict.fromkeys(
        """
        jax.numpy.linalg.qr jax.numpy.linalg.svd jax.numpy.linalg.eigh jax.numpy.linalg.eig
        jax.numpy.linalg.slogdet jax.numpy.unstack jax.numpy.divmod jax.numpy.modf jax.numpy.frexp
        """.split(),
        "tuple",
    ),
}

# Of these, what gives one array instead: the position and name of an option, and its value then.
ONE_IF: dict[str, tuple[int, str, object]] = {
    "jax.numpy.linalg.svd": (2, "compute_uv", False),
    "jax.numpy.linalg.qr": (1, "mode", "r"),
}

# Attributes of an array or tracer that are Python values.
STATIC_ATTRIBUTES = frozenset(
    """
    shape ndim size dtype itemsize nbytes weak_type aval sharding device committed
    """.split()
)

# Those of them that can be asked of a tracer after its trace has ended.
LASTING_ATTRIBUTES = STATIC_ATTRIBUTES - {"sharding", "device", "committed"}

# Functions that want to know no more than these of their first argument.
ASKING = frozenset(
    (
        "builtins.isinstance",
        "builtins.len",
        "builtins.type",
        "jax.typeof",
        *(
            f"{module}.{name}"
            for module in ("jax.numpy", "numpy")
            for name in "shape ndim size".split()
        ),
        *(f"jax.numpy.{name}_like" for name in "zeros ones empty".split()),
    )
)

# Those of them that follow of the shape.
SHAPES = frozenset(("shape", "ndim", "size"))

# Attributes of an array or tracer that are arrays again.
ARRAY_ATTRIBUTES = frozenset(result_kinds.ATTRIBUTES)

# Methods of an array or tracer that give an array.
ARRAY_METHODS = frozenset(
    """
    all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy
    cumprod cumsum diagonal dot flatten max mean min nonzero prod ptp ravel repeat reshape round
    searchsorted sort squeeze std sum swapaxes take trace transpose var view block_until_ready
    """.split()
)

# The method by which an array says which module computes with it.
NAMESPACE = "__array_namespace__"

# Methods that need the numbers in an array, or the memory in which they are.
READERS = frozenset(
    """
    item tolist tobytes devices is_deleted addressable_data unsafe_buffer_pointer
    __bool__ __int__ __float__ __index__ __array__
    """.split()
)

# What a deleted array still answers: methods, and functions beside those of STATIC_RESULTS.
WITHOUT_BUFFER_METHODS = frozenset(("is_deleted", "delete"))
WITHOUT_BUFFER = frozenset(
    """
    builtins.len builtins.isinstance builtins.type builtins.id builtins.hasattr builtins.getattr
    builtins.callable numpy.shape numpy.ndim numpy.size jax.eval_shape jax.tree.leaves
    jax.tree_util.tree_leaves jax.tree.flatten jax.tree_util.tree_flatten jax.numpy.zeros_like
    jax.numpy.ones_like jax.numpy.empty_like jax.numpy.full_like
    """.split()
)

# Methods of ndarray that write into it; a JAX array has none of them.
IN_PLACE_METHODS = frozenset("fill resize put partition itemset setflags setfield".split())

# Methods that give a new array, where NumPy's sometimes change the old one.
PURE_METHODS = ARRAY_METHODS - {"block_until_ready"}

# Functions that give a new array and sound as if they changed the one they are given, by the place
# of that among the arguments. NumPy's ``shuffle``, which JAX lacks, does change it.
PURE_FUNCTIONS = {"jax.random.permutation": 1} | dict.fromkeys(
    """
    jax.numpy.append jax.numpy.delete jax.numpy.insert jax.numpy.resize jax.numpy.flip
    jax.numpy.roll jax.numpy.sort jax.numpy.clip jax.lax.dynamic_update_slice
    jax.lax.dynamic_update_slice_in_dim jax.lax.dynamic_update_index_in_dim
    jax.lax.stop_gradient jax.lax.with_sharding_constraint jax.device_put
    """.split(),
    0,
)

# Functions that compare arrays and do nothing else; the assertions have other names.
TESTS = frozenset(
    f"{module}.{name}"
    for module in ("jax.numpy", "numpy")
    for name in "allclose array_equal array_equiv isclose isfinite isnan".split()
)

# Functions that make one array of several.
JOINING = frozenset(
    f"jax.numpy.{name}"
    for name in "append column_stack concat concatenate dstack hstack vstack".split()
)

# Functions that write into their first argument: NumPy's refuse a JAX array, those of jax.numpy
# ask for ``inplace=False``, which is their parameter at this position.
IN_PLACE_FUNCTIONS = {
    **dict.fromkeys(
        """
        numpy.copyto numpy.put numpy.place numpy.putmask numpy.put_along_axis numpy.fill_diagonal
        numpy.random.shuffle random.shuffle numpy.add.at numpy.subtract.at numpy.multiply.at
        numpy.maximum.at numpy.minimum.at numpy.divide.at
        """.split(),
        0,
    ),
    "jax.numpy.put": 4,
    "jax.numpy.place": 3,
    "jax.numpy.put_along_axis": 4,
    "jax.numpy.fill_diagonal": 3,
}

# The methods of ``x.at[index]`` that augmented assignments stand for.
AUGMENTED = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "**": "power"}

# Functions that take what they are given for truth values, ``where`` its first argument.
CONDITIONAL = frozenset(
    f"jax.numpy.{name}"
    for name in """
    all any argwhere count_nonzero flatnonzero logical_and logical_not logical_or logical_xor
    nonzero where
    """.split()
)

# Methods of the reference ``x.at[index]``.
AT_UPDATES = frozenset("set add subtract multiply mul divide power min max apply".split())

# What gives indices of which several may well be equal: for each row the place of its largest
# number, the bin that a number falls in, draws with replacement.
REPEATING = frozenset(
    """
    jax.numpy.argmax jax.numpy.argmin jax.numpy.digitize jax.numpy.searchsorted
    jax.random.categorical jax.random.randint
    """.split()
)
# The updates that take account of each index, by the operator that a set computes with.
ACCUMULATING = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}

# Context managers under which constants are computed at once, even in traced code.
COMPUTES_NOW = frozenset(("jax.ensure_compile_time_eval", "jax.core.eval_context"))

# Annotations that say "an array".
ARRAY_ANNOTATIONS = frozenset(
    """
    jax.Array jax.numpy.ndarray jax.typing.ArrayLike jax.numpy.DeviceArray chex.Array
    chex.ArrayDevice chex.Numeric chex.Scalar flax.typing.Array jaxtyping.Array jaxtyping.ArrayLike
    numpyro.Array
    """.split()
)
# Those of them that a NumPy array does not satisfy.
ONLY_JAX_ANNOTATIONS = frozenset(("jax.Array", "jax.numpy.ndarray", "jax.numpy.DeviceArray"))
# Annotations ``Float[X, "n"]`` that say an X of a shape and dtype.
JAXTYPING = frozenset(
    f"{module}.{dtype}"
    for module in ("jaxtyping", "jaxtyping._array_types")
    for dtype in """
    Float Float16 Float32 Float64 Int Int8 Int16 Int32 Int64 UInt UInt8 Bool Shaped Inexact Num
    Integer Complex Complex64 Complex128 Real
    """.split()
)
KEY_ANNOTATIONS = frozenset(
    """
    jax.random.PRNGKey chex.PRNGKey jax.random.PRNGKeyArray jax.random.KeyArray
    jaxtyping.PRNGKeyArray jaxtyping.Key
    """.split()
)

# --- what functions of arrays take and give ------------------------------------------------------

# Functions that refuse a list or tuple of Python's, by the positions at which they do.
_ONE_ARRAY = """
    abs absolute all amax amin angle any arccos arccosh arcsin arcsinh arctan arctanh argmax argmin
    argpartition argsort argwhere around bitwise_not cbrt ceil conj conjugate copy cos cosh
    count_nonzero cumprod cumsum deg2rad degrees diag diagflat diagonal diff empty_like exp exp2
    expand_dims expm1 fabs flatnonzero flip fliplr flipud floor frexp imag isfinite isinf isnan
    log log10 log1p log2 logical_not max mean median min modf moveaxis nan_to_num nanargmax
    nanargmin nanmax nanmean nanmedian nanmin nanprod nanstd nansum nanvar negative nonzero
    ones_like pad partition prod ptp rad2deg radians ravel real reciprocal reshape resize rint roll
    rot90 round sign signbit sin sinc sinh sort split sqrt square squeeze std sum swapaxes tan tanh
    tile trace transpose tril triu trunc unique unravel_index unstack unwrap var zeros_like
    linalg.cholesky linalg.cond linalg.det linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh
    linalg.inv linalg.matrix_power linalg.matrix_rank linalg.norm linalg.pinv linalg.qr
    linalg.slogdet linalg.svd bincount
    """.split()
_TWO_ARRAYS = """
    add allclose append arctan2 bitwise_and bitwise_or bitwise_xor convolve correlate cross digitize
    divide dot equal floor_divide fmod greater greater_equal inner intersect1d isclose isin kron
    less less_equal logaddexp logical_and logical_or logical_xor matmul maximum minimum mod multiply
    not_equal outer percentile polyval power quantile remainder searchsorted setdiff1d subtract take
    tensordot true_divide union1d vdot linalg.solve linalg.lstsq linalg.matmul
    """.split()
_ACTIVATIONS = """
    celu elu gelu glu leaky_relu log_sigmoid log_softmax logsumexp mish relu relu6 selu silu
    softmax softplus soft_sign standardize swish
    """.split()
NO_SEQUENCE: dict[str, tuple[int, ...]] = {
    **{f"jax.numpy.{name}": (0,) for name in _ONE_ARRAY},
    **{f"jax.numpy.{name}": (0, 1) for name in _TWO_ARRAYS},
    **{f"jax.nn.{name}": (0,) for name in _ACTIVATIONS},
    "jax.numpy.where": (0, 1, 2),
    "jax.numpy.clip": (0, 1, 2),
    "jax.numpy.interp": (0, 1, 2),
    "jax.numpy.einsum": (1, 2, 3),
    "jax.numpy.full": (1,),
}

# Functions that make one array of a sequence, but not of a generator.
MAKE_ARRAYS = frozenset(
    f"jax.numpy.{name}"
    for name in "array asarray stack concatenate hstack vstack dstack column_stack".split()
)

# Where these take a shape.
SHAPE_POSITIONS: dict[str, int] = {
    "jax.numpy.zeros": 0,
    "jax.numpy.ones": 0,
    "jax.numpy.empty": 0,
    "jax.numpy.full": 0,
    "jax.numpy.reshape": 1,
    "jax.numpy.broadcast_to": 1,
}

# Where these take a dtype; all functions of jax.numpy take it by its name as well.
DTYPE_POSITIONS: dict[str, int] = {
    "jax.numpy.zeros": 1,
    "jax.numpy.ones": 1,
    "jax.numpy.empty": 1,
    "jax.numpy.full": 2,
    "jax.numpy.array": 1,
    "jax.numpy.asarray": 1,
    "jax.numpy.zeros_like": 1,
    "jax.numpy.ones_like": 1,
    "jax.lax.convert_element_type": 1,
    "jax.Array.astype": 0,
    "jax.Array.view": 0,
}

# Functions of jax.lax whose operands, from one position up to another, must have one dtype.
SAME_DTYPE: dict[str, tuple[int, int]] = {
    **{
        f"jax.lax.{name}": (0, 2)
        for name in "add sub mul div rem max min eq ne lt le gt ge atan2 nextafter".split()
    },
    "jax.lax.select": (1, 3),
    "jax.lax.dynamic_update_slice": (0, 2),
}

# Functions of jax.numpy without the ``where=`` that NumPy's of the same name have.
NO_WHERE = frozenset(
    f"jax.numpy.{name}"
    for name in """
    abs absolute add arccos arcsin arctan arctan2 arctanh cbrt ceil conj copysign cos cosh divide
    equal exp exp2 expm1 fabs floor floor_divide fmax fmin fmod greater greater_equal hypot
    isfinite isinf isnan less less_equal log log10 log1p log2 logaddexp logical_and logical_not
    logical_or logical_xor matmul maximum minimum mod multiply negative not_equal power
    reciprocal remainder rint sign sin sinh sqrt square subtract tan tanh true_divide trunc
    """.split()
)

# Functions of jax.numpy that have NumPy's ``out=``, for which they take None.
TAKES_OUT = frozenset(
    f"jax.numpy.{name}"
    for name in """
    add all amax amin any argmax argmin around bitwise_and bitwise_or bitwise_xor choose compress
    cumprod cumsum einsum isneginf isposinf logaddexp logaddexp2 logical_and logical_or logical_xor
    max maximum mean median min minimum modf multiply nanargmax nanargmin nancumprod nancumsum
    nanmax nanmean nanmedian nanmin nanpercentile nanprod nanquantile nanstd nansum nanvar negative
    outer percentile prod ptp quantile round stack std subtract sum take trace var
    """.split()
)

# Functions that make an array of another one with the same numbers.
COPIES = FROM_SEQUENCES | {name.removeprefix("jax.") for name in FROM_SEQUENCES}

# Functions that put a number where there is nothing else, and which argument is the number.
FILLING: dict[str, tuple[int | None, str]] = {
    **{f"{module}.full": (1, "fill_value") for module in ("jax.numpy", "numpy")},
    **{f"{module}.full_like": (1, "fill_value") for module in ("jax.numpy", "numpy")},
    **{f"{module}.where": (2, "y") for module in ("jax.numpy", "numpy")},
    **{f"{module}.pad": (None, "constant_values") for module in ("jax.numpy", "numpy")},
    **{
        f"jax.numpy.{name}": (None, "fill_value")
        for name in ("argwhere", "flatnonzero", "nonzero", "unique")
    },
}

# What gives an array of one number throughout, which hangs on nothing that it is given.
FILLERS = frozenset(f"jax.numpy.{name}" for name in "ones ones_like zeros zeros_like".split())

# Methods that always compute a new array; others may hand on the one they have.
REDUCING_METHODS = frozenset(
    """
    all any argmax argmin argpartition argsort cumprod cumsum dot max mean min prod ptp std sum
    trace var
    """.split()
)


# Modules whose names in lower case are functions, but for modules and these constants.
_FUNCTION_MODULES = frozenset(("jax.numpy", "jax.lax", "jax.nn", "jax.random", "numpy"))
_NO_FUNCTIONS = frozenset(
    """
    e pi inf nan euler_gamma newaxis c_ r_ s_ index_exp mgrid ogrid linalg fft initializers random
    scipy char rec ma polynomial testing typing lib core dtypes exceptions emath ctypeslib f2py
    strings little_endian typecodes
    """.split()
)


def is_function(name: str) -> bool:
    """Whether a qualified name is certainly that of a function of JAX or NumPy."""
    module, _, last = name.rpartition(".")
    known = module in _FUNCTION_MODULES and last.islower()
    return known and last not in _NO_FUNCTIONS and not last.endswith("_p")
