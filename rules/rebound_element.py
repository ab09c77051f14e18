"""A loop, or a function, that changes arrays by a variable of its own.

## What it finds
``w -= rate * g`` or ``w = w - rate * g`` in a loop over JAX arrays whose variable is ``w``, where
nothing reads ``w`` behind it in the turn, or after the loop. And ``velocity += dt * force`` of a
parameter that is given a JAX array, where nothing reads the parameter behind it.

## Why it is bad
An array of NumPy or PyTorch is changed in place by ``-=``, and so is what the list holds. JAX
arrays are immutable: the operator makes a new array, and binds it to the variable of the loop,
which the next turn binds again. The list and the tree keep the arrays that they had, and so does
the caller of a function.

## Example
    for w, g in zip(weights, grads):
        w -= rate * g

## Use instead
    weights = [w - rate * g for w, g in zip(weights, grads)]

## When it stays quiet
Arrays of NumPy, whose ``-=`` changes what is held; elements of which it is not known that they are
JAX arrays; variables that are read behind the statement, or by a function inside.

## Fix
None is offered: what holds the arrays has to be made anew.
"""

from jaxlint.analysis.domains.arrays.observations import ElementRebound
from jaxlint.diagnostics.rule import Rule, Verdict


class ReboundElement(Rule[ElementRebound]):
    """Judges new values for the variables of loops."""

    code = "JAX326"
    name = "rebound-element"
    outcome = "silently does nothing: what the loop goes over stays as it was"
    observes = ElementRebound

    def judge(self, seen: ElementRebound) -> Verdict | None:
        if seen.given:
            return Verdict(
                f"`{seen.name}` is bound to a new array, which nothing reads: the caller's stays",
                "return the new array, and bind it where the function is called",
                "silently does nothing: the array of the caller stays as it was",
            )
        return Verdict(
            f"`{seen.name}` is bound anew by the next turn: nothing reads this new array",
            "make what holds the arrays anew, by a comprehension or jax.tree.map",
        )
