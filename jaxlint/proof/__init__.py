"""Proves the rules: runs each rule's fixture on real JAX and observes what happens.

Needs jax and the standard library only. Importing this package does not import jax.
"""

from jaxlint.proof.files import Fixture, UnknownFixture, fixtures, is_up_to_date, read_evidence
from jaxlint.proof.marks import hazard, remedy
from jaxlint.proof.outcomes import (
    Differs,
    DrawsAlike,
    FiresOncePerTrace,
    Leaks,
    NoEffect,
    NotFinite,
    Outcome,
    Raises,
    Recompiles,
    Refused,
    ReusesKey,
    Run,
    Seen,
)
from jaxlint.proof.program import compiled_program
from jaxlint.proof.records import Record, as_json, as_report, as_table, summary
from jaxlint.proof.releases import Elsewhere, keep_releases, seen_elsewhere
from jaxlint.proof.runner import CannotProve, prove, record_evidence

__all__ = [
    "CannotProve",
    "Differs",
    "DrawsAlike",
    "Elsewhere",
    "FiresOncePerTrace",
    "Fixture",
    "Leaks",
    "NoEffect",
    "NotFinite",
    "Outcome",
    "Raises",
    "Recompiles",
    "Record",
    "Refused",
    "ReusesKey",
    "Run",
    "Seen",
    "UnknownFixture",
    "as_json",
    "as_report",
    "as_table",
    "compiled_program",
    "fixtures",
    "hazard",
    "is_up_to_date",
    "keep_releases",
    "prove",
    "read_evidence",
    "record_evidence",
    "remedy",
    "seen_elsewhere",
    "summary",
]
