"""What stands in arms that the constants of a script bar is presumed: these may be changed."""

import time

import jax

AGAIN = False
ONCE = not AGAIN
SEED = 3
increment = jax.jit(lambda x: x + 1)

if AGAIN:

    @jax.jit
    def sign(x):
        return 1 if x > 0 else -1  # expect: JAX101

    sign(2.0)
else:

    @jax.jit
    def sign(x):
        return -1 if x < 0 else 1  # expect: JAX101

    sign(2.0)


if __name__ == "__main__":
    verbose, key = False, jax.random.key(SEED)
    first = jax.random.normal(key)
    if verbose:
        print(jax.random.normal(key))  # expect: JAX401
        start = time.time()
        increment(first)
        print(time.time() - start)
    if AGAIN:
        second = jax.random.normal(key)  # expect: JAX401
        old = jax.tree_map(abs, first)  # expect: JAX801
    elif ONCE:
        second = jax.random.normal(key)  # expect: JAX401
    if False:
        second = jax.random.normal(key)
    if SEED:
        start = time.time()
        increment(first)  # expect: JAX515
        print(time.time() - start)
