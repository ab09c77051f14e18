"""Evidence about traced values whose structure is not known."""

from __future__ import annotations

# What is seen of a value by how it is used.
_SEEN = ("array", "strong", "counted", "flag", "mixed", "written")


class Source:
    """Evidence about one traced value that may be a pytree: is it a single array?

    ``flag`` is set where it is a parameter that is only ever tested, ``mixed`` where it is tested
    and handed on as well, as optional pytrees are. ``assumed`` asks for strong evidence: that the
    value is traced at all is known from the kind of class only, so that a Python number, which can
    be compared and added too, must be ruled out. ``turn`` is set for what one turn of iterating
    over the value gives: a row of an array, but a name if it is a dict. ``written`` is set when an
    element is assigned by number, which pytrees of tracers hardly ever see done, ``counted`` when
    it is asked for its length, or an element for its shape, as those that do are. ``present`` says
    that the value is not None, ``declared`` that it is an object of a class of the project.
    """

    __slots__ = (
        "array",
        "assumed",
        "container",
        "counted",
        "declared",
        "flag",
        "mixed",
        "parent",
        "present",
        "strong",
        "turn",
        "written",
    )

    def __init__(
        self,
        parent: Source | None = None,
        *,
        assumed: bool = False,
        turn: bool = False,
        present: bool = False,
    ) -> None:
        self.parent = parent
        self.present = present
        self.turn = turn
        self.assumed: bool = assumed or (parent is not None and parent.assumed)
        self.array = False
        self.strong = False
        self.container = False
        self.counted = False
        self.declared = False
        self.flag = False
        self.mixed = False
        self.written = False

    @property
    def certain(self) -> bool:
        """Whether the value is known to be one array."""
        if self.known or (self.flag and not (self.container or self.mixed or self.assumed)):
            return True
        if self.written and not (self.container or self.counted or self.assumed or self.turn):
            return True
        return self.parent is not None and self.parent.known and not self.container

    @property
    def known(self) -> bool:
        """Whether enough was seen of the value itself."""
        if self.turn:
            return self.strong or (self.parent is not None and self.parent.known)
        return self.strong if self.assumed else self.array or self.strong

    def is_array(self) -> None:
        """Take note of a use that only an array has: a shape, a jnp function, a method."""
        self.array = self.strong = True

    def is_tree(self) -> None:
        """Take note of a use that no array has: what holds a tree is none either."""
        source: Source | None = self
        while source is not None:
            source.container = True
            source = source.parent

    def learn(self, other: Source) -> None:
        """Take over what was seen of another value that was used as this one is."""
        for name in _SEEN:
            if getattr(other, name):
                setattr(self, name, True)
        if other.container:
            self.is_tree()
