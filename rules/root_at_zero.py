"""A root of zero, guarded where it does not help.

## What it finds
In code that is differentiated: a small number added to a norm, a square root or a standard
deviation, or ``maximum`` of both, and the square of a norm. And distances between all points of one
set, ``x[:, None] - x[None]`` or ``vmap`` in ``vmap`` over the same array, each of which is paired
with itself as well.

## Why it is bad
The slope of a root is infinite at zero. What is added outside keeps the division finite, but the
gradient is NaN where all numbers are zero, or for ``std`` all alike: for a padded row, a constant
feature, two equal points. Of a norm this is advice, unless it is that of a difference, or of a
cross product, as of three points on a line: the weights of a layer are never all zero by chance. So
it is of squares, whose author guards against nothing.

## Example
    unit = x / (jnp.linalg.norm(x) + 1e-6)

## Use instead
    unit = x / jnp.sqrt(jnp.sum(x**2) + 1e-12)

## When it stays quiet
Where something is added inside the root; where nothing shows that a gradient is taken; where the
function has a derivative rule of its own; where a root is only returned beside the loss; in a
branch of ``jax.lax.cond`` that is not taken where the root is zero; of pairs that indices pick.
A root without any guard: see bare-root. In files of tests, which fix their numbers, it is advice.

## Fix
None: how small is small depends on the numbers.
"""

from jaxlint.analysis.domains.numerics.observations import Root, RootAtZero
from jaxlint.diagnostics.findings import ADVICE, WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_WHERE = {"std": "all numbers are alike"}
_NAMES = {"**": "a root", "norm": "a norm", "sqrt": "a root"}


class GuardedOutside(Rule[RootAtZero]):
    """Judges roots of what may be zero, for which the code has a guard."""

    code = "JAX603"
    name = "root-at-zero"
    outcome = "silently wrong: the gradient is NaN"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = RootAtZero

    def judge(self, seen: RootAtZero) -> Verdict | None:
        where, name = _WHERE.get(seen.op, "it is zero"), _NAMES.get(seen.op, seen.op)
        if seen.form is Root.OFFSET_OUTSIDE:
            return Verdict(
                f"the gradient of {name} is NaN where {where}, whatever is added to it afterwards",
                "add the small number inside the root",
                severity=None if seen.meant else ADVICE,
            )
        if seen.form is Root.SQUARED:
            return Verdict(
                f"the gradient of the square of {name} is NaN where {where}",
                "write the sum of the squares: it needs no root",
                severity=ADVICE,
            )
        if seen.form is Root.PAIRED:
            return Verdict(
                f"the gradient of {name} is NaN where it is zero, as between each point and itself",
                "replace the zeros before the root: where(d2 > 0, d2, 1.0)",
            )
        return None
