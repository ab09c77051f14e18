"""The sources: functions from a size to a text, each of another way to be large.

The number beside each is a size that a test can afford. A text of twice the size has twice as much
in it, or is nested twice as deep. The work on a program of ``COPYING`` grows faster, since each
branch copies the variables, fields or draws that there are by then, until a budget is spent.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

Program = Callable[[int], str]

HEADER = "import jax\nimport jax.numpy as jnp\nfrom functools import partial\nfrom jax import lax\n"
HAZARD = "@jax.jit\ndef hazard(x):\n    if x > 0.125:\n        return 1\n    return x\n"


def repeated(template: str, size: int) -> str:
    """A template many times over: ``#`` in it is its number, ``$`` the next one's."""
    texts = (template.replace("#", str(n)).replace("$", str(n + 1)) for n in range(size))
    return "\n".join(texts) + "\n"


def nested(template: str, size: int, inner: str) -> str:
    """A template within itself: ``@`` in it is where the next one goes, ``#`` its number."""
    text = inner
    for number in range(size):
        numbered = template.replace("#", str(number))
        at = numbered.index("@")
        column = at - (numbered.rfind("\n", 0, at) + 1)
        inside = indent(text, " " * column).lstrip(" ")
        text = numbered.replace("@", inside)
    return text


def function(body: str, parameters: str = "x, n, key", *, jit: bool = False) -> str:
    """A function of a body."""
    head = "@jax.jit\n" if jit else ""
    return f"{head}def f({parameters}):\n    y = 0\n{indent(body, '    ')}\n    return y\n"


def rows(template: str, *, jit: bool = False) -> Program:
    """A function in which a template stands many times."""
    return lambda size: function(repeated(template, size), jit=jit)


def inside(head: str, template: str, *, jit: bool = False) -> Program:
    """A function with one statement, in which a template stands many times."""
    return lambda size: function(f"{head}\n{repeated(template, size)}", jit=jit)


def depths(template: str, inner: str = "y = y + x", *, jit: bool = False) -> Program:
    """A function in which a template stands within itself."""
    return lambda size: function(nested(template, size, inner), jit=jit)


def expressions(template: str, inner: str = "x", *, jit: bool = False) -> Program:
    """A function whose value is an expression within itself."""
    return lambda size: function(f"y = {nested(template, size, inner)}", jit=jit)


def gradient(template: str) -> Program:
    """A function that is differentiated, whose value is an expression within itself."""
    made = expressions(template)
    return lambda size: f"{made(size)}g = jax.grad(f)\n"


def modules(template: str, before: str = "", after: str = "") -> Program:
    """A module in which a template stands many times."""
    return lambda size: before + repeated(template, size) + after


def chain(template: str, last: str, after: str = "", first: str = "") -> Program:
    """Definitions of which each uses the next one or the one before; the ends are others."""

    def text(size: int) -> str:
        return f"{first}{repeated(template, size)}{last.replace('#', str(size))}\n{after}"

    return text


def ring(template: str, after: str = "") -> Program:
    """Definitions of which each uses the next one, and the last the first."""

    def text(size: int) -> str:
        last = template.replace("#", str(size - 1)).replace("$", "0")
        return f"{repeated(template, size - 1)}{last}\n{after}"

    return text


def display(element: str, brackets: str = "[]", *, local: bool = False) -> Program:
    """A literal of many elements."""

    def text(size: int) -> str:
        elements = ", ".join(repeated(element, size).split("\n")[:-1])
        literal = f"{brackets[0]}{elements}{brackets[1]}"
        return function(f"y = {literal}", jit=True) if local else f"L = {literal}\n"

    return text


NEXT = "def f#(x):\n    return f$(x)"
DRAW = "y = jax.random.normal(key)"
CLASS = "class C$(C#):\n    def m(self, x):\n        return super().m(x)"
FIRST_CLASS = "class C0:\n    def m(self, x):\n        return x\n"

GROWING: dict[str, tuple[Program, int]] = {
    # nested expressions
    "parentheses": (expressions("(@)"), 40),
    "calls": (expressions("jnp.sin(@)", jit=True), 40),
    "attributes": (expressions("(@).a"), 40),
    "lambdas": (expressions("lambda x: @"), 40),
    "called lambdas": (expressions("(lambda x: @)(x)", jit=True), 40),
    "lambdas called twice": (expressions("(lambda g: g(x) + g(x))(lambda x: @)", jit=True), 20),
    "comprehensions": (expressions("[@ for i# in x]", "jax.random.normal(key)"), 20),
    "comprehensions over four": (expressions("[@ for i# in (1, 2, 3, 4)]", jit=True), 16),
    "iterated comprehensions": (expressions("[y for y in @]"), 20),
    "ternaries": (expressions("(x if n.a# else @)"), 40),
    "conditions": (expressions("(n.a# and (@))"), 40),
    "branches of cond": (expressions("lax.cond(x > #, lambda x: @, lambda x: x, x)", jit=True), 8),
    "choices in each other": (gradient("jnp.where(x > #, x / (# + 1), @)"), 60),
    "choices in powers": (gradient("jnp.exp(jnp.where(x > #, @, 1.0))"), 30),
    # nested statements
    "ifs": (depths("if x.a#:\n    @\nelse:\n    y = 3"), 40),
    "loops": (depths("for i# in range(x):\n    @"), 16),
    "loops over four": (depths("for i in (1, 2, 3, 4):\n    @", jit=True), 14),
    "loops that draw": (depths("while n.a#:\n    y = n.b#(y)\n    @", DRAW), 16),
    "endless loops": (depths("while True:\n    @\n    if y:\n        break", DRAW), 16),
    "with blocks": (depths("with n.a# as b#:\n    @"), 16),
    "try blocks": (depths("try:\n    @\nexcept E#:\n    y = #\nelse:\n    y = x", DRAW), 16),
    "handlers in handlers": (depths("try:\n    y = n.a#\nexcept E#:\n    @", DRAW), 16),
    "functions": (depths("def f#(x):\n    @\n    return x\ny = f#(x)", jit=True), 16),
    "functions called twice": (depths("def f#(x):\n    @\n    return x\ny = f#(x) + f#(y)"), 16),
    "bodies of scan": (depths("def b#(c, x):\n    @\n    return lax.scan(b#, c, x)", DRAW), 12),
    # rows of statements
    "assignments": (rows("x# = x + #", jit=True), 300),
    "ifs that return": (rows("if n.a#:\n    return x"), 200),
    "ifs that draw": (rows("if n.a#:\n    y = jax.random.normal(key)"), 200),
    "ifs that draw from one batch": (rows("if n.a#:\n    y = jax.random.normal(n.keys[#])"), 100),
    "arms of one if": (inside("if n:\n    y = 1", "elif n == #: y = x"), 200),
    "traced arms": (inside("if n:\n    y = 1", "elif x > #: y = x", jit=True), 100),
    "cases": (inside("match n:", "    case #: y = x"), 200),
    "loops in a row": (rows("for i in n.a#:\n    y = y + i\n    z# = y"), 100),
    "breaks": (inside("while n:", "    if n.a#: break"), 200),
    "ifs in a loop": (inside("while n:", "    if x.a#:\n        y# = x\n        n = y#"), 100),
    "traced ifs in a loop": (inside("while n:", "    if x > #:\n        y = y + x", jit=True), 80),
    "try in a row": (rows("try:\n    y# = n.a#\nexcept ValueError:\n    y# = 0"), 100),
    "keys that may be two": (rows("if n.a#:\n    key = n.b#\ny = jax.random.normal(key)"), 100),
    "jits in a row": (modules("x# = jax.jit(lambda y: y + #)\nx#(1)"), 100),
    "fields": (rows("n.a# = x\ny = n.a#"), 200),
    # modules
    "long module": (modules("x# = # + 1"), 1000),
    "module of branches": (modules("if jax.a#:\n    x# = 1\nelse:\n    x# = 2"), 200),
    "imports": (modules("from a# import b#"), 500),
    "decorators": (modules("@d", "def d(f):\n    return f\n", "def f(x):\n    return x\n"), 300),
    "globals": (modules("G# = []", after=function("y = x + len(G1)", jit=True)), 500),
    "changes of a global": (
        modules("G = #\n@jax.jit\ndef f#(x):\n    return x + G", before="G = 0\n"),
        300,
    ),
    "changes of an entry": (
        modules("G[0] = #\n@jax.jit\ndef f#(x):\n    return x + G[0]", before="G = [0]\n"),
        300,
    ),
    # definitions that use each other
    "chain of functions": (chain(NEXT, "def f#(x):\n    return x", "jax.jit(f0)(1.0)\n"), 300),
    "ring of functions": (ring(NEXT, "jax.jit(f0)(1.0)\n"), 300),
    "ring of jitted functions": (ring("@jax.jit\n" + NEXT), 300),
    "jitted functions that call two others": (
        ring("@jax.jit\ndef f#(x, n):\n    return f$(x, #) + f$(x + 1, n)"),
        150,
    ),
    "two rings": (
        ring(
            "def a#(x, xs):\n    return b#(xs, [x, xs])\n"
            "def b#(x, xs):\n    return a$((x, xs), xs) + a#(x, x)",
            "jax.jit(a0)(1.0, [2])\n",
        ),
        50,
    ),
    "functions that split keys": (
        chain(
            "def f#(key):\n    a, b = jax.random.split(key)\n    return f$(a) + f$(b)",
            "def f#(key):\n    return jax.random.normal(key)",
        ),
        24,
    ),
    "methods called twice": (
        lambda n: "class C:\n"
        + indent(repeated("def f#(self, x):\n    return self.f$(x) + self.f$(x)", n), "    ")
        + "jax.jit(C().f0)(1)\n",
        30,
    ),
    "chain of classes": (chain(CLASS, "jax.jit(C#().m)(1)", first=FIRST_CLASS), 200),
    "ring of classes": (ring("class C#(C$):\n    def m(self, x):\n        return x"), 200),
    "maps of maps": (
        lambda n: "def f(x):\n    return x\ng = " + "jax.vmap(" * n + "f" + ")" * n + "\ng(1.0)\n",
        40,
    ),
    "jits of jits": (modules("f = jax.jit(f)", "def f(x):\n    return x\n", "f(1.0)\n"), 40),
    "partials of partials": (
        modules("f = partial(f, #)", "def f(*x):\n    return x\n", "jax.jit(f)(1.0)\n"),
        100,
    ),
    "closures of closures": (
        modules(
            "f = twice(f, f)",
            "def twice(f, g):\n    return lambda x: f(g(x))\nf = lambda x: x\n",
            "jax.jit(f)(1.0)\n",
        ),
        30,
    ),
    "one of two, again and again": (
        modules(
            "f = one(f, n)",
            "def one(f, n):\n    if n: g = lambda x: f(x) + 1\n    else: g = lambda x: f(x) * 2\n"
            "    return g\nf = lambda x: x\nn = open('x')\n",
            "jax.jit(f)(1.0)\n",
        ),
        20,
    ),
    # values that double
    "tuples of themselves": (rows("y = (y, y)", jit=True), 40),
    "dicts of themselves": (rows("y = {'a': y, 'b': y}", jit=True), 40),
    "lists of their elements": (rows("x = [*x, *x]", jit=True), 40),
    "arguments that double": (
        modules("a = g(*a, *a)", "def g(*a):\n    return a\na = (1,)\n", "print(a)\n"),
        40,
    ),
    "joins of tuples": (rows("a = (y, x)\ny = (x, a)\nif n.a#:\n    x, y = y, x"), 30),
    "texts that double": (rows("y = f'{x}{y}'\ny = y + y", jit=True), 40),
    "constants that double": (modules("s = s + s\nn = n * n", "s, n = 'ab', 7\n"), 40),
    # literals
    "numbers": (display("[#, 1.5, -#]"), 300),
    "names": (display("x", local=True), 1000),
    "arrays": (display("jnp.array(#)"), 300),
    "entries": (display("'a#': {'b': #}", "{}"), 300),
    "long text": (lambda n: f"T = '{'a' * 1000 * n}'\n", 500),
    "format": (lambda n: function(f"y = f'{'{x:>3} ' * n}'", jit=True), 200),
}  # fmt: skip

COPYING: dict[str, tuple[Program, int]] = {
    "ifs that bind": (rows("if n.a#:\n    y# = y + x"), 800),
    "ifs that split": (rows("if n.a#:\n    key, k = jax.random.split(key)"), 800),
    "tests for None": (rows("y# = n.a#\nif y# is None:\n    y# = 1"), 800),
    "try in a module": (modules("try:\n    x# = open(x)\nexcept OSError:\n    x# = 0"), 800),
    "loops in a module": (modules("for x in jax.a#:\n    y# = x"), 800),
    "fields given away": (modules("c.a# = #\nopen(c, #)", "class C: ...\nc = C()\n"), 1500),
    "objects": (
        modules(
            "c# = C(#)\nif c#.y: c#.x = 3",
            "class C:\n    def __init__(self, x):\n        self.x = x\n",
        ),
        800,
    ),
}  # fmt: skip
