"""Which calls give arrays and which give plain Python values, on arrays and tracers alike.

Source: https://docs.jax.dev/en/latest/jax.numpy.html and the fixtures of families 1 and 3.
"""

# A call below one of these gives an array, or a tracer in traced code, unless STATIC names it.
ARRAY_MODULES = (
    "jax.numpy.",
    "jax.lax.",
    "jax.nn.",
    "jax.scipy.",
    "jax.ops.",
    "jax.random.",
    "jax.image.",
    "jax.example_libraries.",
    "jax.experimental.sparse.",
)

# Results that are Python values even on tracers.
STATIC_RESULTS = frozenset(
    f"jax.numpy.{name}"
    for name in """
    shape ndim size issubdtype result_type promote_types can_cast iscomplexobj isrealobj
    isscalar dtype finfo iinfo get_printoptions set_printoptions printoptions broadcast_shapes
    iterable einsum_path save savez array_repr array_str isdtype
    """.split()
) | frozenset(
    """
    jax.lax.axis_size jax.lax.dtype jax.lax.broadcast_shapes jax.lax.padtype_to_pads
    jax.lax.conv_dimension_numbers jax.lax.GatherDimensionNumbers
    jax.lax.ScatterDimensionNumbers jax.lax.ConvDimensionNumbers jax.lax.RandomAlgorithm
    jax.lax.GatherScatterMode jax.lax.Precision jax.lax.RoundingMethod jax.lax.AccuracyMode
    jax.lax.DotDimensionNumbers jax.default_backend jax.device_count jax.local_device_count
    jax.process_index jax.process_count jax.devices jax.local_devices jax.typeof
    jax.tree.structure jax.tree_util.tree_structure
    jax.tree_util.keystr
    """.split()
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
    unstack unique_all unique_counts unique_inverse mask_indices linspace
    """.split()
) | frozenset(
    """
    jax.lax.top_k jax.lax.sort jax.lax.sort_key_val jax.lax.reduce jax.lax.associative_scan
    jax.lax.linalg.qr jax.lax.linalg.svd jax.lax.linalg.eigh jax.lax.linalg.lu
    jax.scipy.linalg.lu jax.scipy.linalg.qr jax.scipy.linalg.svd jax.scipy.linalg.eigh
    jax.scipy.linalg.cho_factor jax.scipy.linalg.lu_factor jax.scipy.linalg.schur
    jax.scipy.linalg.polar jax.lax.approx_max_k jax.lax.approx_min_k jax.lax.rng_bit_generator
    jax.lax.optimization_barrier jax.lax.custom_root jax.lax.custom_linear_solve
    jax.lax.stop_gradient jax.lax.psum jax.lax.pmean jax.lax.pmax jax.lax.pmin
    jax.lax.all_gather jax.lax.ppermute jax.lax.all_to_all jax.lax.with_sharding_constraint
    jax.scipy.sparse.linalg.cg jax.scipy.sparse.linalg.gmres jax.scipy.sparse.linalg.bicgstab
    """.split()
)

# Parameters of these names are pytrees by convention, so that testing one asks whether it is empty.
PYTREE_NAMES = frozenset(
    """
    params parameters state states batch batches carry xs ys grads gradients aux variables args
    kwargs tree trees inputs outputs cache memory extras info data metrics losses layers items
    rngs
    """.split()
)

# Those of them that always give a tuple or list of arrays.
TUPLE_RESULTS = frozenset(
    """
    jax.numpy.linalg.qr jax.numpy.linalg.svd jax.numpy.linalg.eigh jax.numpy.linalg.eig
    jax.numpy.linalg.slogdet jax.lax.top_k jax.numpy.meshgrid jax.numpy.unstack jax.numpy.split
    jax.numpy.array_split jax.numpy.broadcast_arrays jax.numpy.divmod jax.numpy.modf jax.numpy.frexp
    """.split()
)

# Attributes of an array or tracer that are Python values.
STATIC_ATTRIBUTES = frozenset(
    """
    shape ndim size dtype itemsize nbytes weak_type aval sharding device committed
    """.split()
)

# Attributes of an array or tracer that are arrays again.
ARRAY_ATTRIBUTES = frozenset(["T", "mT", "real", "imag"])

# Methods of an array or tracer that give an array.
ARRAY_METHODS = frozenset(
    """
    all any argmax argmin argpartition argsort astype choose clip compress conj conjugate copy
    cumprod cumsum diagonal dot flatten max mean min nonzero prod ptp ravel repeat reshape round
    searchsorted sort squeeze std sum swapaxes take trace transpose var view block_until_ready
    """.split()
)

# Methods that need the numbers in an array, or the memory in which they are.
READERS = frozenset(
    """
    item tolist tobytes devices is_deleted addressable_data unsafe_buffer_pointer
    __bool__ __int__ __float__ __index__ __array__
    """.split()
)

# Methods of ndarray that write into it; a JAX array has none of them.
IN_PLACE_METHODS = frozenset("fill resize put partition itemset setflags setfield".split())

# Methods of the reference ``x.at[index]``.
AT_UPDATES = frozenset("set add subtract multiply mul divide power min max apply".split())

# Context managers under which constants are computed at once, even in traced code.
COMPUTES_NOW = frozenset(("jax.ensure_compile_time_eval", "jax.core.eval_context"))

# Annotations that say "an array".
ARRAY_ANNOTATIONS = frozenset(
    """
    jax.Array jax.numpy.ndarray jax.typing.ArrayLike jax.numpy.DeviceArray chex.Array
    chex.ArrayDevice chex.Numeric chex.Scalar flax.typing.Array jaxtyping.Array numpyro.Array
    """.split()
)
# Those of them that a NumPy array does not satisfy.
ONLY_JAX_ANNOTATIONS = frozenset(("jax.Array", "jax.numpy.ndarray", "jax.numpy.DeviceArray"))
JAXTYPING_DTYPES = frozenset(
    """
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
