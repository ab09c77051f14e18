"""What calls did to the state of domains, to be done again where a call is answered from memory.

Effects are a log, not a difference of states: that a call waits for all work counts for what a
later caller hands over, although nothing was under way when it was run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from jaxlint.analysis.values.kinds import Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.program import ir


@dataclass(slots=True, frozen=True, eq=False)
class Effect(ABC):
    """Something done to a domain's state; ``on`` is the token of the value that it was done to.

    One that ``binds`` is done to another value at the next call, unless the value was an argument:
    then the call has to be run again. It counts where a call stands in the source. One that is
    done ``once`` is kept once, whatever else was done between. Of what is done to an argument one
    of each kind counts, but where ``all_count``: then the last one does, too.
    """

    on: Value | None

    domain: ClassVar[str]
    binds: ClassVar[bool] = False
    once: ClassVar[bool] = False
    all_count: ClassVar[bool] = False

    def recalled(self, handed: Mapping[Value, Value]) -> Effect:
        """The effect of another call, which was given other values: ``handed``, by the tokens."""
        return self

    @abstractmethod
    def replay(self, engine: Engine, frame: Frame, on: Value | None, node: ir.Place) -> None:
        """Do it again for a call at ``node``, where ``on`` stands for the value."""


class Log:
    """What was done to each domain's state, in order.

    ``certain`` is what is done whatever the tests say that are not known, but for the first
    ``behind`` ones, behind which all of it is done.
    """

    __slots__ = ("_effects", "_once", "behind", "certain")

    def __init__(self, behind: int = 0) -> None:
        self._effects: dict[str, list[Effect]] = {}
        self._once: dict[Effect, None] = {}
        self.certain: list[Effect] = []
        self.behind = behind

    def add(self, effect: Effect) -> None:
        """Note an effect; the very same twice on end is once."""
        if effect.once:
            self._once[effect] = None
            return
        known = self._effects.setdefault(effect.domain, [])
        if not known or known[-1] is not effect:
            known.append(effect)

    def add_certain(self, effect: Effect, frame: Frame) -> None:
        """Note an effect that counts only where it is certain, if it is so in ``frame``."""
        if self._is_certain(frame):
            self.certain.append(effect)

    def ends_with(self, effect: Effect) -> bool:
        """Whether an effect is the last one of its domain."""
        known = self._effects.get(effect.domain)
        return known is not None and known[-1] is effect

    def of(self, domain: str) -> Sequence[Effect]:
        """What was done to the state of a domain, but for what is kept once or is certain."""
        return self._effects.get(domain, ())

    def include(self, other: Log, frame: Frame) -> None:
        """Note what was done by a call within, of code in ``frame``."""
        self._once.update(other._once)
        if other.certain and self._is_certain(frame):
            self.certain.extend(other.certain)
        for domain, effects in other._effects.items():
            known = self._effects.setdefault(domain, [])
            goes_on = known and effects and known[-1] is effects[0]
            known.extend(effects[1:] if goes_on else effects)

    def __iter__(self) -> Iterator[Effect]:
        """The effects, domain by domain, but for those that are certain."""
        return chain(self._once, chain.from_iterable(self._effects.values()))

    def _is_certain(self, frame: Frame) -> bool:
        return all(one.decided for one in frame.conditions[self.behind :])

    def summary(self, handed: Mapping[Value, Value]) -> tuple[Effect, ...] | None:
        """What a call with the arguments ``handed`` did, given by their tokens.

        What is done to one of them counts once, unless all counts. None says that the call has to
        be run again.
        """
        kept: list[Effect] = []
        done: set[tuple[type[Effect], Value]] = set()
        for effect in chain(self.certain, self):
            if effect.on is None:
                kept.append(effect)
            elif effect.binds and effect.on not in handed:
                return None
            elif effect.all_count or (type(effect), effect.on) not in done:
                done.add((type(effect), effect.on))
                kept.append(effect)
        return tuple(kept)
