"""A container argument changed in traced code and never looked at again.

## What it finds
A store into a dict, list or object that came in as an argument of a transformed function, which
the function neither reads nor returns afterwards; any such store, by helpers and in branches too,
where the caller looks at its own again and the function does not return the changed one. The next
turn of a loop looks at it again where the change builds on what was there before. So is a variable
of a module of Flax nnx that is written under ``jax.jit``, by a layer too, as ``nnx.BatchNorm`` does
and ``nnx.Dropout``, which counts its draws: ``nnx.jit`` hands it back.

## Why it is bad
JAX takes arguments apart and hands the function rebuilt copies. In plain Python the caller sees
the change; under ``jit``, ``grad``, ``vmap`` and ``scan`` it is lost without a word.

## Example
    @jax.jit
    def update(params, grads):
        params["w"] = params["w"] - 0.1 * grads["w"]

## Use instead
    @jax.jit
    def update(params, grads):
        return {**params, "w": params["w"] - 0.1 * grads["w"]}

## When it stays quiet
When the changed container is returned, or is a copy made in the function; when the function reads
it afterwards, and the caller does not look at its own again; when it takes out an entry to use
it, by ``pop``, and those who handed the container over only pass it on; methods whose result is
used, as ``state = state.update(...)``: those of containers that change them give nothing; layers of
a module that was told to ``eval()``.

## Fix
None is offered: callers have to take the returned container.
"""

from jaxlint.analysis.domains.purity.observations import OuterWrite, Outside
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class LostArgumentMutation(Rule[OuterWrite]):
    """Judges changes to container arguments."""

    code = "JAX209"
    name = "lost-argument-mutation"
    outcome = "silently wrong: the caller's container is not changed"
    observes = OuterWrite

    def judge(self, seen: OuterWrite) -> Verdict | None:
        if not seen.is_of_copy:
            return None
        if seen.target is Outside.LAYER:
            return Verdict(
                f"what `{seen.name}` notes when it is called is lost: {seen.region.label} gets a "
                "copy of the module",
                "use the transformation of nnx, as nnx.jit, which hands the module back",
                "silently wrong: the module's statistics and draws stay as they are",
                severity=WARNING,
            )
        return Verdict(
            f"the change to `{seen.name}` is lost: {seen.region.label} gets a copy of its argument",
            "return the changed container",
        )
