"""What takes logits, numbers of which it takes a softmax or a sigmoid itself.

The places are those of the signatures of JAX 0.10.2, Optax 0.2.8, Distrax 0.1.9, NumPyro 0.22.0 and
TensorFlow Probability 0.25.0.
"""

from __future__ import annotations

from typing import NamedTuple

_NUMPYRO = "numpyro.distributions"
_TFP = "tensorflow_probability.substrates.jax.distributions"


class Taken(NamedTuple):
    """At which place logits are taken, by position or as ``logits``, and of what they are made.

    ``named`` says that there is a parameter for probabilities, which is called ``probs``.
    """

    place: int
    function: str
    named: bool = False


def _losses(function: str, names: str) -> dict[str, Taken]:
    places = (f"optax.{place}{name}" for name in names.split() for place in ("", "losses."))
    return dict.fromkeys(places, Taken(0, function))


def _distributions(module: str, function: str, place: int, names: str) -> dict[str, Taken]:
    taken = Taken(place, function, named=module != _NUMPYRO)
    return {f"{module}.{name}": taken for name in names.split()}


_BY_SOFTMAX, _BY_SIGMOID = "softmax", "sigmoid"

# By the name of what takes them.
LOGITS: dict[str, Taken] = {
    "jax.random.categorical": Taken(1, _BY_SOFTMAX),
    **_losses(
        _BY_SOFTMAX,
        """
        poly_loss_cross_entropy ranking_softmax_loss safe_softmax_cross_entropy
        softmax_cross_entropy softmax_cross_entropy_with_integer_labels sparsemax_loss
        """,
    ),
    **_losses(_BY_SIGMOID, "sigmoid_binary_cross_entropy sigmoid_focal_loss"),
    **_distributions("distrax", _BY_SOFTMAX, 0, "Categorical OneHotCategorical"),
    **_distributions("distrax", _BY_SOFTMAX, 1, "Multinomial"),
    **_distributions("distrax", _BY_SIGMOID, 0, "Bernoulli"),
    **_distributions(_NUMPYRO, _BY_SOFTMAX, 0, "CategoricalLogits MultinomialLogits"),
    **_distributions(_NUMPYRO, _BY_SIGMOID, 0, "BernoulliLogits BinomialLogits"),
    **_distributions(_TFP, _BY_SOFTMAX, 0, "Categorical OneHotCategorical"),
    **_distributions(_TFP, _BY_SOFTMAX, 1, "Multinomial RelaxedOneHotCategorical"),
    **_distributions(_TFP, _BY_SIGMOID, 0, "Bernoulli"),
    **_distributions(_TFP, _BY_SIGMOID, 1, "Binomial RelaxedBernoulli"),
}
# Losses take logits first, and then labels.
LOSSES_OF_LOGITS = frozenset(name for name in LOGITS if name.startswith("optax."))
