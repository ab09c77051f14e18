"""Something without a hash as a static argument.

## What it finds
A list, dict, set, array or tracer given to a parameter that ``static_argnums`` or
``static_argnames`` declares static; a tuple, a named tuple or a frozen dataclass that holds
one; an object of a class that defines ``__eq__`` (or is a plain dataclass) and so has no hash, the
``self`` of a jitted method among them. To ``eqx.filter_jit`` whatever is no array and no tree is
static, without being declared so. An array in a field by which one tree is told from another: of
an Equinox module, declared static (``eqx.field(static=True)``), in ``meta_fields``, or beside the
children that ``tree_flatten`` gives.

## Why it is bad
A compiled function is looked up by the values of its static arguments, so these are hashed. What
has no hash raises ``ValueError: Non-hashable static arguments are not supported``. Static fields
are compared: a second object of the class, given to the same jitted function, raises
``ValueError``, as whether two arrays are equal is an array. Equinox warns of it.

## Example
    @functools.partial(jax.jit, static_argnames="shape")
    def padded(x, shape):
        ...

    padded(x, [3, 4])

## Use instead
    padded(x, (3, 4))

An array should not be static at all: leave it out of ``static_argnames``. A dataclass that is a
static ``self`` can be ``frozen=True``.

## When it stays quiet
Tuples of numbers and texts, NumPy numbers, functions, objects of classes that are not known whole;
static fields with a converter, or with an array that is or may be of one number
(``jnp.array(x)``), or one that a variable of the module holds, which is equal to itself.

## Fix
Safe: a list of literals in the call is written as a tuple.
"""

from jaxlint.analysis.domains.compilation.observations import Holder, StaticArgumentUnhashable
from jaxlint.diagnostics.findings import WARNING, Severity
from jaxlint.diagnostics.rule import Rule, Verdict

_WORDS: dict[Holder, tuple[str, str | None, Severity | None]] = {
    Holder.ARGUMENT: (
        "give a tuple or another value with a hash, or make the argument a traced one",
        None,
        None,
    ),
    Holder.FIELD: (
        "make the field a leaf, and apply jax.lax.stop_gradient where it is not to be trained",
        "raises ValueError where two such objects are compared, as by a jitted function",
        WARNING,
    ),
}


class UnhashableStaticArgument(Rule[StaticArgumentUnhashable]):
    """Judges static arguments."""

    code = "JAX504"
    name = "unhashable-static-argument"
    outcome = "raises ValueError"
    observes = StaticArgumentUnhashable

    def judge(self, seen: StaticArgumentUnhashable) -> Verdict | None:
        instead, outcome, severity = _WORDS[seen.holder]
        said = f"{seen.argument} is static, and is given {seen.given}"
        return Verdict(said, instead, outcome, fix=seen.fix, severity=severity)
