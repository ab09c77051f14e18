"""One layer in many places of a list.

## What it finds
``[Block(...)] * depth``, or a tuple, or a list with other layers beside it, where the element is
made on the spot: a layer with parameters of Flax, Haiku or Equinox, or a module of the project.

## Why it is bad
``*`` repeats the object and does not make another one. With Flax and Haiku all places are one layer
with one set of parameters: a network of depth 12 learns as one layer that is applied twelve times.
With Equinox each place gets parameters of its own, which all begin with the same numbers.

## Example
    self.blocks = [Block(self.width)] * self.depth

## Use instead
    self.blocks = [Block(self.width) for _ in range(self.depth)]

## When it stays quiet
A layer that has a name of its own, ``[block] * depth``, may be shared on purpose. Layers without
parameters, such as dropout, and lists that are not repeated.

## Fix
None is offered: with keys, each layer needs one of its own.
"""

from jaxlint.analysis.domains.models.observations import LayerShared
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class SharedLayer(Rule[LayerShared]):
    """Judges lists of layers that are repeated."""

    code = "JAX530"
    name = "shared-layer"
    outcome = "silently wrong: all places have the parameters of one"
    severity = WARNING
    observes = LayerShared

    def judge(self, seen: LayerShared) -> Verdict | None:
        makes = f"[{seen.layer}(...) for _ in range(n)]"
        if seen.begins_alike:
            return Verdict(
                f"each repeated `{seen.layer}` begins with the same parameters",
                f"make each with a key of its own: {makes}",
                "silently wrong: all begin with the same numbers",
            )
        return Verdict(f"all places hold one `{seen.layer}`", f"make one for each: {makes}")
