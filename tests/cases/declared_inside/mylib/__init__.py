"""A library of one's own, in the same project."""

from mylib.draws import batch as sample
