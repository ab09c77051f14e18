"""A program that changes it between two calls."""

import model
import settings


def main(x):
    settings.smooth(0.5)
    first = model.normalised(x)
    both = [model.smoothed(x), model.laplacian(x), model.fixed(x)]
    more = [model.stepped(x), model.limited(x)]
    settings.smooth(0.2)
    settings.count()
    settings.soften(1.0)
    settings.store.set("rate", 0.2)
    both += [model.smoothed(x), model.laplacian(x), model.fixed(x)]
    return first, both, more, model.stepped(x), model.limited(x)
