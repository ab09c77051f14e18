"""What a loop stores in a dict that the body reads: the same in each turn (presumed), or another."""

import jax


def with_options(x, count, doubled):
    options = {}

    @jax.checkpoint
    def layer(y):
        return y * 2 + (1.0 if options["doubled"] else 0.0)  # expect: JAX202

    for _ in range(count):
        options["doubled"] = doubled
        x = layer(x)
    return x


def with_turns(x, count):
    options = {}

    @jax.checkpoint
    def layer(y):
        return y * 2 + options["turn"]  # expect: JAX202

    for turn in range(count):
        options["turn"] = turn
        x = layer(x)
    return x


jax.jit(lambda x: with_options(x, 2, True))(1.0)
jax.jit(lambda x: with_options(x, 2, False))(1.0)
jax.jit(lambda x: with_turns(x, 2))(1.0)
