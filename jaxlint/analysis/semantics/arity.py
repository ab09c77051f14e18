"""What a callable accepts: its parameters, as far as the source shows all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import Function, Partial, Shifted, Transformed
from jaxlint.analysis.values.kinds import Value

if TYPE_CHECKING:
    from jaxlint.analysis.core.arguments import Arguments
    from jaxlint.analysis.core.engine import Engine


@dataclass(slots=True, frozen=True)
class Accepts:
    """Parameters by position and by keyword only, each with whether a call must fill it.

    ``more`` says that there is ``*args``, ``anything`` that there is ``**kwargs``.
    """

    positional: tuple[tuple[str, bool], ...]
    keyword: tuple[tuple[str, bool], ...]
    more: bool
    anything: bool

    @property
    def names(self) -> frozenset[str]:
        """The names that a call can use."""
        return frozenset(name for name, _ in (*self.positional, *self.keyword))

    @property
    def least(self) -> int:
        """How many positional arguments a call without keywords must have."""
        return sum(required for _, required in self.positional)

    def refuses(self, count: int) -> str:
        """Why a call with ``count`` positional arguments and nothing else fails, or nothing."""
        most = len(self.positional)
        if count > most and not self.more:
            return f"takes {counted(most)}, is given {count}"
        if count < self.least:
            return f"needs {counted(self.least)}, is given {count}"
        needed = [name for name, required in self.keyword if required]
        return f"needs the keyword `{needed[0]}`" if needed else ""

    def refuses_these(self, arguments: Arguments) -> str:
        """Why a call with these arguments fails, whatever is spread besides, or nothing."""
        given = len(arguments.positional)
        if given > len(self.positional) and not self.more:
            return f"takes {counted(len(self.positional))}, is given {given}"
        strange = () if self.anything else sorted(arguments.keywords.keys() - self.names)
        if strange:
            return f"has no parameter `{strange[0]}`"
        if arguments.rest is not None:
            return ""
        needed = (*self.positional[given:], *self.keyword)
        missing = [name for name, need in needed if need and name not in arguments.keywords]
        return f"is not given {_enumerated(missing)}" if missing else ""


def _enumerated(names: list[str]) -> str:
    """Names as a sentence says them: `a`, `b` and `c`."""
    *before, last = (f"`{name}`" for name in names)
    return f"{', '.join(before)} and {last}" if before else last


def refuses(engine: Engine, function: Value, arguments: Arguments) -> bool:
    """Whether a call certainly raises, as a function does not take what it is given."""
    accepted = accepts(engine, function)
    return accepted is not None and bool(accepted.refuses_these(arguments))


def counted(count: int) -> str:
    """So many arguments, in words."""
    return f"{count} argument" if count == 1 else f"{count} arguments"


def accepts(engine: Engine, func: Value | None) -> Accepts | None:
    """What a value accepts when called; None where the source does not show it."""
    if isinstance(func, Function):
        return _of_function(engine, func)
    if isinstance(func, Partial):
        if func.rest is not None:
            return None
        inner = accepts(engine, func.func)
        return None if inner is None else _bound(inner, len(func.args), func.keywords)
    if isinstance(func, Transformed) and func.transform.keeps_signature:
        return accepts(engine, func.func)
    if isinstance(func, Shifted) and not func.options:
        inner = accepts(engine, func.func)
        own = tuple((name, True) for name in func.takes)
        return inner and replace(inner, positional=(*own, *inner.positional))
    return None


def _of_function(engine: Engine, func: Function) -> Accepts | None:
    definition = func.definition
    replaced = (definition in facts.rewrapped for facts in engine.facts_of(definition.module))
    if func.kind == "property" or any(replaced):
        return None
    parameters = definition.parameters
    by_position = [(p.name, p.default is None) for p in parameters if p.kind == "positional"]
    by_keyword = [(p.name, p.default is None) for p in parameters if p.kind == "keyword"]
    kinds = {parameter.kind for parameter in parameters}
    found = Accepts(tuple(by_position), tuple(by_keyword), "args" in kinds, "kwargs" in kinds)
    return found if func.instance is None else _bound(found, 1, {})


def _bound(inner: Accepts, count: int, keywords: dict[str, Value]) -> Accepts | None:
    """What is left of the parameters when the first ones and some by name are bound."""
    if count > len(inner.positional) and not inner.more:
        return None
    positional = list(inner.positional[count:])
    keyword = [(name, required and name not in keywords) for name, required in inner.keyword]
    cut = next((i for i, (name, _) in enumerate(positional) if name in keywords), None)
    if cut is not None:
        moved = positional[cut:]
        keyword = [*((name, need and name not in keywords) for name, need in moved), *keyword]
        positional = positional[:cut]
    more = inner.more and cut is None
    return replace(inner, positional=tuple(positional), keyword=tuple(keyword), more=more)
