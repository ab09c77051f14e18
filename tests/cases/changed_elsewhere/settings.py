"""What a project keeps in one place, and changes by functions of that place."""

SMOOTHING = {"value": 0.1, "steps": 1}
STENCIL = [1.0, -2.0, 1.0]
FIXED = [1.0, -2.0, 1.0]


class Store:
    def __init__(self):
        self.values = {"rate": 0.1}
        self.limits = {"low": 0.0}

    def get(self, name):
        return self.values[name]  # expect: JAX203

    def limit(self, name):
        return self.limits[name]

    def set(self, name, value):
        self.values[name] = value


store = Store()


def smooth(value):
    SMOOTHING["value"] = value


def count():
    SMOOTHING["steps"] += 1


def soften(amount):
    STENCIL[1] += amount


ROUNDOFF, TOLERANCE = 1e-7, 1e-7


def compute_precisely():
    from jax import config

    global ROUNDOFF
    config.update("jax_default_matmul_precision", "float32")
    ROUNDOFF = 1e-15


def tighten():
    global TOLERANCE
    TOLERANCE = 1e-15
