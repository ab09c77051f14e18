"""What annotations promise of values, and how certain it is what these are."""

from __future__ import annotations

from jaxlint.analysis.values.certainty import Certainty, Promise, Promised, weakest
from jaxlint.analysis.values.kinds import Array, Traced, Value


def certainty_of(value: Value | None) -> Certainty:
    """How certain it is that a value is what it is taken for; what is not there is no doubt."""
    said = value is not None and value.fact(Promised) is not None
    known = Certainty.DECLARED if said else Certainty.SHOWN
    return weakest(known, value.why.certainty) if isinstance(value, Traced) else known


def promised(*bases: Value) -> Promised | None:
    """On which promise an array rests that was made of these: none if one of them is shown."""
    known = [base.fact(Promised) for base in bases if isinstance(base, Array)]
    return None if None in known or not known else known[0]


def promises(*values: Value | None) -> tuple[Promise, ...]:
    """The annotations on which it rests that values are arrays."""
    known = [value.fact(Promised) for value in values if isinstance(value, Array)]
    return tuple(one.promise for one in known if one is not None)


def deny(value: Value) -> None:
    """Take note that a value is no JAX array, or may be none, whatever is written of it."""
    for promise in promises(value):
        promise.denied = True
