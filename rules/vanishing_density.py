"""The logarithm of a density that is zero far away.

## What it finds
``log(norm.pdf(x))``, ``log(norm.cdf(x))``, ``log(norm.sf(x))`` and
``log(multivariate_normal.pdf(x))`` of ``jax.scipy.stats``, and logarithms of mixtures of densities:
``log(sum(weights * norm.pdf(x, means, scales)))``.

## Why it is bad
Fourteen deviations away a density is smaller than what float32 can hold (in float64 38): it is
zero, its logarithm ``-inf`` and the gradient of that NaN. One outlier is enough, or a model that
begins far from the data. In a hundred dimensions two deviations in each are. Compiled, the value
of ``log(norm.pdf(x))`` may still be right; its gradient is not.

## Example
    loss = -jnp.sum(jnp.log(norm.pdf(x, mean, scale)))

## Use instead
    loss = -jnp.sum(norm.logpdf(x, mean, scale))

For mixtures ``jax.nn.logsumexp(jnp.log(weights) + norm.logpdf(x, means, scales), axis=-1)``.

## When it stays quiet
Where something is added to the density, or a bound stands around it, and in compiled code that
nothing differentiates.

## Fix
None is offered.
"""

from jaxlint.analysis.domains.numerics.observations import Density, DensityLogged
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_WORDS = {
    Density.PDF: (
        "the gradient of this log of a density is NaN 15 deviations from the mean",
        "use jax.scipy.stats.norm.logpdf",
    ),
    Density.CDF: (
        "this log of a probability is -inf, and its gradient NaN, at -15 deviations",
        "use jax.scipy.stats.norm.logcdf",
    ),
    Density.SF: (
        "this log of a probability is -inf, and its gradient NaN, at 15 deviations",
        "use jax.scipy.stats.norm.logsf",
    ),
    Density.OF_MANY: (
        "the gradient of this log of a density is NaN at two deviations in 100 dimensions",
        "use jax.scipy.stats.multivariate_normal.logpdf",
    ),
    Density.MIXTURE: (
        "this log is -inf, and its gradient NaN, for a point 15 deviations from all means",
        "use jax.nn.logsumexp of the logarithms of the densities and the weights",
    ),
}


class VanishingDensity(Rule[DensityLogged]):
    """Judges logarithms of densities."""

    code = "JAX616"
    name = "vanishing-density"
    outcome = "silently wrong: the gradient is not finite"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = DensityLogged

    def judge(self, seen: DensityLogged) -> Verdict | None:
        return Verdict(*_WORDS[seen.density])
