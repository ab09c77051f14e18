"""Input, output or another act on the world in traced code.

## What it finds
Opening files, reading input, network requests, subprocesses, ``time.sleep``, ``sys.exit``,
breakpoints, log records and warnings that show traced values, and functions that the configuration
lists under ``impure-functions``.

## Why it is bad
It happens once, while the function is traced, and never when the compiled function runs. What
was read stays frozen; what was written is a tracer's text. An exit ends the program then, whatever
the values are. To read a file is advice: few files change while a program runs.

## Example
    @jax.jit
    def step(loss):
        logging.info("loss %s", loss)
        return loss

## Use instead
    @jax.jit
    def step(loss):
        jax.debug.callback(lambda value: logging.info("loss %s", value), loss)
        return loss

## When it stays quiet
Log records and warnings about static facts (once per trace is what is meant), what is written or
run since a file or program is missing (it is made on first use), what is sure to be followed by an
error that no traced code handles (nothing is kept of such a trace), host callbacks, and code under
``vmap`` or ``grad`` alone.

## Fix
None is offered: move it to the caller, or into a callback.
"""

from jaxlint.analysis.domains.purity.observations import HostActTraced
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class TracedIo(Rule[HostActTraced]):
    """Judges input, output and other acts in traced code."""

    code = "JAX205"
    name = "traced-io"
    outcome = "fires once per trace"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.NOTEBOOK))
    observes = HostActTraced

    def judge(self, seen: HostActTraced) -> Verdict | None:
        act = f"the side effect of {seen.name}" if seen.name else seen.act.value
        return Verdict(
            f"{act} (`{seen.spelled()}`) happens when {seen.region.label} is traced, "
            "not at each call",
            "do it in the caller, or use jax.debug.callback or io_callback",
            "ends the program while tracing" if seen.ends else None,
            severity=ADVICE if seen.reads else None,
        )
