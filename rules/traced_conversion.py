"""A traced value turned into a Python number.

## What it finds
``bool()``, ``int()``, ``float()``, ``complex()``, ``.item()``, ``.tolist()``, ``.devices()``,
``operator.index``, ``chr()``, ``bytes()``, ``pickle.dumps``, any ``math`` function, an index or
slice bound of a list, and a list or text times ``n``, given a traced value.

## Why it is bad
Each needs the number now, and a tracer has none: ``jax.errors.ConcretizationTypeError`` or one of
its kin. Under ``jax.grad`` alone ``float`` and ``math`` raise too, while ``int()`` and ``.item()``
run and **silently cut the derivative**.

## Example
    @jax.jit
    def scale(x):
        return x / math.sqrt(float(x.sum()))

## Use instead
    @jax.jit
    def scale(x):
        return x / jnp.sqrt(x.sum())

## When it stays quiet
On shapes, sizes, static arguments and NumPy values, outside of any transformation, and in host
callbacks.

## Fix
Unsafe, for ``.item()``: it is dropped. Code that also runs outside of any transformation gets an
array where it got a number. None for the others: dropping them can change a dtype.
"""

from jaxlint.analysis.domains.tracing.observations import Conversion, NumberUse
from jaxlint.diagnostics.rule import Rule, Verdict

_ABOUT_MEMORY = ("devices", "is_deleted", "addressable_data", "unsafe_buffer_pointer")
_COUNTS = ("chr", "bin", "hex", "oct", "bytes", "bytearray")
_INTEGERS = ("chr", "bin", "hex", "oct", "operator.index", "__index__")
_OUTCOMES = {
    **dict.fromkeys(_INTEGERS, "raises TracerIntegerConversionError"),
    **dict.fromkeys(("bytes", "bytearray"), "raises TypeError"),
    "__array__": "raises TracerArrayConversionError",
    "bool": "raises TracerBoolConversionError",
}
_CUTS_DERIVATIVE = ("int", "item", "__int__", "__index__", "operator.index")


class TracedConversion(Rule[Conversion]):
    """Judges conversions of tracers to Python numbers."""

    code = "JAX105"
    name = "traced-conversion"
    outcome = "raises ConcretizationTypeError"
    observes = Conversion

    def judge(self, seen: Conversion) -> Verdict | None:
        if seen.value.abstract:
            return self._of_abstract(seen)
        if seen.use is not NumberUse.ARGUMENT:
            return None
        if seen.name in _COUNTS or seen.name == "__bool__":
            return None
        if seen.name in _CUTS_DERIVATIVE:
            return Verdict(
                f"`{seen.spelled()}` takes a plain number out of a value being differentiated",
                "stay with arrays; write jax.lax.stop_gradient if the cut is meant",
                "silently wrong: the derivative through it is lost",
                seen.fix,
            )
        return Verdict(
            f"`{seen.spelled()}` needs a number, but its argument is being differentiated",
            "use the jnp function, or drop the conversion",
        )

    def _of_abstract(self, seen: Conversion) -> Verdict:
        if seen.use is NumberUse.INDEX:
            return Verdict(
                f"`{seen.spelled()}` indexes a Python sequence with a traced value",
                "index an array (jnp.asarray), or choose a function with jax.lax.switch",
                "raises TracerIntegerConversionError",
            )
        if seen.use is NumberUse.REPETITION:
            return Verdict(
                f"`{seen.spelled()}` repeats a Python sequence a traced number of times",
                "use the largest length and a mask, or make the number static",
                "raises TypeError",
            )
        if seen.name in _ABOUT_MEMORY:
            return Verdict(
                f"`{seen.spelled()}` asks where a traced value lies, which is nowhere yet",
                "ask the array outside of the traced function",
            )
        return Verdict(
            f"`{seen.spelled()}` needs a number, but its argument is traced",
            "use the jnp function, drop the conversion, or make the argument static",
            _OUTCOMES.get(seen.name),
            seen.fix,
        )
