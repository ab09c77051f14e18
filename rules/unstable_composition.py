"""A function put together by hand of others that overflow on the way.

## What it finds
``log(softmax(x))``, ``log(sigmoid(x))``, ``log(1 - sigmoid(x))``, ``log(1 + exp(x))``,
``log(sum(exp(x)))``, ``exp(x) / sum(exp(x))``, means weighted so, ``1 / (1 + exp(-x))``, tanh by
exp, ``log(p / q)``, ``log(cosh(x))``, ``log(1 - exp(x))``, ``log(1 - tanh(x)**2)``, ``p * log(p)``
of one-hot rows; ``log(det(x))`` is advice. Where differentiated, ``log(relu(x))``, and of such a
probability ``log(p + 1e-8)``, unless multiplied with ``p``. ``log(1 - p)`` where ``p`` has a bound
that float32 rounds to one: ``clip(p, 1e-8, 1 - 1e-8)``.

## Why it is bad
float32 ends at ``exp(88)``: beyond, the whole is infinite or NaN, for one confident row of a batch.
What is added to a probability takes the gradient of a wrong and confident answer.

## Example
    loss = -jnp.mean(jnp.log(jax.nn.softmax(logits)) * labels)

## Use instead
    loss = -jnp.mean(jax.nn.log_softmax(logits) * labels)

## When it stays quiet
Where numbers are seen to be bounded (``exp(x - max(x))``, samples, products of unit vectors), or
unseen code made them. In logits of ``jax.random.categorical``, unless differentiated. It is advice
where 64-bit types may be on.

## Fix
Safe, where ``log(softmax(x))`` or ``log(sigmoid(x))`` stands at one place: equal but for rounding.
"""

from jaxlint.analysis.domains.numerics.observations import Composition, UnstableComposition
from jaxlint.diagnostics.findings import ADVICE, WARNING, Severity
from jaxlint.diagnostics.rule import FileKind, Rule, Verdict

_ZERO = "silently wrong: the gradient is zero"
_CUT = "the gradient of this log is zero where logits are {} apart, or more"
_WORDS = {
    Composition.LOG_SOFTMAX: (
        "log(softmax(x)) is -inf, and its gradient NaN, where logits are about {far} apart",
        "use jax.nn.log_softmax(x)",
    ),
    Composition.LOG_SIGMOID: (
        "log(sigmoid(x)) is -inf, and its gradient NaN, at x = -{far}",
        "use jax.nn.log_sigmoid(x)",
    ),
    Composition.LOG_ONE_MINUS_SIGMOID: (
        "log(1 - sigmoid(x)) is -inf, and its gradient NaN, at x = 100",
        "use jax.nn.log_sigmoid(-x)",
    ),
    Composition.LOG_ONE_MINUS_EXP: (
        "log(1 - exp(x)) is -inf, and its gradient too, at x = -{lost}, where it is -{log}",
        "use jnp.log(-jnp.expm1(x))",
    ),
    Composition.LOG_ONE_MINUS_TANH: (
        "log(1 - tanh(x)**2) is -inf, and its gradient NaN, at x = 20",
        "use 2 * (jnp.log(2) - x - jax.nn.softplus(-2 * x))",
    ),
    Composition.LOG_COSH: ("log(cosh(x)) is inf at x = {far}", "use logaddexp(x, -x) - log(2)"),
    Composition.LOG_RATIO: (
        "the logarithm of this ratio is infinite or NaN where logits are about {far} apart",
        "take the difference of the logarithms: jax.nn.log_softmax or jax.nn.log_sigmoid",
    ),
    Composition.LOG_OFFSET: (
        "the gradient of this log is zero where logits are about 100 apart, and fades long before",
        "take the logarithm in one step: jax.nn.log_softmax or jax.nn.log_sigmoid",
    ),
    Composition.LOG_BOUND: (
        "the bound below one is 1.0 in float32: this log is -inf, and its gradient NaN, at p = 1",
        "use a bound of 1 - 1e-7, or take the logarithm in one step: jax.nn.log_sigmoid(-x)",
    ),
    Composition.LOG_CLAMPED: (
        "this log is -inf, or its gradient NaN, wherever what is clamped at zero is below",
        "clamp it at a small number, or use jax.nn.softplus(x)",
    ),
    Composition.LOG_ONE_HOT: (
        "where a one-hot row is zero, its logarithm is -inf, and zero times that is NaN",
        "use jax.scipy.special.xlogy(p, p), or rel_entr(p, q) for p * (log(p) - log(q))",
    ),
    Composition.LOG_DET: (
        "log(det(x)) is -inf, and its gradient NaN, at x = 0.1 * eye(400)",
        "use jnp.linalg.slogdet(x)[1]",
    ),
    Composition.SOFTPLUS: (
        "log(1 + exp(x)) is inf, and its gradient NaN, at x = {far}",
        "use jax.nn.softplus(x)",
    ),
    Composition.LOGSUMEXP: (
        "log(sum(exp(x))) is infinite, and its gradient NaN, at x = {far} or x = -{deep}",
        "use jax.nn.logsumexp(x)",
    ),
    Composition.SOFTMAX: (
        "exp(x) / sum(exp(x)) is NaN, and its gradient too, at x = {far}",
        "use jax.nn.softmax(x)",
    ),
    Composition.SIGMOID: (
        "a sigmoid written with exp has a NaN gradient where exp overflows, in {type} above {ends}",
        "use jax.nn.sigmoid(x)",
    ),
    Composition.TANH: ("tanh by exp is NaN, and its gradient too, at x = {far}", "use jnp.tanh(x)"),
}
_NARROW = dict(type="float32", far=100, deep=110, ends=88.7, lost="1e-8", log=18)
_WIDE = dict(type="float64", far="750 (in float32 100)", deep=750, ends=709.8, lost="1e-17", log=39)


class ComposedByHand(Rule[UnstableComposition]):
    """Judges functions composed of exponentials and logarithms."""

    code = "JAX601"
    name = "unstable-composition"
    outcome = "silently wrong: the gradient is not finite"
    severity = WARNING
    meant_in = frozenset((FileKind.TEST,))
    observes = UnstableComposition

    def judge(self, seen: UnstableComposition) -> Verdict | None:
        text, advice = _WORDS[seen.form]
        message = text.format(**(_WIDE if seen.wide else _NARROW))
        message = message if seen.apart is None else _CUT.format(seen.apart)
        outcome = _ZERO if seen.form is Composition.LOG_OFFSET else None
        level: Severity | None = ADVICE if seen.wide or seen.form is Composition.LOG_DET else None
        return Verdict(message, advice, outcome, fix=seen.fix, severity=level)
