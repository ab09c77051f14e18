"""Forms that call: helpers, methods, closures, lambdas, partials, jitted functions."""

from __future__ import annotations

from . import straight
from .writing import Form, NoKey, Writer

HELPERS = {
    "noisy": "def noisy(key, x):\n    return x + jr.normal(key)",
    "two": "def two(key):\n    a, b = jr.split(key)\n    return jr.normal(a) + jr.uniform(b)",
    "ignore": "def ignore(key, x):\n    return x + 1.0",
    "folded": "def folded(key, i):\n    return jr.normal(jr.fold_in(key, i))",
    "fresh": "def fresh(key):\n    key, sub = jr.split(key)\n    return key, jr.normal(sub)",
    "stale": "def stale(key):\n    return key, jr.normal(key)",
    "children": "def children(key, n):\n    return jr.split(key, n)",
    "child": "def child(key):\n    return jr.split(key)[1]",
    "same": "def same(key):\n    return key",
    "both": "def both(a, b):\n    return jr.normal(a) + jr.normal(b)",
    "pairs": "def pairs(keys):\n    a, b = keys\n    return jr.normal(a) * jr.uniform(b)",
    "listed": "def listed(keys):\n    return sum(jr.normal(k) for k in keys)",
    "maybe": (
        "def maybe(key, x, draw):\n"
        "    if not draw:\n"
        "        return x\n"
        "    return x + jr.normal(key)"
    ),
    "default": (
        "def default(x, key=None):\n"
        "    if key is None:\n"
        "        return x\n"
        "    return x + jr.normal(key)"
    ),
    "layers": (
        "def layers(key, sizes):\n"
        "    params = []\n"
        "    for k, size in zip(jr.split(key, len(sizes)), sizes):\n"
        "        params.append(jnp.sum(jr.normal(k, (size,))))\n"
        "    return sum(params)"
    ),
    "chain": (
        "def chain(key, x, steps):\n"
        "    for _ in range(steps):\n"
        "        key, sub = jr.split(key)\n"
        "        x = noisy(sub, x)\n"
        "    return key, x"
    ),
    "many": "def many(*keys):\n    return sum(jr.normal(k) for k in keys)",
    "named": 'def named(**keys):\n    return jr.normal(keys["a"]) + jr.normal(keys["b"])',
    "keys_of": (
        "def keys_of(key):\n    while True:\n        key, sub = jr.split(key)\n        yield sub"
    ),
}

HELPERS |= {
    "tree": (
        "def tree(key, depth):\n"
        "    if depth == 0:\n"
        "        return jr.normal(key)\n"
        "    a, b = jr.split(key)\n"
        "    return tree(a, depth - 1) + tree(b, depth - 1)"
    ),
    "apply": "def apply(function, key, x):\n    return function(key, x)",
    "make": (
        "def make(key):\n    def add(x):\n        return x + jr.normal(key)\n\n    return add"
    ),
}

SAMPLER = """\
class Sampler:
    def __init__(self, key):
        self.key = key

    def next_key(self):
        self.key, sub = jr.split(self.key)
        return sub

    def draw(self):
        self.key, sub = jr.split(self.key)
        return jr.normal(sub)

    def fixed(self):
        return jr.normal(self.key)

    def folded(self, i):
        return jr.normal(jr.fold_in(self.key, i))

    def given(self, key):
        return jr.normal(key)"""


def helper(w: Writer, *names: str) -> str:
    """The name of one of some helpers, which the program will have."""
    name = w.random.choice(names)
    if name == "chain":
        w.helpers["noisy"] = HELPERS["noisy"]
    w.helpers[name] = HELPERS[name]
    return name


def consuming(w: Writer) -> None:
    """A helper that draws, or splits and draws."""
    name = helper(w, "noisy", "noisy", "two", "layers", "default", "maybe")
    key = w.take()
    if name == "noisy":
        w.line(
            f"{w.total} = {w.pick(f'noisy({key}, {w.total})', f'noisy(x={w.total}, key={key})')}"
        )
    elif name == "two":
        w.add(f"two({key})")
    elif name == "layers":
        w.add(f"layers({key}, {w.pick('(3, 4)', '[2, 3, 4]')})")
    elif name == "default":
        w.line(f"{w.total} = default({w.total}, key={key})")
    else:
        w.line(f"{w.total} = maybe({key}, {w.total}, {w.pick('True', 'flag', 'other')})")


def by_flag(w: Writer) -> None:
    """A helper that draws or not, called twice: exclusive, or (a slip) not."""
    helper(w, "maybe")
    key = w.take()
    w.line(f"{w.total} = maybe({key}, {w.total}, flag)")
    w.line(f"{w.total} = maybe({key}, {w.total}, {'flag' if w.slips() else 'not flag'})")


def harmless(w: Writer) -> None:
    """A helper that ignores its key, folds data in, or is given none; the key stays fresh."""
    name = helper(w, "ignore", "folded", "maybe", "default")
    key = w.take()
    if name == "ignore":
        w.line(f"{w.total} = ignore({key}, {w.total})")
    elif name == "folded":
        first = w.random.randint(0, 3)
        w.add(f"folded({key}, {first})")
        w.add(f"folded({key}, {first if w.slips() else first + 1})")
        return
    elif name == "maybe":
        w.line(f"{w.total} = maybe({key}, {w.total}, False)")
    else:
        w.line(f"{w.total} = default({w.total})")
    w.give(key)


def returning(w: Writer) -> None:
    """A helper that gives back a key: fresh, stale, a child, the same."""
    name = helper(w, "fresh", "fresh", "stale", "child", "same", "children", "chain")
    if name == "stale" and not w.slips():
        raise NoKey
    if name in ("fresh", "stale"):
        key, x = w.take_name(), w.name("x")
        w.line(f"{key}, {x} = {name}({key})")
        w.add(x)
        w.give(key)
    elif name == "chain":
        key = w.take_name()
        w.line(f"{key}, {w.total} = chain({key}, {w.total}, {w.pick('n', '2')})")
        w.give(key)
    elif name == "children":
        keys = w.name("keys")
        w.line(f"{keys} = children({w.take()}, 3)")
        w.keys.batches.append(keys)
    else:
        key, new = w.take(), w.name("k")
        w.line(f"{new} = {name}({key})")
        w.give(new)


def several(w: Writer) -> None:
    """A helper that is given several keys, in one way or another."""
    name = helper(w, "both", "pairs", "listed", "many", "named")
    a = w.take()
    b = a if w.slips() else w.take()
    if name == "both":
        w.add(w.pick(f"both({a}, {b})", f"both(b={a}, a={b})", f"both(*({a}, {b}))"))
    elif name == "pairs":
        w.add(w.pick(f"pairs(({a}, {b}))", f"pairs(jr.split({a}))"))
    elif name == "listed":
        w.add(w.pick(f"listed([{a}, {b}])", f"listed(jr.split({a}, n))"))
    elif name == "many":
        w.add(w.pick(f"many({a}, {b})", f"many(*jr.split({a}, 3))"))
    else:
        w.add(w.pick(f"named(a={a}, b={b})", f'named(**{{"a": {a}, "b": {b}}})'))


def methods(w: Writer) -> None:
    """An object that holds a key."""
    w.helpers["Sampler"] = SAMPLER
    sampler = w.name("sampler")
    w.line(f"{sampler} = Sampler({w.take()})")
    for _ in range(w.random.randint(1, 3)):
        kind = w.pick("draw", "draw", "next", "folded", "given")
        if w.slips():
            kind = "fixed"
        if kind == "next":
            key = w.name("k")
            w.line(f"{key} = {sampler}.next_key()")
            w.give(key)
        elif kind == "folded":
            w.made += 1
            w.add(f"{sampler}.folded({w.made})")
        elif kind == "given":
            w.add(f"{sampler}.given({w.take()})")
        else:
            w.add(f"{sampler}.{kind}()")


def methods_in_loop(w: Writer) -> None:
    """A method called in each turn of a loop."""
    w.helpers["Sampler"] = SAMPLER
    sampler, i = w.name("sampler"), w.name("i")
    w.line(f"{sampler} = Sampler({w.take()})")
    w.line(f"for {i} in range(n):")
    call = "fixed()" if w.slips() else w.pick("draw()", f"folded({i})")
    w.line(f"    {w.total} = {w.total} + {sampler}.{call}")


def closure(w: Writer) -> None:
    """A local function that draws from a key around it, called once or (a slip) twice."""
    key, local = w.take(), w.name("local")
    if not key.isidentifier():
        raise NoKey
    if w.chance(0.5):
        w.line(f"def {local}(x):\n    return x + {w.draw(key)}")
    else:
        w.line(f"{local} = lambda x: x + {w.draw(key)}")
    w.line(f"{w.total} = {local}({w.total})")
    if w.slips():
        w.line(f"{w.total} = {local}({w.total})")


def local_consumer(w: Writer) -> None:
    """A local function that is given its key."""
    local = w.name("local")
    w.line(
        w.pick(
            f"def {local}(k, x):\n    return x + {w.draw('k')}",
            f"def {local}(k, x):\n    a, b = jr.split(k)\n    return {w.draw('a')} * {w.draw('b')}",
            f"{local} = lambda k, x: x + {w.draw('k')}",
            f"{local} = partial(lambda x, k: x + {w.draw('k')}, 1.0)",
        )
    )
    if "partial" in w.lines[-1]:
        w.helpers["partial"] = ""
        w.add(f"{local}({w.take()})")
        return
    for _ in range(w.random.randint(1, 2)):
        w.line(f"{w.total} = {local}({w.take()}, {w.total})")


def bound_key(w: Writer) -> None:
    """partial with a key bound, called once or (a slip) twice."""
    w.helpers["partial"] = ""
    helper(w, "noisy")
    local = w.name("local")
    w.line(f"{local} = partial(noisy, {w.take()})")
    w.line(f"{w.total} = {local}({w.total})")
    if w.slips():
        w.line(f"{w.total} = {local}({w.total})")


def indirect(w: Writer) -> None:
    """A helper that recurses, or that is given a function."""
    name, key = helper(w, "tree", "apply"), w.take()
    if name == "tree":
        w.add(f"tree({key}, {w.pick('2', 'n')})")
        return
    helper(w, "noisy")
    function = w.pick("noisy", f"lambda k, x: x + {w.draw('k')}")
    w.line(f"{w.total} = apply({function}, {key}, {w.total})")


def factory(w: Writer) -> None:
    """A function that holds a key, from a factory or as a default: called once, or twice."""
    key, local = w.take(), w.name("local")
    if w.chance(0.5):
        helper(w, "make")
        w.line(f"{local} = make({key})")
    else:
        w.line(f"def {local}(x, key={key}):\n    return x + jr.uniform(key)")
    for _ in range(2 if w.slips() else 1):
        w.line(f"{w.total} = {local}({w.total})")


def next_key(w: Writer) -> None:
    """A local function that splits the key around it."""
    if w.depth > 1 or "key" not in w.keys.fresh:
        raise NoKey
    local = w.name("next_key")
    w.line(f"def {local}():\n    nonlocal key")
    w.line("    key, sub = jr.split(key)\n    return sub")
    for _ in range(w.random.randint(1, 3)):
        w.add(w.draw(f"{local}()"))


def generated(w: Writer) -> None:
    """A generator of keys."""
    helper(w, "keys_of")
    stream = w.name("stream")
    w.line(f"{stream} = keys_of({w.take()})")
    for _ in range(w.random.randint(1, 3)):
        w.add(w.draw(f"next({stream})"))


def jitted(w: Writer) -> None:
    """A jitted helper, called with keys."""
    w.helpers["jitted"] = "@jax.jit\ndef jitted(key, x):\n    return x + jr.normal(key)"
    w.helpers["stepped"] = (
        "@jax.jit\ndef stepped(key, x):\n"
        "    key, sub = jr.split(key)\n"
        "    return key, x + jr.normal(sub)"
    )
    if w.chance(0.5):
        w.line(f"{w.total} = jitted({w.take()}, {w.total})")
        return
    key = w.take_name()
    if w.chance(0.5):
        w.line(f"{key}, {w.total} = stepped({key}, {w.total})")
    else:
        i = w.name("i")
        w.line(f"for {i} in range(n):")
        w.line(f"    {'_' if w.slips() else key}, {w.total} = stepped({key}, {w.total})")
    w.give(key)


def differentiated(w: Writer) -> None:
    """The gradient of a function that draws."""
    key = w.take()
    w.helpers["loss"] = "def loss(x, key):\n    return x * x * jr.normal(key)"
    w.add(
        w.pick(
            f"jax.grad(loss)(1.0 * {w.total}, {key})",
            f"jax.value_and_grad(loss)(1.0 * {w.total}, {key})[0]",
        )
    )


def vmapped(w: Writer) -> None:
    """vmap of a helper."""
    key = w.take()
    if w.chance(0.5):
        helper(w, "two")
        w.add(f"jnp.sum(jax.vmap(two)(jr.split({key}, 3)))")
    else:
        helper(w, "noisy")
        xs = w.pick("jnp.arange(3.0)", "jnp.zeros(3)")
        w.add(f"jnp.sum(jax.vmap(noisy)(jr.split({key}, 3), {xs}))")


FORMS: tuple[Form, ...] = (
    consuming,
    consuming,
    consuming,
    by_flag,
    harmless,
    returning,
    returning,
    several,
    methods,
    methods,
    methods_in_loop,
    closure,
    local_consumer,
    bound_key,
    indirect,
    factory,
    next_key,
    generated,
    jitted,
    differentiated,
    vmapped,
    straight.draw,
)
