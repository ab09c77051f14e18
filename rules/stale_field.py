"""A field of an object, frozen in traced code, that is assigned again elsewhere.

## What it finds
A field of an outer object, read in compiled code by itself, a property or a call of the object,
that is assigned between two calls. Presumed (``--presumed``, and hints in the editor) is a method
compiled with a static or bound ``self`` (``static_argnums=0``, ``jax.jit(self.step)``) that reads a
field which another method assigns, where no code in sight does so between two calls.

## Why it is bad
The object is part of the key of the compilation cache, not of its inputs: the field's value is
compiled in and kept. A value-based ``__hash__`` does not help.

## Example
    class Model:
        def __init__(self):
            self.scale = 1.0
            self.apply = jax.jit(self._apply)

        def _apply(self, x):
            return x * self.scale

        def rescale(self, s):
            self.scale = s      # never seen by self.apply

    model = Model()
    model.apply(1.0)    # 1.0
    model.rescale(2.0)
    model.apply(1.0)    # still 1.0

## Use instead
    class Model:
        def __init__(self):
            self.scale = 1.0
            self._compiled = jax.jit(lambda x, scale: x * scale)

        def apply(self, x):
            return self._compiled(x, self.scale)

## When it stays quiet
Fields that only constructors assign, or all methods the same (a constant, the same expression of
fields that only constructors assign), or that are assigned before the first call, or by a method
that calls ``jax.clear_caches`` after that, or lowers a flag that has the function made anew; calls
with a static argument that is made for them, which compile anew; classes that JAX or a library
rebuilds as pytrees, Flax, Haiku and Equinox modules among them; parts of a state that a step leaves
as they are (``self.state.apply_fn``); what decides on nothing but an error. Where a test file or a
benchmark makes the change it is advice.

## Fix
None is offered: pass the field, or make the class a pytree.
"""

from jaxlint.analysis.domains.purity.observations import FrozenFieldRead
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict


class StaleField(Rule[FrozenFieldRead]):
    """Judges frozen reads of fields."""

    code = "JAX203"
    name = "stale-field"
    outcome = "silently wrong: the value seen while tracing is kept"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST, FileKind.BENCHMARK))
    observes = FrozenFieldRead

    def judge(self, seen: FrozenFieldRead) -> Verdict | None:
        return Verdict(
            f"`{seen.name}` is frozen when {seen.region.label} is traced, but it is assigned again",
            "pass the field as an argument, or make the class a pytree",
        )
