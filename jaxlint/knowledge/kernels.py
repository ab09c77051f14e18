"""Pallas: whose functions run on references, and what only such functions call.

Source: https://docs.jax.dev/en/latest/jax.experimental.pallas.html
"""

from jaxlint.knowledge import names

# Whatever takes a function below this one runs it on references.
PALLAS = "jax.experimental.pallas."

# Runs a function for each point of a grid.
CALL = f"{PALLAS}pallas_call"

# Says which block of an array each point of the grid has: by numbers of blocks.
BLOCKS = f"{PALLAS}BlockSpec"

# Where in the grid a kernel is: another number for each point.
POSITION = f"{PALLAS}program_id"

# The class of references.
REFERENCE = "jax.Ref"
# What ``ref.at`` is: of it each element is a reference.
VIEWS = f"{REFERENCE}.at"

# Called with options alone they give what is called with the function.
TAKE_FUNCTION_LATER = ("kernel", "core_map", "loop", "parallel_loop", "run_state", "when")

# Gives None, whatever it runs.
WHEN = f"{PALLAS}when"

# What is called inside of kernels alone.
_INSIDE = frozenset(
    f"{PALLAS}{name}"
    for name in """
    program_id num_programs when load store swap ds dslice debug_print debug_check loop get_global
    delay run_scoped with_scoped semaphore_read semaphore_signal semaphore_wait atomic_add
    atomic_and atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor
    """.split()
)
# So is what the modules for one kind of device have, but for what sets up a call.
_DEVICES = tuple(f"{PALLAS}{name}." for name in ("tpu", "tpu_sc", "triton", "mosaic_gpu", "gpu"))
_OUTSIDE = frozenset(
    """
    kernel lower_as_mlir force_tpu_interpret_mode set_tpu_interpret_mode core_map
    reset_tpu_interpret_mode_state create_tensorcore_mesh get_tpu_info get_tpu_info_for_chip
    is_tpu_device get_sparse_core_info sample_block to_pallas_key with_memory_space_constraint
    """.split()
)


def is_inside(name: str) -> bool:
    """Whether a function is one that kernels alone call."""
    last = name.rpartition(".")[2]
    of_device = name.startswith(_DEVICES) and last[:1].islower() and last not in _OUTSIDE
    return name in _INSIDE or of_device


def is_reference(name: str) -> bool:
    """Whether a variable is called what references are called by convention."""
    return name == "ref" or name.endswith(names.REF_NAMES)
