"""An array used after its buffer was donated.

## What it finds
An array given to a jitted function at a position of ``donate_argnums`` (or a name of
``donate_argnames``) and then computed with, indexed or passed on; given again in the next turn of a
loop; or given twice to the same call. Other names of the same array count as well, and one path
that leads there is enough.

## Why it is bad
Donating hands the array's memory to the result: the array is deleted, on every platform. Using it
raises ``RuntimeError``, or ``ValueError`` where it is donated again; given twice to one call it
raises ``JaxRuntimeError``.

## Example
    new = step(params, batch)
    drift = jnp.sum(new - params)

## Use instead
    before = params.copy()
    params = step(params, batch)
    drift = jnp.sum(params - before)

## When it stays quiet
``params = step(params)``; NumPy arguments, which stay; calls in traced code, where donating has no
effect; attributes like ``shape``, which live on; and values that are known to be no arrays. Of a
parameter of which nothing is known the donation itself says that it is one, or a tree of them: a
field of it (``state.params``) is one where something computes with it.

## Fix
None: a copy costs what donating saves.
"""

from jaxlint.analysis.domains.buffers.observations import DonatedBufferUsed, Reuse
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Reuse.LATER: "is used after its buffer was donated",
    Reuse.NEXT_TURN: "is donated again in the next turn, when its buffer is gone",
    Reuse.SAME_CALL: "is donated and given once more to the same call",
}


class DonatedBuffer(Rule[DonatedBufferUsed]):
    """Judges uses of arrays behind calls that took their buffers."""

    code = "JAX314"
    name = "donated-buffer"
    outcome = "raises RuntimeError or ValueError"
    observes = DonatedBufferUsed

    def judge(self, seen: DonatedBufferUsed) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` {_WORDS[seen.reuse]}",
            "bind the result to the same name, or donate a copy",
            "raises JaxRuntimeError" if seen.reuse is Reuse.SAME_CALL else None,
        )
