"""What the interpreter tells the rules: facts about places in the code, each with its chain.

An observation is no finding yet. A rule subscribes to one kind and decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst

    from jaxlint.interpret.values import Region, Traced, Why
    from jaxlint.model import ir


@dataclass(slots=True, frozen=True, eq=False)
class Observation:
    """Something seen at ``node`` of ``module``, because of ``why``."""

    module: ir.Module
    node: cst.CSTNode
    why: Why | None

    @property
    def certain(self) -> bool:
        """Whether all evidence that the observation rests on has been seen by now."""
        return True

    @property
    def kind(self) -> str:
        """What tells this observation from others of its class at the same place."""
        return ""

    def spelled(self, node: cst.CSTNode | None = None) -> str:
        """The source text of the node, on one line and shortened."""
        text = " ".join(self.module.tree.code_for_node(node or self.node).split())
        return text if len(text) <= 50 else text[:47] + "..."


@dataclass(slots=True, frozen=True, eq=False)
class ValueNeeded(Observation):
    """The number in a traced value is asked for, ``form`` says by what."""

    value: Traced
    form: str

    @property
    def certain(self) -> bool:
        return self.value.certain


class TruthTest(ValueNeeded):
    """The truth of a traced value is asked for. ``form`` says by what: "if", "and", "min()"..."""

    __slots__ = ()


class Conversion(ValueNeeded):
    """A traced value is turned into a Python number, or used where only one will do."""

    __slots__ = ()


@dataclass(slots=True, frozen=True, eq=False)
class FrozenRead(Observation):
    """Traced code reads something bound outside of it that changes later.

    ``owner`` is "global", "closure" or "field"; ``witness`` is where it changes.
    """

    name: str
    owner: str
    region: Region


@dataclass(slots=True, frozen=True, eq=False)
class Effect(Observation):
    """Traced code touches the world outside. ``form`` is "print", "io" or "host value"."""

    form: str
    what: str
    region: Region
    deliberate: bool = False

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class OuterWrite(Observation):
    """Traced code writes to something that outlives it.

    ``target`` is "global", "nonlocal", "container", "global container", "attribute" or "argument";
    ``stored`` is the tracer that is stored there, if it is one.
    """

    target: str
    name: str
    region: Region
    stored: Traced | None


@dataclass(slots=True, frozen=True, eq=False)
class ArrayWrite(Observation):
    """A JAX array is written to in place. ``form`` is the kind of statement."""

    form: str
    traced: Traced | None

    @property
    def certain(self) -> bool:
        return self.traced is None or self.traced.certain

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class DroppedResult(Observation):
    """The result of a pure operation is dropped. ``form`` is "update" or "split"."""

    form: str

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class KeyReuse(Observation):
    """A key is consumed a second time. ``first`` and ``second`` are "draw", "split" or "fold"."""

    name: str
    first: str
    second: str
    repeated: bool

    @property
    def kind(self) -> str:
        return f"{self.first} {self.second}"

    @property
    def called(self) -> str:
        """The key as a message names it."""
        return f"key `{self.name}`" if self.name else "this key"


@dataclass(slots=True, frozen=True, eq=False)
class KeyMisuse(Observation):
    """A mistake with a key that is no reuse.

    ``form`` is "constant", "seed", "broadcast", "arithmetic", "wrong", "name" or "hash"; ``what``
    says more, as each form needs it.
    """

    form: str
    what: str

    @property
    def kind(self) -> str:
        return self.form


@dataclass(slots=True, frozen=True, eq=False)
class JitMade(Observation):
    """A jitted callable is made where that costs. ``form`` is "nested", "loop" or "call"."""

    form: str
    what: str
    transform: str

    @property
    def kind(self) -> str:
        return self.form
