"""NumPy arrays written to behind compiled calls."""

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(x):
    return jnp.tanh(x @ x)


def plain(x):
    return x + 1


def refilled(blocks):
    buffer = np.zeros((8, 8))
    results = []
    for i in range(10):
        buffer[:] = i  # expect: JAX312
        results.append(step(buffer))
    return results


def filled_with_unknown(blocks):
    buffer = np.zeros((8, 8))
    results = []
    for block in blocks:
        np.copyto(buffer, block)
        results.append(step(buffer.copy()))
    return results


def written(n):
    x = np.ones((n, n))
    y = step(x)
    x[0] = 0.0  # expect: JAX312
    return y


def augmented(n):
    x = np.ones((n, n))
    y = step(x)
    x *= 2.0  # expect: JAX312
    return y


def waited(n):
    x = np.ones((n, n))
    y = step(x)
    y.block_until_ready()
    x[0] = 0.0
    z = step(x)
    total = float(z[0, 0])
    x[0] = total
    w = step(x)
    print(w)
    x[0] = 2.0
    return y, np.asarray(step(x))


def tested(n):
    x = np.ones((n, n))
    y = step(x)
    if y[0, 0] > 0:
        x[0] = 0.0
    return y


def stored(n):
    x = np.ones((n, n))
    out = np.zeros((4, n, n))
    for i in range(4):
        out[i] = step(x)
        x[0] = i
    return out


def anew(n):
    results = []
    for i in range(4):
        x = np.zeros((n, n))
        x[:] = i
        results.append(step(x))
    return results


def not_compiled(n):
    x = np.ones((n, n))
    y = plain(x)
    x[0] = 0.0
    return y


def other_array(n):
    x, y = np.ones((n, n)), np.ones((n, n))
    z = step(x)
    y[0] = 0.0
    return z


def by_environment(env, n):
    x = np.ones((n, n))
    action = step(x)
    env.step(action)
    x[0] = 1.0
    return x


def only_reads_a_shape(x):
    y = jnp.asarray(x)
    return y.shape[0], y.ndim


@jax.jit
def only_computes(x):
    y = jnp.abs(x)
    return y * 2.0 + y.sum()


def only_numpy(n):
    y = np.zeros(n)
    return y.sum() + y[0]


def only_a_dict(params):
    names = sorted(params)
    return {name: params[name] for name in names}


def only_a_list(xs):
    found = []
    for x in xs:
        found.append(jnp.sum(x))
    return jnp.stack(found)


def two_buffers(n):
    x, y = np.ones((n, n)), np.ones((n, n))
    results = []
    for i in range(4):
        x[0] = i  # expect: JAX312
        y[0] = i  # expect: JAX312
        results.append(step(x))
        results.append(step(y))
    return results


def cleared(n):
    x = np.ones((n, n))
    y, z = step(x), step(x)
    x[:] = 0.0  # expect: JAX312
    return y, z


def copied_into():
    staged = np.zeros((8, 8))
    results = []
    for i in range(10):
        np.copyto(staged, np.full((8, 8), i))  # expect: JAX312
        results.append(step(staged))
    return results


def filled_by_a_method(n):
    x = np.ones((n, n))
    y = step(x)
    x.fill(0.0)  # expect: JAX312
    return y


def copied_into_behind_a_wait():
    staged = np.zeros((8, 8))
    results = []
    for i in range(10):
        np.copyto(staged, np.full((8, 8), i))
        results.append(step(staged).block_until_ready())
    return results


def copied_into_for_copies():
    staged = np.zeros((8, 8))
    results = []
    for i in range(10):
        np.copyto(staged, np.full((8, 8), i))
        results.append(step(jnp.array(staged)))
    return results


# --- device_put, helpers and methods -------------------------------------------------------------


def shipped(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        np.copyto(buffer, block)  # expect: JAX312
        kept.append(jax.device_put(buffer))
    return kept


def shipped_to_a_call(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        np.copyto(buffer, block)  # expect: JAX312
        kept.append(step(jax.device_put(buffer)))
    return kept


def shipped_and_waited(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        np.copyto(buffer, block)
        kept.append(float(step(jax.device_put(buffer))[0, 0]))
    return kept


def copied_by_jax(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        np.copyto(buffer, block)
        kept.append(jnp.asarray(buffer))
    return kept


# What the code that goes over these does in between is not seen.
def given_one_by_one(blocks):
    buffer = np.zeros((8, 8))
    for block in blocks:
        np.copyto(buffer, block)
        yield jax.device_put(buffer)


def fill(buffer, block):
    buffer[:] = block  # expect: JAX312


def fill_another(buffer, block):
    buffer[:] = block


def filled_by_a_helper(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        fill(buffer, block)
        kept.append(step(buffer))
    return kept


def first_of(result):
    return float(result[0, 0])


def waited_by_a_helper(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        fill_another(buffer, block)
        kept.append(first_of(step(buffer)))
    return kept


class Source:
    def __init__(self, signal, size):
        self.signal, self.size = np.asarray(signal), size
        self.buffer = np.zeros(size)

    def filled(self, start):
        self.buffer[:] = self.signal[start : start + self.size]  # expect: JAX312
        return self.buffer


class SecondSource:
    def __init__(self, signal, size):
        self.signal, self.size = np.asarray(signal), size
        self.buffer = np.zeros(size)

    def filled(self, start):
        self.buffer[:] = self.signal[start : start + self.size]
        return self.buffer


def filled_by_a_method(signal, size):
    source, kept = Source(signal, size), []
    for start in range(0, 100, size):
        block = source.filled(start)
        kept.append(step(block))
    return kept


def copied_by_the_caller(signal, size):
    source, kept = SecondSource(signal, size), []
    for start in range(0, 100, size):
        kept.append(step(source.filled(start).copy()))
        kept.append(np.asarray(step(source.filled(start))))
    return kept


@jax.jit
def summed(x):
    if isinstance(x, jax.core.Tracer):
        x = x.astype("float32")
    return jnp.tanh(x).sum()


# What traced code calls and asks for waits for nothing when the call runs.
def methods_in_traced_code(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        buffer[:] = block  # expect: JAX312
        kept.append(summed(buffer))
    return kept


def waited_for_a_number(blocks):
    buffer, kept = np.zeros((8, 8)), []
    for block in blocks:
        buffer[:] = block
        kept.append(float(summed(buffer)))
    return kept


# Equinox's own jit returns when the result is there.
@eqx.filter_jit
def waiting_step(x):
    return jnp.tanh(x @ x)


def written_behind_equinox(n):
    x = np.ones((n, n))
    y = waiting_step(x)
    x[0] = 0.0
    return y


def written_behind_both(n):
    x, z = np.ones((n, n)), np.ones((n, n))
    y = waiting_step(x)
    w = step(z)
    z[0] = 0.0  # expect: JAX312
    return y, w


# --- a function that makes an array and fills it makes another one at each call --------------------


def filled(n):
    x = np.ones((n, n))
    x[0] = 0.5
    return x


def of_new_ones(n):
    x = filled(n)
    y = step(x)
    x = filled(n)
    return y, step(x)


def of_new_pairs(n):
    x, size = paired(n)
    y = step(x)
    x, _ = paired(n)
    x[0] = 0.0
    return y, size


def paired(n):
    x = np.ones((n, n))
    x[0] = 0.5
    return x, n


BUFFER = np.ones((8, 8))


def the_buffer():
    return BUFFER


def of_the_one_there_is():
    the_buffer()
    y = step(the_buffer())
    the_buffer()[0] = 0.0  # expect: JAX312
    return y


def emptied():
    BUFFER[0] = 0.0  # expect: JAX312
    return BUFFER


def of_the_one_that_is_emptied():
    x = emptied()
    y = step(x)
    return y, emptied()
