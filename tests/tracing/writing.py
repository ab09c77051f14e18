"""What writes a program: lines of text, and which names hold what kind of value."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random


@dataclass(slots=True)
class Writer:
    """Writes the body of one function.

    ``scalars`` are names of numbers and of arrays without axes, ``wholes`` of whole ones,
    ``vectors`` of arrays of three numbers, ``pairs``, ``tables`` and ``lists`` of containers: a
    pair of a scalar and a whole number, a dict of these, a list of two scalars.
    """

    random: Random
    scalars: list[str] = field(default_factory=list)
    wholes: list[str] = field(default_factory=list)
    vectors: list[str] = field(default_factory=list)
    pairs: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    made: int = 0

    def line(self, text: str) -> None:
        """Write one line, or several, at the current depth."""
        self.lines.extend("    " * self.depth + part for part in text.splitlines())

    def name(self, stem: str) -> str:
        """A name not used before."""
        self.made += 1
        return f"{stem}{self.made}"

    def one(self, names: list[str]) -> str:
        """One of some names, late ones more often: so values flow on."""
        late = names[-3:]
        return self.random.choice(late if self.random.random() < 0.6 else names)

    def pick(self, *options: str) -> str:
        """One of some texts."""
        return self.random.choice(options)

    def bind(self, kind: list[str], stem: str, value: str) -> None:
        """Bind a new name of a kind to a value."""
        name = self.name(stem)
        self.line(f"{name} = {value}")
        kind.append(name)

    def fill(self, text: str) -> str:
        """A text with its fields filled: {s} {r} scalars, {k} a whole number, {w} a vector."""
        return text.format(
            s=self.one(self.scalars),
            r=self.one(self.scalars),
            k=self.one(self.wholes),
            w=self.one(self.vectors),
        )
