"""An attribute or method of NumPy, PyTorch or an older JAX that JAX arrays do not have.

## What it finds
``x.numpy()``, ``x.detach()``, ``x.unsqueeze(0)``, ``x.add_(1)``, ``x.flat``, ``x.strides`` and the
like on a JAX array, and what JAX arrays once had: ``x.device_buffer``, ``x.to_py()``,
``x.split(2)``. What parameters are called elsewhere is JAX805's.

## Why it is bad
It raises ``AttributeError`` (``x.flat`` raises ``NotImplementedError``), on the path that runs it.

## Example
    y = x.unsqueeze(0).numpy()

## Use instead
    y = np.asarray(jnp.expand_dims(x, 0))

## When it stays quiet
For values that may be no JAX arrays, for parameters that are declared to be of another library,
where the code asks what kind a value is, and where an error is expected.

## Fix
None.
"""

from jaxlint.analysis.domains.arrays.observations import ForeignAttributeRead
from jaxlint.diagnostics.rule import Rule, Verdict


class ForeignAttribute(Rule[ForeignAttributeRead]):
    """Judges attributes that JAX arrays lack."""

    code = "JAX316"
    name = "foreign-attribute"
    outcome = "raises AttributeError"
    observes = ForeignAttributeRead

    def judge(self, seen: ForeignAttributeRead) -> Verdict | None:
        name = seen.attribute
        outcome = "raises NotImplementedError" if name == "flat" else None
        return Verdict(
            f"`{seen.spelled()}` asks a JAX array for `{name}`, which it does not have",
            seen.instead,
            outcome,
        )
