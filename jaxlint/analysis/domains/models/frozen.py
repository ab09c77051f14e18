"""Fields that are assigned when the library has frozen their object.

A module of Flax is frozen while it is called, one of Equinox once it is made, and an object of
``flax.struct`` always.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from jaxlint.analysis.core.callables import ClassValue
from jaxlint.analysis.core.events import AttributeWritten
from jaxlint.analysis.core.frames import Frame
from jaxlint.analysis.domains.models import building, models
from jaxlint.analysis.domains.models.observations import FrozenModuleWritten
from jaxlint.analysis.domains.models.submodules import is_linen
from jaxlint.analysis.semantics import classes
from jaxlint.analysis.values.kinds import Choice, External, Instance, Value
from jaxlint.knowledge import libraries, names
from jaxlint.program import ir, trees

if TYPE_CHECKING:
    from jaxlint.analysis.core.engine import Engine

_COMPACT = "compact"
# What the state of a module of Flax says of it while its fields may be assigned.
_SET_UP = ".in_setup"
_OF_PYTHON = ("abc.", "builtins.", "collections.", "typing.")


@models.on(AttributeWritten)
def written(engine: Engine, frame: Frame, event: AttributeWritten) -> None:
    """Judge an assignment to a field of an object."""
    bases = event.base.options if isinstance(event.base, Choice) else (event.base,)
    made = [one.cls for one in bases if isinstance(one, Instance)]
    kind = classes.kind(made[0]) if made else ""
    if kind not in _FROZEN or engine.context.expects_errors or len(made) < len(bases):
        return
    attr, judge = event.target.attr, _FROZEN[kind]
    if all(
        classes.kind(cls) == kind and _is_known(cls) and judge(engine, frame, cls, attr)
        for cls in made
    ):
        name = f"{trees.code(event.target.base.place)}.{attr}"
        engine.observe(FrozenModuleWritten(frame.module, event.target.place, None, name, kind))


def _is_known(cls: Value) -> bool:
    """Whether nothing in a class or its bases may assign fields in its own way."""
    if classes.find(cls, "__setattr__") is not None:
        return False
    return all(
        isinstance(base, ClassValue)
        or (isinstance(base, External) and base.name.startswith((*_OF_PYTHON, *_LIBRARIES)))
        for base in classes.ancestry(cls)
    )


def _is_called(engine: Engine, frame: Frame, _: Value, __: str) -> bool:
    """Whether a module of linen is under way, and not set up."""
    under_way = [level.frame.scope for level in engine.path] + [frame.scope]
    methods = [one for one in under_way if isinstance(one, ir.Function) and _is_linen(engine, one)]
    called = any(one.name == "__call__" or _is_compact(one) for one in methods)
    set_up = any(one.name in names.BUILDERS for one in methods)
    return called and not set_up and not _asks_for_setup(frame)


def _asks_for_setup(frame: Frame) -> bool:
    """Whether code runs where a module has said that it is being set up, or that it is not."""
    return any(_SET_UP in ir.spelled(one.test) for one in frame.conditions)


def _is_linen(engine: Engine, definition: ir.Function) -> bool:
    """Whether a function is a method of a module of linen."""
    cls = None if definition.owner is None else engine.class_of(definition.owner)
    return cls is not None and is_linen(cls)


def _is_compact(definition: ir.Function) -> bool:
    """Whether a method makes its layers where it is called, as ``nn.compact`` says."""
    return any(ir.last_name(one) == _COMPACT for one in definition.decorators)


def _is_made(engine: Engine, frame: Frame, _: Value, __: str) -> bool:
    """Whether a module of Equinox cannot be in the making where code runs."""
    return not building.may_be_under_way(engine, frame)


def _is_frozen_field(_: Engine, frame: Frame, cls: Value, attr: str) -> bool:
    """Whether a field is one of those that a dataclass of ``flax.struct`` keeps frozen.

    What is no field, a class below it may have. The constructor of a class above it is replaced by
    the one that is made for it.
    """
    freezing = [one for one in classes.ancestry(cls) if attr in _frozen_fields(one)]
    if isinstance(frame.scope, ir.Function) and frame.scope.name == "__init__":
        home = frame.scope.parent
        return any(isinstance(one, ClassValue) and one.definition is home for one in freezing)
    return bool(freezing)


def _frozen_fields(cls: Value) -> Collection[str]:
    """The fields that a class freezes itself."""
    if isinstance(cls, External):
        return libraries.STATE_FIELDS if cls.name == libraries.TRAIN_STATE else ()
    return classes.field_names(cls) if _freezes(cls) else ()


def _freezes(cls: Value) -> bool:
    """Whether a class makes its fields frozen, and is not told otherwise."""
    if not isinstance(cls, ClassValue) or cls.definition.keywords:
        return False
    told = any(isinstance(one, ir.Call) for one in cls.definition.decorators)
    made = libraries.FREEZERS.intersection(cls.decorators)
    bases = (one.name for one in classes.ancestry(cls) if isinstance(one, External))
    return bool(made or libraries.FREEZERS.intersection(bases)) and not told


_LIBRARIES = ("equinox.", "flax.")
_FROZEN = {"equinox": _is_made, "linen": _is_called, "struct": _is_frozen_field}
