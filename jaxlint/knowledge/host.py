"""What touches the world outside the traced computation: printing, files, clocks, randomness.

Names are qualified; an entry that ends in a dot covers all below it.
"""

from __future__ import annotations

import math
from enum import Enum

PRINTS = frozenset(("builtins.print", "rich.print", "pprint.pprint"))


class Act(Enum):
    """What a call does to the host, in words."""

    LOG = "a log record"
    WARNING = "a warning"
    OPEN = "opening a file"
    INPUT = "reading input"
    BREAKPOINT = "a breakpoint"
    EXIT = "exiting"
    STDOUT = "writing to stdout"
    STDERR = "writing to stderr"
    DELETE = "deleting a file"
    FOLDER = "making a folder"
    COMMAND = "running a command"
    MOVE = "moving files"
    WRITE = "writing a file"
    READ = "reading a file"
    NETWORK = "a network request"
    SLEEP = "sleeping"
    CONFIGURATION = "a change of JAX's configuration"
    DECLARED = "a declared side effect"


class Held(Enum):
    """What of the host a call reads, in words."""

    CLOCK = "the clock"
    IDENTIFIER = "a random identifier"
    ENVIRONMENT = "the environment"
    PROCESS = "the process id"
    ENTROPY = "operating-system randomness"
    PYTHON_RANDOM = "Python's random state"
    NUMPY_RANDOM = "NumPy's random state"
    GENERATOR = "a random generator's state"


# Numbers that modules have under a name.
CONSTANTS = {
    f"{module}.{name}": getattr(math, name)
    for module in ("math", "numpy", "jax.numpy")
    for name in ("e", "inf", "pi")
}

# Effects that leave something behind, which later runs of the program find.
MAKING = frozenset((Act.OPEN, Act.FOLDER, Act.COMMAND, Act.MOVE, Act.WRITE, Act.NETWORK))

# What looks whether a file, a folder or a program is there, and methods of paths that do.
LOOKING_METHODS = frozenset("exists is_file is_dir".split())
LOOKING = frozenset(
    (
        *(f"os.path.{name}" for name in "exists lexists isfile isdir".split()),
        *(f"pathlib.Path.{name}" for name in LOOKING_METHODS),
        "shutil.which",
    )
)

RANDOM = frozenset(
    (Held.IDENTIFIER, Held.ENTROPY, Held.PYTHON_RANDOM, Held.NUMPY_RANDOM, Held.GENERATOR)
)

# What hardly ever changes while a program runs.
LASTING = frozenset((Held.ENVIRONMENT, Held.PROCESS))

# Modes in which ``open`` gives a file that can only be read.
READING_MODES = frozenset(("r", "rt", "rb"))

# Effects that happen once per trace.
EFFECTS: dict[str, Act] = {
    "logging.": Act.LOG,
    "absl.logging.": Act.LOG,
    "loguru.": Act.LOG,
    "warnings.warn": Act.WARNING,
    "builtins.open": Act.OPEN,
    "builtins.input": Act.INPUT,
    "builtins.breakpoint": Act.BREAKPOINT,
    "builtins.exit": Act.EXIT,
    "builtins.quit": Act.EXIT,
    "pdb.set_trace": Act.BREAKPOINT,
    "sys.exit": Act.EXIT,
    "sys.stdout.": Act.STDOUT,
    "sys.stderr.": Act.STDERR,
    "os.remove": Act.DELETE,
    "os.makedirs": Act.FOLDER,
    "os.mkdir": Act.FOLDER,
    "os.system": Act.COMMAND,
    "subprocess.": Act.COMMAND,
    "shutil.": Act.MOVE,
    "json.dump": Act.WRITE,
    "json.load": Act.READ,
    "pickle.dump": Act.WRITE,
    "pickle.load": Act.READ,
    "numpy.save": Act.WRITE,
    "numpy.savez": Act.WRITE,
    "numpy.savetxt": Act.WRITE,
    "numpy.load": Act.READ,
    "numpy.loadtxt": Act.READ,
    "jax.numpy.save": Act.WRITE,
    "jax.numpy.load": Act.READ,
    "requests.": Act.NETWORK,
    "urllib.request.": Act.NETWORK,
    "socket.": Act.NETWORK,
    "wandb.log": Act.LOG,
    "wandb.init": Act.NETWORK,
    "mlflow.log_metric": Act.LOG,
    "tqdm.tqdm.write": Act.STDERR,
    "time.sleep": Act.SLEEP,
    "jax.config.update": Act.CONFIGURATION,
}

# Host values that tracing freezes.
FROZEN: dict[str, Held] = {
    "time.time": Held.CLOCK,
    "time.time_ns": Held.CLOCK,
    "time.perf_counter": Held.CLOCK,
    "time.perf_counter_ns": Held.CLOCK,
    "time.monotonic": Held.CLOCK,
    "time.monotonic_ns": Held.CLOCK,
    "time.process_time": Held.CLOCK,
    "time.localtime": Held.CLOCK,
    "time.gmtime": Held.CLOCK,
    "time.strftime": Held.CLOCK,
    "timeit.default_timer": Held.CLOCK,
    "datetime.datetime.now": Held.CLOCK,
    "datetime.datetime.utcnow": Held.CLOCK,
    "datetime.datetime.today": Held.CLOCK,
    "datetime.date.today": Held.CLOCK,
    "uuid.uuid1": Held.IDENTIFIER,
    "uuid.uuid4": Held.IDENTIFIER,
    "os.environ.get": Held.ENVIRONMENT,
    "os.getenv": Held.ENVIRONMENT,
    "os.getpid": Held.PROCESS,
    "os.urandom": Held.ENTROPY,
    "secrets.": Held.ENTROPY,
    "random.": Held.PYTHON_RANDOM,
    "numpy.random.": Held.NUMPY_RANDOM,
}

# Below the names above, these make no draw and have no effect.
HARMLESS = frozenset(
    """
    logging.getLogger logging.Logger logging.StreamHandler logging.Formatter
    absl.logging.vlog_is_on random.Random numpy.random.Generator numpy.random.RandomState
    numpy.random.SeedSequence numpy.random.PCG64 warnings.catch_warnings warnings.simplefilter
    warnings.filterwarnings subprocess.PIPE socket.gethostname shutil.which
    """.split()
)

LOGGER = "logging.Logger"
LOGGER_METHODS = frozenset("debug info warning warn error exception critical log".split())
# Methods and functions that log what is an error.
ERROR_LEVELS = frozenset("error exception critical".split())
ERROR_LOGS = frozenset(
    f"{module}.{level}"
    for module in ("logging", "absl.logging", "loguru.logger")
    for level in ERROR_LEVELS
)
# What ends the program, with a status.
EXITS = frozenset("sys.exit builtins.exit builtins.quit os._exit".split())
# Files that are kept in memory, files and what writes rows into them, and the methods that write.
BUFFERS = frozenset(("io.StringIO", "io.BytesIO"))
FILES = BUFFERS | {
    "builtins.open",
    "csv.DictWriter",
    "csv.writer",
    "tempfile.TemporaryFile",
    "tempfile.NamedTemporaryFile",
    "tempfile.SpooledTemporaryFile",
}
WRITES = frozenset("truncate write writeheader writelines writerow writerows".split())

GENERATOR_MAKERS = frozenset(
    (
        "numpy.random.default_rng",
        "numpy.random.RandomState",
        "numpy.random.Generator",
        "random.Random",
    )
)

# Clocks that give a number, and all whose readings have a difference.
COUNTERS = frozenset(
    """
    time.time time.time_ns time.perf_counter time.perf_counter_ns time.monotonic time.monotonic_ns
    timeit.default_timer
    """.split()
)
CLOCKS = COUNTERS | {"datetime.datetime.now", "datetime.datetime.utcnow"}
# What makes a context manager of a generator.
MANAGER_MAKERS = frozenset(("contextlib.contextmanager",))
# What calls a function many times and says how long that took.
STOPWATCHES = frozenset(("timeit.timeit", "timeit.repeat"))
# What stands for magics of notebooks (`source/magics.py`) is called so, not in Python.
MAGIC_STOPWATCHES = frozenset(("builtins._timeit", "builtins._time"))
TIMER = "timeit.Timer"
TIMER_METHODS = frozenset(("timeit", "repeat", "autorange"))

# What makes other units of seconds, or a rate of a time.
UNITS = frozenset((1, 60, 3600, 10**3, 10**6, 10**9))

# What makes one time of several, the first one included.
AVERAGES = frozenset(
    ("numpy.mean", "numpy.average", "jax.numpy.mean", "statistics.mean", "statistics.fmean")
)

# What makes one number or array of several times, the first one included.
GATHERERS = frozenset(
    """
    builtins.sum math.fsum numpy.array numpy.asarray numpy.sum jax.numpy.array jax.numpy.asarray
    jax.numpy.sum
    """.split()
)

# NumPy functions that give an array and never a NumPy number, whatever they are given.
ARRAY_MAKERS = frozenset(
    f"numpy.{name}"
    for name in """
    array asarray zeros ones full empty arange linspace logspace eye identity zeros_like ones_like
    full_like stack concatenate vstack hstack
    """.split()
)

# Functions that give numbers from the first argument to the second, as many as `num`.
SPREAD = frozenset(
    f"{module}.{name}"
    for module in ("numpy", "jax.numpy")
    for name in ("linspace", "logspace", "geomspace")
)

# Functions of one number that make different numbers of different ones, and those for which that
# holds within a period.
APART = frozenset(
    (
        "builtins.float",
        *(
            f"{module}.{name}"
            for module in ("math", "numpy")
            for name in "degrees exp exp2 expm1 log log10 log1p log2 radians sinh sqrt".split()
        ),
    )
)
PERIODIC = frozenset(f"{module}.{name}" for module in ("math", "numpy") for name in ("cos", "sin"))
# Functions that give a number as it is until it comes to a bound.
BOUNDING = frozenset(("builtins.max", "builtins.min"))

# Methods of Python's containers, and of arrays of the host, that change them in place.
MUTATING_METHODS = frozenset(
    """
    append extend insert add update setdefault pop popitem remove discard clear appendleft
    extendleft popleft sort reverse fill
    """.split()
)

# Those of them that put something beside what is there.
ADDING_METHODS = frozenset("append extend insert add appendleft extendleft".split())

# Those of them that give something beside.
GIVING_METHODS = frozenset(("setdefault", "pop", "popitem", "popleft"))

# What brings the value of an array to the host.
FETCHING = frozenset(
    ("builtins.float", "builtins.int", "jax.device_get", "numpy.array", "numpy.asarray")
)


def says(name: str) -> bool:
    """Whether what has a dotted name prints, or belongs to a library for logging."""
    return name in PRINTS or any(
        act in (Act.LOG, Act.STDOUT, Act.STDERR) and f"{name}.".startswith(prefix)
        for prefix, act in EFFECTS.items()
        if prefix.endswith(".")
    )
