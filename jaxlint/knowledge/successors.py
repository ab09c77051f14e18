"""What to write in place of names and parameters of JAX that are gone or deprecated.

Curated: each line names its source. ``change log X`` is that release's section of JAX's change log
(https://docs.jax.dev/en/latest/changelog.html), ``warning X`` the text with which release X still
answered the old name. ``tests/test_api.py`` holds every line against the table of releases.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Successor:
    """What stands in for something. ``safe`` promises the same values from the same use.

    ``also`` does the same and is older, for projects whose JAX may not have ``new``.
    """

    new: str
    safe: bool
    source: str
    also: str = ""


# old = new[, also] | source; `~` in place of `=` where not every use may be changed so. A module
# stands for all that is in it.
_NAMES = """
jax.tree_flatten = jax.tree.flatten, jax.tree_util.tree_flatten | warning 0.5.3
jax.tree_leaves = jax.tree.leaves, jax.tree_util.tree_leaves | warning 0.5.3
jax.tree_map = jax.tree.map, jax.tree_util.tree_map | warning 0.5.3
jax.tree_multimap = jax.tree.map, jax.tree_util.tree_map | change log 0.3.16
jax.tree_reduce = jax.tree.reduce, jax.tree_util.tree_reduce | never there; change log 0.4.25
jax.tree_all = jax.tree.all, jax.tree_util.tree_all | never there; change log 0.4.25
jax.tree_structure = jax.tree.structure, jax.tree_util.tree_structure | warning 0.5.3
jax.tree_transpose = jax.tree.transpose, jax.tree_util.tree_transpose | warning 0.5.3
jax.tree_unflatten = jax.tree.unflatten, jax.tree_util.tree_unflatten | warning 0.5.3
jax.treedef_is_leaf = jax.tree_util.treedef_is_leaf | warning 0.5.3
jax.tree_util.tree_multimap = jax.tree_util.tree_map | change log 0.3.16
jax.tree_util.build_tree ~ jax.tree.unflatten | warning 0.6.2

jax.config.config = jax.config | change log 0.4.25
jax.partial = functools.partial | change log 0.2.9
jax.curry ~ functools.partial | change log 0.4.16
jax.linear_util = jax.extend.linear_util | change log 0.4.24
jax.ShapedArray = jax.core.ShapedArray | change log 0.3.15
jax.abstract_arrays.ShapedArray = jax.core.ShapedArray | change log 0.4.14
jax.device_put_replicated ~ jax.device_put | change log 0.8.0
jax.device_put_sharded ~ jax.device_put | change log 0.8.0
jax.xla_computation ~ jax.jit | warning 0.4.33
jax.array_ref = jax.new_ref | warning 0.8.0
jax.ArrayRef = jax.Ref | warning 0.8.0
jax.get_ty = jax.typeof | change log 0.6.0
jax.enable_key_reuse_checks = jax.debug_key_reuse | change log 0.4.26

jax.core.Primitive = jax.extend.core.Primitive | change log 0.4.36
jax.core.ClosedJaxpr = jax.extend.core.ClosedJaxpr | change log 0.4.36
jax.core.Jaxpr = jax.extend.core.Jaxpr | change log 0.4.36
jax.core.JaxprEqn = jax.extend.core.JaxprEqn | change log 0.4.36
jax.core.Literal = jax.extend.core.Literal | change log 0.4.36
jax.core.Var = jax.extend.core.Var | change log 0.4.36
jax.core.Token = jax.extend.core.Token | change log 0.4.36
jax.core.jaxpr_as_fun = jax.extend.core.jaxpr_as_fun | change log 0.4.36
jax.core.get_aval ~ jax.typeof | change log 0.8.2
jax.core.typeof = jax.typeof | change log 0.8.2
jax.core.check_jaxpr = jax.extend.core.check_jaxpr | warning 0.10.2
jax.core.CallPrimitive = jax.extend.core.CallPrimitive | warning 0.10.2
jax.core.DebugInfo = jax.extend.core.DebugInfo | warning 0.10.2
jax.core.DropVar = jax.extend.core.DropVar | warning 0.10.2
jax.core.Effect = jax.extend.core.Effect | warning 0.10.2
jax.core.Effects = jax.extend.core.Effects | warning 0.10.2
jax.core.concrete_or_error = jax.extend.core.concrete_or_error | warning 0.10.2
jax.core.find_top_trace = jax.extend.core.find_top_trace | warning 0.10.2
jax.core.gensym = jax.extend.core.gensym | warning 0.10.2
jax.core.get_opaque_trace_state = jax.extend.core.get_opaque_trace_state | warning 0.10.2
jax.core.jaxprs_in_params = jax.extend.core.jaxprs_in_params | warning 0.10.2
jax.core.new_jaxpr_eqn = jax.extend.core.new_jaxpr_eqn | warning 0.10.2
jax.core.no_effects = jax.extend.core.no_effects | warning 0.10.2
jax.core.primal_dtype_to_tangent_dtype = jax.extend.core.primal_dtype_to_tangent_dtype | warning 0.10.2
jax.core.valid_jaxtype = jax.extend.core.valid_jaxtype | warning 0.10.2
jax.core.InconclusiveDimensionOperation = jax.errors.InconclusiveDimensionOperation | warning 0.10.2
jax.core.JaxprTypeError = jax.errors.JaxprTypeError | warning 0.10.2
jax.core.ConcretizationTypeError = jax.errors.ConcretizationTypeError | warning 0.6.2
jax.core.TracerArrayConversionError = jax.errors.TracerArrayConversionError | warning 0.4.23
jax.core.TracerIntegerConversionError = jax.errors.TracerIntegerConversionError | warning 0.4.23
jax.core.UnexpectedTracerError = jax.errors.UnexpectedTracerError | warning 0.4.23
jax.core.dtypes = jax.dtypes | warning 0.4.23
jax.lax.dtypes = jax.dtypes | warning 0.4.23
jax.core.partial = functools.partial | warning 0.4.23
jax.core.namedtuple = collections.namedtuple | warning 0.4.23
jax.core.total_ordering = functools.total_ordering | warning 0.4.23
jax.core.ref = weakref.ref | warning 0.4.23
jax.lax.itertools = itertools | warning 0.4.23

jax.experimental.stax = jax.example_libraries.stax | change log 0.2.25
jax.experimental.optimizers = jax.example_libraries.optimizers | change log 0.2.25
jax.experimental.enable_x64 ~ jax.enable_x64 | warning 0.8.0
jax.experimental.disable_x64 ~ jax.enable_x64 | warning 0.8.0
jax.experimental.PartitionSpec = jax.sharding.PartitionSpec | change log 0.4.7
jax.experimental.pjit.PartitionSpec = jax.sharding.PartitionSpec | change log 0.4.7
jax.experimental.pjit.with_sharding_constraint = jax.lax.with_sharding_constraint | warning 0.4.23
jax.experimental.pjit.pjit ~ jax.jit | warning 0.10.2
jax.experimental.maps.Mesh = jax.sharding.Mesh | change log 0.4.7
jax.experimental.maps.xmap ~ jax.shard_map | change log 0.4.31
jax.experimental.shard_map.shard_map ~ jax.shard_map | warning 0.10.2
jax.experimental.export.export ~ jax.export.export | change log 0.4.30
jax.experimental.mutable_array = jax.new_ref | warning 0.8.0
jax.experimental.MutableArray = jax.Ref | warning 0.8.0
jax.experimental.host_callback.id_print ~ jax.debug.print | change log 0.4.26
jax.experimental.host_callback.id_tap ~ jax.debug.callback | change log 0.4.26
jax.experimental.host_callback.call ~ jax.pure_callback | change log 0.4.26
jax.experimental.pure_callback = jax.pure_callback | change log 0.4.4

jax.interpreters.pxla.PartitionSpec = jax.sharding.PartitionSpec | change log 0.4.24
jax.interpreters.pxla.Mesh = jax.sharding.Mesh | change log 0.4.24
jax.lib.xla_bridge.get_backend = jax.extend.backend.get_backend | change log 0.4.27

jax.lax.pvary ~ jax.lax.pcast | change log 0.9.0
jax.lax.zeros_like_array = jax.numpy.zeros_like | warning 0.8.0

jax.nn.normalize = jax.nn.standardize | warning 0.4.28

jax.numpy.DeviceArray = jax.Array | change log 0.4.7
jax.numpy.alltrue = jax.numpy.all | change log 0.4.16
jax.numpy.sometrue = jax.numpy.any | change log 0.4.16
jax.numpy.cumproduct = jax.numpy.cumprod | change log 0.4.16
jax.numpy.product = jax.numpy.prod | change log 0.4.16
jax.numpy.in1d = jax.numpy.isin | warning 0.4.23
jax.numpy.row_stack = jax.numpy.vstack | warning 0.4.23
jax.numpy.round_ = jax.numpy.round | warning 0.4.37
jax.numpy.fix = jax.numpy.trunc | change log 0.8.2
jax.numpy.trapz = jax.scipy.integrate.trapezoid | warning 0.4.23
jax.numpy.msort ~ jax.numpy.sort | change log 0.4.3
jax.numpy.issubsctype ~ jax.numpy.issubdtype | warning 0.4.23
jax.numpy.Inf = jax.numpy.inf | NumPy 2.0 migration guide
jax.numpy.Infinity = jax.numpy.inf | NumPy 2.0 migration guide
jax.numpy.infty = jax.numpy.inf | NumPy 2.0 migration guide
jax.numpy.PINF = jax.numpy.inf | NumPy 2.0 migration guide
jax.numpy.NaN = jax.numpy.nan | NumPy 2.0 migration guide
jax.numpy.NAN = jax.numpy.nan | NumPy 2.0 migration guide
jax.numpy.asfarray ~ jax.numpy.asarray | NumPy 2.0 migration guide

jax.random.KeyArray = jax.Array | warning 0.4.23
jax.random.PRNGKeyArray = jax.Array | warning 0.4.23
jax.random.shuffle ~ jax.random.permutation | warning 0.4.30
jax.random.default_prng_impl ~ jax.random.key_impl | warning 0.4.23
jax.random.threefry_2x32 ~ jax.extend.random.threefry_2x32 | change log 0.4.24

jax.dlpack.to_dlpack ~ jax.dlpack.from_dlpack | warning 0.6.2
jax.scipy.linalg.tril = jax.numpy.tril | warning 0.4.23
jax.scipy.linalg.triu = jax.numpy.triu | warning 0.4.23
jax.scipy.special.sph_harm ~ jax.scipy.special.sph_harm_y | warning 0.8.0
jax.sharding.XLACompatibleSharding = jax.sharding.Sharding | warning 0.4.33
jax.sharding.AxisTypes = jax.sharding.AxisType | change log 0.6.0
jax.sharding.GSPMDSharding ~ jax.sharding.NamedSharding | warning 0.6.2
jax.sharding.PositionalSharding ~ jax.sharding.NamedSharding | warning 0.6.2
jax.sharding.PmapSharding ~ jax.sharding.NamedSharding | change log 0.9.0
jax.sharding.OpShardingSharding ~ jax.sharding.NamedSharding | change log 0.4.10
jax.sharding.MeshPspecSharding = jax.sharding.NamedSharding | change log 0.4.1
jax.sharding.use_mesh ~ jax.set_mesh | change log 0.7.2
jax.stages.OutInfo ~ jax.ShapeDtypeStruct | change log 0.7.0
jax.errors.XlaRuntimeError = jax.errors.JaxRuntimeError | change log 0.4.14
jax.extend.ffi = jax.ffi | change log 0.5.0
jax.experimental.pallas.tpu.TPUMemorySpace = jax.experimental.pallas.tpu.MemorySpace | change log 0.7.0
jax.experimental.pallas.tpu.TPUCompilerParams = jax.experimental.pallas.tpu.CompilerParams | change log 0.7.0
"""

# Calls that became another expression: `{0}` is the argument at that place.
_CALLS = """
jax.ops.index_update = {0}.at[{1}].set({2}) | change log 0.2.22
jax.ops.index_add = {0}.at[{1}].add({2}) | change log 0.2.22
jax.ops.index_mul = {0}.at[{1}].multiply({2}) | change log 0.2.22
jax.ops.index_min = {0}.at[{1}].min({2}) | change log 0.2.22
jax.ops.index_max = {0}.at[{1}].max({2}) | change log 0.2.22
"""

# callable parameter = new parameter
_PARAMETERS = """
jax.numpy.clip a_min = min | warning 0.4.27
jax.numpy.clip a_max = max | warning 0.4.27
jax.numpy.reshape newshape = shape | change log 0.4.28
jax.numpy.quantile interpolation = method | change log 0.4.16
jax.numpy.nanquantile interpolation = method | change log 0.4.16
jax.numpy.percentile interpolation = method | change log 0.4.16
jax.numpy.nanpercentile interpolation = method | change log 0.4.16
"""

# callable parameter: since when it warns, where no sentinel in its signature says so.
_WARNED_PARAMETERS = {
    ("jax.jit", "device"): "0.4.35",
    ("jax.jit", "backend"): "0.4.35",
}


def of_name(name: str) -> Successor | None:
    """What stands in for a dotted name, be it for the module that it is in."""
    known = names()
    if name in known:
        return known[name]
    owner, _, last = name.rpartition(".")
    while owner.count("."):
        if owner in known and known[owner].safe:
            return Successor(f"{known[owner].new}.{last}", True, known[owner].source)
        owner, _, part = owner.rpartition(".")
        last = f"{part}.{last}"
    return None


def of_call(name: str) -> Successor | None:
    """The expression, with the places of its arguments in braces, that a call became."""
    return _table(_CALLS).get(name)


def of_parameter(name: str, parameter: str) -> Successor | None:
    """What a parameter of a callable is called now."""
    return _table(_PARAMETERS).get(f"{name} {parameter}")


def warned_parameter(name: str, parameter: str) -> str:
    """Since which release a parameter warns when it is given; empty if it does not."""
    return _WARNED_PARAMETERS.get((name, parameter), "")


def went(name: str) -> str:
    """The release in which a name went that none of the releases asked has; empty if none did."""
    return _early().get(name, "")


@cache
def names() -> dict[str, Successor]:
    """What stands in for each name that something is known of."""
    return _table(_NAMES)


@cache
def _table(text: str) -> dict[str, Successor]:
    table: dict[str, Successor] = {}
    for line in filter(None, text.splitlines()):
        rule, _, source = line.partition(" | ")
        sign = " = " if " = " in rule else " ~ "
        old, _, news = rule.partition(sign)
        new, _, also = news.partition(", ")
        table[old] = Successor(new, sign == " = ", source, also)
    return table


@cache
def _early() -> dict[str, str]:
    text = Path(__file__).with_name("jax_early.txt").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for line in text.splitlines():
        release, *names = line.split(" ")
        found.update(dict.fromkeys(names, release))
    return found
