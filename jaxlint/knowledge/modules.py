"""What modules of Flax and Haiku draw from the keys that they are given.

Flax folds a hash of the path of the submodule and of a count into the key of a stream, which is
never drawn from itself; Haiku splits its key where ``next_rng_key`` is called, and for parameters.

Source: ``tests/test_knowledge_modules.py``, which runs each layer of the installed libraries.
"""

# Stands for the stream of the parameters, which ``init`` alone draws from.
PARAMETERS = "<parameters>"

# Stands for the stream of a Haiku function that its own draws come from.
KEYS = "keys"

# Stands for what cannot be seen.
UNSEEN = "<unseen>"

# Layers of flax.linen whose parameters start as random numbers.
RANDOM_PARAMETERS = frozenset(
    """
    Conv ConvLSTMCell ConvLocal ConvTranspose Dense DenseGeneral Einsum Embed GRUCell LSTMCell
    MGUCell MultiHeadAttention MultiHeadDotProductAttention OptimizedLSTMCell SelfAttention
    SimpleCell
    """.split()
)

# Layers of Haiku that have parameters whatever they are told.
HAIKU_LEARNING = frozenset(
    f"haiku.{name}"
    for name in """
    Bias Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose DepthwiseConv1D
    DepthwiseConv2D DepthwiseConv3D Embed GRU LSTM Linear MultiHeadAttention
    SeparableDepthwiseConv2D VanillaRNN nets.MLP
    """.split()
)

# Layers and networks of Haiku that keep a state, and what else does (run on Haiku 0.0.17).
HAIKU_STATEFUL = frozenset(
    f"haiku.{name}"
    for name in """
    BatchNorm ExponentialMovingAverage SpectralNorm nets.MobileNetV1 nets.ResNet nets.ResNet18
    nets.ResNet34 nets.ResNet50 nets.ResNet101 nets.ResNet152 nets.ResNet200
    """.split()
)
HAIKU_STATES = frozenset(("haiku.get_state", "haiku.set_state"))

# Layers of Flax and Haiku whose result depends on parameters.
LEARNING_LAYERS = frozenset(
    (
        *(f"flax.linen.{name}" for name in RANDOM_PARAMETERS),
        *(f"haiku.{name}" for name in "Conv1D Conv2D Conv3D Embed Linear nets.MLP".split()),
    )
)

# Layers of all libraries that have parameters.
PARAMETRIC = (
    frozenset(f"flax.linen.{name}" for name in RANDOM_PARAMETERS)
    | HAIKU_LEARNING
    | frozenset(
        f"flax.nnx.{name}"
        for name in """
        Conv ConvTranspose Einsum Embed GRUCell LSTMCell Linear LinearGeneral MultiHeadAttention
        OptimizedLSTMCell SimpleCell
        """.split()
    )
    | frozenset(
        f"equinox.nn.{name}"
        for name in """
        Conv Conv1d Conv2d Conv3d ConvTranspose ConvTranspose1d ConvTranspose2d ConvTranspose3d
        Embedding GRUCell LSTMCell Linear MLP MultiheadAttention
        """.split()
    )
)

# Layers of flax.linen whose parameters, if any, start as the same numbers for each key.
FIXED_PARAMETERS = frozenset(
    "BatchNorm Dropout GroupNorm InstanceNorm LayerNorm PReLU RMSNorm".split()
)

# Layers of flax.linen that draw when they are called, by the field that says how much.
DROPPING = {
    "Dropout": "rate",
    "MultiHeadAttention": "dropout_rate",
    "MultiHeadDotProductAttention": "dropout_rate",
    "SelfAttention": "dropout_rate",
}

# What makes many layers of linen of one, with parameters of their own where these get an axis.
MULTIPLYING = frozenset(("flax.linen.vmap", "flax.linen.scan"))

# Layers of flax.linen that update their running statistics when they are called, by the option of
# the layer, or of the call, that is false then; and the collection that these are in.
UPDATING = {"BatchNorm": "use_running_average"}
STATISTICS = "batch_stats"

# Layers that draw from the ``key`` of a call, by the field that says how much.
KEYED = {"equinox.nn.Dropout": "p"}

# The stream from which layers of flax.linen draw unless ``rng_collection`` names another.
DROPOUT_STREAM = "dropout"

# Initialisers that give the same for each key.
FIXED_INITIALIZERS = frozenset(("zeros", "ones", "zeros_init", "ones_init", "constant"))

# Layers of Haiku and Flax that give one array when they are called on one.
ARRAY_LAYERS = frozenset(
    (
        *(f"flax.linen.{name}" for name in RANDOM_PARAMETERS | FIXED_PARAMETERS),
        *(
            f"haiku.{name}"
            for name in """
            AvgPool BatchNorm Bias Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D
            Conv3DTranspose DepthwiseConv1D DepthwiseConv2D DepthwiseConv3D Embed Flatten GroupNorm
            InstanceNorm LayerNorm Linear MaxPool MultiHeadAttention RMSNorm Reshape
            SeparableDepthwiseConv2D nets.MLP
            """.split()
        ),
        *(
            f"flax.nnx.{name}"
            for name in """
            BatchNorm Conv ConvTranspose Dropout Einsum Embed GroupNorm InstanceNorm LayerNorm
            Linear LinearGeneral MultiHeadAttention PReLU RMSNorm
            """.split()
        ),
    )
) - {
    f"flax.linen.{name}"
    for name in "ConvLSTMCell GRUCell LSTMCell MGUCell OptimizedLSTMCell SimpleCell".split()
}

# Layers of Equinox that give a state beside their result where they are called with one.
STATEFUL_LAYERS = frozenset(
    f"equinox.nn.{name}"
    for name in "BatchNorm GroupNorm LayerNorm RMSNorm Sequential SpectralNorm".split()
)

# Layers of Equinox that give two arrays.
PAIR_LAYERS = frozenset(("equinox.nn.LSTMCell",))

# Layers that are made of other layers, by the field that holds these, and those of them that JAX
# takes apart.
SEQUENCES = {
    f"{library}.Sequential": "layers"
    for library in ("equinox.nn", "flax.linen", "flax.nnx", "haiku")
}
PARTS = {"equinox.nn.Sequential": SEQUENCES["equinox.nn.Sequential"]}
# What is given its parts one by one, and not as a list.
SPREAD = frozenset(("flax.nnx.Sequential",))
# Layers that give arrays like what they are given, with a last axis as long as a field says: the
# position of its argument, and its name.
_WIDTHS = {
    "equinox.nn.Linear": (1, "out_features"),
    "equinox.nn.MLP": (1, "out_size"),
    "flax.linen.Dense": (0, "features"),
    "flax.nnx.Linear": (1, "out_features"),
    "haiku.Linear": (0, "output_size"),
}
WIDTHS = {name: field for name, (_, field) in _WIDTHS.items()}
# What gives the arrays of a model, which itself keeps those that it has.
TAKING_APART = frozenset(
    """
    equinox.filter equinox.partition flax.nnx.split flax.nnx.state jax.flatten_util.ravel_pytree
    """.split()
)
# The fields that an argument of some layers becomes: its position, and its name.
FIELDS = {
    **{name: (0, field) for name, field in {**KEYED, **SEQUENCES}.items()},
    "flax.linen.Dropout": (0, "rate"),
    "flax.nnx.Dropout": (0, "rate"),
    **_WIDTHS,
}

# Functions of Haiku that take a key from the one that ``apply`` was given, and those of them that
# raise where there is none.
KEY_NEEDERS = frozenset(("haiku.next_rng_key", "haiku.next_rng_keys"))
KEY_TAKERS = KEY_NEEDERS | {"haiku.maybe_next_rng_key"}

# Handlers of NumPyro that give sites of a model: those that have a value are not drawn.
SITE_GIVERS = ("substitute", "condition")

# Methods of models that draw the parameters.
INITIALISING = ("init", "init_with_output")

# Arguments that say whether a model draws, with the values for which it does not.
QUIET_FLAGS = {
    "train": False,
    "training": False,
    "is_training": False,
    "is_train": False,
    "deterministic": True,
    "inference": True,
    "eval": True,
    "eval_mode": True,
    "test": True,
}
