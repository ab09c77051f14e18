"""What trains, measures each epoch, and waits where it sums up."""

import time
from functools import partial

import jax
import jax.numpy as jnp


class Metrics:
    def __init__(self):
        self.sums, self.count = {}, 0

    def update(self, values):
        for name, value in values.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
        self.count += 1

    def compute(self):
        means = {name: float(value) / self.count for name, value in self.sums.items()}
        self.sums, self.count = {}, 0
        return means


class Trainer:
    def __init__(self):
        self.metrics = Metrics()

    @partial(jax.jit, static_argnums=0)
    def step(self, state, batch):
        return state + batch, {"loss": jnp.sum(batch), "rate": jnp.mean(batch)}

    @partial(jax.jit, static_argnums=0)
    def measured(self, state, batch):
        return {"rate": jnp.mean(state * batch)}

    def fit(self, state, loader, epochs):
        for _ in range(epochs):
            start = time.perf_counter()
            for batch in loader:
                state, values = self.step(state, batch)
                self.metrics.update(values)
            row = self.metrics.compute()
            row["seconds"] = time.perf_counter() - start
            print(row)
        return state

    def fit_without_means(self, state, loader):
        start = time.perf_counter()
        for batch in loader:
            state, _ = self.step(state, batch)  # expect: JAX515
        print(time.perf_counter() - start)
        return state

    def evaluate(self, state, loader):
        for batch in loader:
            self.metrics.update(self.measured(state, batch))
        return self.metrics.compute()
