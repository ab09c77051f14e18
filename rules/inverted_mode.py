"""A flag that says the opposite of what it is given.

## What it finds
``deterministic=``, ``use_running_average=`` and ``inference=`` given a name that says that the
model trains (``train``, ``training``, ``is_training``, alone or as a field), and ``train=`` and its
kin given a name that says that it does not. And ``apply(..., train=True)`` in a function whose name
says that it evaluates, validates or predicts.

## Why it is bad
Dropout is off while the model learns and on while it is judged; statistics of batches are kept
when they should be used. Nothing raises: the model overfits, and its results change at each run.

## Example
    x = nn.Dropout(0.5)(x, deterministic=train)

## Use instead
    x = nn.Dropout(0.5)(x, deterministic=not train)

## When it stays quiet
Where the name says nothing of the mode, and where anything but a name is given. Of functions that
by their names sample, or test, literals are not told.

## Fix
Unsafe: ``not`` in front of the name, which changes what the model gives.
"""

from jaxlint.analysis.domains.models.observations import ModeInverted
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class InvertedMode(Rule[ModeInverted]):
    """Judges flags of the mode by the names that they are given."""

    code = "JAX527"
    name = "inverted-mode"
    outcome = "silently wrong: training and evaluation are exchanged"
    severity = WARNING
    observes = ModeInverted

    def judge(self, seen: ModeInverted) -> Verdict | None:
        if seen.function:
            other = seen.given != "True"
            return Verdict(
                f"`{seen.function}` has the model train: `{seen.flag}={seen.given}`",
                f"say `{seen.flag}={other}` where it is evaluated",
                "silently wrong: dropout is on, statistics are those of the batch",
            )
        return Verdict(
            f"`{seen.flag}` is given `{seen.given}`, which says the opposite",
            f"negate it: {seen.flag}=not {seen.given}",
            fix=seen.fix,
        )
