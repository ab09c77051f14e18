"""Where functions of ``jax.scipy.stats`` take ``loc``, which stands before ``scale``.

The places are those of the signatures of JAX 0.10.2.
"""

from __future__ import annotations

LOC, SCALE = "loc", "scale"

_PLACES = {
    **dict.fromkeys("cauchy expon gumbel_l gumbel_r laplace logistic norm uniform".split(), 1),
    **dict.fromkeys("chi2 gamma pareto t".split(), 2),
    **dict.fromkeys("beta truncnorm".split(), 3),
}

# By the name of the function, the place of ``loc`` among the arguments by position.
LOCATIONS = {
    f"jax.scipy.stats.{distribution}.{function}": place
    for distribution, place in _PLACES.items()
    for function in ("logpdf", "pdf")
}
