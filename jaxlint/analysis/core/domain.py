"""What a domain of knowledge hands to the interpreter, which knows Python and no domain.

A domain is a package in ``jaxlint.analysis.domains``. It has one ``Domain`` object, under its own
name, through which its modules plug in:

- ``@domain.on(Event)`` has a function called with each event of a type (``core.events``);
- ``@domain.answer(Event)`` has it say what comes of one, if no domain that it reads does;
- ``@domain.deduce(Event)`` has it say a fact of what comes of one;
- ``@domain.transfer("numpy.asarray")`` has a function say what a call of a qualified name gives,
  ``@domain.transfer("numpy.")`` what one of a name below a module gives;
- a ``Part`` (``core.path_state``) is what the domain knows on one path;
- an ``Effect`` (``core.effects``) is what a call did to that, to be done again where the call is
  answered from memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from jaxlint.analysis.core.listeners import About, Subscription

if TYPE_CHECKING:
    from jaxlint.analysis.core.call_events import Call
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.analysis.values.facts import Fact
    from jaxlint.analysis.values.kinds import Value

    Handler = Callable[[Engine, Frame, Any], None]
    Answer = Callable[[Engine, Frame, Any], Value | None]
    Deduction = Callable[[Any], Fact | None]
    Transfer = Callable[[Engine, Frame, Call], Value | None]

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_Transfer = TypeVar("_Transfer", bound="Transfer")


class Transfers:
    """Transfer functions, by the names and modules that they own."""

    def __init__(self) -> None:
        self.transfers: dict[str, Transfer] = {}

    def transfer(self, *names: str) -> Callable[[_Transfer], _Transfer]:
        """Have a function say what calls of qualified names give.

        A name that ends in a dot stands for all below it. None leaves the answer to the owner of
        the module around, and at last to the core, to which an unknown function may do anything.
        """

        def register(function: _Transfer) -> _Transfer:
            for name in names:
                own(self.transfers, name, function)
            return function

        return register


class Domain(Transfers):
    """A domain's name, the domains that it may name, and what it plugs in."""

    def __init__(self, name: str, reads: Iterable[str] = ()) -> None:
        super().__init__()
        self.name = name
        self.reads = frozenset(reads)
        self.subscriptions: list[Subscription[Handler]] = []
        self.answers: list[tuple[type, Answer]] = []
        self.deductions: list[Subscription[Deduction]] = []

    @overload
    def on(
        self, first: type[_A], /, *, traced: bool | None = None, about: About | None = None
    ) -> Callable[[Callable[[Engine, Frame, _A], None]], Callable[[Engine, Frame, _A], None]]: ...

    @overload
    def on(
        self,
        first: type[_A],
        second: type[_B],
        /,
        *,
        traced: bool | None = None,
        about: About | None = None,
    ) -> Callable[
        [Callable[[Engine, Frame, _A | _B], None]], Callable[[Engine, Frame, _A | _B], None]
    ]: ...

    @overload
    def on(
        self,
        first: type[_A],
        second: type[_B],
        third: type[_C],
        /,
        *,
        traced: bool | None = None,
        about: About | None = None,
    ) -> Callable[
        [Callable[[Engine, Frame, _A | _B | _C], None]],
        Callable[[Engine, Frame, _A | _B | _C], None],
    ]: ...

    def on(
        self, *kinds: type, traced: bool | None = None, about: About | None = None
    ) -> Callable[[Handler], Handler]:
        """Have a function called with every event of these types.

        ``traced`` limits that to those in traced code, or to those in plain code, ``about`` to
        those with such a subject (``core.listeners``).
        """

        def register(handler: Handler) -> Handler:
            self.subscriptions.extend(Subscription(kind, handler, traced, about) for kind in kinds)
            return handler

        return register

    def answer(
        self, kind: type[_A]
    ) -> Callable[
        [Callable[[Engine, Frame, _A], Value | None]], Callable[[Engine, Frame, _A], Value | None]
    ]:
        """Have a function asked what comes of an event; None leaves it to others."""

        def register(
            function: Callable[[Engine, Frame, _A], Value | None],
        ) -> Callable[[Engine, Frame, _A], Value | None]:
            self.answers.append((kind, function))
            return function

        return register

    def deduce(
        self, kind: type[_A], *, about: About | None = None
    ) -> Callable[[Callable[[_A], Fact | None]], Callable[[_A], Fact | None]]:
        """Have a function say a fact of what comes of an event, or None; ``about`` as in ``on``."""

        def register(function: Callable[[_A], Fact | None]) -> Callable[[_A], Fact | None]:
            self.deductions.append(Subscription(kind, function, None, about))
            return function

        return register


def own(table: dict[str, Transfer], name: str, function: Transfer) -> None:
    """Enter the one owner of a qualified name into a table."""
    if name in table:
        raise ValueError(f"two transfer functions for {name}")
    table[name] = function
