"""A transformation of JAX around a layer of Flax or Haiku.

## What it finds
In a module of ``flax.linen``: ``jax.jit``, ``jax.checkpoint``, ``lax.scan``, ``lax.cond`` and their
like, given a layer, or a function that calls one which has no parameters yet or that asks for new
ones by ``self.param`` or ``self.variable``. The same of layers of Haiku and ``hk.get_parameter``,
in its modules and in functions under ``hk.transform``.

## Why it is bad
A layer makes its parameters where it is called first, ``self.param`` where it is asked first, and
the module keeps them. JAX traces all that is made inside, and knows nothing of modules: ``init``
ends as if all were well, with tracers among the variables, and the first ``apply`` raises
UnexpectedTracerError. Given the layer itself, ``jit``, ``cond`` and ``checkpoint`` raise TypeError,
as it has no hash.

## Example
    class Deep(nn.Module):
        @nn.compact
        def __call__(self, x):
            layer = nn.Dense(4)
            return jax.lax.fori_loop(0, 3, lambda i, h: layer(h), x)

## Use instead
    class Deep(nn.Module):
        @nn.compact
        def __call__(self, x):
            scan = nn.scan(Step, {"params": 0}, split_rngs={"params": True}, length=3)
            return scan()(x, None)[0]

Or call the layer once outside while ``self.is_initializing()``.

## When it stays quiet
For ``jax.vmap`` and ``jax.grad``, which leave alone what does not depend on their arguments; for
Flax's own ``nn.jit``, ``nn.scan``, ``nn.remat`` and Haiku's ``hk.scan``, ``hk.remat``; where the
same layer is also called outside, and behind a test of ``hk.running_init()``.

## Fix
None: which axes carry parameters is a choice.
"""

from jaxlint.analysis.domains.models.observations import ModuleTransformed
from jaxlint.diagnostics.findings import ERROR
from jaxlint.diagnostics.rule import Rule, Verdict

_OWN = {
    "linen": "Flax's own transformation (nn.jit, nn.scan, nn.remat, nn.cond)",
    "haiku": "Haiku's own transformation (hk.scan, hk.remat, hk.cond, hk.fori_loop)",
}


class UnliftedTransform(Rule[ModuleTransformed]):
    """Judges transformations of JAX within modules of Flax and Haiku."""

    code = "JAX524"
    name = "unlifted-transform"
    outcome = "leaks a tracer: apply raises UnexpectedTracerError or TypeError"
    severity = ERROR
    observes = ModuleTransformed

    def judge(self, seen: ModuleTransformed) -> Verdict | None:
        return Verdict(
            f"{seen.transform} traces the {seen.made} that `{seen.layer}` makes inside",
            f"use {_OWN[seen.library]}, or make them outside first",
        )
