"""A dtype of 64 bits that the program never turns on.

## What it finds
``jnp.float64``, ``int64``, ``uint64`` or ``complex128`` as the dtype of a function of JAX, or of
``astype`` of a JAX array, by any of their names, where no file of the project has a word on
``jax_enable_x64``. Of one function it is told once.

## Why it is bad
Unless the program asks for them, JAX has no types of 64 bits: it gives one of 32 bits, and warns
once. Sums of many small numbers lose digits that the code was written to keep; milliseconds since
1970 do not fit into 32 bits at all.

## Example
    total = jnp.zeros((), dtype=jnp.float64)

## Use instead
    jax.config.update("jax_enable_x64", True)  # first of all

or the dtype that the array gets anyway: ``jnp.float32``.

## When it stays quiet
Where anything turns the types on, or the environment variable ``JAX_ENABLE_X64`` is spoken of; for
NumPy's arrays, and for ``float`` and ``int``, by which one means whatever JAX has.

## Fix
None: which of the two is wanted is for the author to say.
"""

from jaxlint.analysis.domains.arrays.observations import WidthNotGiven
from jaxlint.diagnostics.findings import ADVICE
from jaxlint.diagnostics.rule import Rule, Verdict


class UnavailableDtype(Rule[WidthNotGiven]):
    """Judges dtypes of 64 bits."""

    code = "JAX321"
    name = "unavailable-dtype"
    outcome = "a dtype of 32 bits in its place, and a warning once"
    severity = ADVICE
    observes = WidthNotGiven

    def judge(self, seen: WidthNotGiven) -> Verdict | None:
        return Verdict(
            f"{seen.dtype} is asked for, and nothing turns on types of 64 bits",
            f"jax.config.update('jax_enable_x64', True) first, or {seen.given}",
        )
