"""A loop that computes a new state and never uses it.

## What it finds
In a loop, a call that is given a state or parameters and whose result is bound to a new name that
nothing reads, while nothing in the loop binds the old name: ``new_params, loss = step(params)``.
Also a function that returns or saves what its loop started from, while nothing reads the last
state: of a loop of Python that moves a copy of the name on, or a tuple with it, or of ``scan``,
``fori_loop`` and ``while_loop``.
And a loop whose steps all start from ``self.params`` while what they give is kept behind the loop,
or all from one record while the code behind reads the one of the same class that they give: only
the last turn counts.
And a loop whose steps drop the new state of an optimiser of Optax that has a memory: ``updates, _ =
optimizer.update(grads, opt_state)``, in the loop or in the function that it calls; or that leave
unread what the call gives in its place: ``params, _ = step(params, opt_state)``; or of which each
begins with ``opt_state = optimizer.init(params)``. Also a function
that returns the new parameters beside the old state of such an optimiser, be it in a copy of a
record: ``return state._replace(params=params)``.
And the updates that an optimiser of Optax gives, what ``optax.apply_updates`` makes of them, or
what ``state.apply_gradients`` gives, in a variable that nothing reads. So are the running
statistics that ``apply(..., mutable=["batch_stats"])`` of Flax gives beside the result, be it by
way of a loss that returns them to the code that differentiates it.
And gradients by parameters that a loop computes in each turn and nothing reads, while the
parameters stay what they were and are used behind the loop.

## Why it is bad
Arrays and trees of arrays do not change: each turn starts from the same state. The loop runs, the
numbers look alive as the batches differ, and nothing is learned.

## Example
    for batch in batches:
        new_params, loss = step(params, batch)
    return params

## Use instead
    for batch in batches:
        params, loss = step(params, batch)
    return params

    for batch in batches:
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return params

    last, losses = jax.lax.scan(step, params, batches)
    return last, losses                                     # not `params, losses`

## When it stays quiet
Where the new name is read anywhere, even in a function inside, where it starts with an underscore,
and where the names do not say that they are the same thing, old and new. Gradients in a loop that
by its names evaluates or measures, or all of whose turns are alike.

In test files it is advice.

## Fix
None.
"""

from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class UnusedUpdate(Rule[StateNeverAdvances]):
    """Judges loops whose state stays as it was."""

    code = "JAX520"
    name = "unused-update"
    outcome = "silently wrong: each turn starts from the same state"
    meant_in = frozenset((FileKind.TEST,))
    observes = StateNeverAdvances

    def judge(self, seen: StateNeverAdvances) -> Verdict | None:
        if seen.lost is Lost.LOOP:
            return Verdict(
                f"`{seen.old}` is what the loop started from; nothing reads the last `{seen.new}`",
                f"use `{seen.new}` here, or name it `_` if it is not wanted",
                outcome="silently wrong: what the loop computed is lost",
            )
        if seen.lost is Lost.STEP:
            return Verdict(
                f"`{seen.new}` is never read: this step changes no parameters",
                "use it: optax.apply_updates(params, updates) gives the new parameters",
                outcome="silently wrong: the parameters stay as they were",
            )
        if seen.lost is Lost.GRADIENTS:
            return Verdict(
                f"`{seen.new}` is never read: no turn of the loop changes `{seen.old}`",
                f"step along it: optax.apply_updates(params, updates) gives new `{seen.old}`",
                outcome="silently wrong: nothing is learned",
            )
        if seen.lost is Lost.STATISTICS:
            return Verdict(
                f"`{seen.new}` is never read: the running statistics stay as they were",
                f'keep them beside the parameters: {seen.new}["batch_stats"]',
                outcome="silently wrong: evaluation normalises by the first statistics",
                severity=WARNING,
            )
        if seen.lost is Lost.MEMORY:
            return Verdict(
                f"the new state of the optimiser is dropped: each step starts from `{seen.old}`",
                f"keep it: updates, {seen.old} = optimizer.update(grads, {seen.old})",
                outcome="silently wrong: momentum, moments and schedules stay as they were",
            )
        if seen.lost is Lost.UNKEPT:
            return Verdict(
                f"the new state of the optimiser is not kept: each step starts from `{seen.old}`",
                f"assign it to `{seen.old}`",
                outcome="silently wrong: momentum, moments and schedules stay as they were",
            )
        if seen.lost is Lost.AFRESH:
            return Verdict(
                f"each turn begins with a first state of the optimiser in `{seen.old}`",
                "make it once before the loop",
                outcome="silently wrong: momentum, moments and schedules begin anew at each step",
            )
        if seen.lost is Lost.HANDED_ON:
            return Verdict(
                f"the new state of the optimiser is dropped: `{seen.old}` is handed on as it was",
                "return the new one beside the new parameters",
                outcome="silently wrong: momentum, moments and schedules stay as they were",
            )
        if seen.lost is Lost.START:
            return Verdict(
                f"each turn starts from the same `{seen.old}`: only the last turn counts",
                f"give the step `{seen.new}`, and let that be `{seen.old}` before the loop",
            )
        return Verdict(
            f"`{seen.new}` is never read: each turn starts from the same `{seen.old}`",
            f"assign it to `{seen.old}`, or name it `_` if it is not wanted",
        )
