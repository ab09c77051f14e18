"""A clock, the environment or a host random number in traced code.

## What it finds
``time.time()``, ``datetime.now()``, ``os.environ``, ``uuid4()``, ``random.*``, ``np.random.*``
and draws from a generator made outside, in compiled code or a control-flow body.

## Why it is bad
The value is read once, while tracing, and compiled in: every call, every scan step and every
row of a ``vmap`` inside ``jit`` sees the same number. For the environment, which is read as a
switch and hardly ever changes while a program runs, it is advice, unless the program is seen to
change the variable between two calls. So it is for a clock whose readings the traced function
drops, as times of its steps that no caller gets to see, or that a switch guards (``if timing:``).

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
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class FrozenHostValue(Rule[HostValueFrozen]):
    """Judges reads of host state in traced code."""

    code = "JAX206"
    name = "frozen-host-value"
    outcome = "silently wrong: the value seen while tracing is kept"
    severity = WARNING
    observes = HostValueFrozen

    def judge(self, seen: HostValueFrozen) -> Verdict | None:
        held = seen.held.value
        return Verdict(
            f"`{seen.spelled()}` reads {held} once, when {seen.region.label} is traced",
            "draw with jax.random and a key argument"
            if seen.random
            else "pass the value as an argument",
            severity=ADVICE if (seen.lasting and not seen.changes) or seen.idle else None,
        )
