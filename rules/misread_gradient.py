"""The results of a gradient function unpacked in the wrong way.

## What it finds
Three names for what ``value_and_grad(f, has_aux=True)`` gives, or any number but two; names that
say that gradients come first where the value does, ``g`` beside a loss too. That value, whatever
it is called, under ``@``, an index or a loop, in a tree map behind the parameters, handed to
``update`` of an optimiser, or taken off the parameters, without the gradients. And a step of
another argument of the loss than the one by which it was differentiated:
``gen = sgd(gen, grads)`` where ``grads = jax.grad(gen_loss)(disc, gen, z)``.

## Why it is bad
``value_and_grad`` gives ``(value, gradients)``, with ``has_aux=True`` ``((value, aux),
gradients)``. ``grad`` with ``has_aux=True`` gives ``(gradients, aux)``. Three names raise
``ValueError``; swapped ones do not raise: the parameters are moved by the loss.

## Example
    loss, aux, grads = jax.value_and_grad(f, has_aux=True)(w)
    grads, loss = jax.value_and_grad(f)(w)

## Use instead
    (loss, aux), grads = jax.value_and_grad(f, has_aux=True)(w)
    loss, grads = jax.value_and_grad(f)(w)

## When it stays quiet
Names that do not say ``grad``, as long as nothing is done with the value that a number does not
bear; gradient functions of other libraries. Names where the value is a gradient itself, as in
``value_and_grad(grad(f))``.

## Fix
Safe: three names become ``(value, aux), grads``.
"""

from jaxlint.analysis.domains.usage.observations import GradientMisread, Unpacking
from jaxlint.diagnostics.rule import Rule, Verdict

_FIRST = "the value comes first, and the gradients behind it"
_WORDS = {
    Unpacking.COUNT: (
        "{what} names for what {transform} gives, which is a pair",
        "unpack a pair: (value, aux), grads for value_and_grad with has_aux",
        "raises ValueError",
    ),
    Unpacking.SWAPPED: (
        "{transform} gives these two in the other order",
        "value_and_grad gives the value first, grad with has_aux the gradients",
        None,
    ),
    Unpacking.NO_AXES: (
        "{what} the value that {transform} gives first, a number without axes",
        _FIRST,
        "raises ValueError, IndexError or TypeError",
    ),
    Unpacking.NO_TREE: (
        "{what} gets the value that {transform} gives first, a number, in place of gradients",
        _FIRST,
        "raises ValueError",
    ),
    Unpacking.ANOTHER: (
        "this steps by gradients by `{what}`, which it does not move",
        "differentiate by what is moved: argnums= says by which argument",
        "silently wrong: the step follows the gradients of other parameters",
    ),
    Unpacking.MOVES: (
        "{what} gets the value that {transform} gives first, a number, in place of gradients",
        _FIRST,
        None,
    ),
}


class MisreadGradient(Rule[GradientMisread]):
    """Judges how results of gradient functions are unpacked and used."""

    code = "JAX510"
    name = "misread-gradient"
    outcome = "silently wrong: value and gradients are swapped"
    observes = GradientMisread

    def judge(self, seen: GradientMisread) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
