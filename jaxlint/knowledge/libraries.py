"""What the libraries around JAX make of a class: a pytree, a module, or nothing special.

Source: the libraries' own pages, https://docs.kidger.site/equinox/api/module/module/,
https://flax.readthedocs.io, https://dm-haiku.readthedocs.io, https://chex.readthedocs.io.
"""

# The state of a training run: its fields, and those of them that are no part of the pytree.
TRAIN_STATE = "flax.training.train_state.TrainState"
APPLY_GRADIENTS = "apply_gradients"
STATE_FIELDS = frozenset("apply_fn opt_state params step tx".split())
STATIC_MEMBERS = {TRAIN_STATE: frozenset(("apply_fn", "tx"))}

# Which part of a model that is taken apart has no arrays (run on Equinox 0.13.8, Flax 0.12.8).
STATIC_PARTS = {"equinox.partition": 1, "flax.nnx.split": 0}

# Where the layers of nnx are from.
NNX = "flax.nnx."

# What a module of nnx keeps its arrays in, which is written in place (run on Flax 0.12.8).
VARIABLES = frozenset(
    f"flax.nnx.{name}"
    for name in "BatchStat Cache Intermediate Param Perturbation Variable".split()
)

# That of which derivatives are taken.
PARAMETER = "flax.nnx.Param"
# The attribute of a variable that is what it holds.
CONTENT = "value"

CLASS_KINDS: dict[str, str] = {
    **dict.fromkeys(VARIABLES, "nnx"),
    "equinox.Module": "equinox",
    "equinox._module.Module": "equinox",
    "equinox._module._module.Module": "equinox",
    "flax.linen.Module": "linen",
    "flax.linen.module.Module": "linen",
    "flax.nnx.Module": "nnx",
    "flax.nnx.Pytree": "nnx",
    "flax.nnx.Optimizer": "nnx",
    "flax.nnx.Metric": "nnx",
    "flax.nnx.module.Module": "nnx",
    "flax.nnx.pytreelib.Pytree": "nnx",
    "flax.nnx.object.Object": "nnx",
    "haiku.Module": "haiku",
    "haiku.RNNCore": "haiku",
    "haiku._src.module.Module": "haiku",
    "typing.NamedTuple": "namedtuple",
    "flax.struct.PyTreeNode": "struct",
    "flax.struct.dataclass": "struct",
    TRAIN_STATE: "struct",
    "chex.dataclass": "struct",
    "chex.mappable_dataclass": "struct",
    "jax_dataclasses.pytree_dataclass": "struct",
    "penzai.pz.pytree_dataclass": "struct",
    "jax.tree_util.register_dataclass": "record",
    "jax.tree_util.register_pytree_node_class": "registered",
    "jax.tree_util.register_pytree_with_keys_class": "registered",
    "jax.tree_util.register_static": "static",
    "dataclasses.dataclass": "dataclass",
    "torch.nn.Module": "torch",
    "enum.Enum": "enum",
    "enum.IntEnum": "enum",
    "enum.StrEnum": "enum",
    "enum.Flag": "enum",
    "enum.IntFlag": "enum",
}

# Functions that are told how to take objects of a class apart: with the key of each child, or not.
REGISTERING = {
    "jax.tree_util.register_pytree_node": False,
    "jax.tree_util.register_pytree_with_keys": True,
}

# Decorators by which a class does so itself: by which method, and whether with the keys.
TAKEN_APART_BY = {
    "jax.tree_util.register_pytree_node_class": ("tree_flatten", False),
    "jax.tree_util.register_pytree_with_keys_class": ("tree_flatten_with_keys", True),
}

# What makes a pytree of one class, and of none below it (run on JAX 0.10.2 and Flax 0.12.8).
SINGLE = frozenset((*REGISTERING, *TAKEN_APART_BY, "jax.tree_util.register_dataclass")) | {
    "flax.struct.dataclass"
}

# Kinds whose instances JAX takes apart: what crosses a transformation is a rebuilt copy.
PYTREES = frozenset(("equinox", "namedtuple", "struct", "record", "registered", "nnx"))

# Kinds of which each field is a part of the pytree unless it is declared static.
RECORDS = frozenset(("namedtuple", "struct", "record"))

# Kinds whose constructor sets the fields and runs `__post_init__`, if there is one.
DATACLASSES = frozenset(("dataclass", "struct", "record"))

# Those of them whose decorator generates a constructor, whatever a base has.
GENERATING = frozenset(("dataclass", "struct"))

# Functions that say of a field in the body of its class what it is, its default among that.
FIELDS = frozenset(
    """
    dataclasses.field equinox.field equinox.static_field flax.struct.field attr.field attr.ib
    attrs.field
    """.split()
)

# Those of them whose ``converter`` makes what a field holds of what it is given, and how the names
# of decorators begin whose classes look for one, as all modules of Equinox do.
CONVERTING = frozenset(("equinox.field", "attr.field", "attr.ib", "attrs.field"))
CONVERTING_DECORATORS = ("attr.", "attrs.")

# Decorators of classes that let a configuration give what the code leaves out.
CONFIGURING = frozenset(("gin.configurable", "gin.register"))

# Functions that only make a copy of an object, parts of which are others.
COPIERS = frozenset(
    """
    dataclasses.replace equinox.nn.delete_init_state equinox.nn.inference_mode equinox.tree_at
    equinox.tree_inference flax.core.copy flax.nnx.clone flax.nnx.view optax.tree.set
    optax.tree_utils.tree_set
    """.split()
)

# Functions that only give something new, made of what they are given.
REMAKERS = frozenset(
    """
    equinox.combine equinox.filter equinox.partition flax.serialization.from_bytes
    flax.serialization.from_state_dict flax.serialization.msgpack_restore
    flax.training.checkpoints.restore_checkpoint flax.core.freeze flax.core.unfreeze
    flax.jax_utils.replicate flax.jax_utils.unreplicate flax.nnx.merge flax.nnx.split
    flax.nnx.state flax.nnx.to_pure_dict flax.traverse_util.flatten_dict
    flax.traverse_util.unflatten_dict optax.incremental_update optax.periodic_update
    """.split()
) | {
    f"{module}{name}"
    for name in "add add_scale cast clip div mul scale sub zeros_like".split()
    for module in ("optax.tree.", "optax.tree_utils.tree_")
}

# Functions that give what they are given, which fails where a check does that comes with it.
CHECKED = frozenset(("equinox.branched_error_if", "equinox.error_if"))

# Methods of modules of Flax that make another one.
MODULE_COPIES = frozenset(("bind", "clone", "copy"))

# Kinds that a call fills field by field, as they are annotated.
FILLED = frozenset(("namedtuple", "struct", "record", "dataclass", "static"))

# Kinds that say by their code which of their fields are traced: numbers may not be. A plain
# dataclass is a pytree by a registration that is not in sight, and so are its static fields. The
# numbers that a module of nnx holds are no part of its state.
SELECTIVE = frozenset(("equinox", "registered", "dataclass", "nnx"))

# Kinds of which each field that is not static is a leaf, but for what filters leaves.
FILTERED = frozenset(("equinox",))

# Words that say of a field, or in its metadata, whether it is a leaf, and what yes means.
LEAF_WORDS = {"pytree_node": True, "static": False}

# What makes a field that is no part of the pytree, and annotations that say so.
STATIC_FIELDS = frozenset(("static_field", "static", "non_pytree"))
STATIC_ANNOTATIONS = frozenset(("ClassVar", "Static", "InitVar"))

# Kinds whose objects are assigned no field once they are made, and the fields that a library sets
# all the same: ``equinox.nn.inference_mode`` makes a copy with another one.
FROZEN = frozenset(("equinox", "struct", "namedtuple"))
SWITCHED = frozenset(("inference",))

# What makes a dataclass that is assigned no field, not by its own ``__init__`` either, unless it is
# told to (run on Flax 0.12).
FREEZERS = frozenset(("flax.struct.PyTreeNode", "flax.struct.dataclass", TRAIN_STATE))

# Kinds that guard or manage their own fields, so that a store to one is not the user's leak.
MANAGED = frozenset(("equinox", "linen", "nnx", "haiku", "struct", "namedtuple", "torch"))

# Kinds whose annotated fields are configuration, set once.
CONFIGURED = frozenset(("linen", "equinox", "haiku", "dataclass", "static"))

# Methods that such a class has from its library.
MODULE_METHODS: dict[str, tuple[str, ...]] = {
    "linen": ("bind", "param", "variable", "make_rng"),
    "namedtuple": ("_replace", "_asdict"),
    "nnx": ("train", "eval", "set_attributes"),
    "struct": ("replace",),
}

# What gives the variables of a module of nnx themselves, and no copies of them (run on 0.12.8).
LIVE_STATES = frozenset(("flax.nnx.split", "flax.nnx.state"))

# Methods that give a copy of a record with other fields.
REPLACING = frozenset(("_replace", "replace"))

# The fields that ``train`` and ``eval`` of a module of nnx set in it and in its parts.
MODES = frozenset(("deterministic", "use_running_average"))

# What flags are called that say that a model is judged, and those that say that it learns.
EVALUATING = frozenset(("deterministic", "inference", "use_running_average"))
TRAINING = frozenset(("is_train", "is_training", "train", "training"))

# Kinds of modules whose ``__call__`` runs on tracers in any real program.
MODULES = frozenset(("linen", "nnx", "haiku", "equinox"))

# The methods of a module of Flax that run ``__call__``: what they take first for themselves, and
# the keywords that they take.
MODEL_TAKES = {"apply": ("variables",), "init": ("rngs",), "init_with_output": ("rngs",)}
APPLY_OPTIONS = frozenset(("rngs", "mutable", "capture_intermediates", "method"))

# The same of what Haiku makes of a function (run on Haiku 0.0.17).
HAIKU_TAKES = {
    "haiku.transform": ("params", "rng"),
    "haiku.transform_with_state": ("params", "state", "rng"),
}
HAIKU_KEY = "rng"

# What makes a decorator that calls the function with what it is given, and gives what that gives
# (read in jax-tqdm 0.4.0), and such a decorator.
HANDING_ON = ("jax_tqdm.scan_tqdm", "jax_tqdm.loop_tqdm")
HANDS_ON = "jax_tqdm.decorator"

# Classes below these are layers.
LAYER_MAKERS = ("flax.linen.", "equinox.nn.", "haiku.", "flax.nnx.")

# Layers of Equinox that hold functions or text among their leaves.
UNTRACEABLE_LAYERS = frozenset(
    f"equinox.nn.{name}"
    for name in """
    AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d
    AdaptiveMaxPool3d AdaptivePool AvgPool1d AvgPool2d AvgPool3d Lambda MLP MaxPool1d MaxPool2d
    MaxPool3d Pool Shared WeightNorm
    """.split()
)

# Layers of Equinox that hold a truth value among their leaves, which has no gradient.
UNDIFFERENTIABLE_LAYERS = frozenset(
    f"equinox.nn.{name}" for name in "BatchNorm Dropout MultiheadAttention SpectralNorm".split()
)

# Layers of Equinox that draw their weights from the key they are given; the others split it.
DRAWING_LAYERS = frozenset(("Embedding",))

# Functions of ``jax.nn`` that libraries hand on under names of their own: the same objects.
SAME_OBJECTS = {
    f"{module}.{name}": f"jax.nn.{name}"
    for module in ("flax.linen", "flax.nnx")
    for name in """
    celu elu gelu glu hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu log_sigmoid
    log_softmax logsumexp one_hot relu relu6 selu sigmoid silu soft_sign softmax softplus
    standardize swish tanh
    """.split()
}

# Libraries whose functions give arrays; of Optax those whose name has one of these words.
ARRAY_LIBRARIES = ("optax.", "einops.")
LOSSES = ("loss", "cross_entropy", "distance", "error", "norm")

# Methods of objects of nnx that give nothing and write into the object (run on Flax 0.12.8).
WRITING_METHODS: dict[str, tuple[str, ...]] = {
    "flax.nnx.Optimizer": ("update",),
    "flax.nnx.ModelAndOptimizer": ("update",),
    "flax.nnx.MultiMetric": ("update", "reset"),
    **{
        f"flax.nnx.metrics.{name}": ("update", "reset")
        for name in ("Accuracy", "Average", "Metric", "MultiMetric", "Welford")
    },
    "flax.nnx.Metric": ("update", "reset"),
    **dict.fromkeys(VARIABLES, ("set_value",)),
}

# Layers of nnx that write into themselves, or count what they draw, when they are called, and the
# field that says that they do not (run on Flax 0.12.8).
NOTING_LAYERS = {
    "flax.nnx.BatchNorm": "use_running_average",
    "flax.nnx.Dropout": "deterministic",
}

# What makes a gradient transformation of Optax, whose methods return what is new.
OPTIMISERS = frozenset(
    f"optax.{name}"
    for name in """
    adabelief adadelta adafactor adagrad adam adamax adamaxw adamw add_decayed_weights chain
    clip clip_by_global_norm lamb lars lion nadam nadamw noisy_sgd novograd radam rmsprop rprop
    scale scale_by_adam scale_by_learning_rate scale_by_schedule sgd sm3 yogi
    """.split()
)
# Those whose first parameter, of one of these names, may be a schedule: their ``update`` calls it
# with the count of steps, an array (run on Optax 0.2.8).
SCHEDULES = ("learning_rate", "step_size_fn")
SCHEDULED = OPTIMISERS - frozenset(
    f"optax.{name}"
    for name in """
    add_decayed_weights chain clip clip_by_global_norm rprop scale scale_by_adam sm3
    """.split()
)
SGD = "optax.sgd"
# Those that have a memory, as long as nothing says so of the others.
WITH_MEMORY = OPTIMISERS - frozenset(
    f"optax.{name}"
    for name in """
    add_decayed_weights chain clip clip_by_global_norm scale scale_by_learning_rate
    scale_by_schedule sgd
    """.split()
)
# Those whose ``update`` raises without the parameters, whatever they are told, and those that need
# them if one of the transformations does that they are made of (run on Optax 0.2.8).
WITH_PARAMETERS = frozenset(
    f"optax.{name}"
    for name in """
    adadelta adafactor adamaxw adamw adan adaptive_grad_clip add_decayed_weights
    contrib.acprop contrib.ademamix contrib.cocob contrib.dadapt_adamw contrib.dog contrib.dowg
    contrib.galore contrib.madgrad contrib.mechanize contrib.muon contrib.prodigy
    contrib.scale_by_cocob contrib.scale_by_madgrad contrib.schedule_free
    contrib.schedule_free_adamw contrib.schedule_free_sgd contrib.simplified_ademamix
    fromage keep_params_nonnegative lamb lars lion nadamw novograd
    scale_by_distance_over_gradients scale_by_factored_rms scale_by_lbfgs scale_by_novograd
    scale_by_param_block_norm scale_by_param_block_rms scale_by_trust_ratio
    """.split()
)
WRAPPERS = frozenset(
    f"optax.{name}"
    for name in """
    MultiSteps apply_if_finite chain conditionally_mask conditionally_transform flatten masked
    multi_transform named_chain partition selective_transform with_extra_args_support
    """.split()
)
# Transformations whose updates go the way of the gradients: none turns their sign (run on Optax
# 0.2.8); ``scale`` and ``scale_by_schedule`` do so by numbers that are not negative.
ALONG = frozenset(
    f"optax.{name}"
    for name in """
    adaptive_grad_clip add_decayed_weights centralize clip clip_by_block_rms clip_by_global_norm
    identity normalize_by_update_norm scale_by_adadelta scale_by_adam scale_by_adamax
    scale_by_adan scale_by_amsgrad scale_by_belief scale_by_factored_rms scale_by_lion
    scale_by_novograd scale_by_radam scale_by_rms scale_by_rss scale_by_sign scale_by_sm3
    scale_by_stddev scale_by_trust_ratio scale_by_yogi trace zero_nans
    """.split()
)
# Those whose updates go against the gradients, by a learning rate (run on Optax 0.2.8).
DESCENDING = SCHEDULED - {"optax.scale_by_schedule"} | {"optax.rprop", "optax.sm3"}
DECAY, MASKED = "optax.add_decayed_weights", "optax.masked"
CHAIN = "optax.chain"
SCALING = frozenset(("optax.scale", "optax.scale_by_schedule"))
CONSTANT = "optax.constant_schedule"
# Functions that make schedules whose numbers lie between those that they are given.
RAMPS = frozenset(
    f"optax.{name}"
    for name in """
    constant_schedule cosine_decay_schedule cosine_onecycle_schedule exponential_decay
    linear_onecycle_schedule linear_schedule polynomial_schedule warmup_constant_schedule
    warmup_cosine_decay_schedule warmup_exponential_decay_schedule
    """.split()
)
# What steps by an optimiser that it is given.
STEPPERS = frozenset((f"{TRAIN_STATE}.create", "flax.nnx.ModelAndOptimizer", "flax.nnx.Optimizer"))
# What makes a function that makes what its argument makes.
INJECTORS = frozenset(("optax.inject_hyperparams", "optax.inject_stateful_hyperparams"))
# Those of which ``init`` makes an array for each leaf of what it is given.
WITH_TREES = WITH_MEMORY - {"optax.adafactor", "optax.noisy_sgd", "optax.sm3"}
# What moves a target, or an average, after the parameters, and gives the new one.
TARGET_UPDATES = frozenset(("optax.incremental_update", "optax.periodic_update"))
APPLY_UPDATES = frozenset(("optax.apply_updates", "equinox.apply_updates"))
