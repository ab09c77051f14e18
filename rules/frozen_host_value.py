"""A clock, the environment or a host random number in traced code.

## What it finds
``time.time()``, ``datetime.now()``, ``os.environ``, ``uuid4()``, ``random.*``, ``np.random.*``
and draws from a generator made outside, in compiled code or a control-flow body.

## Why it is bad
The value is read once, while tracing, and compiled in: every call, every scan step and every
row of a ``vmap`` inside ``jit`` sees the same number.

## Example
    @jax.jit
    def noisy(x):
        return x + np.random.normal(size=x.shape)

## Use instead
    @jax.jit
    def noisy(key, x):
        return x + jax.random.normal(key, x.shape)

## When it stays quiet
A generator that is made from a fixed seed inside the traced function (a constant table); code
under ``vmap`` or ``grad`` alone; host callbacks.

## Fix
None is offered: the function needs a key or an argument.
"""

from jaxlint.analysis.domains.purity.observations import HostValueFrozen
from jaxlint.diagnostics.rule import Rule, Verdict
from jaxlint.knowledge.host import Held

_WORDS = {
    Held.CLOCK: "the clock",
    Held.IDENTIFIER: "a random identifier",
    Held.ENVIRONMENT: "the environment",
    Held.PROCESS: "the process id",
    Held.ENTROPY: "operating-system randomness",
    Held.PYTHON_RANDOM: "Python's random state",
    Held.NUMPY_RANDOM: "NumPy's random state",
    Held.GENERATOR: "a random generator's state",
}
_OTHERS = (Held.CLOCK, Held.ENVIRONMENT, Held.PROCESS)


class FrozenHostValue(Rule[HostValueFrozen]):
    """Judges reads of host state in traced code."""

    code = "JAX206"
    name = "frozen-host-value"
    outcome = "silently wrong: the value seen while tracing is kept"
    observes = HostValueFrozen

    def judge(self, seen: HostValueFrozen) -> Verdict | None:
        held = _WORDS[seen.held]
        return Verdict(
            f"`{seen.spelled()}` reads {held} once, when {seen.region.label} is traced",
            "pass the value as an argument"
            if seen.held in _OTHERS
            else "draw with jax.random and a key argument",
        )
