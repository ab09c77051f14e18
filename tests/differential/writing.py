"""What writes a program: lines of text, and a rough idea of which keys are still fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from random import Random

Form = Callable[["Writer"], None]


class NoKey(Exception):
    """There is no key here that the form at hand could use."""


@dataclass(slots=True)
class Keys:
    """The key expressions in scope.

    ``fresh`` may be consumed, ``held`` may only be split and re-bound at once, as in a loop, and
    ``used`` were consumed, ``outer`` belong to the function around. This steers the writing only:
    the oracle decides what is a reuse.
    """

    fresh: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    batches: list[str] = field(default_factory=list)
    outer: list[str] = field(default_factory=list)

    def copy(self) -> Keys:
        """The same keys, to be changed on their own."""
        return Keys(*(list(getattr(self, f.name)) for f in fields(self)))


@dataclass(slots=True)
class Writer:
    """Writes one program. ``slip`` is how often a key is taken without looking."""

    random: Random
    slip: float
    keys: Keys = field(default_factory=Keys)
    lines: list[str] = field(default_factory=list)
    helpers: dict[str, str] = field(default_factory=dict)
    depth: int = 0
    loops: int = 0
    traced: bool = False
    total: str = "total"
    made: int = 0
    seeds: list[int] = field(default_factory=list)

    def line(self, text: str) -> None:
        """Write one line, or several, at the current depth."""
        self.lines.extend("    " * self.depth + part for part in text.splitlines())

    def name(self, stem: str) -> str:
        """A name not used before."""
        self.made += 1
        return f"{stem}{self.made}"

    def chance(self, share: float) -> bool:
        """True in this share of cases."""
        return self.random.random() < share

    def pick(self, *options: str) -> str:
        """One of some texts."""
        return self.random.choice(options)

    def slips(self) -> bool:
        """Whether to do the wrong thing here."""
        return self.chance(self.slip)

    def add(self, value: str) -> None:
        """Add a number to the total."""
        self.line(f"{self.total} = {self.total} + {value}")

    def take(self) -> str:
        """A key expression to be consumed. Raises NoKey when none is left."""
        careless = self.keys.used + self.keys.held + self.keys.outer
        if careless and self.slips():
            return self.random.choice(careless)
        if not self.keys.fresh:
            raise NoKey
        key = self.random.choice(self.keys.fresh)
        self.spend(key)
        return key

    def spend(self, key: str) -> None:
        """Take note that a key is consumed."""
        if key in self.keys.fresh:
            self.keys.fresh.remove(key)
        self.keys.used.append(key)

    def take_name(self) -> str:
        """A variable that holds a key, to be split and re-bound. Raises NoKey if there is none."""
        names = [key for key in self.keys.fresh + self.keys.held if key.isidentifier()]
        if self.slips():
            names += [key for key in self.keys.used if key.isidentifier()]
        if not names:
            raise NoKey
        return self.random.choice(names)

    def give(self, *keys: str) -> None:
        """Take note of fresh keys."""
        for key in keys:
            for known in (self.keys.fresh, self.keys.used):
                while key in known:
                    known.remove(key)
            if key not in self.keys.held:
                self.keys.fresh.append(key)

    def draw(self, key: str) -> str:
        """An expression that draws a scalar from a key."""
        return self.random.choice(SAMPLES).format(key=key)

    def block(self, forms: tuple[Form, ...], most: int = 3) -> None:
        """Write a few statements, one level deeper, which do something at least."""
        self.depth += 1
        before = len(self.lines)
        for _ in range(self.random.randint(1, most)):
            self.attempt(self.random.choice(forms))
        if len(self.lines) == before:
            self.add("1.0")
        self.depth -= 1

    def attempt(self, form: Form) -> None:
        """Write a form, or nothing of it when the keys do not suffice."""
        kept, keys, depth = len(self.lines), self.keys.copy(), self.depth
        traced, total, loops = self.traced, self.total, self.loops
        try:
            form(self)
        except NoKey:
            del self.lines[kept:]
            self.keys, self.depth = keys, depth
            self.traced, self.total, self.loops = traced, total, loops

    @contextmanager
    def arms(self) -> Iterator[Callable[[], None]]:
        """Branches: what one arm consumes is fresh in the next, and consumed behind them all.

        The function handed out is to be called before each arm.
        """
        before = self.keys.copy()
        ends: list[Keys] = []

        def begin() -> None:
            ends.append(self.keys)
            self.keys = before.copy()

        yield begin
        ends = [*ends[1:], self.keys]
        self.keys = joined(before, ends)

    @contextmanager
    def turn(self, *given: str) -> Iterator[None]:
        """The body of a loop: keys from outside may only be split and re-bound there."""
        before = self.keys
        outer = [key for key in before.fresh if key.isidentifier()]
        held = [*before.held, *outer]
        self.keys = Keys(list(given), held, list(before.used), outer=list(before.outer))
        self.loops += 1
        yield
        self.loops -= 1
        self.keys = before

    @contextmanager
    def function(self, *given: str, total: str, traced: bool = False) -> Iterator[None]:
        """The body of a function that is run many times or is traced."""
        kept = replace(self)
        careless = self.keys.used + self.keys.fresh if self.slips() else []
        self.keys = Keys(list(given), outer=[key for key in careless if key.isidentifier()])
        self.total, self.traced, self.loops = total, traced or self.traced, 0
        yield
        self.keys, self.total = kept.keys, kept.total
        self.traced, self.loops = kept.traced, kept.loops


def joined(before: Keys, ends: list[Keys]) -> Keys:
    """The keys behind some arms, of those known before them."""
    known = [*before.fresh, *before.used]
    fresh = [key for key in known if all(key in end.fresh for end in ends)]
    used = [key for key in known if key not in fresh]
    batches = [b for b in before.batches if all(b in end.batches for end in ends)]
    return Keys(fresh, before.held, used, batches, before.outer)


SAMPLES = (
    "jr.normal({key})",
    "jr.normal({key})",
    "jr.uniform({key})",
    "jr.uniform({key}, minval=-1.0)",
    "jr.normal(key={key})",
    "jr.bernoulli({key}, 0.5)",
    "jr.randint({key}, (), 0, 9)",
    "jr.randint(key={key}, shape=(), minval=0, maxval=9)",
    "jr.exponential({key})",
    "jr.gumbel({key})",
    "jr.laplace({key})",
    "jr.choice({key}, 5)",
    "jr.permutation({key}, 4)[0]",
    "jr.categorical({key}, jnp.zeros(3))",
    "jr.truncated_normal({key}, -1.0, 1.0)",
    "jnp.sum(jr.normal({key}, (2,)))",
    "jnp.sum(jr.uniform({key}, shape=(2, 2)))",
)
