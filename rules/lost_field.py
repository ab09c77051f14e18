"""A field of a pytree class that is not among what the class is taken apart into.

## What it finds
A class that JAX takes apart by functions of its own (``register_pytree_node_class``,
``register_pytree_node``, both also with keys) where a constructor's argument is kept in a field,
methods or traced code read that field, and it is neither among the children nor in the auxiliary
data: what rebuilds an object then gives the field a default. Also one whose children come in
another order than the constructor takes them.

## Why it is bad
Every transformation, and ``jax.tree.map``, rebuilds the objects that it is given and those that it
returns. The copy has the default, whatever the object was made with, and nothing is said.

## Example
    @jax.tree_util.register_pytree_node_class
    class Normaliser:
        def __init__(self, mean, clip=5.0):
            self.mean, self.clip = mean, clip

        def __call__(self, x):
            return jnp.clip(x - self.mean, -self.clip, self.clip)

        def tree_flatten(self):
            return (self.mean,), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)

## Use instead
        def tree_flatten(self):
            return (self.mean,), (self.clip,)

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children, *aux)

Arrays belong among the children; what is compared and hashed, such as numbers and names, among the
auxiliary data.

## When it stays quiet
Fields that the constructor works out of those that are kept, fields of which the default is None
(caches, which methods fill again), fields that no method reads, and classes with a ``__new__``,
``__setattr__`` or ``__post_init__`` of their own.

## Fix
None is offered: whether a field is a child or auxiliary data is not known.
"""

from jaxlint.analysis.domains.tracing.observations import FieldLost
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class LostField(Rule[FieldLost]):
    """Judges fields that copies of an object do not get."""

    code = "JAX213"
    name = "lost-field"
    outcome = "silently wrong: the copies have the default"
    severity = WARNING
    observes = FieldLost

    def judge(self, seen: FieldLost) -> Verdict | None:
        if seen.exchanged:
            return Verdict(
                f"`{seen.field}` of `{seen.owner}` is {seen.copied} in each copy that JAX makes",
                "give the children in the order in which they are taken, or take them by name",
                "silently wrong: the fields are exchanged",
            )
        return Verdict(
            f"`{seen.field}` of `{seen.owner}` is left out: in each copy that JAX makes it is"
            f" {seen.copied}, whatever the object was made with",
            "give it as a child if it is an array, else in the auxiliary data",
        )
