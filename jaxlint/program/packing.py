"""Modules of the model as bytes that can be kept, and back.

The bytes are JSON, compressed: whatever they hold, unpacking cannot run anything. A node is a list
that starts with the number of its class and that of its place, a tuple one that starts with None.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import fields, is_dataclass
from typing import Any

from jaxlint.program import ir

_NODES: list[Any] = [one for one in vars(ir).values() if is_dataclass(one)]
_TAGS = {kind: tag for tag, kind in enumerate(_NODES)}

# Fields of scopes: what is set anew, what is written in its own way; the others are like nodes'.
_LINKS = ("place", "parent", "module", "inner", "source", "written")
_EVENTS = ("stores", "loads", "mutations", "entries")
_SETS = ("bound", "containers", "methods_called")
_DICTS = ("outside", "tests")
_OWN_WAY = (*_LINKS, *_EVENTS, *_SETS, *_DICTS)
_PLAIN_FIELDS = {
    kind: tuple(one.name for one in fields(kind) if one.name not in _OWN_WAY)
    for kind in _NODES
    if issubclass(kind, ir.Scope)
}
_NODE_FIELDS = {
    kind: tuple(one.name for one in fields(kind) if one.name != "place")
    for kind in _NODES
    if not issubclass(kind, ir.Scope)
}
_TUPLES = {kind.__name__: kind for kind in (ir.ImportedName, ir.Parameter)}


# A module is no larger: what says otherwise would fill the memory.
_MOST_BYTES = 512 * 1024 * 1024


class NotPacked(ValueError):
    """Bytes that are no packed module."""


def pack(module: ir.Module) -> bytes:
    """Return a module as bytes, without its source."""
    return zlib.compress(json.dumps(_Packing().scope(module), separators=(",", ":")).encode(), 1)


def unpack(data: bytes, source: bytes) -> ir.Module:
    """Return the module that was packed, with its source. Raises NotPacked."""
    try:
        module = _Unpacking(source).whole(json.loads(inflated(data)))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as odd:
        raise NotPacked from odd
    return module


def inflated(data: bytes) -> bytes:
    """Return what was compressed, if it does not fill the memory. Raises NotPacked."""
    inflating = zlib.decompressobj()
    try:
        whole = inflating.decompress(data, _MOST_BYTES)
    except zlib.error as odd:
        raise NotPacked from odd
    if not inflating.eof:
        raise NotPacked
    return whole


class _Packing:
    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.ends: dict[int, int] = {}

    def value(self, value: Any) -> Any:
        kind = type(value)
        if kind in (str, int, bool, float) or value is None:
            return value
        if kind is tuple:
            return [None, *map(self.value, value)]
        names = _NODE_FIELDS.get(kind)
        if names is not None:
            place = self.place(value.place) if isinstance(value, ir.Node) else None
            return [_TAGS[kind], place, *[self.value(getattr(value, name)) for name in names]]
        if kind is ir.Place:
            return {"place": self.place(value)}
        if isinstance(value, ir.Scope):
            number = self.numbers.get(id(value))
            return {"scope": number} if number is not None else self.scope(value)
        if isinstance(value, bytes):
            return {"bytes": value.hex()}
        if isinstance(value, complex):
            return {"complex": [value.real, value.imag]}
        return {kind.__name__: [self.value(part) for part in value]}  # a named tuple

    def place(self, place: ir.Place) -> int:
        if place.end != place.number:
            self.ends[place.number] = place.end
        return place.number

    def scope(self, scope: ir.Scope) -> list[Any]:
        self.numbers[id(scope)] = len(self.numbers)
        kind = type(scope)
        plain = [self.value(getattr(scope, name)) for name in _PLAIN_FIELDS[kind]]
        events = [
            {name: [self.event(one) for one in kept] for name, kept in getattr(scope, each).items()}
            for each in _EVENTS
        ]
        sets = [sorted(getattr(scope, each)) for each in _SETS]
        dicts = [getattr(scope, each) for each in _DICTS]
        inner = [self.value(one) for one in scope.inner]
        packed = [_TAGS[kind], scope.place.number, plain, events, sets, dicts, inner]
        return [*packed, list(self.ends.items())] if kind is ir.Module else packed

    def event(self, event: ir.Event) -> list[Any]:
        number = self.place(event.node)
        return [event.kind, event.order, event.loops, event.arms, number]


class _Unpacking:
    def __init__(self, source: bytes) -> None:
        self.module = ir.Module.empty("", "", "", source)
        self.places: dict[int, ir.Place] = {}
        self.scopes: list[ir.Scope] = []
        self.inner: list[tuple[ir.Scope, list[Any]]] = []

    def whole(self, written: list[Any]) -> ir.Module:
        *packed, ends = written
        if self.scope(packed) is not self.module:
            raise NotPacked
        for number, end in ends:
            self.place(number).end = end
        for scope, inner in self.inner:
            scope.inner = [self.value(one) for one in inner]
            for one in scope.inner:
                one.parent = scope
        return self.module

    def value(self, value: Any) -> Any:
        kind = type(value)
        if kind is list:
            return self.listed(value)
        return self.word(*value.popitem()) if kind is dict else value

    def listed(self, value: list[Any]) -> Any:
        tag = value[0]
        if tag is None:
            return tuple([self.value(part) for part in value[1:]])
        kind = _NODES[tag]
        if kind not in _NODE_FIELDS:
            return self.scope(value)
        parts = [self.value(part) for part in value[2:]]
        return kind(*parts) if value[1] is None else kind(self.place(value[1]), *parts)

    def word(self, word: str, given: Any) -> Any:
        """What JSON has no word of its own for."""
        if word == "scope":
            return self.scopes[given]
        if word == "place":
            return self.place(given)
        if word == "bytes":
            return bytes.fromhex(given)
        if word == "complex":
            return complex(*given)
        return _TUPLES[word](*[self.value(part) for part in given])

    def place(self, number: int) -> ir.Place:
        known = self.places.get(number)
        if known is None:
            known = self.places[number] = ir.Place(self.module, number)
        return known

    def scope(self, packed: list[Any]) -> ir.Scope:
        tag, number, plain, events, sets, dicts, inner = packed
        kind = _NODES[tag]
        if kind is ir.Module:
            scope: ir.Scope = self.module
        else:
            scope = kind("", self.place(number), None, self.module)
        self.scopes.append(scope)
        self.inner.append((scope, inner))
        for name, value in zip(_PLAIN_FIELDS[kind], plain, strict=True):
            setattr(scope, name, self.value(value))
        for name, kept in zip(_EVENTS, events, strict=True):
            lists = {key: [self.event(one, scope) for one in some] for key, some in kept.items()}
            setattr(scope, name, lists)
        for name, items in zip(_SETS, sets, strict=True):
            setattr(scope, name, set(items))
        for name, items in zip(_DICTS, dicts, strict=True):
            setattr(scope, name, dict(items))
        return scope

    def event(self, packed: list[Any], scope: ir.Scope) -> ir.Event:
        kind, order, loops, arms, number = packed
        taken = tuple([ir.Arm(*arm) for arm in arms]) if arms else ()
        return ir.Event(kind, order, tuple(loops), taken, self.place(number), scope)
