"""A Python branch on a traced value.

## What it finds
An ``if``, ``elif``, conditional expression, ``match`` or comprehension condition whose test is a
value that a transformation traces.

## Why it is bad
Inside ``jax.jit`` and its kin (``vmap`` over a mapped argument, the bodies of ``lax.scan``,
``cond``, ``while_loop``, ``fori_loop``, ``map`` and ``switch`` even without ``jit``,
``checkpoint``, ``eval_shape``) a traced value is a tracer: it has a shape and a dtype but no
number in it. Python asks it whether it is true, and it raises
``jax.errors.TracerBoolConversionError``.

## Example
    @jax.jit
    def relu(x):
        if x > 0:
            return x
        return 0.0

## Use instead
    @jax.jit
    def relu(x):
        return jnp.where(x > 0, x, 0.0)

``jax.lax.cond`` runs one of two functions; a flag that is known when the function is called
belongs in ``static_argnames``.

## When it stays quiet
On shapes, dtypes, ``len(x)``, ``x is None``, static and default arguments, closures over Python
values, under ``jax.grad`` alone (the value can be read there), for arguments that ``vmap`` does not
map, in host callbacks, and whenever the value is not known to be traced.

## Fix
None is offered: ``where`` evaluates both sides, ``cond`` needs two functions of one type.
"""

from jaxlint.analysis.domains.tracing.observations import Branch, BranchTested
from jaxlint.diagnostics.rule import Rule, Verdict

_FORMS = {
    Branch.IF: "this `if` tests",
    Branch.TERNARY: "this conditional expression tests",
    Branch.MATCH: "this `match` compares",
    Branch.COMPREHENSION: "this comprehension filters by",
}


class TracedBranch(Rule[BranchTested]):
    """Judges truth tests by branches."""

    code = "JAX101"
    name = "traced-branch"
    outcome = "raises TracerBoolConversionError"
    observes = BranchTested

    def judge(self, seen: BranchTested) -> Verdict | None:
        return Verdict(
            f"{_FORMS[seen.by]} `{seen.spelled()}`, which is traced",
            "choose with jnp.where, branch with jax.lax.cond, or make the value static",
        )
