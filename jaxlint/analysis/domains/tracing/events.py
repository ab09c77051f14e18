"""What happens where functions are transformed and traced, as tracing tells it to other domains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.callables import Transformed
    from jaxlint.analysis.values.kinds import Value
    from jaxlint.analysis.values.regions import Region
    from jaxlint.knowledge.transforms import Transform
    from jaxlint.program import ir


class TransformGiven(NamedTuple):
    """A transformation is called, to make a callable of ``func`` if it is given one."""

    name: str
    func: Value | None
    arguments: Arguments
    node: ir.Place


class TransformMade(NamedTuple):
    """A transformation has made a callable."""

    made: Transformed


class RegionEntered(NamedTuple):
    """A transformed callable is called with arguments for the parameters ``names``."""

    made: Transformed
    arguments: Arguments
    names: list[str]
    call: ir.Call | None
    node: ir.Place
    region: Region


class ArgumentTraced(NamedTuple):
    """What is known of what a region gets for a value that is given to it, as a number?"""

    value: Value
    region: Region


class BodyReturned(NamedTuple):
    """The function of a transformed callable gave a result, in the traced code.

    ``node`` is the call, or where the callable is made if no call is seen.
    """

    made: Transformed
    result: Value
    node: ir.Place


class BodyLeft(NamedTuple):
    """Traced code that got copies of arguments gave a result."""

    region: Region
    result: Value


class RegionLeft(NamedTuple):
    """Such a call has run what it traces, and gives a value."""

    made: Transformed
    arguments: Arguments
    names: list[str]
    given: Value
    node: ir.Place


class UnseenEntered(NamedTuple):
    """A transformed callable that no visible call entered is about to run on tracers."""

    made: Transformed
    arguments: Arguments


class BodiesGiven(NamedTuple):
    """A transformation that runs functions at once is called."""

    transform: Transform
    arguments: Arguments
    node: ir.Place


class LoopTurned(NamedTuple):
    """The body of a loop that is traced ran first; ``asked`` is what its condition gave before.

    ``held`` is what stood for the ``carry`` inside.
    """

    transform: Transform
    carry: Value
    held: Value
    result: Value
    asked: Value | None
    node: ir.Place


class LoopLeft(NamedTuple):
    """What does a loop give for a part of its carry, of which a turn made ``result``?

    ``open`` says that the number of its turns is not known when it is traced.
    """

    transform: Transform
    open: bool
    region: Region
    carry: Value
    result: Value


class BranchesRun(NamedTuple):
    """All functions ran of which one is taken, and gave values."""

    transform: Transform
    values: Sequence[Value]
    node: ir.Place
