"""Programs whose traced code does something besides giving a result."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from .program import MARK, Program, draw, finished, function, indented, marked
from .roots import ONE


class Effect(NamedTuple):
    """An effect: what it needs, the statements that have it, and what shows it afterwards."""

    made: str
    done: str
    seen: str
    name: str = ""


def _object(body: str, done: str, seen: str) -> Effect:
    return Effect(f"class Log:\n{indented(body)}\nlog = Log()", done, seen)


_INIT = "def __init__(self):\n    self.count = 0\n    self.items = []"

_LOGGING = """\
class Handler(logging.Handler):
    def emit(self, record):
        records.append(record.name)
records = []
logger = logging.getLogger("purity")
logger.setLevel("INFO")
logger.handlers = [Handler()]"""

EFFECTS: dict[str, Effect] = {
    "counter": Effect("count = 0", "count += 1", "count", "count"),
    "counter, assigned": Effect("count = 0", "count = count + 1", "count", "count"),
    "list, append": Effect("log = []", 'log.append("step")', "list(log)"),
    "list, extend": Effect("log = []", "log.extend([1, 2])", "list(log)"),
    "list, insert": Effect("log = []", "log.insert(0, 1)", "list(log)"),
    "list, augmented": Effect("log = [0]", "log[0] += 1", "list(log)"),
    "list, pop": Effect("log = [0] * 20", "log.pop()", "list(log)"),
    "list, clear and append": Effect("log = [1]", "log += [2]", "list(log)", "log"),
    "dict, augmented": Effect('log = {"n": 0}', 'log["n"] += 1', "dict(log)"),
    "dict, stored": Effect("log = {}", "log[len(log)] = 1", "dict(log)"),
    "dict, update": Effect('log = {"n": 0}', 'log.update(n=log["n"] + 1)', "dict(log)"),
    "dict of lists": Effect("log = {}", 'log.setdefault("n", []).append(1)', "dict(log)"),
    "nested dict": Effect('log = {"a": {"n": 0}}', 'log["a"]["n"] += 1', "dict(log)"),
    "defaultdict": Effect("log = defaultdict(int)", 'log["n"] += 1', "dict(log)"),
    "counter object": Effect("log = Counter()", 'log["n"] += 1', "dict(log)"),
    "counter object, update": Effect("log = Counter()", 'log.update(["n"])', "dict(log)"),
    "deque": Effect("log = deque()", "log.append(1)", "list(log)"),
    "set, add": Effect("log = set()", "log.add(len(log))", "len(log)"),
    "numpy item": Effect("log = np.zeros(2)", "log[0] += 1", "log.copy()"),
    "field": _object(_INIT, "log.count += 1", "log.count"),
    "field, assigned": _object(_INIT, "log.count = log.count + 1", "log.count"),
    "field, by setattr": _object(_INIT, 'setattr(log, "count", log.count + 1)', "log.count"),
    "list in a field": _object(_INIT, "log.items.append(1)", "list(log.items)"),
    "by a method": _object(
        f"{_INIT}\ndef note(self):\n    self.count += 1  {MARK}",
        "log.note()",
        "log.count",
    ),
    "by a called object": _object(
        f"{_INIT}\ndef __call__(self):\n    self.items.append(1)  {MARK}",
        "log()",
        "list(log.items)",
    ),
    "by a setter": _object(
        f"{_INIT}\n@property\ndef level(self):\n    return self.count\n@level.setter\n"
        f"def level(self, value):\n    self.count = value  {MARK}",
        "log.level += 1",
        "log.count",
    ),
    "class attribute": Effect("class Log:\n    count = 0", "Log.count += 1", "Log.count"),
    "function attribute": Effect(
        "def log(v):\n    return v\nlog.count = 0", "log.count += 1", "log.count"
    ),
    "namespace": Effect("log = types.SimpleNamespace(count=0)", "log.count += 1", "log.count"),
    "iterator": Effect("items = iter(range(9))", "next(items)", "next(items)"),
    "generator": Effect("items = (i for i in range(9))", "next(items)", "next(items)"),
    "itertools count": Effect("items = itertools.count()", "next(items)", "next(items)"),
    "string buffer": Effect("out = io.StringIO()", 'out.write("step")', "out.getvalue()"),
    "print into a buffer": Effect(
        "out = io.StringIO()", 'print("step", x, file=out)', 'out.getvalue().count("step")'
    ),
    "file": Effect('out = tempfile.TemporaryFile("w+")', 'out.write("step")', "out.tell()"),
    "warnings": Effect(
        'warnings.simplefilter("always")\nshown = []\n'
        "warnings.showwarning = lambda *args, **kwargs: shown.append(1)",
        'warnings.warn(f"x {x}")',
        "len(shown)",
    ),
    "python random": Effect("random.seed(0)", "random.random()", "random.random()"),
    "numpy random": Effect("np.random.seed(0)", "np.random.rand()", "np.random.rand()"),
    "generator of numbers": Effect(
        "rng = np.random.default_rng(0)", "rng.normal()", "rng.normal()"
    ),
    "logging": Effect(_LOGGING, 'logger.info("x %s", x)', "list(records)"),
}
REACHES: dict[str, tuple[str, str]] = {
    "direct": ("", "{done}"),
    "helper": ("def act(x):\n{declared}{indented}", "act(x)"),
    "helper of a helper": (
        "def act(x):\n{declared}{indented}\ndef acting(x):\n    act(x)",
        "acting(x)",
    ),
    "inner function": ("", "def act(x):\n{declared}{indented}\nact(x)"),
    "method": (
        "class Actor:\n    def act(self, x):\n{declared2}{indented2}\nactor = Actor()",
        "actor.act(x)",
    ),
    "branch": ("", "if x.ndim == 0:\n{indented}"),
    "loop": ("", "for _ in range(2):\n{indented}"),
}
# Effects on what no function can have of its own.
_GLOBAL = ("python random", "numpy random", "logging", "warnings")
VARIANTS = (*("none",) * 5, "inside", "callback", "host")


def write(random: Random) -> Program:
    """Write a program with an effect."""
    kind, effect = draw(random, EFFECTS)
    reach, (before, body) = draw(random, REACHES)
    root_name, root = draw(random, ONE)
    variant, local = random.choice(VARIANTS), random.random() < 0.4
    if variant == "inside" and kind in _GLOBAL:
        variant = "host"
    axes = {
        "family": "effects",
        "state": kind,
        "reach": reach,
        "root": root_name,
        "variant": variant,
        "scope": "closure" if local else "module",
    }
    step, helpers = _step(effect, body, before, "nonlocal" if local else "global", variant)
    defined = function("step", "x", *step, decorator=root.decorator)
    call = f"SEEN.append({root.call.format(more='')})"
    driven = [call, *(["x = X", effect.done] if variant == "host" else []), call]
    made = effect.made
    if variant != "inside":
        driven += ["jax.effects_barrier()", f"SEEN.append({effect.seen})"]
    parts = [made, helpers, defined, root.after, *driven]
    if local:
        parts = [function("run", "", *parts), "run()"]
    return finished(parts, axes)


def _step(effect: Effect, body: str, before: str, word: str, variant: str) -> tuple[list[str], str]:
    """The body of the traced function, and the helpers that it needs."""
    if variant == "inside":
        return [effect.made, effect.done, "return x * 2.0"], ""
    if variant == "host":
        return ["return x * 2.0"], ""
    declared = f"{word} {effect.name}" if effect.name else ""
    if variant == "callback":
        acted = function("acted", "x", declared, effect.done)
        return ["jax.debug.callback(acted, x)", "return x * 2.0"], acted
    done = marked(effect.done)
    filled = {
        "done": done,
        "declared": indented(declared) + "\n" if declared else "",
        "declared2": indented(declared, 2) + "\n" if declared else "",
        "indented": indented(done),
        "indented2": indented(done, 2),
    }
    own = declared if "act" not in body else ""
    return [own, body.format(**filled), "return x * 2.0"], before.format(**filled)
