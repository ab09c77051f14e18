"""Fields that JAX does not take for a part of a pytree, by what their class says."""

from __future__ import annotations

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.semantics import classes, flattening
from jaxlint.analysis.values.contents import literal
from jaxlint.analysis.values.kinds import External, Value
from jaxlint.knowledge import libraries
from jaxlint.program import ir


def is_static(cls: Value, attr: object) -> bool:
    """Whether a field of a pytree class is declared to be no leaf, however the class says so."""
    return _is_declared_static(cls, attr) or attr in flattening.kept_aside(cls)


def is_compared(cls: Value, attr: object) -> bool:
    """Whether such a field itself is compared, to tell one tree from another.

    What takes an object apart may give something else, which it computes of the field.
    """
    return _is_declared_static(cls, attr) or attr in flattening.compared(cls)


def _is_declared_static(cls: Value, attr: object) -> bool:
    declared = classes.declaration(cls, attr)
    if declared is not None and (_by_value(cls, declared.value) or _by_kind(declared.annotation)):
        return True
    for one in classes.ancestry(cls):
        if isinstance(one, ClassValue) and attr in one.meta:
            return True
        if isinstance(one, External) and attr in libraries.STATIC_MEMBERS.get(one.name, ()):
            return True
    return False


def may_convert(default: ir.Expr | None) -> bool:
    """Whether a field may make something else of what it is given."""
    keywords = default.keywords if isinstance(default, ir.Call) else ()
    return any(name in (None, "converter") for name, _ in keywords)


def meta_fields(keywords: dict[str, Value]) -> frozenset[str]:
    """The names in ``meta_fields=`` of a registration, as far as they can be read."""
    try:
        given = literal(keywords["meta_fields"])
    except LookupError:
        return frozenset()
    return frozenset(given) if isinstance(given, tuple) else frozenset()


def _by_value(cls: Value, default: ir.Expr | None) -> bool:
    """Whether a default is a field that its library is told, or made, to leave alone."""
    if not isinstance(default, ir.Call):
        return False
    if ir.last_name(default.func) in libraries.STATIC_FIELDS:
        return True
    given = {name: value for name, value in default.keywords if name in libraries.LEAF_WORDS}
    if default.args:
        given.setdefault("pytree_node", default.args[0])
    metadata = next((value for name, value in default.keywords if name == "metadata"), None)
    noted = {} if metadata is None else _entries(metadata)
    said = {**(noted or {}), **given}
    for name, leaf in libraries.LEAF_WORDS.items():
        value = said.get(name)
        if value is not None:
            return not isinstance(value, ir.Constant) or bool(value.value) is not leaf
    return noted is None or (bool(noted) and not _reads_words(cls))


def _reads_words(cls: Value) -> bool:
    """Whether the library of a class asks metadata for its own words alone."""
    return classes.kind(cls) in libraries.RECORDS | libraries.FILTERED


def _entries(metadata: ir.Expr) -> dict[str, ir.Expr] | None:
    """What metadata says, by its keys; None where these cannot be read."""
    pairs: list[tuple[object, ir.Expr]]
    if isinstance(metadata, ir.Call) and ir.last_name(metadata.func) == "dict":
        pairs = [*metadata.keywords, *((None, one) for one in metadata.args)]
    elif isinstance(metadata, ir.DictDisplay):
        pairs = [
            (key.value if isinstance(key, ir.Constant) else None, value)
            for key, value in metadata.items
        ]
    else:
        return None
    read = {key: value for key, value in pairs if isinstance(key, str)}
    return read if len(read) == len(pairs) else None


def _by_kind(annotation: ir.Expr | None) -> bool:
    base = annotation.base if isinstance(annotation, ir.Subscript) else annotation
    return ir.last_name(base) in libraries.STATIC_ANNOTATIONS
