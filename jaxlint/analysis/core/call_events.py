"""What happens around calls, as the interpreter tells it to the domains; see ``core.events``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.callables import Function, Partial, Transformed
    from jaxlint.analysis.values.kinds import Choice, External, Instance, Value
    from jaxlint.knowledge.transforms import Transform
    from jaxlint.program import ir


class Call(NamedTuple):
    """A call of a qualified name, for transfer functions; ``source`` is the call as written."""

    name: str
    func: External
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None

    @property
    def last(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def first(self) -> Value | None:
        """The first argument that is given by its position."""
        values = self.arguments.positional
        return values[0] if values else None


class OutsideCalled(NamedTuple):
    """A name outside the project is called; ``source`` is the call as written, if one is."""

    name: str
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class ResultKept(NamedTuple):
    """A function that keeps its results was run for the first time."""

    function: Function
    returned: Value


class CallStarting(NamedTuple):
    """A call that stands in the source is about to happen, its arguments evaluated."""

    func: Value
    arguments: Arguments
    source: ir.Call


class ObjectMade(NamedTuple):
    """A call at ``node`` makes an object of a class of the project, or a partial."""

    made: Instance | Partial
    node: ir.Place


class OptionSought(NamedTuple):
    """Which of several callables is it that is called with such arguments?"""

    choice: Choice
    arguments: Arguments


class ValueCalled(NamedTuple):
    """What does a call of a thing that is no callable of Python's give?"""

    func: Value
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class ModelApplied(NamedTuple):
    """What else is known of what a model gives, which depends on all that it is given?

    Of several values that it gives, each is but a ``part``, which may depend on some of that only.
    """

    arguments: Arguments
    given: Value
    part: bool


class ParametersGiven(NamedTuple):
    """What is known, that matters in a model, of the parameters with which it computes?"""

    parameters: Value


class ParameterAsked(NamedTuple):
    """What is known of a parameter that the code of a model asks for?

    The model is ``learning`` if it computes with parameters whose slopes are taken.
    """

    learning: bool


class LayerResult(NamedTuple):
    """What is known of what a ``layer`` of a library, known by its ``name``, makes of arrays?

    It is ``learning`` in a model that computes with parameters whose slopes are taken.
    """

    name: str
    layer: Instance
    arguments: Arguments
    learning: bool


class UnknownCalled(NamedTuple):
    """Code of which nothing is seen is called; ``source`` is the call as written, if one is."""

    func: Value
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class CodeUnseen(NamedTuple):
    """A function is called that is not followed."""

    definition: ir.Function
    arguments: Arguments


class InstanceCalled(NamedTuple):
    """An object without a ``__call__`` in sight is called."""

    instance: Instance
    arguments: Arguments
    node: ir.Place


class MethodEntered(NamedTuple):
    """A function that is bound to an object is about to be called."""

    function: Function


class MethodLeft(NamedTuple):
    """Such a call is over, whatever ended it."""

    function: Function


class MethodCalled(NamedTuple):
    """A method of a value is about to run; ``source`` is the call as written, if one is."""

    base: Value
    name: str
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class MethodResult(NamedTuple):
    """What does a method of a value give?"""

    base: Value
    name: str
    arguments: Arguments
    node: ir.Place


class TransformResult(NamedTuple):
    """What does the call of a transformation, by the name that it is known by, give?"""

    transform: Transform
    name: str
    arguments: Arguments
    node: ir.Place


class TransformedResult(NamedTuple):
    """What does the call of a transformed callable give?"""

    made: Transformed
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class TransformCalled(NamedTuple):
    """A transformed callable is called; ``source`` is the call as written, if one is."""

    made: Transformed
    arguments: Arguments
    node: ir.Place
    source: ir.Call | None


class FunctionCalled(NamedTuple):
    """A function of the project is called, whether it runs or is answered from memory."""

    definition: ir.Function


class FunctionEntered(NamedTuple):
    """A function is about to run with these variables."""

    definition: ir.Function
    variables: Mapping[str, Value]


class Recursed(NamedTuple):
    """A function calls itself, perhaps by way of others."""

    function: Function
    node: ir.Place


class Returned(NamedTuple):
    """A statement returns the value of an expression."""

    node: ir.Expr
    value: Value
