"""A collective over an axis that nothing around it has.

## What it finds
Under ``jax.shard_map`` or ``jax.pmap``: ``lax.psum``, ``pmean``, ``all_gather``, ``axis_index`` and
the like whose axis is not one of the mesh, of ``axis_name`` or of a ``vmap(axis_name=...)`` in
between. It is told where the function that is mapped asks for it, or calls who does.
Also under a ``jax.pmap`` or ``jax.vmap`` that names no axis, or under none at all, where the call
is in sight and nothing can be around it: ``jax.pmap`` in plain code, or code that the body of a
module runs.

## Why it is bad
The name is looked up while the function is traced: ``NameError: Found an unbound axis name``.
Where ``shard_map`` checks what is replicated it may be an ``AssertionError`` that says nothing.

## Example
    def centred(x, axis="batch"):
        return x - jax.lax.pmean(x, axis)

    mesh = Mesh(jax.devices(), ("data",))
    jax.shard_map(centred, mesh=mesh, in_specs=P("data"), out_specs=P("data"))(x)

## Use instead
    def centred(x, axis):
        return x - jax.lax.pmean(x, axis)

    spread = functools.partial(centred, axis="data")
    jax.shard_map(spread, mesh=mesh, in_specs=P("data"), out_specs=P("data"))(x)

## When it stays quiet
Where the mesh, or the names of its axes, are not in sight; in functions that are only mapped by
``vmap``, which may be called under another axis elsewhere. Where no name is bound: behind a test
of which the answer is not known, and, but for what the body of a module runs, where other code in
sight binds the name.

## Fix
None is offered: which axis is meant is not known.
"""

from jaxlint.analysis.domains.tracing.observations import AxisUnbound
from jaxlint.diagnostics.rule import Rule, Verdict


class UnboundAxis(Rule[AxisUnbound]):
    """Judges the axes of collectives."""

    code = "JAX526"
    name = "unbound-axis"
    outcome = "raises NameError"
    observes = AxisUnbound

    def judge(self, seen: AxisUnbound) -> Verdict | None:
        if not seen.bound:
            return Verdict(
                f"`{seen.function}` asks for the axis `{seen.axis}`, and nothing binds a name here",
                f'name the axis where it is mapped: axis_name="{seen.axis}"',
            )
        bound = " and ".join(f"`{name}`" for name in seen.bound)
        return Verdict(
            f"`{seen.function}` asks for the axis `{seen.axis}`, and only {bound} is bound here",
            "give it the name of an axis of the mesh, or of axis_name",
        )
