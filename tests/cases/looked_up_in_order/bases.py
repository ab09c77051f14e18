"""Names that Python looks up in the order of all classes that an object's class derives from."""

import jax


class Root:
    def value(self, x):
        if x > 0:
            return x
        return -x


class First(Root):
    def value(self, x):
        return x


class Behind(First):
    pass


class Other(Root):
    def value(self, x):
        return float(x)


class Both(Behind, Other):
    pass


class Added(Root):
    def value(self, x):
        return super().value(x) + 1


class Beside(Root):
    def value(self, x):
        return float(x)  # expect: JAX105


class Mixed(Added, Beside):
    pass


@jax.jit
def of_the_first(x):
    return Both().value(x)


@jax.jit
def of_the_one_beside(x):
    return Mixed().value(x)
