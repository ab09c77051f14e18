"""Programs whose traced code changes what it was handed."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from .program import Program, draw, finished, function, marked
from .roots import TWO


class Change(NamedTuple):
    """An argument ``a`` of a kind, and a statement that changes it.

    ``copied`` is a copy of it, ``seen`` what shows the change to the one who handed it over.
    """

    made: str
    done: str
    copied: str
    seen: str
    needs: str = ""


_NODE = "@jax.tree_util.register_dataclass\n@dataclass\nclass Node:\n    w: float\n    parts: dict"
_W, _PAIR, _LIST = '{"w": 1.0, "n": 2.0}', '{"a": {"w": 1.0}, "l": [1.0]}', "[1.0, 2.0]"
_DEEP = "jax.tree.map(lambda v: v, a)"

CHANGES: dict[str, Change] = {
    "dict item": Change(_W, 'a["w"] = x', "dict(a)", 'a["w"]'),
    "dict item, augmented": Change(_W, 'a["w"] += 1.0', "dict(a)", 'a["w"]'),
    "dict, new key": Change(_W, 'a["new"] = x', "{**a}", "dict(a)"),
    "dict, update": Change(_W, "a.update(w=x)", "a.copy()", 'a["w"]'),
    "dict, pop": Change(_W, 'a.pop("w")', "dict(a)", "sorted(a)"),
    "dict, delete": Change(_W, 'del a["w"]', "dict(a)", "sorted(a)"),
    "dict, clear": Change(_W, "a.clear()", "dict(a)", "dict(a)"),
    "dict, setdefault": Change(_W, 'a.setdefault("new", x)', "dict(a)", "dict(a)"),
    "dict, in a loop": Change(_W, "for k in a:\n    a[k] = a[k] * 2.0", "dict(a)", 'a["w"]'),
    "nested dict": Change(_PAIR, 'a["a"]["w"] = x', _DEEP, 'a["a"]["w"]'),
    "nested dict, by name": Change(_PAIR, 'p = a["a"]\np["w"] = x', _DEEP, 'a["a"]["w"]'),
    "list in a dict": Change(_PAIR, 'a["l"].append(x)', _DEEP, 'list(a["l"])'),
    "list item": Change(_LIST, "a[0] = x", "list(a)", "a[0]"),
    "list item, augmented": Change(_LIST, "a[0] += 1.0", "a[:]", "a[0]"),
    "list, append": Change(_LIST, "a.append(x)", "list(a)", "list(a)"),
    "list, extend": Change(_LIST, "a.extend([x, x])", "list(a)", "list(a)"),
    "list, augmented": Change(_LIST, "a += [x]", "list(a)", "list(a)"),
    "list, insert": Change(_LIST, "a.insert(0, x)", "list(a)", "list(a)"),
    "list, pop": Change(_LIST, "a.pop()", "list(a)", "list(a)"),
    "list, reverse": Change(_LIST, "a.reverse()", "list(a)", "a[0]"),
    "list, slice": Change(_LIST, "a[:] = [x, x]", "list(a)", "a[0]"),
    "field": Change("Node(1.0, {})", "a.w = x", _DEEP, "a.w", _NODE),
    "field, augmented": Change("Node(1.0, {})", "a.w += 1.0", _DEEP, "a.w", _NODE),
    "field, by setattr": Change("Node(1.0, {})", 'setattr(a, "w", x)', _DEEP, "a.w", _NODE),
    "dict in a field": Change(
        'Node(1.0, {"p": 1.0})', 'a.parts["p"] = x', _DEEP, 'a.parts["p"]', _NODE
    ),
}
VARIANTS = ("none",) * 6 + ("copied", "returned", "unread", "rebuilt", "helper", "helper")


def write(random: Random) -> Program:
    """Write a program that changes an argument."""
    kind, change = draw(random, CHANGES)
    root_name, root = draw(random, TWO)
    variant, local = random.choice(VARIANTS), random.random() < 0.4
    used = random.choice(("", "", "y = sum(jax.tree.leaves(a)) * 0.0"))
    if root_name == "jit of grad" and "new" in change.done:
        used = ""
    axes = {
        "family": "arguments",
        "state": kind,
        "root": root_name,
        "variant": variant,
        "used": "before" if used else "no",
        "scope": "closure" if local else "module",
    }
    if variant == "unread" and root_name in ("grad", "vmap", "jit of vmap", "jit of grad"):
        variant = axes["variant"] = "copied"
    step, result = [used, marked(change.done), "return x * 2.0"], "SEEN.append({call})"
    helper, shown = "", f"SEEN.append({change.seen})"
    if variant == "copied":
        step = [used, f"a = {change.copied}", change.done, "return x * 2.0"]
    if variant == "helper":
        helper = function("changed", "a, x", marked(change.done))
        step = [used, marked("changed(a, x)"), "return x * 2.0"]
    if variant == "returned":
        step[-1], result = "return a", "a = {call}"
        if "grad" in root_name or "cond" in root_name or "vmap" in root_name:
            root_name, root = "decorator", TWO["decorator"]
        if root_name in ("outer", "inner jit"):
            root = TWO["call"]
        axes["root"] = root_name
    if variant == "unread":
        shown = ""
        step = [used, change.done, "return x * 2.0 + 0.0 * sum(jax.tree.leaves(a))"]
    if variant == "rebuilt":
        step = [used, "b = jax.tree.map(lambda v: v * 2.0, a)", "return x * 2.0"]
    defined = function("step", "x, a", *step, decorator=root.decorator)
    call = root.call.format(more=", a")
    parts = [change.needs, helper, defined, root.after]
    parts += [f"a = {change.made}", result.format(call=call), shown]
    if local:
        parts = [function("run", "", *parts), "run()"]
    return finished(parts, axes)
