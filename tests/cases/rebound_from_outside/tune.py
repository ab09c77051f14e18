"""Globals of another module that this one binds again."""

import settings
from settings import LAYERS, Options


def tune(step):
    settings.SCALE = 1.0 / (1 + step)
    settings.FACTOR = 2.0
    settings.OFFSET = 1.0
    settings.LIMITS["clip"] = 2.0
    Options.rate *= 0.9


def deepen(fn):
    LAYERS.append(fn)
