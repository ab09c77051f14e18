"""Dtypes and scalar types by name, and how a program turns on those of 64 bits.

Source: https://docs.jax.dev/en/latest/jax.numpy.html and what JAX says of each, run in
`tests/test_knowledge.py`.
"""

# The kinds of dtypes by their names, without a trailing underscore.
KINDS: dict[str, str] = {
    "bool": "bool",
    **dict.fromkeys("int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64".split(), "int"),
    **dict.fromkeys("float float16 bfloat16 float32 float64 half single double".split(), "float"),
    **dict.fromkeys("complex complex64 complex128".split(), "complex"),
}

# The dtypes of floats that have fewer than 64 bits.
NARROW_FLOATS = frozenset("float16 bfloat16 float32 half single".split())

# Dtypes of eight and sixteen bits, with the kinds of number that they leave as they are.
_WHOLE = frozenset(("bool", "int"))
_FRACTIONS = _WHOLE | {"float"}
NARROW: dict[str, frozenset[str]] = {
    **dict.fromkeys("int8 int16 uint8 uint16".split(), _WHOLE),
    **dict.fromkeys("bfloat16 float16".split(), _FRACTIONS),
}
_OTHERWISE_NAMED = {"half": "float16", "ubyte": "uint8", "byte": "int8", "short": "int16"}
# Those without a sign: what would be less than zero wraps around.
UNSIGNED = frozenset(("uint8", "uint16"))
# Those that sums of products soon leave.
BYTES = frozenset(("int8", "uint8"))
# Half the distance from zero, and from one, to the next number of these: less is lost beside it.
LEAST = {"float16": 2.0**-25}
PRECISION = {"bfloat16": 2.0**-9, "float16": 2.0**-12}


def narrow(name: str) -> str:
    """The narrow dtype that a name stands for, or ""."""
    last = name.rpartition(".")[2]
    last = _OTHERWISE_NAMED.get(last, last)
    return last if last in NARROW else ""


# Scalar types, of which a dtype is never one and an array no instance.
SCALAR_TYPES = frozenset(
    """
    bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64
    complex64 complex128
    """.split()
)

# What makes an array of such a type of an array or a number.
CASTS = frozenset(f"jax.numpy.{name}" for name in SCALAR_TYPES)

# Kinds of scalar types, which no dtype equals.
ABSTRACT_DTYPES = frozenset(
    f"{module}.{name}"
    for module in ("numpy", "jax.numpy")
    for name in "integer signedinteger floating inexact complexfloating number generic".split()
)

# Python's types as dtypes have 64 bits, which arrays have only where the program asks for it.
WIDE_TYPES = frozenset(("builtins.int", "builtins.float", "builtins.complex"))
# Dtypes that are not there unless the program asks for it, and what arrays have in their place.
UNAVAILABLE = {
    "complex128": "complex64",
    "double": "float32",
    "float64": "float32",
    "int64": "int32",
    "uint64": "uint32",
}
# What it asks with.
WIDENING = frozenset(("jax.config.update", "jax.enable_x64", "jax.experimental.enable_x64"))
