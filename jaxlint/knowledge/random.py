"""What happens to a key: who draws from it, who splits it, who only looks.

Source: https://docs.jax.dev/en/latest/jax.random.html and the fixtures of family 4.
"""

import re
from functools import cache
from pathlib import Path

from jaxlint.knowledge.names import FROM_SEQUENCES

SAMPLERS = frozenset(
    """
    ball bernoulli beta binomial bits categorical cauchy chisquare choice dirichlet
    double_sided_maxwell exponential f gamma generalized_normal geometric gumbel laplace
    loggamma logistic lognormal maxwell multinomial multivariate_normal normal orthogonal pareto
    permutation poisson rademacher randint rayleigh t triangular truncated_normal uniform wald
    weibull_min
    """.split()
)

# What gives an array of the shape that stands behind the key.
SHAPED = frozenset(
    f"jax.random.{name}"
    for name in """
    bits cauchy exponential gumbel laplace logistic normal rademacher randint uniform
    """.split()
)

# Where samplers take the shape of what they draw.
SHAPE_POSITIONS = {
    f"jax.random.{name}": position
    for position, names in {
        1: """
            bits cauchy exponential gumbel laplace logistic maxwell normal rademacher randint
            uniform
        """,
        2: """
            bernoulli chisquare choice dirichlet gamma generalized_normal geometric loggamma
            lognormal orthogonal pareto poisson rayleigh t wald
        """,
        3: """
            ball beta binomial categorical double_sided_maxwell f multinomial multivariate_normal
            truncated_normal weibull_min
        """,
        4: "triangular",
    }.items()
    for name in names.split()
}

# Those of them that give whole numbers, whatever dtype they are asked for.
WHOLE_NUMBERS = frozenset(("jax.random.bits", "jax.random.randint"))
# Those that give floats, unless they are asked for another dtype.
FLOATS = SHAPED - WHOLE_NUMBERS - {"jax.random.rademacher"}
# Floats that are asked for by no name are one of these.
UNNAMED = "float"
_UNNAMED = frozenset(("float32", "float64"))

# What makes one array of several keys.
STACKING = FROM_SEQUENCES | {"jax.numpy.stack"}

# What makes an array of which each row is the one key that it is given, by that parameter.
COPYING = {
    "jax.numpy.broadcast_to": (0, "array"),
    "jax.numpy.tile": (0, "A"),
    "jax.numpy.repeat": (0, "a"),
    "jax.numpy.full": (1, "fill_value"),
}

# What makes an initialiser that draws all it needs from the key it is given.
INITIALIZER_MODULES = ("jax.nn.initializers.", "flax.linen.initializers.", "flax.nnx.initializers.")
# Those that make an initialiser which gives the same for each key.
FIXED_INITIALIZER_MAKERS = frozenset(("constant", "ones_init", "zeros_init"))
# Stand for an initialiser that was made: one that draws, and one that gives the same for each key.
INITIALIZER = "jax.nn.initializers.<made>"
FIXED_INITIALIZER = "jax.nn.initializers.<made>.constant"
INITIALIZERS = frozenset(
    """
    he_normal he_uniform glorot_normal glorot_uniform kaiming_normal kaiming_uniform
    lecun_normal lecun_uniform xavier_normal xavier_uniform normal uniform truncated_normal
    variance_scaling orthogonal delta_orthogonal
    """.split()
)

# One key given twice to one of these is how several arrays are shuffled alike.
ALIGNING = frozenset(("permutation", "choice"))

MAKERS = frozenset(("key", "PRNGKey"))
SPLITTERS = frozenset(("split",))
DERIVERS = frozenset(("fold_in", "clone", "wrap_key_data"))
# Since then the first children of a longer split are those of a shorter one: JAX's changelog says
# that jax_threefry_partitionable is on.
SPLITS_ALIKE_SINCE = "0.5.0"
STATIC = frozenset(("key_impl", "key_data"))
FUNCTIONS = SAMPLERS | MAKERS | SPLITTERS | DERIVERS | STATIC

# Keywords under which a model's methods take keys.
STREAM_KEYWORDS = frozenset(("rngs", "rng", "key", "seed", "rng_key"))

# Keywords under which libraries take a key.
KEY_NAMES = ("key", "rng", "rng_key", "seed", "prng_key")

# Methods that draw all they need from the key that is their first argument.
CONSUMING_METHODS = frozenset(
    ("init", "init_with_output", "apply", "sample", "sample_and_log_prob")
)

# Keywords under which a function of which nothing is seen is certainly given a key to draw from.
DRAWING_KEYWORDS = ("key", "rng", "rng_key", "prng_key")

# Words in the names of functions of other libraries that draw; what others do with a key, as a
# simulation that has it for one of its options, their names do not say.
DRAWING = re.compile(
    r"random|rand_|sampl|draw|nois|dropout|augment|jitter|perturb|shuffl|permut|choice|init|mask"
    r"|crop|flip|bootstrap|corrupt"
)

# Functions that keep what they are given, and draw nothing; ``lower`` only traces.
KEEPING = frozenset(
    """
    add append create debug dict evolve field fields from_dict info insert log lower make mutate new
    partial put replace _replace save set setdefault store tree_at update warning write
    """.split()
)

# Samplers with bounds, the upper of them exclusive: their positions, and by how much at most it is
# above the lower one where only that is left.
BOUNDED = {"randint": (2, 3, 1), "uniform": (3, 4, 0)}

# The bounds of those that need not be given any; the others refuse to be called without.
BOUNDS_IF_NOT_GIVEN = {"uniform": (0.0, 1.0)}

# Samplers from a range, by the name of the parameter that says its end.
RANGED = {"choice": "a", "permutation": "x"}

# What ``choice`` is called in the table of ties where it is given weights.
WEIGHTED_CHOICE = "choice_weighted"

_TIED = Path(__file__).with_name("tied_samplers.txt")


def tied(one: str, other: str) -> bool:
    """Whether what two samplers draw from one key depends on each other.

    ``split`` stands for a draw from a child. Measured by `tools/tied_samplers.py`.
    """
    return one == other or other in _ties().get(one, ())


def of_other_bits(one: str, other: str) -> bool:
    """Whether floats of two dtypes are drawn of other bits of the words that one key gives.

    ``UNNAMED`` stands for a dtype that is not given, "" for one that is not known. Run on JAX
    0.10.2: all of `FLOATS` in float16, bfloat16 and float32 (`tests/test_knowledge_random.py`).
    """
    names = {one, other}
    if "" in names or len(names) == 1:
        return False
    return UNNAMED not in names or names.isdisjoint(_UNNAMED)


@cache
def _ties() -> dict[str, frozenset[str]]:
    lines = _TIED.read_text(encoding="utf-8").splitlines()
    rows = (line.partition(":") for line in lines)
    return {name: frozenset(others.split()) for name, _, others in rows}


def qualified(names: frozenset[str]) -> list[str]:
    """The dotted names of functions of ``jax.random``."""
    return [f"jax.random.{name}" for name in sorted(names)]
