"""A setting of JAX that comes too late.

## What it finds
``os.environ["JAX_..."] = ...`` below ``import jax``; ``XLA_FLAGS``, ``XLA_PYTHON_CLIENT_...`` and
``CUDA_VISIBLE_DEVICES`` set when a variable shows that JAX has computed something;
``jax.distributed.initialize()`` and ``jax_num_cpu_devices`` after that; and, in the body of a
module or in functions that it calls, ``jax_enable_x64`` switched on when an array of floats has
been made, there or by a module that it imports above.

## Why it is bad
JAX reads its own variables when it is imported and those of XLA at the first computation. Later
they do nothing, and nothing says so. Arrays keep the precision with which they were made. What
starts devices raises RuntimeError when they have been started.

## Example
    import jax
    os.environ["JAX_PLATFORMS"] = "cpu"

## Use instead
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

## When it stays quiet
In modules that start other processes, which inherit the environment, where the same option is given
to ``jax.config`` beside it, and where nothing in the same file shows that JAX was imported or used
before. Arrays whose dtype names its width are as asked, and a module that switches types of 64 bits
on itself may be imported first.

## Fix
None.
"""

from jaxlint.analysis.domains.configuration.observations import Late, SettingLate
from jaxlint.diagnostics.findings import ERROR, WARNING, Severity
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Late.IMPORTED: (
        "`{0.setting}` is read when jax is imported, which was before",
        "set it above the import, or use jax.config.update",
        None,
    ),
    Late.COMPUTED: (
        "`{0.setting}` is read at the first computation, and `{0.variable}` was made before",
        "set it before anything is computed",
        None,
    ),
    Late.STARTED: (
        "the devices were started for `{0.variable}`, before `{0.setting}`",
        "do it before anything is computed",
        "raises RuntimeError",
    ),
    Late.MADE: (
        "`{0.variable}` was made before and stays float32",
        "do it directly below the imports",
        "silently wrong: what was made before keeps its precision",
    ),
}


class LateConfiguration(Rule[SettingLate]):
    """Judges settings by what came before them."""

    code = "JAX606"
    name = "late-configuration"
    outcome = "silently does nothing"
    severity = WARNING
    observes = SettingLate

    def judge(self, seen: SettingLate) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.late]
        severity: Severity = ERROR if seen.late is Late.STARTED else WARNING
        return Verdict(message.format(seen), advice, outcome, severity=severity)
