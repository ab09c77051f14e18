"""What errors of JAX mean: by class or, where that says little, by words of the message."""

from __future__ import annotations

# Every class of `jax.errors`, and those that are printed in place of one in older releases.
CLASSES = {
    "ConcretizationTypeError": (
        "code needs the number of a traced value, or has a shape follow from one, while JAX "
        "traces: it is known only when the compiled program runs"
    ),
    "InconclusiveDimensionOperation": (
        "a test on a symbolic dimension has no answer that holds for all its sizes"
    ),
    "JAXIndexError": "JAX refuses an index",
    "JAXTypeError": "JAX refuses the type of a value",
    "JaxRuntimeError": "the compiled program, or the device that it runs on, failed",
    "JaxprTypeError": "JAX met a program in its own notation that is not well typed",
    "KeyReuseError": (
        "a random key was consumed twice: both draws give the same, or related, numbers"
    ),
    "NonConcreteBooleanIndexError": (
        "a traced mask indexes an array: how many elements it picks, and so the shape of what "
        "comes of it, is known only when the compiled program runs"
    ),
    "TracerArrayConversionError": (
        "NumPy, or other code outside of JAX, was given a traced value, which has no numbers yet"
    ),
    "TracerBoolConversionError": (
        "Python asked whether a traced value is true: an `if`, `while`, `and`, `or`, `not`, "
        "`assert` or `bool()` needs its number while JAX traces"
    ),
    "TracerIntegerConversionError": (
        "Python asked a traced value for an integer, for `range` or for an index of a list, "
        "while JAX traces"
    ),
    "UnexpectedTracerError": (
        "a traced value was kept beyond its trace, in a global, a field or a container, and used "
        "later"
    ),
    "XlaRuntimeError": "the compiled program, or the device that it runs on, failed",
}

_TOO_LARGE = (
    "a Python integer does not fit the dtype it is computed in, which has 32 bits unless "
    "`jax_enable_x64` is on"
)

# Class, words of the message, and what they mean. The first row that fits counts.
MESSAGES = (
    ("TypeError", "not a valid JAX type", "a function of JAX was given what is no array"),
    (
        "TypeError",
        "abstract array",
        "a transformed function was given, or returned, what is no array",
    ),
    ("TypeError", "Shapes must be 1D sequences", "a shape was made of traced values"),
    ("TypeError", "item assignment", "arrays of JAX cannot be changed in place"),
    ("TypeError", "JAX arrays are immutable", "arrays of JAX cannot be changed in place"),
    (
        "TypeError",
        "scalar-output functions",
        "the function that is differentiated returns no scalar",
    ),
    ("TypeError", "grad requires real", "`jax.grad` differentiates by floats, not by integers"),
    ("TypeError", "must have equal types", "what a loop carries changes its shape or dtype"),
    ("TypeError", "carry", "what a loop carries changes its shape, dtype or structure"),
    ("TypeError", "must have equal output types", "branches give different shapes or dtypes"),
    ("TypeError", "identical types", "what a loop carries, or branches give, differs in type"),
    ("TypeError", "same pytree structure", "branches, or what a loop carries, differ in structure"),
    ("TypeError", "cond_fun must return a boolean", "a loop's test gives no boolean scalar"),
    ("TypeError", "incompatible shapes for broadcasting", "shapes do not fit each other"),
    ("TypeError", "contracting dimensions", "the inner dimensions of a product differ"),
    ("TypeError", "does not accept dtype", "an operator does not take values of that dtype"),
    ("TypeError", "same dtypes", "functions of `jax.lax` do not promote dtypes"),
    ("TypeError", "PRNG key", "what was given as a random key is none"),
    ("TypeError", "unhashable type", "an array cannot be a key of a dict or a member of a set"),
    ("TypeError", "non-tuple sequence", "a list cannot index an array"),
    ("TypeError", "unexpected keyword argument", "the function has no such parameter"),
    (
        "TypeError",
        "ndarray or scalar arguments",
        "a function of `jax.numpy` was given a list, None or another object that is no array",
    ),
    ("TypeError", "Pred must be a scalar", "`jax.lax.cond` chooses by one truth value"),
    ("TypeError", "Branch index must be scalar", "`jax.lax.switch` chooses by one number"),
    (
        "TypeError",
        "scan body output must be a pair",
        "the body of a `scan` returns what it carries, and what it gives at each turn",
    ),
    ("TypeError", "cannot reshape", "the new shape has another number of elements"),
    ("TypeError", "Cannot concatenate", "shapes do not fit each other"),
    ("TypeError", "aux output", "with `has_aux` the function returns its result and one more"),
    (
        "TypeError",
        "Only scalar arrays can be converted",
        "Python needs one number, and the array has several",
    ),
    ("TypeError", "Indexer must have integer", "an index is neither an integer nor a mask"),
    ("ValueError", "Non-hashable static argument", "what is marked as static must be hashable"),
    ("ValueError", "incompatible shapes for broadcasting", "shapes do not fit each other"),
    ("ValueError", "inconsistent sizes", "`jax.vmap` was given axes of different sizes"),
    ("ValueError", "vmap in_axes", "`in_axes` does not fit the arguments"),
    ("ValueError", "vmap out_axes", "`out_axes` does not fit what the function returns"),
    ("ValueError", "read-only", "what NumPy sees of an array of JAX cannot be written to"),
    ("ValueError", "single key", "a draw was given several keys in place of one"),
    ("ValueError", "dtype argument", "an array was given where a dtype is meant"),
    ("ValueError", "donated", "an array was used after its buffer was given away"),
    (
        "ValueError",
        "truth value of an array",
        "Python needs one truth value, the array has several",
    ),
    (
        "ValueError",
        "Reverse-mode differentiation does not work",
        "a loop of which JAX does not know the number of turns has no gradient",
    ),
    (
        "ValueError",
        "callbacks do not support JVP",
        "a callback has no derivative, unless a rule of your own gives it one",
    ),
    ("ValueError", "different leading axis sizes", "a `scan` goes over axes of different sizes"),
    ("ValueError", "pytree structure error", "trees that are mapped together differ in structure"),
    ("ValueError", "must have the same shape", "shapes do not fit each other"),
    ("ValueError", "rank should be at least", "`jax.vmap` maps an axis that an argument lacks"),
    ("ValueError", "static_arg", "the function has no such argument to be static"),
    ("RuntimeError", "deleted", "an array was used after its buffer was given away"),
    ("IndexError", "static start/stop/step", "a slice has a traced bound: its shape is not known"),
    ("IndexError", "must be static", "a slice has a traced bound: its shape is not known"),
    ("IndexError", "Too many indices", "the array has fewer axes than it is indexed by"),
    ("OverflowError", "overflow was encountered", _TOO_LARGE),
    ("OverflowError", "out of bounds for", _TOO_LARGE),
    ("OverflowError", "too large to convert", _TOO_LARGE),
    (
        "NameError",
        "unbound axis name",
        "a collective names an axis that nothing around it maps over",
    ),
    ("AttributeError", "module 'jax", "the JAX that ran has no such name"),
    ("AttributeError", "ArrayImpl' object", "arrays of JAX have no such attribute"),
    ("AttributeError", "Tracer has no attribute", "traced values have no such attribute"),
    (
        "RecursionError",
        "Recursively calling",
        "a transformed function calls itself without end while JAX traces it",
    ),
    (
        "NotImplementedError",
        "vmap is only supported",
        "a callback has to say how it is to be mapped: `vmap_method`",
    ),
    ("NotImplementedError", "out argument", "arrays of JAX cannot be written into"),
    ("FloatingPointError", "nan", "`jax_debug_nans` is on, and a value is NaN"),
)


def meaning(kind: str, message: str) -> str:
    """Say what an error means, by its class and message; empty where that is not known."""
    if kind in CLASSES:
        return CLASSES[kind]
    return next((what for name, words, what in MESSAGES if name == kind and words in message), "")
