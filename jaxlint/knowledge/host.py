"""What touches the world outside the traced computation: printing, files, clocks, randomness.

Names are qualified; an entry that ends in a dot covers all below it.
"""

PRINTS = frozenset(("builtins.print", "rich.print", "pprint.pprint"))

# Effects that happen once per trace. The value says how to name them in a message.
EFFECTS: dict[str, str] = {
    "logging.": "a log record",
    "absl.logging.": "a log record",
    "loguru.": "a log record",
    "warnings.warn": "a warning",
    "builtins.open": "opening a file",
    "builtins.input": "reading input",
    "builtins.breakpoint": "a breakpoint",
    "builtins.exit": "exiting",
    "builtins.quit": "exiting",
    "pdb.set_trace": "a breakpoint",
    "sys.exit": "exiting",
    "sys.stdout.": "writing to stdout",
    "sys.stderr.": "writing to stderr",
    "os.remove": "deleting a file",
    "os.makedirs": "making a folder",
    "os.mkdir": "making a folder",
    "os.system": "running a command",
    "subprocess.": "running a command",
    "shutil.": "moving files",
    "json.dump": "writing a file",
    "json.load": "reading a file",
    "pickle.dump": "writing a file",
    "pickle.load": "reading a file",
    "numpy.save": "writing a file",
    "numpy.savez": "writing a file",
    "numpy.savetxt": "writing a file",
    "numpy.load": "reading a file",
    "numpy.loadtxt": "reading a file",
    "jax.numpy.save": "writing a file",
    "jax.numpy.load": "reading a file",
    "requests.": "a network request",
    "urllib.request.": "a network request",
    "socket.": "a network request",
    "wandb.log": "a log record",
    "wandb.init": "a network request",
    "mlflow.log_metric": "a log record",
    "tqdm.tqdm.write": "writing to stderr",
    "time.sleep": "sleeping",
    "jax.config.update": "a change of JAX's configuration",
}

# Host values that tracing freezes, and what the code should use instead.
FROZEN: dict[str, str] = {
    "time.time": "the clock",
    "time.time_ns": "the clock",
    "time.perf_counter": "the clock",
    "time.perf_counter_ns": "the clock",
    "time.monotonic": "the clock",
    "time.monotonic_ns": "the clock",
    "time.process_time": "the clock",
    "time.localtime": "the clock",
    "time.gmtime": "the clock",
    "time.strftime": "the clock",
    "timeit.default_timer": "the clock",
    "datetime.datetime.now": "the clock",
    "datetime.datetime.utcnow": "the clock",
    "datetime.datetime.today": "the clock",
    "datetime.date.today": "the clock",
    "uuid.uuid1": "a random identifier",
    "uuid.uuid4": "a random identifier",
    "os.environ.get": "the environment",
    "os.getenv": "the environment",
    "os.getpid": "the process id",
    "os.urandom": "operating-system randomness",
    "secrets.": "operating-system randomness",
    "random.": "Python's random state",
    "numpy.random.": "NumPy's random state",
}

# Below the names above, these make no draw and have no effect.
HARMLESS = frozenset(
    """
    logging.getLogger logging.Logger logging.StreamHandler logging.Formatter
    absl.logging.vlog_is_on random.Random numpy.random.Generator numpy.random.RandomState
    numpy.random.SeedSequence numpy.random.PCG64 warnings.catch_warnings warnings.simplefilter
    warnings.filterwarnings subprocess.PIPE socket.gethostname
    """.split()
)

LOGGER_METHODS = frozenset("debug info warning warn error exception critical log".split())
GENERATOR_MAKERS = frozenset(
    (
        "numpy.random.default_rng",
        "numpy.random.RandomState",
        "numpy.random.Generator",
        "random.Random",
    )
)

CLOCKS = frozenset(("time.time", "time.perf_counter", "time.monotonic", "timeit.default_timer"))

# NumPy functions that give an array and never a NumPy number, whatever they are given.
ARRAY_MAKERS = frozenset(
    f"numpy.{name}"
    for name in """
    array asarray zeros ones full empty arange linspace logspace eye identity zeros_like ones_like
    full_like stack concatenate vstack hstack
    """.split()
)

# Methods of Python's containers, and of arrays of the host, that change them in place.
MUTATING_METHODS = frozenset(
    """
    append extend insert add update setdefault pop popitem remove discard clear appendleft
    extendleft popleft sort reverse fill
    """.split()
)
