"""Settings that JAX reads once: when it is imported, or when it first computes.

Source: https://docs.jax.dev/en/latest/config_options.html.
"""

# What the import of jax reads from the environment.
AT_IMPORT = frozenset(
    """
    JAX_CHECK_TRACER_LEAKS JAX_COMPILATION_CACHE_DIR JAX_DEBUG_INFS JAX_DEBUG_KEY_REUSE
    JAX_DEBUG_NANS JAX_DEFAULT_MATMUL_PRECISION JAX_DEFAULT_PRNG_IMPL JAX_DISABLE_JIT
    JAX_ENABLE_COMPILATION_CACHE JAX_ENABLE_X64 JAX_LOG_COMPILES JAX_NUMPY_DTYPE_PROMOTION
    JAX_NUMPY_RANK_PROMOTION JAX_NUM_CPU_DEVICES JAX_PLATFORMS JAX_PLATFORM_NAME
    JAX_THREEFRY_PARTITIONABLE JAX_TRACEBACK_FILTERING JAX_TRANSFER_GUARD
    """.split()
)

# What the first computation reads from the environment.
AT_FIRST_USE = frozenset(
    """
    CUDA_VISIBLE_DEVICES XLA_FLAGS XLA_PYTHON_CLIENT_ALLOCATOR XLA_PYTHON_CLIENT_MEM_FRACTION
    XLA_PYTHON_CLIENT_PREALLOCATE
    """.split()
)

# Calls that raise once JAX has computed something, and options that do so.
REFUSED_LATER = frozenset(("jax.distributed.initialize", "jax_num_cpu_devices"))

UPDATE = "jax.config.update"

# The setting under which jit, and the loops and branches of JAX, leave Python to run what they get.
UNCOMPILED = "jax_disable_jit"

SETTERS = frozenset((UPDATE, "jax.distributed.initialize", "os.environ.setdefault", "os.putenv"))

X64 = "jax_enable_x64"
X64_VARIABLE = X64.upper()

ENVIRONMENT = "os.environ"

# Options in the keys of all traces that jit keeps: where one changes, all is traced anew.
KEYED = frozenset(
    """
    jax_debug_key_reuse jax_default_device jax_default_matmul_precision jax_enable_x64
    jax_numpy_dtype_promotion jax_numpy_rank_promotion jax_random_seed_offset
    jax_softmax_custom_jvp jax_threefry_partitionable
    """.split()
)

# Functions of JAX that set an option too, by their last name.
SET_BY = {"jax_compilation_cache_dir": frozenset(("set_cache_dir",))}

# Modules, and classes of others, whose processes inherit the environment.
PROCESSES = frozenset(("multiprocessing", "ray", "subprocess"))
POOLS = frozenset(("ProcessPoolExecutor",))
