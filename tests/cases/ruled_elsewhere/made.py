"""Functions that the factories make, while this module is imported."""

from making import forgotten, ruled


@ruled
def twice(x):
    return x * 2


@forgotten
def thrice(x):
    return x * 3


print(thrice(1.0))
