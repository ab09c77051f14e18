"""A gradient of something that has none.

## What it finds
``jax.grad`` and ``jax.value_and_grad`` of a function that returns a tuple, a dict, nothing, an
array with axes, or a complex number (without ``holomorphic=True``);
``has_aux=True`` for one that does not return a pair; a whole number, or an array of such, as
the argument that is differentiated, or in the tree that is one, by ``jax.jacfwd`` and its like too:
layers of Equinox such as ``eqx.nn.Dropout`` hold truth values; ``argnums`` beyond the
arguments of the call; a result that a ``while_loop`` makes of the argument, or a ``fori_loop`` of
which a bound is traced: the argument of a jitted function that is not static, say; an argument of
``jax.pure_callback`` or ``io_callback`` that is computed from it, unless a function around that has
a derivative rule of its own; what a function with ``jax.custom_vjp`` or ``custom_jvp`` closes over;
``jax.jvp`` and ``jax.jacfwd`` through a function that has a ``jax.custom_vjp``.

## Why it is bad
Raises ``TypeError``: only a function with one real result has a gradient, and only with respect to
real numbers that are given by position. How often such a loop turns is not known, and so there is
no way back through it: ``ValueError``.

## Example
    def loss(w, x):
        ...
        return error, predictions

    grads = jax.grad(loss)(w, x)

## Use instead
    grads, predictions = jax.grad(loss, has_aux=True)(w, x)

## When it stays quiet
``allow_int=True``; results and arguments that are not known; arrays whose dtype does not follow
from the call that makes them.

## Fix
Safe: ``3`` becomes ``3.0`` where it is differentiated.
"""

from jaxlint.analysis.domains.usage.observations import Gradient, GradientImpossible
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS = {
    Gradient.NO_NUMBER: (
        "{transform} of a function that returns {what}",
        "return one number; anything else goes out with has_aux=True",
        None,
    ),
    Gradient.NO_SCALAR: (
        "{transform} of a function that returns {what}",
        "reduce it to one number (jnp.sum, jnp.mean), or use jax.jacrev, or jax.vmap of jax.grad",
        None,
    ),
    Gradient.NO_REAL: (
        "{transform} of a function that returns {what}",
        "return a real number, as jnp.abs(z) ** 2 is and z ** 2 is not",
        None,
    ),
    Gradient.NO_AUX: (
        "{transform} with has_aux=True of a function that returns {what}",
        "return a pair: the number, and all else",
        None,
    ),
    Gradient.WHOLE_NUMBER: (
        "{transform} with respect to the whole number {what}",
        "give a float",
        None,
    ),
    Gradient.WHOLE_ARRAY: (
        "{transform} with respect to an array of {what}",
        "make it an array of floats: x.astype(float), or a dtype where it is made",
        None,
    ),
    Gradient.WHOLE_LEAF: (
        "{transform} with respect to a tree with {what} in it",
        "hand over the floats alone; eqx.filter_grad sees to that for modules of Equinox",
        None,
    ),
    Gradient.TOO_FEW: (
        "{transform}: {what}",
        "give what is differentiated by position, and set argnums to where it is",
        None,
    ),
    Gradient.ONE_WAY: (
        "{transform} through {what}, which can only be differentiated forwards",
        "use jax.jacfwd, lax.scan or a fori_loop with static bounds, or give it a jax.custom_vjp",
        "raises ValueError",
    ),
    Gradient.CLOSED_OVER: (
        "{transform} by {what}, which a function with a derivative rule of its own closes over",
        "give it to that function as an argument, and its slope in the rule",
        "raises UnexpectedTracerError",
    ),
    Gradient.HOST: (
        "{transform} through {what}, of which no slope is known",
        "give the function around the call a jax.custom_jvp or jax.custom_vjp",
        "raises ValueError",
    ),
    Gradient.BACKWARD_ONLY: (
        "{transform} through {what}, whose derivative rule goes backwards alone",
        "give it a jax.custom_jvp, which serves both ways, or differentiate backwards",
        None,
    ),
}


class ImpossibleGradient(Rule[GradientImpossible]):
    """Judges functions and arguments of gradients."""

    code = "JAX509"
    name = "impossible-gradient"
    outcome = "raises TypeError"
    observes = GradientImpossible

    def judge(self, seen: GradientImpossible) -> Verdict | None:
        message, advice, outcome = _WORDS[seen.problem]
        said = message.format(what=seen.what, transform=seen.transform)
        return Verdict(said, advice, outcome, fix=seen.fix)
