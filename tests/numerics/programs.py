"""Writes random losses."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

HEADER = """\
import jax
import jax.numpy as jnp
from jax import lax, nn

"""
# Any number may go in, and what comes out is one that is not large.
TOTAL = (
    "jnp.tanh({v})",
    "jnp.sin({v})",
    "{v} * 0.5",
    "-{v}",
    "jnp.abs({v}) * 0.1",
    "jnp.minimum({v}, 1.0)",
    "jnp.clip({v}, -1.0, 1.0)",
    "{v} - jnp.mean({v})",
    "w * {v}",
    "{v}.reshape(-1)",
    "nn.relu({v})",
    "jnp.square({v}) * 0.01",
)
TESTS = ("{v} > 0", "{v} != 0", "{v} > 1e-3", "jnp.abs({v}) < 1.0", "~({v} <= 0)")
# What is not defined, or has no slope, somewhere.
PARTIAL = (
    "jnp.log({v})",
    "jnp.sqrt({v})",
    "1.0 / {v}",
    "jnp.sin({v}) / {v}",
    "{v} ** 0.5",
    "jnp.arccos({v})",
    "lax.rsqrt({v})",
    "jnp.exp({v}) - 1.0",
    "jnp.expm1({v})",
    "jnp.log1p({v})",
)
GUARDED = (
    "jnp.where({test}, {bad}, 0.0)",
    "jnp.where({test}, {bad}, {v} * 0.5)",
    "lax.select({test}, {bad}, {v})",
    "jnp.where(~({test}), {v}, {bad})",
)
ROOTS = (
    "{v} / (jnp.linalg.norm({v}) + 1e-3)",
    "{v} / jnp.maximum(jnp.linalg.norm({v}), 1e-3)",
    "{v} / jnp.sqrt(jnp.sum({v} ** 2) + 1e-3)",
    "({v} - {v}.mean()) / ({v}.std() + 1e-3)",
    "({v} - {v}.mean()) / jnp.sqrt({v}.var() + 1e-3)",
    "jnp.linalg.norm({v}) ** 2 * 0.01",
    "jnp.sqrt(jnp.maximum({v}, 0.0))",
    "jnp.sqrt(jnp.maximum({v}, 1e-3))",
    "jnp.sqrt(jnp.sum(jnp.square({v})))",
    "jnp.sqrt(jnp.sum(jnp.square({v})) + 1e-3)",
)
COMPOSED = (
    "jnp.log(nn.softmax({v}))",
    "nn.log_softmax({v})",
    "jnp.log(nn.sigmoid({v}))",
    "nn.log_sigmoid({v})",
    "jnp.log(1 - nn.sigmoid({v}))",
    "jnp.log(1 + jnp.exp({v}))",
    "jnp.log1p(jnp.exp(-jnp.abs({v})))",
    "jnp.log1p(jnp.exp({v}))",
    "jnp.log(jnp.sum(jnp.exp({v})))",
    "jnp.log(jnp.sum(jnp.exp({v} - jnp.max({v}))))",
    "jnp.exp({v}) / jnp.sum(jnp.exp({v}))",
    "jnp.exp({v} - {v}.max()) / jnp.sum(jnp.exp({v} - {v}.max()))",
    "1 / (1 + jnp.exp(-{v}))",
    "nn.softplus({v})",
    "jnp.log1p(jnp.exp(jnp.clip({v}, -9.0, 9.0)))",
)
TAKERS = (
    "jax.jit(jax.value_and_grad(loss))",
    "jax.value_and_grad(loss)",
    "jax.jit(lambda x, w: jax.value_and_grad(loss)(x, w))",
    "jax.jit(jax.value_and_grad(lambda x, w: loss(x, w)))",
)


@dataclass(frozen=True, slots=True)
class Program:
    """A loss with what takes its gradient, ``run``; ``lines`` are those that may be wrong."""

    text: str
    lines: frozenset[int]
    family: str
    helpers: tuple[str, ...]


@dataclass(slots=True)
class _Writer:
    random: Random
    helpers: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    variables: list[str] = field(default_factory=lambda: ["x"])

    def bind(self, expression: str) -> str:
        """Bind an expression to a variable, perhaps by way of a helper."""
        name, value = f"v{len(self.variables)}", self.random.choice(self.variables)
        self._write(name, expression.replace("{v}", value), value)
        self.variables.append(name)
        return name

    def _write(self, name: str, written: str, value: str) -> None:
        dress = self.random.randrange(4)
        others = any(f"v{n}" in written for n in range(9) if f"v{n}" != value)
        if dress == 0 and "w *" not in written and not others:
            helper = f"part{len(self.helpers)}"
            self.helpers.append(f"def {helper}({value}):\n    return {written}\n")
            written = f"{helper}({value})"
        self.body.append(f"{name} = {written}")

    def guarded(self) -> None:
        """A guard around what is not total: of the tested value, or of what was made safe."""
        random = self.random
        value, test = random.choice(self.variables), random.choice(TESTS)
        inner = value
        if random.random() < 0.5:
            inner = f"v{len(self.variables)}"
            self.variables.append(inner)
            way = random.choice((f"jnp.where({test}, {{v}}, 0.5)", "jnp.clip({v}, 0.1, 0.9)"))
            self.body.append(f"{inner} = {way.replace('{v}', value)}")
        bad = random.choice(PARTIAL).replace("{v}", inner)
        choice = random.choice(GUARDED).replace("{test}", test).replace("{bad}", f"({bad})")
        name = f"v{len(self.variables)}"
        self._write(name, choice.replace("{v}", value), value)
        self.variables.append(name)


def write(random: Random) -> Program:
    """Write a program."""
    writer = _Writer(random)
    for _ in range(random.randrange(3)):
        writer.bind(random.choice(TOTAL))
    family = random.choice(("guard", "root", "composition"))
    if family == "guard":
        writer.guarded()
    else:
        writer.bind(random.choice(ROOTS if family == "root" else COMPOSED))
    last = writer.variables[-1]
    body = "\n".join(f"    {line}" for line in writer.body)
    loss = f"def loss(x, w):\n{body}\n    return jnp.sum({last})\n"
    text = "\n\n".join([HEADER, *writer.helpers, loss, f"run = {random.choice(TAKERS)}\n"])
    wrong = writer.body[-1].partition(" = ")[2]
    marks = (wrong, writer.helpers[-1].splitlines()[1] if writer.helpers else wrong)
    lines = text.splitlines()
    numbers = (n for n, line in enumerate(lines, 1) if any(mark in line for mark in marks))
    helpers = tuple(f"part{number}" for number in range(len(writer.helpers)))
    return Program(text, frozenset(numbers), family, helpers)
