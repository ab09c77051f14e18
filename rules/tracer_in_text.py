"""The text of a traced value, put to use.

## What it finds
An f-string, ``str()``, ``%`` or ``.format`` of a traced value as the key of a dict, as a name for
``getattr``, in a comparison, or handed to a callback on the host; and a format specification
(``f"{x:.2f}"``, ``"%.3f" % x``) for a traced value.

## Why it is bad
A tracer has no number to show. Its text is ``JitTracer(~float32[])``, the same for all values: two
keys become one, a name or key is found nowhere. With a format specification it raises ``TypeError``
or ``ConcretizationTypeError``.

## Example
    @jax.jit
    def by_step(x, step):
        return {f"loss_{step}": x}

## Use instead
    @partial(jax.jit, static_argnames="step")
    def by_step(x, step):
        return {f"loss_{step}": x}

``jax.debug.print("{x:.2f}", x=x)`` formats when the compiled function runs.

## When it stays quiet
On texts of shapes, dtypes, names and static arguments, and where a text is only an error's
message. Printing is the matter of ``traced-print``, writing that of ``traced-io``.

## Fix
None is offered: the text has to be made outside of the traced function.
"""

from jaxlint.analysis.domains.tracing.observations import TextUse, TracerText
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict

_SAID = {
    TextUse.FORMATTED: "is formatted as a number, but is traced",
    TextUse.KEY: "is a key made of a traced value",
    TextUse.NAME: "looks up a name made of a traced value",
    TextUse.COMPARED: "compares a text made of a traced value",
    TextUse.HOST: "hands a callback a text made of a traced value",
}


class TracerInText(Rule[TracerText]):
    """Judges texts that are made of tracers."""

    code = "JAX115"
    name = "tracer-in-text"
    outcome = "silently wrong: the text is the same for all values"
    severity = WARNING
    observes = TracerText

    def judge(self, seen: TracerText) -> Verdict | None:
        said = f"`{seen.spelled()}` {_SAID[seen.use]}"
        if seen.use is TextUse.FORMATTED:
            return Verdict(
                said,
                "use jax.debug.print, or format outside of the traced function",
                "raises TypeError or ConcretizationTypeError",
            )
        entries = "the text is the same for all values: entries become one, or none is found"
        if seen.use is TextUse.HOST:
            return Verdict(said, "hand the callback the value, and make the text there")
        return Verdict(
            said,
            "use a static argument or a Python number for the name",
            entries if seen.use is TextUse.KEY else None,
        )
