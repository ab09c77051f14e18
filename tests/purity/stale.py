"""Programs in which traced code reads state that may change."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from .program import MARK, Program, draw, finished, function, indented, marked
from .roots import ONE, Root


class State(NamedTuple):
    """A kind of state: how it is made, read, and changed by a statement.

    ``other`` makes another such thing, ``another`` changes that. ``name`` is what a change binds.
    """

    made: str
    read: str
    changed: str
    other: str
    another: str
    name: str = ""


def _object(body: str, read: str, changed: str) -> State:
    return State(
        f"class Conf:\n{indented(body)}\nconf = Conf()",
        read,
        changed,
        "spare = Conf()",
        changed.replace("conf", "spare"),
    )


_INIT = "def __init__(self):\n    self.rate = 2.0"
_GETTER = f"\n@property\ndef speed(self):\n    return self.rate * 2.0  {MARK}"
_SETTER = "\n@speed.setter\ndef speed(self, value):\n    self.rate = value"

STATES: dict[str, State] = {
    "scalar": State("rate = 2.0", "rate", "rate = 5.0", "spare = 2.0", "spare = 5.0", "rate"),
    "scalar, augmented": State(
        "rate = 2.0", "rate", "rate += 3.0", "spare = 2.0", "spare += 3.0", "rate"
    ),
    "jax array": State(
        "rates = jnp.ones(2)",
        "rates[0]",
        "rates = rates.at[0].set(5.0)",
        "spare = jnp.ones(2)",
        "spare = spare * 5.0",
        "rates",
    ),
    "tuple": State(
        "rates = (2.0, 3.0)", "rates[0]", "rates = (5.0,)", "spare = ()", "spare = (1,)", "rates"
    ),
    "list item": State(
        "rates = [2.0, 3.0]", "rates[0]", "rates[0] = 5.0", "spare = [2.0]", "spare[0] = 5.0"
    ),
    "list, extended": State(
        "rates = [2.0, 3.0]", "sum(rates)", "rates.append(5.0)", "spare = []", "spare.append(5.0)"
    ),
    "list of lists": State(
        "rates = [[2.0], [3.0]]",
        "rates[1][0]",
        "rates[1][0] = 5.0",
        "spare = [[2.0]]",
        "spare[0][0] = 5.0",
    ),
    "dict item": State(
        'conf = {"rate": 2.0}',
        'conf["rate"]',
        'conf["rate"] = 5.0',
        'spare = {"rate": 2.0}',
        'spare["rate"] = 5.0',
    ),
    "dict, by get": State(
        'conf = {"rate": 2.0}',
        'conf.get("rate")',
        "conf.update(rate=5.0)",
        'spare = {"rate": 2.0}',
        "spare.update(rate=5.0)",
    ),
    "dict, other key": State(
        'conf = {"rate": 2.0, "seed": 1}', 'conf["rate"]', 'conf["seed"] = 5', "spare = 0", "spare"
    ),
    "nested dict": State(
        'conf = {"opt": {"rate": 2.0}}',
        'conf["opt"]["rate"]',
        'conf["opt"]["rate"] = 5.0',
        'spare = {"opt": {"rate": 2.0}}',
        'spare["opt"]["rate"] = 5.0',
    ),
    "numpy item": State(
        "rates = np.full(2, 2.0)",
        "rates[0]",
        "rates[0] = 5.0",
        "spare = np.ones(2)",
        "spare[0] = 5.0",
    ),
    "numpy, in place": State(
        "rates = np.full(2, 2.0)",
        "rates.sum()",
        "rates *= 3.0",
        "spare = np.ones(2)",
        "spare *= 3.0",
        "rates",
    ),
    "numpy, filled": State(
        "rates = np.full(2, 2.0)",
        "rates.sum()",
        "rates.fill(5.0)",
        "spare = np.ones(2)",
        "spare.fill(3.0)",
    ),
    "function": State(
        "def act(v):\n    return v * 2.0\ndef steep(v):\n    return v * 5.0",
        "act(1.0)",
        "act = steep",
        "spare = act",
        "spare = steep",
        "act",
    ),
    "lambda": State(
        "act = lambda v: v * 2.0",
        "act(1.0)",
        "act = lambda v: v * 5.0",
        "spare = act",
        "spare = lambda v: v * 5.0",
        "act",
    ),
    "function attribute": State(
        "def scale(v):\n    return v\nscale.rate = 2.0",
        "scale.rate",
        "scale.rate = 5.0",
        "def spare(v):\n    return v",
        "spare.rate = 5.0",
    ),
    "class attribute": State(
        "class Conf:\n    rate = 2.0",
        "Conf.rate",
        "Conf.rate = 5.0",
        "class Spare:\n    rate = 2.0",
        "Spare.rate = 5.0",
    ),
    "class attribute, by object": State(
        "class Conf:\n    rate = 2.0\nconf = Conf()",
        "conf.rate",
        "Conf.rate = 5.0",
        "class Spare:\n    rate = 2.0",
        "Spare.rate = 5.0",
    ),
    "field": _object(_INIT, "conf.rate", "conf.rate = 5.0"),
    "field, augmented": _object(_INIT, "conf.rate", "conf.rate += 3.0"),
    "field, by setattr": _object(_INIT, "conf.rate", 'setattr(conf, "rate", 5.0)'),
    "field, by getattr": _object(_INIT, 'getattr(conf, "rate")', "conf.rate = 5.0"),
    "field, by its method": _object(
        f"{_INIT}\ndef turn(self):\n    self.rate = 5.0", "conf.rate", "conf.turn()"
    ),
    "field, read by a method": _object(
        f"{_INIT}\ndef scaled(self, v):\n    return v * self.rate  {MARK}",
        "conf.scaled(1.0)",
        "conf.rate = 5.0",
    ),
    "called object": _object(
        f"{_INIT}\ndef __call__(self, v):\n    return v * self.rate  {MARK}",
        "conf(1.0)",
        "conf.rate = 5.0",
    ),
    "called object, by its method": _object(
        f"{_INIT}\ndef turn(self):\n    self.rate = 5.0\n"
        f"def __call__(self, v):\n    return v * self.rate  {MARK}",
        "conf(1.0)",
        "conf.turn()",
    ),
    "property": _object(f"{_INIT}{_GETTER}", "conf.speed", "conf.rate = 5.0"),
    "setter": _object(f"{_INIT}{_GETTER}{_SETTER}", "conf.speed", "conf.speed = 5.0"),
    "list in a field": _object(
        "def __init__(self):\n    self.rates = [2.0, 3.0]", "conf.rates[0]", "conf.rates[0] = 5.0"
    ),
    "list in a field, extended": _object(
        "def __init__(self):\n    self.rates = [2.0]\n"
        "def add(self, rate):\n    self.rates.append(rate)",
        "sum(conf.rates)",
        "conf.add(5.0)",
    ),
    "dict in a field": _object(
        'def __init__(self):\n    self.table = {"rate": 2.0}',
        'conf.table["rate"]',
        'conf.table["rate"] = 5.0',
    ),
    "object in a field": _object(
        "class Part:\n    def __init__(self):\n        self.rate = 2.0\n"
        "def __init__(self):\n    self.part = Conf.Part()",
        "conf.part.rate",
        "conf.part.rate = 5.0",
    ),
    "dataclass": State(
        "@dataclass\nclass Conf:\n    rate: float = 2.0\nconf = Conf()",
        "conf.rate",
        "conf.rate = 5.0",
        "spare = Conf()",
        "spare.rate = 5.0",
    ),
    "namespace": State(
        "conf = types.SimpleNamespace(rate=2.0)",
        "conf.rate",
        "conf.rate = 5.0",
        "spare = types.SimpleNamespace(rate=2.0)",
        "spare.rate = 5.0",
    ),
    "environment": State(
        'os.environ["RATE"] = "2.0"',
        'float(os.environ["RATE"])',
        'os.environ["RATE"] = "5.0"',
        "spare = {}",
        'spare["RATE"] = "5.0"',
    ),
    "set": State(
        "rates = {2.0}", "sum(rates)", "rates.add(5.0)", "spare = set()", "spare.add(5.0)"
    ),
    "deque": State(
        "rates = deque([2.0])", "sum(rates)", "rates.append(5.0)", "spare = deque()", "spare.pop"
    ),
}

# How the traced code gets at it: statements before, and in ``step`` behind ``r =``.
REACHES: dict[str, tuple[str, str]] = {
    "direct": ("", "{read}"),
    "helper": ("def used():\n    return {read}  #!", "used()"),
    "helper of a helper": (
        "def used():\n    return {read}  #!\ndef using():\n    return used()",
        "using()",
    ),
    "lambda": ("used = lambda: {read}  #!", "used()"),
    "list of functions": ("users = [lambda: {read}]  #!", "users[0]()"),
    "lambdas of a loop": (
        "users = []\nfor scale in (3.0, 1.0):\n    users.append(lambda: {read} * scale)  #!",
        "users[0]()",
    ),
    "default argument": ("def used(r={read}):\n    return r", "used()"),
    "default, late": ("def used(seen=lambda: {read}):  #!\n    return seen()", "used()"),
    "closure": (
        "def using():\n    def used():\n        return {read}  #!\n    return used\nuser = using()",
        "user()",
    ),
    "method": (
        "class User:\n    def use(self):\n        return {read}  #!\nuser = User()",
        "user.use()",
    ),
    "inner function": ("", "(lambda: {read})()"),
    "comprehension": ("", "sum([{read} for _ in (1,)])"),
    "callback": ("def use(f):\n    return f()", "use(lambda: {read})"),
}
_BINDS = re.compile(r"^ *(rates?|act|spare) [*+]?= ", re.MULTILINE)
WHENS = ("before", "between", "between", "between", "after", "loop")
VARIANTS = (
    *("none",) * 6,
    "other",
    "shadow",
    "argument",
    "jit again",
    "fresh function",
    "cleared",
    "helper",
    "helper",
)


def write(random: Random) -> Program:
    """Write a program that reads state."""
    kind, state = draw(random, STATES)
    reach, (before, read) = draw(random, REACHES)
    root_name, root = draw(random, ONE)
    when, variant = random.choice(WHENS), random.choice(VARIANTS)
    if kind == "environment":  # To read it is a hazard in itself: it changes by definition.
        when, variant = "between", "none"
    local = random.random() < 0.3 and kind != "environment"
    scope = "closure" if local else random.choice(("module", "main"))
    axes = {
        "family": "stale",
        "state": kind,
        "reach": reach,
        "root": root_name,
        "when": when,
        "variant": variant,
        "scope": scope,
    }
    step = [marked(f"r = {read.format(read=state.read)}"), "return x * r"]
    if variant == "argument":
        step, before = ["return x"], ""
    if variant == "shadow":
        step, before = [state.made, f"r = {state.read}", "return x * r"], ""
    defined = function("step", "x", *step, decorator=root.decorator)
    parts = [state.made, state.other, before.format(read=state.read), defined, root.after]
    return finished(_placed(parts, _driven(root, state, when, variant, scope), scope), axes)


def _driven(root: Root, state: State, when: str, variant: str, scope: str) -> list[str]:
    """The statements that call the traced function, and change the state."""
    call = root.call.format(more="")
    if variant == "argument":
        call = f"{call} * {state.read}"
    again = call
    if variant == "jit again":
        again = "jax.jit(step)(X)"
    if variant == "fresh function":
        again = "jax.jit(lambda x: step(x))(X)"
    change = state.another if variant == "other" else state.changed
    setup: list[str] = []
    if variant == "helper":
        declared = {"main": "global", "module": "global", "closure": "nonlocal"}[scope]
        named = f"{declared} {state.name}" if state.name else ""
        setup, change = [function("change", "", named, change)], "change()"
    if variant == "cleared":
        change = f"{change}\njax.clear_caches()"
    seen, seen_again = f"SEEN.append({call})", f"SEEN.append({again})"
    if when == "loop":
        return [*setup, "for turn in range(2):", indented(seen), indented(change)]
    order = {
        "before": [change, seen, seen_again],
        "between": [seen, change, seen_again],
        "after": [seen, seen_again, change],
    }[when]
    return [*setup, *order]


def _placed(parts: list[str], driven: list[str], scope: str) -> list[str]:
    """The program in the module, with a main function, or in one function as a whole."""
    if scope == "module":
        return [*parts, *driven]
    if scope == "main":
        bound = sorted(set(_BINDS.findall("\n".join(driven))))
        declared = f"global {', '.join(bound)}" if bound else ""
        return [*parts, function("main", "", declared, *driven), "main()"]
    return [function("run", "", *parts, *driven), "run()"]
