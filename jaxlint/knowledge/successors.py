"""What to write in place of names and parameters of JAX that are gone or deprecated.

Curated: each line names its source. ``warning X`` is the text with which release X answered the old
name, ``same object X`` says that in release X both names are one object, as
``tools/jax_successors.py`` finds by running it; else what of a release was read.
``tests/test_releases.py`` holds every line against the table of releases and the installed JAX.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

EARLIEST = "0.2.0"
"""The oldest release whose names are known: `tools/jax_api_early.py` read its source."""


@dataclass(frozen=True, slots=True)
class Successor:
    """What stands in for something.

    ``safe`` promises the same values from the same use; ``written`` says that it can at least be
    written in the same place. ``also`` does the same and is older, for projects whose JAX may not
    have ``new``.
    """

    new: str
    safe: bool
    source: str
    also: str = ""
    written: bool = True

    @property
    def told(self) -> str:
        """It as messages say it: in an expression that a call became, its arguments are letters."""
        return self.new.format("x", "i", "y")


# old = new[, also] | source. `?` in place of `=`: not every use gives the same. `~`: it is used in
# another way. A module stands for all that is in it.
_NAMES = """
jax.tree_flatten = jax.tree.flatten, jax.tree_util.tree_flatten | same object 0.5.3
jax.tree_leaves = jax.tree.leaves, jax.tree_util.tree_leaves | same object 0.5.3
jax.tree_map = jax.tree.map, jax.tree_util.tree_map | same object 0.5.3
jax.tree_multimap = jax.tree.map, jax.tree_util.tree_map | warning 0.3.15
jax.tree_reduce = jax.tree.reduce, jax.tree_util.tree_reduce | never there
jax.tree_all = jax.tree.all, jax.tree_util.tree_all | never there
jax.tree_structure = jax.tree.structure, jax.tree_util.tree_structure | same object 0.5.3
jax.tree_transpose = jax.tree.transpose, jax.tree_util.tree_transpose | same object 0.5.3
jax.tree_unflatten = jax.tree.unflatten, jax.tree_util.tree_unflatten | same object 0.5.3
jax.treedef_is_leaf = jax.tree_util.treedef_is_leaf | same object 0.5.3
jax.tree_util.tree_multimap = jax.tree_util.tree_map | warning 0.3.15
jax.ops.index ? jax.numpy.s_ | source 0.2.21
jax.tree_util.build_tree ~ jax.tree.unflatten | warning 0.6.2

jax.ad_checkpoint.checkpoint ~ jax.checkpoint | warning 0.10.2
jax.ad_checkpoint.remat ~ jax.remat | warning 0.10.2
jax.clear_backends ~ jax.extend.backend.clear_backends | source 0.4.35
jax.prng ? jax.extend.random | warning 0.4.23
jax.config.config = jax.config | object of 0.4.24
jax.partial = functools.partial | source 0.2.20
jax.linear_util = jax.extend.linear_util | module of 0.4.23
jax.ShapedArray = jax.core.ShapedArray | warning 0.4.13
jax.abstract_arrays.ShapedArray = jax.core.ShapedArray | warning 0.4.15
jax.device_put_replicated ~ jax.device_put | warning 0.9.2
jax.device_put_sharded ~ jax.device_put | warning 0.9.2
jax.xla_computation ~ jax.jit | warning 0.4.33
jax.array_ref = jax.new_ref | same object 0.8.3
jax.ArrayRef = jax.Ref | same object 0.8.3
jax.get_ty ~ jax.typeof | docstring of jax.typeof 0.10.2
jax.enable_key_reuse_checks ~ jax.debug_key_reuse | names of 0.4.25 and 0.4.26

jax.core.Primitive = jax.extend.core.Primitive | same object 0.5.3
jax.core.ClosedJaxpr = jax.extend.core.ClosedJaxpr | same object 0.5.3
jax.core.Jaxpr = jax.extend.core.Jaxpr | same object 0.5.3
jax.core.JaxprEqn = jax.extend.core.JaxprEqn | same object 0.5.3
jax.core.Literal = jax.extend.core.Literal | same object 0.5.3
jax.core.Var = jax.extend.core.Var | same object 0.5.3
jax.core.Token = jax.extend.core.Token | same object 0.5.3
jax.core.jaxpr_as_fun = jax.extend.core.jaxpr_as_fun | same object 0.5.3
jax.core.get_aval ~ jax.typeof | warning 0.9.2
jax.core.typeof = jax.typeof | never there
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
jax.core.AbstractToken ~ jax.extend.core.AbstractToken | warning 0.10.2
jax.core.mapped_aval ~ jax.extend.core.mapped_aval | warning 0.10.2
jax.core.set_current_trace ~ jax.extend.core.set_current_trace | warning 0.10.2
jax.core.subjaxprs ~ jax.extend.core.subjaxprs | warning 0.10.2
jax.core.take_current_trace ~ jax.extend.core.take_current_trace | warning 0.10.2
jax.core.TraceTag ~ jax.extend.core.TraceTag | warning 0.10.2
jax.core.unmapped_aval ~ jax.extend.core.unmapped_aval | warning 0.10.2
jax.core.call_p ~ jax.extend.core.primitives.call_p | warning 0.7.2
jax.core.closed_call_p ~ jax.extend.core.primitives.closed_call_p | warning 0.7.2
jax.core.abstract_token ~ jax.ffi.abstract_token | warning 0.11.0
jax.core.dimension_as_value ~ jax.numpy.array | warning 0.4.35
jax.core.lu ~ jax.extend.linear_util | warning 0.4.23
jax.core.non_negative_dim ~ jax.core.max_dim | warning 0.5.3
jax.core.source_info_util ~ jax.extend.source_info_util | warning 0.4.23
jax.core.collections ~ collections | warning 0.4.23
jax.core.InconclusiveDimensionOperation = jax.errors.InconclusiveDimensionOperation | warning 0.10.2
jax.core.JaxprTypeError = jax.errors.JaxprTypeError | warning 0.10.2
jax.core.ConcretizationTypeError = jax.errors.ConcretizationTypeError | same object 0.6.2
jax.core.TracerArrayConversionError = jax.errors.TracerArrayConversionError | same object 0.4.23
jax.core.TracerIntegerConversionError = jax.errors.TracerIntegerConversionError | same object 0.4.23
jax.core.UnexpectedTracerError = jax.errors.UnexpectedTracerError | same object 0.4.23
jax.core.dtypes ? jax.dtypes | warning 0.4.23
jax.lax.dtypes ? jax.dtypes | warning 0.4.23
jax.core.partial = functools.partial | same object 0.4.23
jax.core.namedtuple = collections.namedtuple | same object 0.4.23
jax.core.total_ordering = functools.total_ordering | same object 0.4.23
jax.core.ref = weakref.ref | same object 0.4.23
jax.lax.itertools = itertools | same object 0.4.23

jax.experimental.stax = jax.example_libraries.stax | warning 0.3.1
jax.experimental.optimizers = jax.example_libraries.optimizers | warning 0.3.1
jax.experimental.enable_x64 ~ jax.enable_x64 | warning 0.8.3
jax.experimental.disable_x64 ~ jax.enable_x64 | warning 0.8.3
jax.experimental.PartitionSpec = jax.sharding.PartitionSpec | warning 0.4.10
jax.experimental.pjit.PartitionSpec = jax.sharding.PartitionSpec | warning 0.4.10
jax.experimental.pjit.with_sharding_constraint = jax.lax.with_sharding_constraint | same object 0.4.23
jax.experimental.compute_on.compute_on2 ~ jax.experimental.compute_on.compute_on | parameters of 0.11.1
jax.experimental.pjit.pjit ~ jax.jit | warning 0.10.2
jax.experimental.maps.Mesh = jax.sharding.Mesh | warning 0.4.10
jax.experimental.maps.xmap ~ jax.shard_map | docstring of jax.shard_map 0.10.2
jax.experimental.shard_map.shard_map ~ jax.shard_map | warning 0.10.2
jax.experimental.export.export ~ jax.export.export | names of 0.4.30
jax.experimental.mutable_array = jax.new_ref | warning 0.8.3
jax.experimental.MutableArray = jax.Ref | same object 0.8.3
jax.experimental.host_callback.id_print ~ jax.debug.print | warning 0.4.34
jax.experimental.host_callback.id_tap ~ jax.debug.callback | warning 0.4.34
jax.experimental.host_callback.call ~ jax.pure_callback | warning 0.4.34

jax.experimental.compilation_cache.compilation_cache.initialize_cache ~ jax.experimental.compilation_cache.compilation_cache.set_cache_dir | warning 0.8.1

jax.custom_derivatives.custom_jvp_call_jaxpr_p ~ jax.extend.core.primitives.custom_jvp_call_p | warning 0.8.1
jax.dlpack.SUPPORTED_DTYPES ~ jax.dlpack.is_supported_dtype | warning 0.8.1
jax.interpreters.ad.config ~ jax.config | warning 0.4.35
jax.interpreters.ad.source_info_util ~ jax.extend.source_info_util | warning 0.4.35
jax.interpreters.batching.Array ~ jax.Array | warning 0.9.2
jax.interpreters.batching.moveaxis ~ jax.numpy.moveaxis | warning 0.9.2
jax.interpreters.mlir.custom_call ~ jax.ffi | warning 0.9.2
jax.interpreters.partial_eval.Jaxpr ~ jax.extend.core.Jaxpr | warning 0.9.2
jax.interpreters.partial_eval.config ~ jax.config | warning 0.9.2
jax.interpreters.pxla.Chunked ~ jax.shard_map | warning 0.10.2
jax.interpreters.pxla.NoSharding ~ jax.shard_map | warning 0.10.2
jax.interpreters.pxla.Replicated ~ jax.shard_map | warning 0.10.2
jax.interpreters.pxla.ShardedAxis ~ jax.shard_map | warning 0.10.2
jax.interpreters.pxla.ShardingSpec ~ jax.shard_map | warning 0.10.2
jax.interpreters.pxla.Unstacked ~ jax.shard_map | warning 0.10.2
jax.interpreters.pxla.spec_to_indices ~ jax.shard_map | warning 0.10.2
jax.interpreters.xla.ShapedArray ~ jax.core.ShapedArray | warning 0.4.23
jax.interpreters.xla.abstractify ~ jax.typeof | warning 0.7.2
jax.interpreters.xla.canonicalize_dtype ~ jax.dtypes.canonicalize_dtype | warning 0.8.1
jax.interpreters.xla.pytype_aval_mappings ~ jax.core.pytype_aval_mappings | warning 0.7.2
jax.interpreters.xla.TranslationContext ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.xla.TranslationRule ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.xla.XlaOp ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.xla.backend_specific_translations ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.xla.register_translation ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.xla.translations ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.xla.xla_destructure ~ jax.interpreters.mlir | warning 0.4.35
jax.interpreters.pxla.PartitionSpec = jax.sharding.PartitionSpec | warning 0.4.10
jax.interpreters.pxla.Mesh = jax.sharding.Mesh | warning 0.4.10
jax.lib.xla_bridge.get_backend = jax.extend.backend.get_backend | same object 0.7.2

jax.lax.pvary ~ jax.lax.pcast | warning 0.9.2
jax.lax.zeros_like_array = jax.numpy.zeros_like | warning 0.8.3

jax.nn.normalize = jax.nn.standardize | same object 0.4.28

jax.numpy.DeviceArray ? jax.Array | warning 0.4.10
jax.numpy.alltrue = jax.numpy.all | warning 0.4.15
jax.numpy.sometrue = jax.numpy.any | warning 0.4.15
jax.numpy.cumproduct = jax.numpy.cumprod | warning 0.4.15
jax.numpy.product = jax.numpy.prod | warning 0.4.15
jax.numpy.in1d ? jax.numpy.isin | warning 0.4.23
jax.numpy.row_stack = jax.numpy.vstack | same object 0.4.23
jax.numpy.round_ = jax.numpy.round | same object 0.4.37
jax.numpy.fix = jax.numpy.trunc | warning 0.9.2
jax.numpy.trapz = jax.scipy.integrate.trapezoid | warning 0.4.23
jax.numpy.msort ~ jax.numpy.sort | source 0.3.15
jax.numpy.NINF ~ -jax.numpy.inf | warning 0.4.23
jax.numpy.NZERO ~ -0.0 | warning 0.4.23
jax.numpy.PZERO ~ 0.0 | warning 0.4.23
jax.numpy.issubsctype ~ jax.numpy.issubdtype | warning 0.4.23
jax.numpy.Inf = jax.numpy.inf | never there; NumPy 2.0 migration guide
jax.numpy.Infinity = jax.numpy.inf | never there; NumPy 2.0 migration guide
jax.numpy.infty = jax.numpy.inf | never there; NumPy 2.0 migration guide
jax.numpy.PINF = jax.numpy.inf | never there; NumPy 2.0 migration guide
jax.numpy.NaN = jax.numpy.nan | never there; NumPy 2.0 migration guide
jax.numpy.NAN = jax.numpy.nan | never there; NumPy 2.0 migration guide
jax.numpy.asfarray ~ jax.numpy.asarray | never there; NumPy 2.0 migration guide

jax.random.KeyArray ? jax.Array | warning 0.4.23
jax.random.PRNGKeyArray ? jax.Array | warning 0.4.23
jax.random.shuffle ~ jax.random.permutation | warning 0.4.30
jax.random.default_prng_impl ~ jax.random.key_impl | warning 0.4.23
jax.random.rbg_key ~ jax.random.PRNGKey | warning 0.4.23
jax.random.threefry2x32_key ~ jax.random.PRNGKey | warning 0.4.23
jax.random.unsafe_rbg_key ~ jax.random.PRNGKey | warning 0.4.23
jax.random.threefry2x32_p ~ jax.extend.random.threefry2x32_p | warning 0.4.23
jax.random.threefry_2x32 ~ jax.extend.random.threefry_2x32 | warning 0.4.23

jax.dlpack.to_dlpack ~ jax.Array.__dlpack__ | warning 0.6.2
jax.ref.ArrayRef ~ jax.Ref | warning 0.9.2
jax.ref.array_ref ~ jax.new_ref | warning 0.9.2
jax.tree_util.AttributeKeyPathEntry ~ jax.tree_util.GetAttrKey | names of 0.4.23
jax.tree_util.GetitemKeyPathEntry ~ jax.tree_util.SequenceKey, jax.tree_util.DictKey | warning 0.4.23
jax.tree_util.register_keypaths ~ jax.tree_util.register_pytree_with_keys | warning 0.4.23
jax.scipy.linalg.tril = jax.numpy.tril | warning 0.4.23
jax.scipy.linalg.triu = jax.numpy.triu | warning 0.4.23
jax.scipy.special.sph_harm ~ jax.scipy.special.sph_harm_y | warning 0.9.2
jax.sharding.XLACompatibleSharding = jax.sharding.Sharding | same object 0.4.33
jax.sharding.AxisTypes ~ jax.sharding.AxisType | names of 0.5.2 and 0.5.3
jax.sharding.GSPMDSharding ~ jax.sharding.NamedSharding | warning 0.6.2
jax.sharding.PositionalSharding ~ jax.sharding.NamedSharding | warning 0.6.2
jax.sharding.PmapSharding ~ jax.sharding.NamedSharding | warning 0.9.2
jax.sharding.OpShardingSharding ~ jax.sharding.NamedSharding | warning 0.4.10
jax.sharding.MeshPspecSharding = jax.sharding.NamedSharding | warning 0.4.10
jax.sharding.use_mesh ~ jax.set_mesh | docstring of jax.set_mesh 0.10.2
jax.stages.OutInfo ~ jax.ShapeDtypeStruct | names of 0.7.0
jax.errors.XlaRuntimeError = jax.errors.JaxRuntimeError | never there; text of JaxRuntimeError 0.10.2
jax.extend.ffi ? jax.ffi | modules of 0.7.2
jax.experimental.pallas.atomic_add ~ jax.experimental.pallas.triton.atomic_add | warning 0.8.1
jax.experimental.pallas.atomic_and ~ jax.experimental.pallas.triton.atomic_and | warning 0.8.1
jax.experimental.pallas.atomic_cas ~ jax.experimental.pallas.triton.atomic_cas | warning 0.8.1
jax.experimental.pallas.atomic_max ~ jax.experimental.pallas.triton.atomic_max | warning 0.8.1
jax.experimental.pallas.atomic_min ~ jax.experimental.pallas.triton.atomic_min | warning 0.8.1
jax.experimental.pallas.atomic_or ~ jax.experimental.pallas.triton.atomic_or | warning 0.8.1
jax.experimental.pallas.atomic_xchg ~ jax.experimental.pallas.triton.atomic_xchg | warning 0.8.1
jax.experimental.pallas.atomic_xor ~ jax.experimental.pallas.triton.atomic_xor | warning 0.8.1
jax.experimental.pallas.max_contiguous ~ jax.experimental.pallas.triton.max_contiguous | warning 0.8.1
jax.experimental.pallas.debug_checks_enabled ~ jax.experimental.pallas.enable_debug_checks | warning 0.11.0
jax.experimental.pallas.dot ~ jax.experimental.pallas.triton.dot | warning 0.11.0
jax.experimental.pallas.tpu.ANY ~ jax.experimental.pallas.ANY | warning 0.9.2
jax.experimental.pallas.tpu.DeviceIdType ~ jax.experimental.pallas.DeviceIdType | warning 0.11.0
jax.experimental.pallas.tpu.HOST ~ jax.experimental.pallas.HOST | warning 0.11.0
jax.experimental.pallas.tpu.delay ~ jax.experimental.pallas.delay | warning 0.9.2
jax.experimental.pallas.tpu.semaphore ~ jax.experimental.pallas.semaphore | warning 0.11.0
jax.experimental.pallas.tpu.semaphore_read ~ jax.experimental.pallas.semaphore_read | warning 0.11.0
jax.experimental.pallas.tpu.semaphore_signal ~ jax.experimental.pallas.semaphore_signal | warning 0.11.0
jax.experimental.pallas.tpu.semaphore_wait ~ jax.experimental.pallas.semaphore_wait | warning 0.11.0
jax.experimental.pallas.core_map ~ jax.experimental.pallas.kernel | warning 0.12.0
jax.experimental.pallas.reciprocal ~ jax.experimental.pallas.tpu.reciprocal | warning 0.12.0
jax.experimental.pallas.tpu.create_tensorcore_mesh ~ jax.experimental.pallas.tpu.TensorCoreMesh | warning 0.12.0
jax.interpreters.pxla.thread_resources ~ jax.sharding.get_abstract_mesh | warning 0.12.0
jax.experimental.pallas.tpu.KernelType ~ jax.experimental.pallas.tpu.CoreType | warning 0.9.2
jax.experimental.pallas.tpu.repeat ~ jax.numpy.tile | warning 0.9.2
jax.experimental.pallas.triton.TritonCompilerParams ~ jax.experimental.pallas.triton.CompilerParams | warning 0.6.2
jax.experimental.pallas.tpu.TPUMemorySpace = jax.experimental.pallas.tpu.MemorySpace | same object 0.7.1
jax.experimental.pallas.tpu.TPUCompilerParams = jax.experimental.pallas.tpu.CompilerParams | same object 0.7.1
"""

# Types that are only another way to write an annotation.
_TYPES = frozenset(("jax.random.KeyArray", "jax.random.PRNGKeyArray", "jax.numpy.DeviceArray"))

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
jax.make_mesh axis_shapes = axis_sizes | parameters of 0.11.0 and 0.11.1
jax.numpy.clip a_min = min | warning 0.4.27
jax.numpy.clip a_max = max | warning 0.4.27
jax.numpy.reshape newshape = shape | parameters of 0.4.30
jax.numpy.quantile interpolation = method | parameters of 0.4.18
jax.numpy.nanquantile interpolation = method | parameters of 0.4.18
jax.numpy.percentile interpolation = method | parameters of 0.4.18
jax.numpy.nanpercentile interpolation = method | parameters of 0.4.18
"""

# What parameters are called in PyTorch and TensorFlow, and in JAX.
_ELSEWHERE = {"dim": "axis", "keepdim": "keepdims", "keep_dims": "keepdims"}

# callable parameter: since when it warns, where no sentinel in its signature says so.
_WARNED_PARAMETERS = {
    ("jax.jit", "device"): "0.4.18",
    ("jax.jit", "backend"): "0.4.18",
}


def of_name(name: str) -> Successor | None:
    """What stands in for a dotted name, be it for the module that it is in."""
    known = names()
    if name in known:
        return known[name]
    owner, _, last = name.rpartition(".")
    while owner.count("."):
        if owner in known and known[owner].written:
            found = known[owner]
            return replace(found, new=f"{found.new}.{last}")
        owner, _, part = owner.rpartition(".")
        last = f"{part}.{last}"
    return None


def in_annotation(name: str) -> Successor | None:
    """What stands in for a dotted name in an annotation, where only its meaning counts."""
    found = of_name(name)
    return replace(found, safe=True) if found is not None and name in _TYPES else found


def of_call(name: str) -> Successor | None:
    """The expression, with the places of its arguments in braces, that a call became."""
    return _table(_CALLS).get(name)


def of_parameter(name: str, parameter: str) -> Successor | None:
    """What a parameter of a callable is called now."""
    return _table(_PARAMETERS).get(f"{name} {parameter}")


def parameter_elsewhere(name: str) -> str:
    """What JAX calls a parameter of this name in PyTorch and TensorFlow; "" if it is not known."""
    return _ELSEWHERE.get(name, "")


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
        sign = next(sign for sign in (" = ", " ? ", " ~ ") if sign in rule)
        old, _, news = rule.partition(sign)
        new, _, also = news.partition(", ")
        table[old] = Successor(new, sign == " = ", source, also, sign != " ~ ")
    return table


@cache
def _early() -> dict[str, str]:
    text = Path(__file__).with_name("jax_early.txt").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for line in text.splitlines():
        release, *names = line.split(" ")
        found.update(dict.fromkeys(names, release))
    return found
