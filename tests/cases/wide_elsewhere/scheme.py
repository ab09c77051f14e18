"""What uses the arrays of another module."""

import weights


def advance(x):
    return weights.smooth(x)
