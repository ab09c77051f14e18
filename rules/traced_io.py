"""Input, output or another act on the world in traced code.

## What it finds
Opening files, reading input, network requests, subprocesses, ``time.sleep``, ``sys.exit``,
breakpoints, log records and warnings that show traced values, and functions that the configuration
lists under ``impure-functions``.

## Why it is bad
It happens once, while the function is traced, and never when the compiled function runs. What
was read stays frozen; what was written is a tracer's text. An exit ends the program then, whatever
the values are.

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
Log records and warnings about static facts (once per trace is what is meant), host callbacks,
and code under ``vmap`` or ``grad`` alone.

## Fix
None is offered: move it to the caller, or into a callback.
"""

from jaxlint.analysis.domains.purity.observations import HostActTraced
from jaxlint.diagnostics.rule import Rule, Verdict
from jaxlint.knowledge.host import Act

_WORDS = {
    Act.LOG: "a log record",
    Act.WARNING: "a warning",
    Act.OPEN: "opening a file",
    Act.INPUT: "reading input",
    Act.BREAKPOINT: "a breakpoint",
    Act.EXIT: "exiting",
    Act.STDOUT: "writing to stdout",
    Act.STDERR: "writing to stderr",
    Act.DELETE: "deleting a file",
    Act.FOLDER: "making a folder",
    Act.COMMAND: "running a command",
    Act.MOVE: "moving files",
    Act.WRITE: "writing a file",
    Act.READ: "reading a file",
    Act.NETWORK: "a network request",
    Act.SLEEP: "sleeping",
    Act.CONFIGURATION: "a change of JAX's configuration",
    Act.DECLARED: "the side effect of {name}",
}


class TracedIo(Rule[HostActTraced]):
    """Judges input, output and other acts in traced code."""

    code = "JAX205"
    name = "traced-io"
    outcome = "fires once per trace"
    observes = HostActTraced

    def judge(self, seen: HostActTraced) -> Verdict | None:
        act = _WORDS[seen.act].format(name=seen.name)
        return Verdict(
            f"{act} (`{seen.spelled()}`) happens when {seen.region.label} is traced, "
            "not at each call",
            "do it in the caller, or use jax.debug.callback or io_callback",
            "ends the program while tracing" if seen.act is Act.EXIT else None,
        )
