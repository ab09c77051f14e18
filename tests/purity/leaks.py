"""Programs whose traced code may leave a tracer behind."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from .program import MARK, Program, draw, finished, function, indented, marked
from .roots import ONE


class Sink(NamedTuple):
    """A place for a value ``v``: what it needs, the statement that puts it there, a later use."""

    made: str
    done: str
    seen: str
    name: str = ""


def _object(body: str, done: str, seen: str) -> Sink:
    return Sink(f"class Model:\n{indented(body)}\nmodel = Model()", done, seen)


_INIT = """\
def __init__(self):
    self.last = 0.0
    self.items = []
    self.key = jax.random.key(0)"""

SINKS: dict[str, Sink] = {
    "name": Sink("last = 0.0", "last = v", "last * 1.0", "last"),
    "name, augmented": Sink("last = 0.0", "last += v", "last * 1.0", "last"),
    "list, append": Sink("kept = []", "kept.append(v)", "kept[-1] * 1.0"),
    "list item": Sink("kept = [0.0]", "kept[0] = v", "kept[-1] * 1.0"),
    "list, extend": Sink("kept = []", "kept.extend([v, v])", "kept[-1] * 1.0"),
    "dict item": Sink("kept = {}", 'kept["last"] = v', 'kept["last"] * 1.0'),
    "dict, update": Sink("kept = {}", "kept.update(last=v)", 'kept["last"] * 1.0'),
    "dict, setdefault": Sink("kept = {}", 'kept.setdefault("last", v)', 'kept["last"] * 1.0'),
    "dict of lists": Sink('kept = {"l": []}', 'kept["l"].append(v)', 'kept["l"][-1] * 1.0'),
    "deque": Sink("kept = deque()", "kept.append(v)", "kept[-1] * 1.0"),
    "defaultdict": Sink("kept = defaultdict(list)", 'kept["l"].append(v)', 'kept["l"][-1] * 1.0'),
    "field": _object(_INIT, "model.last = v", "model.last * 1.0"),
    "field, by setattr": _object(_INIT, 'setattr(model, "last", v)', "model.last * 1.0"),
    "list in a field": _object(_INIT, "model.items.append(v)", "model.items[-1] * 1.0"),
    "by a method": _object(
        f"{_INIT}\ndef keep(self, v):\n    self.last = v  {MARK}",
        "model.keep(v)",
        "model.last * 1.0",
    ),
    "by a called object": _object(
        f"{_INIT}\ndef __call__(self, v):\n    self.items.append(v)  {MARK}",
        "model(v)",
        "model.items[-1] * 1.0",
    ),
    "by a setter": _object(
        f"{_INIT}\n@property\ndef level(self):\n    return self.last\n@level.setter\n"
        f"def level(self, value):\n    self.last = value  {MARK}",
        "model.level = v",
        "model.level * 1.0",
    ),
    "by a descriptor": Sink(
        "class Held:\n    def __get__(self, owner, cls=None):\n        return owner.held\n"
        f"    def __set__(self, owner, value):\n        owner.held = value  {MARK}\n"
        "class Model:\n    last = Held()\nmodel = Model()",
        "model.last = v",
        "model.last * 1.0",
    ),
    "class attribute": Sink("class Model:\n    last = 0.0", "Model.last = v", "Model.last * 1.0"),
    "function attribute": Sink("def keep():\n    pass", "keep.last = v", "keep.last * 1.0"),
    "namespace": Sink("kept = types.SimpleNamespace()", "kept.last = v", "kept.last * 1.0"),
    "default argument": Sink(
        f"def keep(v, kept=[]):\n    kept.append(v)  {MARK}\n    return kept",
        "keep(v)",
        "keep(0.0)[-2] * 1.0",
    ),
    "lambda in a list": Sink("kept = []", "kept.append(lambda: v)", "kept[-1]() * 1.0"),
    "lambda in a field": _object(_INIT, "model.last = lambda: v * 2.0", "model.last() * 1.0"),
    "lambda in a name": Sink("kept = None", "kept = lambda: v", "kept() * 1.0", "kept"),
    "key in a field": _object(
        _INIT,
        "model.key, sub = jax.random.split(model.key)",
        "jax.random.normal(model.key) * 1.0",
    ),
    "key in a field, by a method": _object(
        f"{_INIT}\ndef draw(self):\n    self.key, sub = jax.random.split(self.key)  {MARK}\n"
        "    return jax.random.normal(sub)",
        "model.draw()",
        "model.draw() * 1.0",
    ),
    "closure of a helper": Sink(
        "def kept_later(v):\n    def later():\n        return v * 1.0\n    return later\nkept = []",
        "kept.append(kept_later(v))",
        "kept[-1]() * 1.0",
    ),
    "cache": Sink(
        f"@functools.lru_cache\ndef table(n):  {MARK}\n    return jnp.arange(n) * 1.0  {MARK}",
        "table(3)",
        "table(3) * 1.0",
    ),
    "cache, of a method": _object(
        f"{_INIT}\n@functools.cache\ndef table(self, n):  {MARK}\n    return jnp.ones(n)  {MARK}",
        "model.table(3)",
        "model.table(3) * 1.0",
    ),
    "cached property": _object(
        f"{_INIT}\n@functools.cached_property\n"
        f"def table(self):  {MARK}\n    return jnp.ones(3)  {MARK}",
        "model.table",
        "model.table * 1.0",
    ),
    "cache of numpy": Sink(
        "@functools.lru_cache\ndef table(n):\n    return np.arange(n) * 1.0",
        "table(3)",
        "table(3) * 1.0",
    ),
    "memo dict": Sink(
        "memo = {}\ndef table(n):\n    if n not in memo:\n"
        f"        memo[n] = jnp.ones(n)  {MARK}\n    return memo[n]",
        "table(3)",
        "table(3) * 1.0",
    ),
    "memo field": _object(
        f"{_INIT}\n    self.held = None\ndef table(self):\n    if self.held is None:\n"
        f"        self.held = jnp.ones(3)  {MARK}\n    return self.held",
        "model.table()",
        "model.table() * 1.0",
    ),
    "memo name": Sink(
        "held = None\ndef table():\n    {declared} held\n    if held is None:\n"
        f"        held = jnp.ones(3)  {MARK}\n    return held",
        "table()",
        "table() * 1.0",
    ),
    "generator": Sink(
        "def collect():\n    while True:\n        kept.append((yield))\nkept = []\n"
        "sink = collect()\nnext(sink)",
        "sink.send(v)",
        "kept[-1] * 1.0",
    ),
}
VALUES = {
    "computed": "v = x * 3.0",
    "argument": "v = x",
    "constant of jnp": "v = jnp.ones(3)",
    "python number": "v = 3.0",
    "numpy": "v = np.ones(3)",
    "shape": "v = x.ndim + 1.0",
    "tuple": "v = jnp.stack([x, x])",
}
_UNTRACED = ("python number", "numpy", "shape")
VARIANTS = (*("none",) * 6, "inside", "warm", "returned", "concrete")


def write(random: Random) -> Program:
    """Write a program that puts a value somewhere."""
    kind, sink = draw(random, SINKS)
    root_name, root = draw(random, ONE)
    value, bound = draw(random, VALUES) if random.random() < 0.5 else ("computed", "v = x * 3.0")
    variant, local = random.choice(VARIANTS), random.random() < 0.4
    if value in _UNTRACED and not ("kept = [" in sink.made and "(v" in sink.done):
        # A value that is written once per trace is right if it is always the same.
        value, bound = "computed", VALUES["computed"]
    if variant == "concrete" and ("+=" in sink.done or "split" in sink.done):
        variant = "none"
    axes = {
        "family": "leaks",
        "state": kind,
        "root": root_name,
        "value": value,
        "variant": variant,
        "scope": "closure" if local else "module",
    }
    word = "nonlocal" if local else "global"
    made = sink.made.replace("{declared}", word)
    declared = f"{word} {sink.name}" if sink.name else ""
    step = [declared, bound, marked(sink.done), "return x * 2.0"]
    before: list[str] = []
    if variant == "inside":
        step = [sink.made.replace("{declared}", "nonlocal"), bound, sink.done, "return x * 2.0"]
    if variant == "warm":
        warm = ["v = jnp.float32(1.0)", sink.done]
        before = warm
    if variant == "returned":
        step = [bound, "return x * 2.0 + jnp.sum(v)"]
    if variant == "concrete":
        step = [
            declared,
            "with jax.ensure_compile_time_eval():",
            indented("v = jnp.ones(3)"),
            indented(marked(sink.done)),
            "return x * 2.0",
        ]
    defined = function("step", "x", *step, decorator=root.decorator)
    call = f"SEEN.append({root.call.format(more='')})"
    after = [f"SEEN.append({sink.seen})"] if variant not in ("inside", "returned") else []
    if value in _UNTRACED and after:
        after.append("SEEN.append(len(kept))")
    parts = [made, defined, root.after, *before, call, call, *after]
    if local:
        parts = [function("run", "", *parts), "run()"]
    return finished(parts, axes)
