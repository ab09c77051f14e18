"""Numbers that are made of bytes, such as hashes of names: spread over 32 bits or more."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from jaxlint.analysis.values.facts import Fact
from jaxlint.analysis.values.kinds import Static, Value

MAKERS = ("builtins.int.from_bytes", "zlib.crc32", "zlib.adler32", "binascii.crc32")


@dataclass(slots=True, frozen=True)
class Digest(Fact):
    """Said of a number that a hash gave."""

    def sign(self) -> Hashable:
        """Another number may be small where this one is not."""
        return True


def made() -> Static:
    """What a hash gives: an unknown number, which is hardly ever small."""
    return Static(Digest())


def holds(value: Value) -> bool:
    """Whether a value is such a number."""
    return value.fact(Digest) is not None
