"""Numbers that are fetched in each turn."""

import time

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    loss = jnp.sum(params * batch)
    return params - 0.1 * loss, loss


def floats(params, batches):
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(float(loss))  # expect: JAX707
    return params, losses


def items(params, batches):
    total = 0.0
    for batch in batches:
        params, loss = step(params, batch)
        total += loss.item()  # expect: JAX707
    return params, total


def printed(params, batches):
    for batch in batches:
        params, loss = step(params, batch)
        print(f"{float(loss):.3f}")  # expect: JAX707
    return params


def on_the_host(params, batches):
    history = []
    for batch in batches:
        params, loss = step(params, batch)
        history.append(np.asarray(loss))  # expect: JAX707
    return params, history


def fetched(params, batches):
    history = []
    for epoch in range(3):
        for batch in batches:
            params, loss = step(params, batch)
            history.append(jax.device_get(loss))  # expect: JAX707
        print(epoch, float(history[-1]))
    return params, history


def in_a_while(params, batch):
    number = 0
    while number < 1000:
        params, loss = step(params, batch)
        number = number + int(loss)  # expect: JAX707
    return params


def after_the_loop(params, batches):
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(loss)
    return params, float(loss), np.asarray(losses)


def now_and_then(params, batches):
    for number, batch in enumerate(batches):
        params, loss = step(params, batch)
        if number % 100 == 0:
            print(number, float(loss))
    return params


def evaluates_now_and_then(params, batches, tests):
    for number, batch in enumerate(batches):
        params, _ = step(params, batch)
        if number % 100 == 0:
            for test in tests:
                _, loss = step(params, test)
                print(number, float(loss))
    return params


def decides(params, batches):
    for batch in batches:
        params, loss = step(params, batch)
        if float(loss) < 1e-3:
            break
    return params


def once_an_epoch(params, batches):
    for epoch in range(3):
        for batch in batches:
            params, loss = step(params, batch)
        print(epoch, float(loss))
    return params


def no_jit(params, batches):
    for batch in batches:
        loss = jnp.sum(params * batch)
        print(float(loss))
    return params


def of_what_was_there(params, batch):
    for scale in jnp.linspace(0.1, 1.0, 10):
        params, _ = step(params, batch)
        print(float(scale))
    return params


def of_the_host(params, batches):
    for batch in batches:
        params, _ = step(params, batch)
        print(float("1.0"), int(len(batches)))
    return params


def measured(params, batches):
    times = []
    for batch in batches:
        start = time.perf_counter()
        params, loss = step(params, batch)
        print(float(loss))
        times.append(time.perf_counter() - start)
    return params, times


def measured_by_epoch(params, batches):
    for epoch in range(3):
        start = time.perf_counter()
        for batch in batches:
            params, loss = step(params, batch)
            print(float(loss))  # expect: JAX707
        print(epoch, time.perf_counter() - start)
    return params
