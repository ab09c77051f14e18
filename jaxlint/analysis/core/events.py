"""What happens while code is run, as the interpreter tells it to the domains.

``Engine.tell`` makes an event only if a domain wants to hear of its type. Handlers get the frame in
which it happens beside it. Those around calls are in ``core.call_events``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.callables import ClassValue
    from jaxlint.analysis.core.frames import Frame, State
    from jaxlint.analysis.values.certainty import Promise
    from jaxlint.analysis.values.kinds import Container, Instance, Traced, Value
    from jaxlint.program import ir


class Defined(NamedTuple):
    """A ``def`` or ``class`` statement makes a function or class."""

    definition: ir.Scope


class ImportBound(NamedTuple):
    """An import statement has bound a name."""

    statement: ir.Import
    one: ir.ImportedName
    value: Value


class AnswerBound(NamedTuple):
    """A name was bound to a value for which the code asked what it runs on."""

    value: Value


class AttributeRead(NamedTuple):
    """An attribute of a value was read."""

    node: ir.Attribute
    base: Value
    value: Value


class AttributeResult(NamedTuple):
    """What is an attribute of an array that is an array, too?"""

    base: Value
    attr: str


class DtypeResult(NamedTuple):
    """What is the dtype of an array?"""

    base: Value


class AttributeWritten(NamedTuple):
    """An attribute of a value is assigned."""

    target: ir.Attribute
    base: Value
    value: Value


class NameRead(NamedTuple):
    """Traced code reads a name of an outer frame; of what it holds perhaps a part only."""

    node: ir.Name
    owner: Frame
    value: Value
    whole: bool


class NameBound(NamedTuple):
    """A variable of the frame itself, which scopes inside may read, is about to be bound."""

    target: ir.Name
    value: Value


class OuterNameBound(NamedTuple):
    """A name is bound that the scope has ``declared`` to be global or nonlocal."""

    target: ir.Name
    declared: str
    value: Value


class AttributeSought(NamedTuple):
    """What is an attribute of an object that neither it nor its class was seen to have?"""

    instance: Instance
    attr: str


class ClassAttributeSought(NamedTuple):
    """What is an attribute of a class that neither it nor its bases were seen to have?"""

    cls: ClassValue
    attr: str


class ShapeSought(NamedTuple):
    """What is an attribute of an array that its shape says: ``shape``, ``ndim`` or ``size``?"""

    base: Value
    attr: str


class SettingSought(NamedTuple):
    """What is a setting of JAX, by its name, in the code that asks for it?"""

    name: str


class Asker(Enum):
    """What asks whether a value is true, in the words of the source."""

    IF = "if"
    TERNARY = "ternary"
    COMPREHENSION = "comprehension"
    MATCH = "match"
    WHILE = "while"
    ASSERT = "assert"
    AND = "and"
    OR = "or"
    NOT = "not"
    CHAIN = "chain"
    IN = "in"
    BOOL = "bool"
    RANGE = "range"
    FILTER = "filter"
    MIN = "min"
    MAX = "max"
    SORTED = "sorted"
    ANY = "any"
    ALL = "all"
    SORT = ".sort"
    INDEX = ".index"
    COUNT = ".count"
    REMOVE = ".remove"


class TruthAsked(NamedTuple):
    """Code asks a value that is no constant whether it is true."""

    value: Value
    node: ir.Place
    by: Asker


class Converter(Enum):
    """What makes a Python number of a value."""

    FUNCTION = auto()
    METHOD = auto()
    INDEX = auto()
    REPETITION = auto()


class Converted(NamedTuple):
    """A value is made a Python number, or stands where only one will do.

    ``name`` is that of the function or method, ``holder`` where the value of a method is written.
    ``promises`` say that only a number will do.
    """

    value: Value
    node: ir.Place
    by: Converter
    name: str
    holder: ir.Place | None
    promises: tuple[Promise, ...]


class Hasher(Enum):
    """What asks a value for its hash."""

    KEY = auto()
    ELEMENT = auto()
    MEMBER = auto()
    FUNCTION = auto()
    CACHE = auto()


class Hashed(NamedTuple):
    """A value is asked for its hash."""

    value: Value
    node: ir.Place
    by: Hasher


class Formatted(NamedTuple):
    """A value has become part of a text, ``specified`` if a format for numbers says how."""

    value: Value
    node: ir.Place
    specified: bool


class Writing(Enum):
    """How a statement writes to an element."""

    ASSIGNMENT = auto()
    AUGMENTED = auto()
    DELETION = auto()


class ItemWritten(NamedTuple):
    """An element is stored or deleted."""

    target: ir.Subscript
    base: Value
    key: Value | None
    value: Value
    by: Writing


class LoopEntered(NamedTuple):
    """A ``for`` statement or a ``comprehension`` at ``node`` is about to run over a value."""

    iterable: Value
    node: ir.Place
    comprehension: bool


class ElementMade(NamedTuple):
    """A turn of a comprehension gave an element; ``lazy`` says that each is made when asked for."""

    value: Value
    lazy: bool = False


class ContainerChanged(NamedTuple):
    """A method changes what a container holds, or a tree of tracers."""

    node: ir.Place
    base: Container | Traced
    source: ir.Call | None
    arguments: Arguments


class ItemSought(NamedTuple):
    """A subscript looks for an element of a value; if it is not known from a store, it is read."""

    node: ir.Subscript
    base: Value


class ItemRead(NamedTuple):
    """A subscript reads an element of a value."""

    node: ir.Subscript
    base: Value
    key: Value


class ItemResult(NamedTuple):
    """What does an index take of an array?"""

    node: ir.Subscript
    base: Value
    key: Value


class NameAugmented(NamedTuple):
    """An augmented assignment meets what a name held, which an array's own operator changes."""

    node: ir.AugAssign
    old: Value
    value: Value


class MemoryWritten(NamedTuple):
    """A function of NumPy's writes into an array that it is given."""

    base: Value
    node: ir.Place


class OperatorApplied(NamedTuple):
    """An arithmetic operator meets its operands."""

    node: ir.BinaryOp
    left: Value
    right: Value


class SliceResult(NamedTuple):
    """What is a slice of these bounds?"""

    bounds: Sequence[Value]


class InstanceResult(NamedTuple):
    """What does ``isinstance`` say of a value that is of none of the types?"""

    value: Value


class TypeRefused(NamedTuple):
    """A test whose outcome is known leads to an error: ``answer`` is what was tested."""

    answer: Value
    node: ir.Place


class ArmPassedBy(NamedTuple):
    """The arm of a test is not taken, whose ``answer`` is known to be no."""

    answer: Value
    statement: ir.If


class SequenceMatched(NamedTuple):
    """A ``case`` matches a value with the pattern of a sequence."""

    subject: Value
    pattern: ir.Place


class UnaryApplied(NamedTuple):
    """An operator other than ``not`` meets its only operand."""

    node: ir.UnaryOp
    value: Value


class OperatorResult(NamedTuple):
    """What does an operator make of its operands? ``right`` is None where there is but one."""

    op: str
    left: Value
    right: Value | None


class Compared(NamedTuple):
    """Two values were compared: by the operator at ``position`` of a chain of comparisons."""

    node: ir.Compare
    position: int
    left: Value
    right: Value
    result: Value


class ChainResult(NamedTuple):
    """What does a chain of several comparisons give?"""

    node: ir.Compare


class ValueDropped(NamedTuple):
    """A statement was an expression, and what it gave goes nowhere."""

    node: ir.ExprStmt
    value: Value


class ValueDiscarded(NamedTuple):
    """A value was bound to ``_`` alone, which the scope never reads."""

    node: ir.Assign
    value: Value


class Unpacked(NamedTuple):
    """A value is about to be taken apart into several targets."""

    target: ir.Display
    value: Value


class PathsJoined(NamedTuple):
    """Paths have met; their states are those that are likely."""

    states: Sequence[State]


class ValuesJoined(NamedTuple):
    """A value was joined of those that arrived by several paths."""

    joined: Value
    arrived: Sequence[tuple[Value, State]]


class Raised(NamedTuple):
    """A statement raises an error that it names."""

    statement: ir.Raise


class Yielded(NamedTuple):
    """A generator gives a value, and goes on when it is asked for the next."""


class HandlersPassed(NamedTuple):
    """A ``try`` has run. Each handler comes with the kinds that it names, None if it names none."""

    node: ir.Try
    handlers: Sequence[tuple[ir.Handler, tuple[Value, ...] | None]]


class ManagersEntered(NamedTuple):
    """The context managers of a ``with`` have been made and entered."""

    node: ir.With


class ManagersLeft(NamedTuple):
    """The body of a ``with`` has run, and its managers are left."""

    node: ir.With


class FrameDone(NamedTuple):
    """The body of a function, or of the module, has run in its frame."""


class ModuleDone(NamedTuple):
    """All that a module defines has run."""
