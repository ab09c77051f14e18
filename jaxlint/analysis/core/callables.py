"""Values that are called, and the frames that they close over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.values.facts import NO_FACTS
from jaxlint.analysis.values.kinds import CallableValue, Instance, Unknown, Value
from jaxlint.analysis.values.regions import Region
from jaxlint.knowledge.transforms import Transform

if TYPE_CHECKING:
    from jaxlint.analysis.core.frames import Frame
    from jaxlint.program import ir


class Function(CallableValue):
    """A function of the project, with the frame that it closes over.

    ``made_under`` are the branches taken to its definition. ``kind`` is "function", "property",
    "static" or "class"; ``cached`` says that its results are kept, ``setter`` what an assignment to
    a property runs, ``wrapped`` what it copies its signature from: Python's ``__wrapped__``.
    """

    __slots__ = (
        "cached",
        "closure",
        "definition",
        "instance",
        "kind",
        "made_under",
        "region",
        "setter",
        "wrapped",
    )

    def __init__(
        self,
        definition: ir.Function,
        closure: Frame,
        region: Region | None,
        instance: Value | None = None,
    ) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.definition = definition
        self.closure = closure
        self.region = region
        self.instance = instance
        self.made_under = closure.conditions
        self.kind = "function"
        self.cached = False
        self.setter: Function | None = None
        self.wrapped: Value | None = None


class Partial(CallableValue):
    """A callable with arguments bound in front.

    ``frame`` made it, inside ``loops``; None where Python binds a method, anew at each access.
    ``rest`` stands for more arguments, of which it is not known how many, ``starred`` says that
    some of them are positional, ``tree`` that it is a pytree of them.
    """

    __slots__ = ("args", "frame", "func", "keywords", "loops", "rest", "starred", "tree")

    def __init__(
        self,
        func: Value,
        args: tuple[Value, ...],
        keywords: dict[str, Value],
        frame: Frame | None = None,
    ) -> None:
        super().__init__()
        self.func = func
        self.args = args
        self.keywords = keywords
        self.frame = frame
        self.loops = () if frame is None else tuple(frame.loops)
        self.rest: Value | None = None
        self.starred = False
        self.tree = False

    def called_with(self, arguments: Arguments) -> Arguments:
        """The arguments that the function gets where these are given to what it is bound in."""
        positional, rest = (*self.args, *arguments.positional), arguments.rest
        if self.rest is not None:
            rest = self.rest
        if self.starred and arguments.positional:
            positional, rest = self.args, Unknown()  # which of them a parameter gets is not known
        keywords = {**self.keywords, **arguments.keywords}
        return Arguments(positional, keywords, rest, arguments.source)


@dataclass(slots=True, frozen=True, eq=False)
class Options:
    """The keyword arguments of a transformation, as far as they are known.

    A field is None when the option is absent or, for a switch and for ``argnums``, when its value
    cannot be known. ``sized`` says that ``vmap`` was told the size of the axis, ``placed`` that a
    jit was told how its arguments or results lie on devices, or may have been, ``in_specs`` how
    ``shard_map`` lays them out, ``several`` that ``argnums`` is a tuple, as the gradient is then,
    ``axes`` are the names of the axes that it binds, None if unknown, ``checked`` says that
    ``shard_map`` keeps track of what differs between devices.
    """

    static_numbers: tuple[int, ...] = ()
    static_names: tuple[str, ...] = ()
    in_axes: Value | None = None
    argnums: tuple[int, ...] | None = (0,)
    readable: bool = True
    donates: bool = False
    donated: tuple[int, ...] = ()
    donated_names: tuple[str, ...] = ()
    has_aux: bool | None = False
    allow_int: bool | None = False
    holomorphic: bool | None = False
    out_axes: Value | None = None
    sized: bool = False
    placed: bool = False
    in_specs: Value | None = None
    several: bool = False
    axes: frozenset[str] | None = frozenset()
    checked: bool = False


class Transformed(CallableValue):
    """A callable under a transformation, made at ``node`` inside ``loops`` of ``frame``.

    ``calls`` counts the calls that were followed, ``places`` holds those of the frame that made it.
    ``given`` is the object whose ``__call__`` the function is, if it was handed over itself,
    ``chosen`` which of several objects some are where it was made.
    """

    __slots__ = (
        "calls",
        "chosen",
        "conditions",
        "frame",
        "func",
        "given",
        "holder",
        "kept",
        "loops",
        "node",
        "options",
        "places",
        "stored",
        "transform",
    )

    def __init__(
        self, transform: Transform, func: Value, options: Options, node: ir.Place, frame: Frame
    ) -> None:
        super().__init__()
        self.transform = transform
        self.func = func
        self.options = options
        self.given: Instance | None = None
        self.node = node
        self.frame = frame
        self.loops = tuple(frame.loops)
        self.conditions = frame.conditions
        self.chosen: tuple[tuple[Value, Value], ...] = ()
        self.kept = False
        self.holder = ""
        self.stored = False
        self.places: dict[ir.Place, tuple[int, ...]] = {}


class ClassValue(CallableValue):
    """A class of the project with what its bases are known to be.

    ``meta`` are the fields that its registration leaves alone, ``told`` are the functions of JAX
    that its module tells of it, ``flattens`` is what it tells them to take objects apart with.
    ``known_by`` is what its own name and decorators make of it, ``declared`` the statements that
    annotate its fields, by their names in order: None as long as nobody has asked.
    """

    __slots__ = (
        "bases",
        "body",
        "closure",
        "declared",
        "decorators",
        "definition",
        "flattens",
        "known_by",
        "lineage",
        "meta",
        "told",
    )

    def __init__(self, definition: ir.Class, closure: Frame, bases: tuple[Value, ...]) -> None:
        super().__init__()
        self.definition = definition
        self.closure = closure
        self.bases = bases
        self.body: Frame | None = None
        self.decorators: list[str] = []
        self.lineage: list[Value] = []
        self.meta: frozenset[str] = frozenset()
        self.told: list[str] = []
        self.flattens: Value | None = None
        self.known_by: str | None = None
        self.declared: dict[str, ir.Assign] | None = None


class Super(Value):
    """``super()`` inside a method: the instance, as the bases of ``cls`` see it."""

    __slots__ = ("cls", "instance")

    def __init__(self, instance: Value, cls: ClassValue) -> None:
        super().__init__()
        self.instance = instance
        self.cls = cls


class Method(CallableValue):
    """An attribute of a value that is about to be called: ``x.sum``, ``params.items``."""

    __slots__ = ("base", "name")

    def __init__(self, base: Value, name: str) -> None:
        self.children = None
        self.twin = None
        self.facts = NO_FACTS
        self.base = base
        self.name = name

    @property
    def identity(self) -> object:
        return self.base.token, self.name


class Shifted(Value):
    """A callable that takes some arguments for itself before it calls the function within.

    So are ``model.apply`` of Flax, which takes the variables first, and ``apply`` of a Haiku
    transform, which takes parameters and a key first: ``takes`` names them in order, ``options``
    are the keywords beside these. ``library`` and ``method`` say what it is, ``holder`` whose
    method, ``state`` that it gives a state beside the result.
    """

    __slots__ = ("func", "holder", "library", "method", "options", "state", "takes")

    def __init__(
        self, func: Value, takes: tuple[str, ...], options: frozenset[str] = frozenset()
    ) -> None:
        super().__init__()
        self.func = func
        self.takes = takes
        self.options = options
        self.library = ""
        self.method = ""
        self.holder: Instance | None = None
        self.state = False

    @property
    def count(self) -> int:
        """How many positional arguments it takes for itself."""
        return len(self.takes)
