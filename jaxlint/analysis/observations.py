"""What the interpreter tells the rules: facts about places in the code, each with its chain.

An observation is no finding yet. A rule subscribes to one kind and decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.values.certainty import Certainty, Promise, weakest
from jaxlint.analysis.values.promises import certainty_of
from jaxlint.program import trees

if TYPE_CHECKING:
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.analysis.values.regions import Why
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Observation:
    """Something seen at ``node`` of ``module``, because of ``why``.

    Where one is kept, those of the classes that it ``supersedes`` are of no account there. What is
    presumed holds under a ``condition``. Some hold ``by_release`` of JAX, not by the code alone.
    ``settled`` asks, when everything has been seen, whether the values still are what they seemed
    to be. ``also`` are the other places of the same mistake, if this is the worst of it.
    """

    supersedes: ClassVar[tuple[type[Observation], ...]] = ()
    condition: ClassVar[str] = "if a jitted step calls it"
    by_release: ClassVar[bool] = False

    module: ir.Module
    node: ir.Place
    why: Why | None
    settled: Callable[[], bool] | None = field(default=None, kw_only=True)
    also: tuple[ir.Place, ...] = field(default=(), kw_only=True)

    @property
    def certain(self) -> bool:
        """Whether all evidence that the observation rests on has been seen by now."""
        return self.settled is None or self.settled()

    @property
    def certainty(self) -> Certainty:
        """How certain it is, by the weakest of all that it rests on."""
        chain = Certainty.SHOWN if self.why is None else self.why.certainty
        said = Certainty.DECLARED if self.promises else Certainty.SHOWN
        return weakest(chain, said, self.basis, *map(certainty_of, self.rests_on))

    @property
    def basis(self) -> Certainty:
        """How certain it is apart from its chain, from annotations and from values."""
        return Certainty.SHOWN

    @property
    def rests_on(self) -> tuple[Value | None, ...]:
        """The values that have to be what they are taken for."""
        return ()

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The annotations that it rests on, for want of better evidence."""
        return ()

    @property
    def kept(self) -> bool:
        """Whether nothing speaks against it: its own evidence, or what annotations promise."""
        return self.certain and not any(promise.denied for promise in self.promises)

    @property
    def kind(self) -> Hashable:
        """What tells this observation from others of its class at the same place."""
        return ""

    @property
    def slip(self) -> Hashable:
        """What observations of one mistake have in common, of which only the worst is kept.

        None for those that stand for themselves.
        """
        return None

    @property
    def about(self) -> str:
        """The name of what the mistake is made with, of several at one place; "" if unknown."""
        return ""

    @property
    def rank(self) -> tuple[int, ...]:
        """Where it stands among the observations of one mistake, the worst first."""
        return ()

    @property
    def modules(self) -> tuple[ir.Module, ...]:
        """The modules in which the mistake is made, the one of ``node`` first."""
        return (self.module,)

    def spelled(self, node: ir.Place | None = None) -> str:
        """The source text of the node, on one line and shortened."""
        text = " ".join(trees.code(node or self.node).split())
        return text if len(text) <= 50 else text[:47] + "..."
