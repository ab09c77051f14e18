"""A loop that computes a new state and never uses it.

## What it finds
- In a loop, a call that is given a state and whose result is bound to a new name that nothing
  reads, while nothing binds the old one; or all turns start from ``self.params``, or from one
  record, and what they give is kept behind the loop.
- A function that returns or saves what its loop started from, while nothing reads the last state;
  or returns ``state`` as it came in, not ``new_state``. A body of a scan that carries that on, or
  reads what the loop starts from, and never what it carries.
- ``params, _, loss = step(params, state)`` where ``_`` is the new ``state``; that of an optimiser
  of Optax that has a memory, left unread, made anew each turn or call, or not returned.
- What ``optimizer.update``, ``optax.apply_updates`` or ``state.apply_gradients`` gives, statistics
  that ``apply(..., mutable=["batch_stats"])`` gives, gradients that each turn computes, and a part
  of a state that a step gives anew (``learner.state``), or a target, where nothing reads them.
- ``optax.incremental_update(target, online, 0.01)``, old and new exchanged, or a decay for a step.

## Why it is bad
Arrays and trees of arrays do not change: each turn starts from the same state, and nothing is
learned, however alive the numbers look.

## Example
    for batch in batches:
        new_params, loss = step(params, batch)

## Use instead
    for batch in batches:
        params, loss = step(params, batch)

## When it stays quiet
Where the new name is read anywhere, or starts with an underscore, and where the names do not say
that they are the same thing, old and new. Gradients in a loop that by its names evaluates or
measures, or all of whose turns are alike. In test files it is advice.

## Fix
None.
"""

from jaxlint.analysis.domains.training.observations import Lost, StateNeverAdvances
from jaxlint.diagnostics.findings import WARNING, Severity
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_STALE = "silently wrong: momentum, moments and schedules stay as they were"
_WORDS: dict[Lost, tuple[str, str, str | None]] = {
    Lost.LOOP: (
        "`{old}` is what the loop started from; nothing reads the last `{new}`",
        "use `{new}` here, or name it `_` if it is not wanted",
        "silently wrong: what the loop computed is lost",
    ),
    Lost.STEP: (
        "`{new}` is never read: this step changes no parameters",
        "use it: optax.apply_updates(params, updates) gives the new parameters",
        "silently wrong: the parameters stay as they were",
    ),
    Lost.GRADIENTS: (
        "`{new}` is never read: no turn of the loop changes `{old}`",
        "step along it: optax.apply_updates(params, updates) gives new `{old}`",
        "silently wrong: nothing is learned",
    ),
    Lost.STATISTICS: (
        "`{new}` is never read: the running statistics stay as they were",
        'keep them beside the parameters: {new}["batch_stats"]',
        "silently wrong: evaluation normalises by the first statistics",
    ),
    Lost.FIELD: (
        "`{new}` is never read: the old `{old}` stands in its place",
        "put it there, or name it `_` if it is not wanted",
        "silently wrong: it stays as it was",
    ),
    Lost.MIXED: (
        "this average is nearly all `{new}`: its first argument has the weight of the step",
        "optax.incremental_update(new, old, step): of a decay the step is 1 - decay",
        "silently wrong: hardly anything of the old parameters is left",
    ),
    Lost.MEMORY: (
        "the new state of the optimiser is dropped: each step starts from `{old}`",
        "keep it: updates, {old} = optimizer.update(grads, {old})",
        _STALE,
    ),
    Lost.UNKEPT: (
        "the new state that the step gives is not kept: each turn starts from `{old}`",
        "assign it to `{old}`",
        None,
    ),
    Lost.AFRESH: (
        "each turn, or call, begins with a first state of the optimiser in `{old}`",
        "make it once before the loop",
        "silently wrong: momentum, moments and schedules begin anew at each step",
    ),
    Lost.HANDED_ON: (
        "the new state of the optimiser is dropped: `{old}` is handed on as it was",
        "return the new one beside the new parameters",
        _STALE,
    ),
    Lost.START: (
        "each turn starts from the same `{old}`: only the last turn counts",
        "give the step `{new}`, and let that be `{old}` before the loop",
        None,
    ),
    Lost.TURN: (
        "`{new}` is never read: each turn starts from the same `{old}`",
        "assign it to `{old}`, or name it `_` if it is not wanted",
        None,
    ),
}


class UnusedUpdate(Rule[StateNeverAdvances]):
    """Judges loops whose state stays as it was."""

    code = "JAX520"
    name = "unused-update"
    outcome = "silently wrong: each turn starts from the same state"
    meant_in = frozenset((FileKind.TEST,))
    observes = StateNeverAdvances

    def judge(self, seen: StateNeverAdvances) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.lost]
        said, instead = [text.format(old=seen.old, new=seen.new) for text in (message, advice)]
        severity: Severity | None = WARNING if seen.lost is Lost.STATISTICS else None
        return Verdict(said, instead, outcome, severity=severity)
