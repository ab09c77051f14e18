"""What the JAX that is installed here offers, as JSON on stdout.

Run by `jax_api.py` in one environment per release. Needs jax and the standard library only. The
answer is one object:

- `version`;
- `modules`: name of a public module -> its public names -> the warning given when one is touched,
  or null; the class of arrays is among them as `jax.Array`;
- `calls`: dotted name of a function -> `[parameters, positional, open, deprecated]`: the names that
  may be passed by keyword, how many may be passed by position (null: any number), whether other
  keywords are taken, and the parameters whose default says that they are deprecated.
"""

import enum
import importlib
import inspect
import json
import pkgutil
import sys
import warnings
from types import ModuleType
from typing import Any

import jax

SKIPPED_PARTS = ("test", "tests", "_src")
"""Parts of a module's name under which nothing is public."""


def public_modules() -> dict[str, ModuleType | None]:
    """The public modules of jax by name, None for those that cannot be imported here."""
    found: dict[str, ModuleType | None] = {"jax": jax}
    for info in pkgutil.walk_packages(jax.__path__, "jax.", onerror=lambda name: None):
        parts = info.name.split(".")
        if any(part.startswith("_") or part in SKIPPED_PARTS for part in parts):
            continue
        try:
            found[info.name] = importlib.import_module(info.name)
        except BaseException:  # A module may need TensorFlow or a device, or leave by sys.exit.
            found[info.name] = None
    return found


def deprecated_names(module: object) -> set[str]:
    """The names that a module's `__getattr__` answers with a warning or a reason."""
    getter = getattr(module, "__getattr__", None)
    getter = inspect.unwrap(getter) if getter is not None else None
    table = getattr(module, "_deprecations", None)
    names: set[str] = set(table) if isinstance(table, dict) else set()
    for cell in getattr(getter, "__closure__", None) or ():
        if isinstance(cell.cell_contents, dict):
            names.update(name for name in cell.cell_contents if isinstance(name, str))
    return names


def touch(owner: object, name: str) -> tuple[bool, Any, str | None]:
    """Whether an object has a name, the value, and the text of the warning that reading it gave."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = getattr(owner, name)
        except BaseException:
            return False, None, None
    texts = [str(one.message) for one in caught if issubclass(one.category, Warning)]
    return True, value, texts[0] if texts else None


def call_shape(value: Any) -> list[Any] | None:
    """The parameters of a callable as the answer has them; None if they are not known.

    Those of a class of enum members are Python's own, and others in each Python; a member that can
    be called is asked for its method, since Python 3.12 tells what its class takes.
    """
    if isinstance(value, enum.EnumMeta):
        return None
    is_member = isinstance(value, enum.Enum)
    try:
        called = value.__call__ if is_member else value
        parameters = list(inspect.signature(called).parameters.values())
    except (AttributeError, TypeError, ValueError):
        return None
    kinds = inspect.Parameter
    by_name = (kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY)
    by_position = (kinds.POSITIONAL_OR_KEYWORD, kinds.POSITIONAL_ONLY)
    names = [one.name for one in parameters if one.kind in by_name]
    count: int | None = sum(one.kind in by_position for one in parameters)
    if any(one.kind == kinds.VAR_POSITIONAL for one in parameters):
        count = None
    unsure = any(one.kind == kinds.VAR_KEYWORD for one in parameters)
    deprecated = [one.name for one in parameters if "deprecat" in repr(one.default).lower()]
    return [names, count, unsure, deprecated]


def main() -> None:
    """Writes what there is."""
    modules: dict[str, dict[str, str | None] | None] = {}
    calls: dict[str, list[Any]] = {}
    answers, sys.stdout = sys.stdout, sys.stderr  # Some modules print when they are imported.
    found: dict[str, Any] = {**public_modules(), "jax.Array": type(jax.numpy.zeros(1))}
    for module_name, module in found.items():
        if module is None:
            modules[module_name] = None
            continue
        names: dict[str, str | None] = {}
        modules[module_name] = names
        for name in sorted(set(dir(module)) | deprecated_names(module)):
            if name.startswith("_") or not isinstance(name, str):
                continue
            has, value, warning = touch(module, name)
            if not has:
                continue
            names[name] = warning
            inside = str(getattr(value, "__module__", "")).startswith("jax")
            if callable(value) and inside and not inspect.ismodule(value):
                shape = call_shape(value)
                if shape is not None:
                    calls[module_name + "." + name] = shape
    json.dump(
        {"version": jax.__version__, "modules": modules, "calls": calls},
        answers,
        sort_keys=True,
    )


if __name__ == "__main__":
    main()
