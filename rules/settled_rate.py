"""A number of an optimiser that changes when the optimiser has been made.

## What it finds
``self.lr *= 0.5`` in a method, where the constructor made an optimiser of Optax with ``self.lr``,
no method makes another one, and nothing else uses the field than what prints it or asks for it. And
so for a variable that a loop changes, where the optimiser was made before the loop. And
``optax.adam(schedule(0))``, where the schedule is one of Optax, also by a helper.

## Why it is bad
``optax.sgd(self.lr)`` takes the number, not the field: its updates go on with the first one. The
rate that is printed falls, and the steps stay as long as they were.

## Example
    self.optimizer = optax.sgd(self.lr)
    ...
    def reduce(self):
        self.lr *= 0.5

## Use instead
    self.optimizer = optax.inject_hyperparams(optax.sgd)(self.lr)
    ...
    def reduce(self):
        self.opt_state.hyperparams["learning_rate"] *= 0.5

A schedule of Optax serves for all that depends on the number of the step alone.

## When it stays quiet
Where the number is used in any other way, handed to a function, read by a function inside, or an
optimiser is made with it again.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.training.observations import RateSettled
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class SettledRate(Rule[RateSettled]):
    """Judges numbers that change when an optimiser has been made with them."""

    code = "JAX531"
    name = "settled-rate"
    outcome = "silently does nothing: the optimiser goes on with the first number"
    severity = WARNING
    observes = RateSettled

    def judge(self, seen: RateSettled) -> Verdict | None:
        if seen.begun:
            return Verdict(
                f"`{seen.name}` is given the number that a schedule begins with, and keeps it",
                "give it the schedule itself",
            )
        return Verdict(
            f"the optimiser was made with what `{seen.name}` was, and does not see it change",
            "use optax.inject_hyperparams and set it in the state, or give a schedule",
        )
