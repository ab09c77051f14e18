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
