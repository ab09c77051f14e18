"""Sizes, of which one is known when the program has started."""

levels: int = -1
layers: int = 2


def start():
    global levels
    levels = 15
