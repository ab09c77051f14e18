"""What is around the code under way: handlers, and what its values are evaluated for.

A context is immutable. Another one takes its place for the extent of a ``with``
(``Engine.within``), so that nothing is left set behind an error; a function that is called has one
of its own.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine
    from jaxlint.analysis.core.frames import Guard
    from jaxlint.analysis.values.kinds import Choice, Value
    from jaxlint.analysis.values.regions import Why


class Context(NamedTuple):
    """What is around the code under way, in the callers of its function too.

    ``guards`` are the handlers around it that catch what a tracer raises, None for one that knows
    of tracers. ``trying`` says that an error would be handled, ``tolerating`` that one for a
    missing name would be. ``silent`` code may never be evaluated when the program runs.
    ``ruled_out`` code is traced and never runs, as a predicate is known to choose another branch.
    ``rescued`` code is traced, and traced code around it may go on from an error that it raises.
    ``chosen`` are choices of objects with the one whose method is under way. ``applying`` code is
    run by ``apply`` of a model as the module is, ``learning`` code by one with parameters whose
    slopes are taken, ``keeping`` code by one that keeps its results: once, whoever calls it.
    ``barred`` code stands behind a constant of a module that would have to be another one: that is
    the step by which what is found is presumed.

    In this activation of a function only: ``annotating`` is part of an annotation, ``writing`` the
    object into which a statement writes, ``selecting`` an argument of ``where``, ``attempting`` in
    the body of a ``try`` with handlers, ``handling`` in one of these.
    """

    guards: tuple[Guard | None, ...] = ()
    trying: bool = False
    tolerating: bool = False
    silent: bool = False
    ruled_out: bool = False
    rescued: bool = False
    applying: bool = False
    learning: bool = False
    keeping: bool = False
    barred: Why | None = None
    chosen: tuple[tuple[Value, Value], ...] = ()
    annotating: bool = False
    writing: bool = False
    selecting: bool = False
    attempting: bool = False
    handling: bool = False

    @property
    def expects_errors(self) -> bool:
        """Whether an error that is raised here is handled."""
        return self.trying or self.ends_in_error

    def meant(self, choice: Choice) -> Value | None:
        """Which of several objects one is, as code that is under way was called on it."""
        return dict(self.chosen).get(choice.token)

    def choosing(self, choice: Choice, option: Value) -> Context:
        """The context of a method that is called on one of several objects."""
        return self._replace(chosen=(*self.chosen, (choice.token, option)))

    def sign(self) -> tuple[Hashable, ...]:
        """What of a context without guards makes a call in it another one."""
        tried = (self.trying, self.tolerating, self.silent, self.ruled_out)
        model = (self.applying, self.learning)
        around = (self.rescued, self.keeping, self.barred is not None)
        return (*tried, *model, *around, self.chosen)

    @property
    def ends_in_error(self) -> bool:
        """Whether code around this expects an error, so that nothing here is certain to run."""
        return None in self.guards

    def called(self) -> Context:
        """The context of a function that is called in this one."""
        if any((self.annotating, self.writing, self.selecting, self.attempting, self.handling)):
            return self._replace(
                annotating=False, writing=False, selecting=False, attempting=False, handling=False
            )
        return self


class Extent:
    """The extent in which a context holds, for a ``with``."""

    __slots__ = ("_context", "_engine", "_outer")

    def __init__(self, engine: Engine, context: Context) -> None:
        self._engine = engine
        self._context = context
        self._outer = engine.context

    def __enter__(self) -> None:
        self._engine.context = self._context

    def __exit__(self, *error: object) -> None:
        self._engine.context = self._outer
