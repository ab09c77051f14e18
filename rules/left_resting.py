"""A model of nnx that learns in the mode of evaluation.

## What it finds
``model.eval()`` in a loop whose next turn trains the model, where nothing calls ``model.train()``
in between: the first turn has its dropout and its batch statistics, the others have not.

## Why it is bad
The mode is a flag in each layer, and a module of nnx changes in place, also where a function that
is handed it does so. The model learns without dropout, and with statistics that stay as they are.
Nothing is raised.

## Example
    model.train()
    for epoch in range(epochs):
        train_step(model, optimizer, batch)
        model.eval()
        print(accuracy(model, test))

## Use instead
    for epoch in range(epochs):
        model.train()
        train_step(model, optimizer, batch)
        model.eval()
        print(accuracy(model, test))

## When it stays quiet
Where the first turn evaluates too, as for fine-tuning with statistics that are to stay; outside of
loops; where the layer is told its mode at the call; for models without such layers.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.models.observations import LeftResting
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class ModelLeftResting(Rule[LeftResting]):
    """Judges the mode of layers where a loop trains them."""

    code = "JAX536"
    name = "left-resting"
    outcome = "silently wrong: from the second turn on it learns as it is evaluated"
    severity = WARNING
    observes = LeftResting

    def judge(self, seen: LeftResting) -> Verdict | None:
        return Verdict(
            f"from the second turn on the `{seen.layer}` of what learns here is in the mode of "
            "evaluation",
            "call model.train() in each turn, before the step",
        )
