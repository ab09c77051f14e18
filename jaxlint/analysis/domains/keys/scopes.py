"""How a key is consumed: directly, or below the paths of a module that folds them into it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from jaxlint.analysis.values.kinds import Unknown, Value

if TYPE_CHECKING:
    from jaxlint.analysis.domains.keys.offspring import Offspring


@dataclass(slots=True, frozen=True)
class Scopes:
    """The paths of a module at which a call draws.

    ``unseen`` tells the module from others where not all of it can be seen; it is None where it
    can. ``initialised`` is the module whose parameters are drawn, if that is what the call does.
    """

    paths: frozenset[tuple[str, ...]]
    unseen: object = None
    initialised: object = None

    def meet(self, other: Scopes) -> bool:
        """Whether two calls draw the same numbers somewhere, as far as can be known."""
        if self.paths & other.paths:
            return True
        return self.unseen is not None and self.unseen == other.unseen

    def twins(self, other: Scopes | None) -> bool:
        """Whether two calls draw the parameters of one module."""
        own = self.initialised
        return own is not None and other is not None and own == other.initialised


class Use(NamedTuple):
    """How a key is consumed: "draw" or "split".

    ``given`` is the name of the function and its other argument, where that matters, and
    ``weights`` how likely each element of that is. ``sampler`` is the one of ``jax.random`` that
    uses the key itself, "split" if that is how a library begins, "" if nobody knows, and
    ``given_beside`` what it is given beside the key, ``span`` how many whole numbers it draws from,
    each as often, 0 where that is not so or not known, ``children`` which children of a split are
    used, None where that may be all of them, ``tiny`` that the numbers are too small to matter but
    as what tells equal ones apart. ``scopes`` is set where paths of a module are folded into the
    key first, ``guessed`` where only code that is not seen may draw from it. ``offspring`` is what
    is drawn from the children of a split or fold, ``among`` how many children a split makes, where
    others come of another number, ``shape`` that of a draw, as it is written, "" where it is not
    known, ``dtype`` that of floats, ``masks`` that the numbers say which units a layer drops.
    """

    how: str
    given: tuple[str, Value] | None = None
    weights: Value | None = None
    sampler: str = ""
    given_beside: tuple[tuple[object, object], ...] | None = None
    scopes: Scopes | None = None
    guessed: bool = False
    span: int = 0
    children: frozenset[int] | None = None
    tiny: bool = False
    offspring: Offspring | None = None
    among: Hashable = None
    shape: str = ""
    dtype: str = ""
    masks: bool = False

    def recalled(self, handed: Mapping[Value, Value]) -> Use:
        """The same use in another call of a function, by what that is ``handed`` for each token.

        Of what the function itself has made nothing is known.
        """
        own = self._replace(given_beside=None)
        values = [self.given[1]] if self.given else []
        values += [self.weights] if self.weights else []
        theirs = [handed.get(value.token) for value in values]
        if self.given is None or None in theirs:
            # A split that is told how many children it makes is none that makes two.
            counted = self.given is not None and self.how == "split"
            return own._replace(given=("split", Unknown()) if counted else None, weights=None)
        data, *weights = (value for value in theirs if value is not None)
        return own._replace(given=(self.given[0], data), weights=weights[0] if weights else None)

    def related(self, other: Use) -> bool:
        """Whether what is drawn by the two ways from one key depends on each other."""
        if self.how == other.how == "split" and self.among != other.among:
            return False
        if self.scopes is None or other.scopes is None:
            return self.scopes is other.scopes
        return self.scopes.meet(other.scopes)
