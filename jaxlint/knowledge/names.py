"""Tables of outside names that the interpreter handles one by one, by what they do.

Source: the documentation of each name, and the fixtures of the families that rest on it.
"""

TREE_MAPS = frozenset(
    """
    jax.tree.map jax.tree_util.tree_map jax.tree_map jax.tree.map_with_path
    jax.tree_util.tree_map_with_path
    """.split()
)
# How they are called where nothing is evaluated.
TREE_MAP_NAMES = frozenset(name.rpartition(".")[2] for name in TREE_MAPS)

SAME_VALUE = frozenset(
    """
    jax.block_until_ready jax.device_put jax.lax.stop_gradient jax.lax.optimization_barrier
    jax.lax.with_sharding_constraint
    """.split()
)

# What brings gradients together, and since when ``shard_map`` has summed them before that (run on
# JAX 0.4.38, 0.7.0 and 0.10.2).
SUMS_SINCE = "0.7.0"
SUMMING = frozenset(("jax.lax.psum", "jax.lax.pmean"))
COLLECTIVES = frozenset(f"jax.lax.{n}" for n in ("psum", "pmean", "pmax", "pmin", "all_gather"))

# Gives its first argument the name and the signature of ``wrapped``.
COPIES_SIGNATURE = "functools.update_wrapper"

# Modules whose `__name__` code asks for, to tell NumPy from JAX.
NAMED_MODULES = frozenset(("numpy", "jax.numpy", "scipy", "jax.scipy", "jax", "math"))

# Other names for None.
NONES = frozenset(("numpy.newaxis", "jax.numpy.newaxis"))

# Modules of functions on pytrees.
TREE_MODULES = ("jax.tree.", "jax.tree_util.", "jax.flatten_util.")

# Raises for a tracer, which nothing behind it meets any more.
REFUSES_TRACERS = frozenset(
    f"{module}.concrete_or_error" for module in ("jax.core", "jax.extend.core", "jax._src.core")
)

# Tells whether nothing is traced where it is called.
ASKS_FOR_NO_TRACE = frozenset(
    f"{module}.{asked}"
    for module in ("jax.core", "jax._src.core")
    for asked in ("trace_state_clean", "trace_ctx.is_top_level")
)

# Modules whose functions take arrays, not pytrees, and give one array.
ELEMENTWISE_MODULES = ("jax.numpy.", "jax.nn.", "jax.scipy.")

# Functions that compute all of their arguments and keep of each place one of them.
SELECTS = frozenset(("jax.numpy.where", "jax.numpy.select", "jax.lax.select", "jax.lax.select_n"))

# How names of values that are text end, among others hashed with them.
TEXTS = ("name", "path", "label", "tag", "text", "prefix", "suffix")

# What makes a mutable reference, by its public names and by those within jax.
REF_MAKERS = frozenset(
    """
    jax.new_ref jax.array_ref jax.empty_ref jax.ref.new_ref jax.ref.array_ref jax.ref.empty_ref
    jax.experimental.mutable_array jax._src.core.new_ref jax._src.core.array_ref
    jax._src.core.empty_ref jax._src.core.mutable_array jax._src.ref.new_ref
    """.split()
)

# What says how an array is laid out over devices, by its public names.
SPECS = frozenset(
    """
    jax.P jax.sharding.PartitionSpec jax.experimental.PartitionSpec
    jax.experimental.pjit.PartitionSpec jax.interpreters.pxla.PartitionSpec
    """.split()
)

# What makes a mesh of devices, and where it takes the names of the axes.
MESHES = {"jax.sharding.Mesh": 1, "jax.make_mesh": 1, "jax.sharding.AbstractMesh": 1}

# What computes across the named axes around it, and where it takes their names.
AXES_ASKED = {
    f"jax.lax.{name}": position
    for position, names in (
        (0, "axis_index axis_size"),
        (1, "all_gather all_to_all pmax pmean pmin ppermute psum psum_scatter pswapaxes"),
    )
    for name in names.split()
}

# What spreads a function over devices, so that its named axes are the outermost.
SPREADING = frozenset(("jax.pmap", "jax.shard_map", "jax.experimental.shard_map.shard_map"))

# How variables that hold references are called, by the end of their names.
REF_NAMES = ("_ref", "_refs", "_vmem", "_smem", "_hbm", "_gmem")

# Functions that give a fresh key of the model around them.
KEY_GIVERS = frozenset(("haiku.next_rng_key", "numpyro.prng_key"))

HAIKU_TRANSFORMS = frozenset(
    ("haiku.transform", "haiku.transform_with_state", "haiku.without_apply_rng")
)

DELEGATED_TO_METHODS = frozenset(
    f"numpy.{name}"
    for name in """
    sum mean max min amax amin prod any all std var argmax argmin cumsum cumprod reshape squeeze
    transpose round swapaxes repeat
    """.split()
)

CONTAINERS = {
    "collections.defaultdict": "dict",
    "collections.Counter": "dict",
    "collections.OrderedDict": "dict",
    "collections.deque": "list",
}

# Python's functions by which code may set a field whose name it computes.
SETS_BY_NAME = frozenset(("setattr", "vars"))
# An object whose attributes are its only contents.
NAMESPACE = "types.SimpleNamespace"

# What calls the function for the platform that code is compiled for, one of its keyword arguments.
BY_PLATFORM = "jax.lax.platform_dependent"

# What makes type variables, and the attribute of one that says what it is bound by.
TYPE_VARIABLES = ("typing.TypeVar", "typing_extensions.TypeVar")
TYPE_BOUND = "__bound__"

# What a class derives from that says what others have to have.
PROTOCOLS = frozenset(("typing.Protocol", "typing_extensions.Protocol"))

# The class of None, and what makes one class of several.
NONE_TYPE = "types.NoneType"
UNION, OPTIONAL = "typing.Union", "typing.Optional"

# Abstract classes of which every tracer is an instance, and whose very type nothing has.
ARRAY_TYPES = frozenset(("jax.Array", "jax.numpy.ndarray", "jax.core.Tracer"))

VALUE_TYPES = frozenset(
    """
    builtins.int builtins.float builtins.bool builtins.complex builtins.str builtins.bytes
    builtins.bytearray builtins.range builtins.slice
    numpy.ndarray numpy.generic numpy.number numpy.integer numpy.floating numpy.bool_
    numbers.Number numbers.Real numbers.Integral builtins.type types.FunctionType
    """.split()
)

# Types of which a tree of arrays may be, and an array never is.
CONTAINER_TYPES = frozenset(
    """
    builtins.list builtins.tuple builtins.dict builtins.set collections.OrderedDict
    collections.abc.Mapping collections.abc.MutableMapping typing.Mapping typing.MutableMapping
    """.split()
)

# Types of which every list and tuple is.
SEQUENCE_TYPES = frozenset(
    f"{module}.{name}"
    for module in ("typing", "collections.abc")
    for name in ("Sequence", "Collection", "Iterable", "Sized")
)

# Of the errors of Python those that JAX, or an array of it, may raise, or that stand for them.
MISUSE_ERRORS = frozenset(
    f"builtins.{name}"
    for name in """
    Exception BaseException TypeError ValueError RuntimeError NotImplementedError AttributeError
    LookupError IndexError KeyError ArithmeticError OverflowError RecursionError NameError
    AssertionError
    """.split()
)

# Handlers for one of these swallow the errors that tracers raise.
SWALLOWING_ERRORS = frozenset(
    """
    builtins.Exception builtins.BaseException builtins.TypeError jax.errors.JAXTypeError
    jax.errors.ConcretizationTypeError jax.errors.TracerBoolConversionError
    jax.errors.TracerIntegerConversionError jax.errors.TracerArrayConversionError
    jax.core.ConcretizationTypeError
    """.split()
)

# Handlers for one of these may be there for a JAX that lacks a name or a parameter.
API_ERRORS = frozenset(
    f"builtins.{name}"
    for name in """
    Exception BaseException ImportError ModuleNotFoundError AttributeError TypeError
    """.split()
)

# Errors of imports that fail, and libraries that are installed, or are Python's, wherever JAX is.
IMPORT_ERRORS = frozenset(("builtins.ImportError", "builtins.ModuleNotFoundError"))
JAX_ITSELF = frozenset(("jax", "jaxlib"))
WITH_JAX = frozenset(
    """
    numpy scipy ml_dtypes opt_einsum collections dataclasses functools importlib itertools math
    operator os sys typing warnings
    """.split()
)

# What is read, and what is called, to know what is installed or whether the code runs at all.
ASKING = frozenset(("typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING"))
VERSIONS = ("__version__", "__version_info__")
ASKING_CALLS = frozenset(
    """
    builtins.hasattr builtins.getattr importlib.metadata.version importlib.util.find_spec
    inspect.signature inspect.getfullargspec
    """.split()
)

# What is called with a function, and what is read of it, to know which arguments it takes.
SHOWING_SIGNATURE = frozenset(("inspect.signature", "inspect.getfullargspec"))
CODE = "__code__"

# The modules that ``import jax`` alone makes usable by their dotted names.
LOADED_WITH_JAX = frozenset(
    """
    jax jax.api_util jax.core jax.custom_batching jax.custom_derivatives jax.debug jax.dlpack
    jax.dtypes jax.errors jax.image jax.lax jax.lax.linalg jax.nn jax.nn.initializers jax.numpy
    jax.numpy.fft jax.numpy.linalg jax.ops jax.profiler jax.random jax.sharding jax.stages
    jax.tree jax.tree_util jax.typing
    """.split()
)

# What is an object, although a module of old releases, or a table of names, goes by its name.
OBJECTS = frozenset(("jax.config", "jax.Array"))

# The object that holds JAX's settings.
SETTINGS = "jax.config"

# What gives a view of an array's memory, which cannot be written.
VIEWS = frozenset(("numpy.asarray", "numpy.asanyarray"))

# Modules whose functions take arrays and return before the work is done.
ARRAY_MAKERS = ("jax.numpy.", "jax.random.")

# Stands for the name of what made an array that came out of compiled code.
COMPILED = "a transformed function"

# Methods of a jitted function that trace it and run nothing.
STAGES = frozenset(("lower", "trace", "eval_shape"))

# What makes an array of a sequence, a number or an array, and of nothing else that holds values.
FROM_SEQUENCES = frozenset(("jax.numpy.array", "jax.numpy.asarray"))

# Where a ``dtype`` is a dtype.
TAKES_DTYPE = ("jax.numpy.", "jax.Array.")

# Libraries of which something is known here that has to do with tracers, keys or arrays of JAX.
LIBRARIES = ("jax", "chex", "equinox", "flax", "haiku", "numpyro", "optax", "penzai")

# The module of classes of tracers, as ``type(x).__module__`` says; the others are beside it.
TRACERS = "jax._src.interpreters.partial_eval"

# Callbacks that are told what the host gives by structs of shapes and dtypes.
DESCRIBED = frozenset(("jax.pure_callback", "jax.experimental.io_callback"))

# Transformations that give gradients.
GRADIENTS = frozenset(("jax.grad", "jax.value_and_grad"))
# These and those of libraries, which want one number of the function as well.
OF_A_NUMBER = GRADIENTS | frozenset(
    """
    equinox.filter_grad equinox.filter_value_and_grad flax.nnx.grad flax.nnx.value_and_grad
    """.split()
)
# What makes another function of one, which does nothing but compute where that one does.
COMPUTING = GRADIENTS | {"jax.vmap", "jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian"}

# Methods that make an object what it is, before it is used.
BUILDERS = frozenset(
    """
    __init__ setup __post_init__ __new__ build __setstate__ __attrs_post_init__
    __init_subclass__
    """.split()
)

# What NumPy's linear algebra raises of a matrix that is singular or not positive definite. No code
# of JAX raises it: https://docs.jax.dev/en/latest/jax.numpy.linalg.html.
SINGULAR_ERRORS = frozenset(("numpy.linalg.LinAlgError", "scipy.linalg.LinAlgError"))
LINEAR_ALGEBRA = ("jax.numpy.linalg.", "jax.scipy.linalg.")

# How the names of functions begin that run no code of others, and raise no such error.
WITHOUT_FAILURES = (
    *("jax.numpy.", "jax.scipy.", "jax.random.", "builtins.bool", "builtins.float"),
    *("builtins.int", "builtins.len", "builtins.print", "builtins.range", "builtins.str"),
)
