"""NumPyro: what runs a model to infer what it samples.

Source: https://num.pyro.ai/en/stable/mcmc.html, https://num.pyro.ai/en/stable/svi.html
"""

from jaxlint.knowledge.transforms import Arguments, Transform

# By what infers: the positions and names of the models that it runs.
RUNS_MODELS: dict[str, tuple[tuple[int, str], ...]] = {
    "numpyro.infer.NUTS": ((0, "model"),),
    "numpyro.infer.HMC": ((0, "model"),),
    "numpyro.infer.SVI": ((0, "model"), (1, "guide")),
}

# What gives a value that is inferred.
SAMPLES = ("numpyro.sample", "numpyro.param")

INFERENCE = Transform("inference", Arguments.ALL)

# Classes below these are distributions, whose ``sample`` takes a key, first or by name.
DISTRIBUTIONS = ("numpyro.distributions.", "distrax.")
# Methods of a distribution that give another one.
WRAPPING = frozenset(("to_event", "expand", "expand_by", "mask"))

# What draws from a key: by class and method the position of ``rng_key``. All of them begin with a
# split, so that two calls with one key draw from the same children; but what one of them does with
# these has nothing to do with what another one does, nor with numbers that are drawn from a child.
# Run on NumPyro 0.22: of all keys that bits are drawn from ``SVI.run`` and ``MCMC.run`` shared two
# with ``Predictive`` (first values, which inference forgets), and no others did.
TAKES_KEYS: dict[str, dict[str, int]] = {
    "numpyro.infer.Predictive": {"__call__": 0},
    "numpyro.infer.MCMC": {"run": 0},
    "numpyro.infer.SVI": {"run": 0},
}
