"""Models that draw where the call that runs them hands over no key to draw from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxlint.analysis.core.arguments import Arguments
from jaxlint.analysis.core.callables import Shifted
from jaxlint.analysis.core.effects import Effect
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models.certain import Certain
from jaxlint.analysis.domains.usage import misuse
from jaxlint.analysis.domains.usage.observations import CallRefused
from jaxlint.analysis.values.kinds import Const, Container, Instance, is_none
from jaxlint.knowledge import libraries, modules
from jaxlint.program import ir

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

# The stream in whose place a key for any other one is taken.
_DEFAULT = "params"


@dataclass(slots=True, frozen=True, eq=False)
class Drawn(Certain):
    """A model draws from a stream."""

    stream: str


def draws(engine: Engine, frame: Frame, stream: str, who: str) -> None:
    """Log that a model draws, if it certainly does."""
    engine.logged.add_certain(Drawn(None, who, stream), frame)


def drops(engine: Engine, frame: Frame, layer: Instance, arguments: Arguments) -> None:
    """Log that a layer of flax.linen drops at random, if it certainly does."""
    told = arguments.keywords.get("deterministic") or layer.fields.get("deterministic")
    rate, stream = layer.fields.get("rate"), layer.fields.get("rng_collection")
    share = rate.value if isinstance(rate, Const) else None
    some = isinstance(share, float) and 0 < share < 1
    alone = len(arguments.positional) == 1 and "rng" not in arguments.keywords
    off = isinstance(told, Const) and told.value is False
    if some and off and alone and stream is None and arguments.rest is None:
        draws(engine, frame, modules.DROPOUT_STREAM, "Dropout")


def judge(
    engine: Engine,
    frame: Frame,
    func: Shifted,
    arguments: Arguments,
    done: Iterable[Effect],
    node: ir.Place,
) -> None:
    """Observe that a call lacks the key from which the model that it runs certainly draws."""
    drawn = next((effect for effect in done if isinstance(effect, Drawn)), None)
    if drawn is None or arguments.rest is not None:
        return
    if func.library != "linen":
        _without_key(engine, frame, func, arguments, drawn, node)
    elif func.method not in modules.INITIALISING and _lacks(arguments, drawn.stream):
        what = f"`{drawn.who}` draws from the stream `{drawn.stream}`, for which there is no key"
        instead = f'pass rngs={{"{drawn.stream}": key}}, or do not train'
        where = (*frame.at(node), "linen.apply")
        seen = CallRefused(*where, what=what, instead=instead, raised="InvalidRngError")
        misuse.note(engine, seen)


def _lacks(arguments: Arguments, stream: str) -> bool:
    """Whether ``rngs`` certainly has no key for a stream."""
    rngs = arguments.keywords.get("rngs")
    if rngs is None or is_none(rngs):
        return True
    known = isinstance(rngs, Container) and rngs.kind == "dict" and rngs.rest is None
    names = rngs.items if known and isinstance(rngs, Container) else (_DEFAULT,)
    return _DEFAULT not in names and stream not in names


def _without_key(
    engine: Engine, frame: Frame, func: Shifted, arguments: Arguments, drawn: Drawn, node: ir.Place
) -> None:
    """The same of Haiku, which takes one key, if any."""
    takes = libraries.HAIKU_KEY in func.takes
    key = (
        arguments.get(func.takes.index(libraries.HAIKU_KEY), libraries.HAIKU_KEY) if takes else None
    )
    if takes and (key is None or not is_none(key)):
        return
    what = f"`{drawn.who}` takes a key from the one that `{func.method}` is given, which is none"
    where = (*frame.at(node), f"haiku.{func.method}")
    seen = CallRefused(*where, what=what, instead="hand over a key", raised="MissingRNGError")
    misuse.note(engine, seen)
