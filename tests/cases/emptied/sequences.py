"""What is empty is false, and has no turn: tuples, and lists that nobody has filled since."""

import jax
import jax.numpy as jnp
import numpy as np

HOOKS = ()
LATE_HOOKS = ()
BUFFERS = [size for size in ()]


def on_host(x):
    return np.asarray(x)  # expect: JAX107


def add_hook(hook):
    global LATE_HOOKS
    LATE_HOOKS = (*LATE_HOOKS, hook)


def fill(buffers):
    BUFFERS.append(buffers)
    buffers.append("first")


def levels_of(columns):
    return tuple((place, n) for place, n in enumerate(columns) if n is not None)


def coded(x, levels):
    chosen = [place for place, _ in levels]
    if chosen:
        return np.asarray(x)[chosen]
    return x


def refuses(x, columns):
    levels = tuple((place, n) for place, n in enumerate(columns))
    if levels:
        raise ValueError(f"no levels are wanted, but {levels}")
    return coded(x, levels)


def none_known(x):
    return coded(x, levels_of((None, None)))


def refuses_by_length(x, levels):
    levels = tuple(levels)
    if len(levels) > 0:
        raise ValueError(levels)
    return coded(x, levels)


def refuses_list(x, levels):
    levels = list(levels)
    if not levels:
        chosen = {place for place, _ in levels}
        return np.asarray(x) if len(chosen) else x
    return x


def by_any(x, levels=()):
    if any(n > 2 for n in levels) or not all(n > 2 for n in levels):
        return np.asarray(x)
    return x


def by_walrus(x, levels=()):
    return np.asarray(x) if (chosen := [n for n in levels]) else x, chosen


def looked_at_before(x, levels=()):
    chosen = [n for n in levels]
    for n in chosen:
        print(n, len(chosen))
    if chosen and x.ndim:
        return np.asarray(x)
    return x if not chosen else np.asarray(x)


def of_the_module(x):
    return np.asarray(x) if HOOKS else x


@jax.jit
def quiet(x):
    plain = refuses(x, ()), none_known(x), refuses_by_length(x, x.shape), by_any(x), by_walrus(x)
    return plain, looked_at_before(x), of_the_module(x), refuses_list(x, x.shape)


def some_known(x):
    return coded(x, ((0, 2),))


def coded_for_some(x, levels):
    chosen = [place for place, _ in levels]
    if chosen:
        return np.asarray(x)  # expect: JAX107
    return x


def appended_to(x, levels=()):
    chosen = [n for n in levels]
    chosen.append(3)
    return np.asarray(x) if chosen else x  # expect: JAX107


def filled_by_a_helper(x, levels=()):
    chosen = [n for n in levels]
    fill(chosen)
    return np.asarray(x) if chosen else x  # expect: JAX107


def under_another_name(x, levels=()):
    chosen = [n for n in levels]
    same = chosen
    same.append(3)
    return np.asarray(x) if chosen else x  # expect: JAX107


def filled_in_turns(x, levels=()):
    chosen = [n for n in levels]
    for n in range(3):
        if chosen:
            return np.asarray(x)  # expect: JAX107
        chosen.append(n)
    return x


def filled_by_an_inner_function(x, levels=()):
    chosen = [n for n in levels]

    def choose():
        chosen.append(3)

    choose()
    return np.asarray(x) if chosen else x  # expect: JAX107


def grown(x, levels):
    levels = tuple(levels)
    if not levels:
        levels = (1,)
    return np.asarray(x) if levels else x  # expect: JAX107


def after_either(x, levels):
    levels = tuple(levels)
    if levels:
        x = x + len(levels)
    return np.asarray(x) if levels else x  # expect: JAX107


def kept_in_the_module(x):
    if BUFFERS:  # expect: JAX201
        return np.asarray(x)  # expect: JAX107
    return np.asarray(x) if LATE_HOOKS else x  # expect: JAX107, JAX201


def some_are_chosen(x):
    chosen = [n for n in (1, 2, 3) if n > 2]
    return np.asarray(x) if chosen else x  # expect: JAX107


def is_always_true(x, levels=()):
    return np.asarray(x) if (n for n in levels) else x  # expect: JAX107


class Parts:
    def __init__(self, parts=()):
        self.parts = [part for part in parts]


def filled_in_a_field(x):
    own = Parts()
    others = own.parts
    others.append(3)
    return np.asarray(x) if own.parts else x  # expect: JAX107


def filled_in_a_dict(x, levels=()):
    table = {"chosen": [n for n in levels]}
    table["chosen"].append(3)
    return np.asarray(x) if table["chosen"] else x  # expect: JAX107


@jax.jit
def loud(x):
    first = appended_to(x), filled_by_a_helper(x), under_another_name(x), filled_in_turns(x)
    second = filled_by_an_inner_function(x), grown(x, x.shape), after_either(x, x.shape)
    third = coded_for_some(x, ((0, 2),)), some_are_chosen(x), is_always_true(x)
    parts = filled_in_a_field(x), filled_in_a_dict(x)
    return first, second, third, parts, kept_in_the_module(x), on_host(x)


@jax.jit
def no_turn(x):
    while False:
        x = np.asarray(x)
    return x


@jax.jit
def no_turn_and_what_follows(x):
    while 0:
        x = jnp.sin(x)
    else:
        x = np.asarray(x)  # expect: JAX107
    return x
