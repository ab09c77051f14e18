"""Decorators that other modules use: some compile what they are given, some only call it."""

from functools import wraps

import jax


def compiled(**options):
    def decorate(function):
        programs = {}

        @wraps(function)
        def run(*args, **kwargs):
            if "program" not in programs:
                programs["program"] = jax.jit(function, **options)
            return programs["program"](*args, **kwargs)

        return run

    return decorate


def told(function):
    @wraps(function)
    def run(*args, **kwargs):
        print(function.__name__)
        return function(*args, **kwargs)

    return run
