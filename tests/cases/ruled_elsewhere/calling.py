"""Calls of what another module has made."""

from made import thrice, twice


def error(y, guess):
    return twice(y - guess) + thrice(y)


print(error(2.0, 1.0))
