import numpy as np


def kick(x):
    return x + np.random.normal()  # expect: JAX206


def kick_outside(x):
    return x + np.random.normal()
