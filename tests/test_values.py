"""What the interpreter takes values for, held against what jax makes of them.

A case is a small program. A mark ``# ? x = traced; n = static 3`` says what jaxlint must believe of
expressions on its line, several contexts parted by ``|``. The same program is then run, and each
value that passes a mark must be what the mark says: no verdict stands here that jax contradicts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.queries.explaining import Subject, explain
from jaxlint.source.files import Source

# jax has no annotation there.
untyped: Any = jax
untyped.config.update("jax_platforms", "cpu")

HEADER = """\
import dataclasses, functools, math
from functools import partial
from typing import NamedTuple
import jax, numpy as np
import jax.numpy as jnp
from jax import lax
"""
MARK = re.compile(r"# \? (.*)$")


@dataclass(frozen=True, slots=True)
class Mark:
    """What is to be believed of an expression on a line."""

    line: int
    expression: str
    verdicts: frozenset[str]

    def allows(self, seen: set[str]) -> bool:
        """Whether what is believed is what the mark says, or says it in more words."""
        named = {next((v for v in self.verdicts if refines(word, v)), word) for word in seen}
        return named == self.verdicts


def refines(verdict: str, coarse: str) -> bool:
    """Whether a verdict is another one, said in more words."""
    return verdict == coarse or verdict.startswith((f"{coarse} ", f"{coarse}, "))


def marks(source: str) -> Iterator[Mark]:
    """Yield the marks of a program."""
    for line, text in enumerate(source.splitlines(), start=1):
        found = MARK.search(text)
        for claim in found[1].split("; ") if found else ():
            expression, equals, verdicts = claim.rpartition(" = ")
            if not equals:
                expression = expression_on(text)
            yield Mark(line, expression, frozenset(verdicts.split(" | ")))


def expression_on(text: str) -> str:
    """Return the expression that a line is about: an element, or what is bound or returned."""
    code = text.partition("#")[0].strip().removesuffix(",").removeprefix("return ")
    return re.sub(r"^\w+(, \w+)* = ", "", code)


def believed(files: dict[str, str], path: str, line: int) -> dict[str, set[str]]:
    """Return what jaxlint believes of each expression on a line, in the contexts that tell."""
    sources = [Source(name, text.encode()) for name, text in files.items()]
    seen: dict[str, set[str]] = {}
    for belief in explain(Subject(sources, path, range(line, line + 1), roots=("",))).beliefs:
        seen.setdefault(belief.expression, set()).add(belief.verdict)
    for verdicts in seen.values():
        if len(verdicts) > 1:
            verdicts.discard("unknown")
    return seen


def misjudged(files: dict[str, str]) -> list[str]:
    """Return a line for each mark that jaxlint does not agree with."""
    wrong = []
    for path, text in files.items():
        wanted = list(marks(text))
        for line in sorted({mark.line for mark in wanted}):
            seen = believed(files, path, line)
            wrong += [
                f"{path}:{line} `{mark.expression}` is believed {seen.get(mark.expression)}, "
                f"not {set(mark.verdicts)}"
                for mark in wanted
                if mark.line == line and not mark.allows(seen.get(mark.expression, set()))
            ]
    return wrong


# --- the other witness ---------------------------------------------------------------------------


class Watch(ast.NodeTransformer):
    """Wraps each marked expression so that its values are seen when the program runs."""

    def __init__(self, wanted: list[Mark]) -> None:
        self.wanted = {(mark.line, ast.unparse(ast.parse(mark.expression))) for mark in wanted}

    def visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, ast.expr) or isinstance(getattr(node, "ctx", None), ast.Store):
            return self.generic_visit(node)
        place = (node.lineno, ast.unparse(node))
        self.generic_visit(node)
        if place not in self.wanted:
            return node
        where: list[ast.expr] = [ast.Constant(part) for part in place]
        call = ast.Call(ast.Name("see", ast.Load()), [*where, node], [])
        return ast.copy_location(call, node)


def run(source: str) -> dict[tuple[int, str], list[frozenset[str]]]:
    """Run a program and return the verdicts that hold of each value that passed a mark."""
    seen: dict[tuple[int, str], list[frozenset[str]]] = {}
    claimed = {verdict for mark in marks(source) for verdict in mark.verdicts}

    def see(line: int, expression: str, value: Any) -> Any:
        holding = frozenset(verdict for verdict in claimed if holds(verdict, value))
        seen.setdefault((line, expression), []).append(holding)
        return value

    tree = ast.parse(source)
    Watch(list(marks(source))).visit(tree)
    code = compile(ast.fix_missing_locations(tree), "case", "exec")
    exec(code, {"see": see, "__name__": __name__})
    return seen


def holds(verdict: str, value: Any) -> bool:
    """Whether a verdict is true of a value."""
    kind, _, rest = verdict.partition(" of ")
    if rest and kind in CONTAINERS:
        words = rest.split(", ")
        return isinstance(value, CONTAINERS[kind]) and all(
            any(holds(word, item) for word in words) for item in items(value)
        )
    if kind.startswith("static "):
        return repr(value) == kind.removeprefix("static ")
    if kind == "instance":
        return type(value).__name__ == rest
    if kind.startswith("function under"):
        return callable(value)
    return TESTS[kind](value)


def items(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else list(value)


def is_traced(value: Any) -> bool:
    return isinstance(value, jax.core.Tracer) and not is_readable(value)


def is_readable(value: Any) -> bool:
    try:
        bool(jnp.all(value == value))
    except jax.errors.ConcretizationTypeError:
        return False
    return True


def is_static(value: Any) -> bool:
    return not any(
        isinstance(leaf, jax.Array | np.ndarray | np.generic) for leaf in jax.tree.leaves(value)
    )


def is_key(value: Any) -> bool:
    return isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jax.dtypes.prng_key)


CONTAINERS: dict[str, type] = {"tuple": tuple, "list": list, "dict": dict, "set": set}

TESTS: dict[str, Callable[[Any], bool]] = {
    "traced": is_traced,
    "traced, array or pytree": lambda value: any(map(is_traced, jax.tree.leaves(value))),
    "differentiated, readable": lambda v: isinstance(v, jax.core.Tracer) and is_readable(v),
    "static": is_static,
    "key": lambda value: is_key(value) and value.ndim == 0,
    "keys": lambda value: is_key(value) and value.ndim > 0,
    "jax array": lambda v: isinstance(v, jax.Array) and not isinstance(v, jax.core.Tracer),
    "numpy array": lambda value: isinstance(value, np.ndarray | np.generic),
    "function": callable,
    "partial": callable,
    "method": callable,
    "unknown": lambda value: True,
}


def contradicted(source: str) -> list[str]:
    """Return a line for each mark that running the program does not bear out."""
    seen = run(source)
    wrong = []
    for mark in marks(source):
        values = seen.get((mark.line, ast.unparse(ast.parse(mark.expression))), [])
        proven = set().union(*values) | {"unknown"}
        if not values or not mark.verdicts <= proven or not all(v & mark.verdicts for v in values):
            wrong.append(f"line {mark.line}: `{mark.expression}` is not {set(mark.verdicts)}")
    return wrong


# --- programs that run ---------------------------------------------------------------------------

CASES = {
    "parameter of a decorated function": """
        @jax.jit
        def f(x, y):
            return [
                x,  # ? traced
                2 * y,  # ? traced
                -x,  # ? traced
                x @ x,  # ? traced
                x > 0,  # ? traced
                x[0],  # ? traced
                x.sum(),  # ? traced
                x.at[0].set(1),  # ? traced
                abs(x),  # ? traced
                sum(x),  # ? traced
            ]
        f(jnp.ones(3), 2.0)
    """,
    "what is static on a tracer": """
        @jax.jit
        def f(x):
            found = [
                x.shape,  # ? tuple of static 3
                x.shape[0],  # ? static
                x.shape[0] * 2 + 1,  # ? static
                x.ndim,  # ? static
                x.size,  # ? static
                x.dtype,  # ? static
                len(x),  # ? static
                len(x) > 2,  # ? static
                jnp.shape(x),  # ? tuple of static 3
                jnp.ndim(x),  # ? static
                jnp.issubdtype(x.dtype, jnp.floating),  # ? static
                x is None,  # ? static False
                x is not None,  # ? static True
                math.prod(x.shape),  # ? static
                isinstance(x, jax.Array),  # ? static True
            ]
            return x
        f(jnp.ones(3))
    """,
    "jnp on constants in traced code": """
        @jax.jit
        def f(x):
            return [
                jnp.zeros(3),  # ? traced
                jnp.arange(x.shape[0]),  # ? traced
                jnp.prod(jnp.array([2, 3])),  # ? traced
                lax.add(1, 2),  # ? traced
                jax.nn.relu(1.0),  # ? traced
                np.ones(3),  # ? numpy array
                np.sqrt(x.shape[0]),  # ? numpy array
                x + np.ones(3),  # ? traced
                np.ones(3) + x,  # ? traced
            ]
        f(jnp.ones(3))
    """,
    "jnp in plain code": """
        ones = jnp.ones(3)  # ? jax array
        both = ones + np.ones(3)  # ? jax array
        size = ones.shape  # ? tuple of static 3
        host = np.asarray(ones)  # ? numpy array
        item = ones[0]  # ? jax array
        count = float(ones.sum())  # ? static
        whole = ones.tolist()  # ? static
        fresh = ones.at[0].add(1)  # ? jax array
    """,
    "static_argnames": """
        @partial(jax.jit, static_argnames=("n", "flag"))
        def f(x, n, flag=False):
            return [
                x * n,  # ? traced
                n,  # ? static 3
                n + 1,  # ? static 4
                not flag,  # ? static True
            ]
        f(jnp.ones(3), n=3)
    """,
    "static_argnums": """
        def f(x, n):
            return [
                x,  # ? traced
                n,  # ? static 'sum'
            ][0]
        jax.jit(f, static_argnums=1)(jnp.ones(3), "sum")
    """,
    "a flag handed through jit is traced": """
        @jax.jit
        def f(x, train):
            return [
                train,  # ? traced
            ]
        f(jnp.ones(3), True)
    """,
    "a default that no caller passes": """
        @jax.jit
        def f(x, n=3, mode="sum"):
            return x, [
                n,  # ? static 3
                mode == "sum",  # ? static True
            ][0]
        f(jnp.ones(3))
    """,
    "a default that a caller passes": """
        @jax.jit
        def f(x, n=3):
            return n  # ? traced
        f(jnp.ones(3), n=4)
    """,
    "keyword-only and starred parameters": """
        @jax.jit
        def f(*xs, scale, **rest):
            return [
                xs[0],  # ? traced
                scale,  # ? traced
                rest["a"],  # ? traced
                len(xs),  # ? static
                len(xs) + 1 > 2,  # ? static
                "a" in rest,  # ? static
            ]
        f(jnp.ones(3), jnp.ones(3), scale=2.0, a=1.0)
    """,
    "call form, lambda": """
        f = jax.jit(lambda x: [
            x,  # ? traced
        ])
        f(1.0)
    """,
    "jit of a partial": """
        def f(x, n, y):
            return [
                x,  # ? traced
                n,  # ? static 2
            ]
        g = jax.jit(partial(f, n=2))
        g(1.0, y=2.0)
    """,
    "partial binds in order": """
        def f(a, b, c):
            return [
                a,  # ? static 1
                b,  # ? static 2
                c,  # ? traced
            ]
        jax.jit(partial(partial(f, 1), 2))(3.0)
    """,
    "closures": """
        def make(n):
            scale = jnp.ones(3)
            table = np.ones(3)
            @jax.jit
            def f(x):
                def inner(y):
                    return [
                        x,  # ? traced
                        y,  # ? traced
                        n,  # ? static 4
                        scale,  # ? jax array
                        scale > 0,  # ? traced
                        table,  # ? numpy array
                        table * 2,  # ? numpy array
                    ]
                return inner(x * 2)
            return f
        make(4)(1.0)
    """,
    "globals": """
        SCALE = jnp.float32(2)
        RATE = 0.1
        TABLE = np.arange(3)
        @jax.jit
        def f(x):
            return [
                RATE,  # ? static 0.1
                SCALE,  # ? jax array
                SCALE * 2,  # ? traced
                TABLE[0],  # ? numpy array
            ]
        f(1.0)
    """,
    "helper called with static and traced": """
        def helper(a, n):
            return [
                a,  # ? traced
                n,  # ? static 3
            ]
        @jax.jit
        def f(x):
            return helper(x, n=3)
        f(1.0)
    """,
    "a helper's result": """
        def double(a):
            return 2 * a
        def shape_of(a):
            return a.shape
        @jax.jit
        def f(x):
            return [
                double(x),  # ? traced
                double(3),  # ? static 6
                double(x.ndim),  # ? static
            ], shape_of(x)[0]  # ? shape_of(x)[0] = static
        f(jnp.ones(3))
    """,
    "one helper, several returns": """
        def pick(x, flag):
            if flag:
                return x
            return 3
        @partial(jax.jit, static_argnames="flag")
        def f(x, flag):
            return [
                pick(x, True),  # ? traced
                pick(x, False),  # ? static 3
            ]
        f(1.0, flag=True)
    """,
    "tuples and unpacking": """
        @jax.jit
        def f(pair):
            x, y = pair
            both = (x, 3)
            a, (b, *c) = x, (2, 3, y)
            return [
                x,  # ? traced
                both[0],  # ? traced
                both[1],  # ? static 3
                a,  # ? traced
                b,  # ? static 2
                c,  # ? list of static 3, traced
                (x, 2)[1],  # ? static 2
            ]
        f((1.0, 2.0))
    """,
    "lists": """
        @jax.jit
        def f(x):
            out = []
            out.append(x)
            out.append(2)
            return [
                out[0],  # ? traced
                out[1],  # ? static 2
                len(out),  # ? static
                [y + 1 for y in (x, x)],  # ? list of traced
                [n for n in (1, 2)],  # ? list of static
                bool(out),  # ? static
            ]
        f(1.0)
    """,
    "dicts": """
        @jax.jit
        def f(x):
            d = {"x": x, "n": 1}
            d["m"] = 5
            return [
                d["x"],  # ? traced
                d["n"],  # ? static 1
                d["m"],  # ? static 5
                "x" in d,  # ? static
                len(d),  # ? static
            ]
        f(1.0)
    """,
    "dict of parameters": """
        @jax.jit
        def f(params):
            for name, leaf in params.items():
                print(
                    name,  # ? static
                    leaf,  # ? traced
                )
            return [
                params["w"],  # ? traced
                "w" in params,  # ? static
                len(params),  # ? static
            ]
        f({"w": 1.0})
    """,
    "named tuples": """
        class State(NamedTuple):
            x: jax.Array
            step: int
        @jax.jit
        def f(state):
            fresh = State(1.0, 2)
            return [
                state.x,  # ? traced
                state.step,  # ? traced
                fresh.step,  # ? static 2
            ]
        f(State(1.0, 2))
    """,
    "registered dataclasses": """
        @jax.tree_util.register_dataclass
        @dataclasses.dataclass
        class Point:
            x: jax.Array
            label: str = dataclasses.field(metadata=dict(static=True), default="a")
        @jax.jit
        def f(point):
            made = Point(point.x + 1, "b")
            return [
                point.x,  # ? traced
                made.x,  # ? traced
                made,  # ? instance of Point
            ]
        f(Point(1.0))
    """,
    "static self": """
        class Model:
            def __init__(self, n):
                self.n = n
                self.table = np.ones(3)
            @partial(jax.jit, static_argnums=0)
            def step(self, x):
                return [
                    x,  # ? traced
                    self.scale(x),  # ? traced
                    self.table * 2,  # ? numpy array
                ]
            def scale(self, y):
                return y * 2
        Model(3).step(1.0)
    """,
    "a bound method": """
        class Model:
            def __init__(self, n):
                self.step = jax.jit(self._step)
            def _step(self, x, n=2):
                return [
                    x,  # ? traced
                    n,  # ? static 2
                ]
        Model(3).step(1.0)
    """,
    "grad alone leaves values readable": """
        def loss(w, x):
            return w * x  # ? w = differentiated, readable; x = jax array
        jax.grad(loss)(1.0, jnp.float32(2))
    """,
    "grad inside jit": """
        def loss(w):
            return w * 2  # ? traced
        jax.jit(jax.grad(loss))(1.0)
    """,
    "argnums": """
        def loss(w, b):
            return [
                w,  # ? static 1.0
                b,  # ? differentiated, readable
            ][1]
        jax.grad(loss, argnums=1)(1.0, 2.0)
    """,
    "grad's result": """
        def loss(w):
            return w * w
        @jax.jit
        def step(w):
            value, slope = jax.value_and_grad(loss)(w)
            return [
                jax.grad(loss)(w),  # ? traced
                value,  # ? traced
                slope,  # ? traced
            ]
        step(1.0)
    """,
    "vmap": """
        def f(x, y, n):
            return [
                x,  # ? traced
                y,  # ? jax array
                x * n,  # ? traced
            ][2]
        jax.vmap(f, in_axes=(0, None, None))(jnp.ones(3), jnp.ones(3), 2)
    """,
    "vmap of constants": """
        @jax.vmap
        def f(x):
            return [
                jnp.zeros(()),  # ? jax array
                x.ndim,  # ? static 0
                x,  # ? traced
            ][2]
        f(jnp.ones(3))
    """,
    "scan": """
        def body(carry, x):
            made = jnp.zeros(())
            return made + carry, made + x  # ? made + carry = traced; made + x = traced
        total, ys = lax.scan(body, 0.0, jnp.ones(3))
        end = total  # ? jax array
        all_of = ys  # ? jax array
    """,
    "scan over nothing": """
        def body(carry, x):
            return carry + 1, [
                x,  # ? static None
            ][0]
        lax.scan(body, 0.0, None, length=3)
    """,
    "fori_loop": """
        def body(i, carry):
            return [
                i,  # ? traced
                carry + i,  # ? traced
            ][1]
        end = lax.fori_loop(0, 3, body, 0)  # ? jax array
    """,
    "while_loop": """
        def test(carry):
            return carry < 3  # ? traced
        def body(carry):
            return carry + 1  # ? traced
        end = lax.while_loop(test, body, 0)  # ? jax array
    """,
    "cond": """
        def up(x, n):
            return [
                x,  # ? traced
                n,  # ? traced
            ][0]
        def down(x, n):
            return x - n  # ? traced
        end = lax.cond(True, up, down, 1.0, 2.0)  # ? jax array
    """,
    "switch": """
        first = lambda x: x + 1  # ? x + 1 = traced
        lax.switch(0, [first, lambda x: x], 1.0)
    """,
    "lax.map and associative_scan": """
        lax.map(lambda x: [
            x,  # ? traced
        ], jnp.ones(3))
    """,
    "checkpoint": """
        @jax.checkpoint
        def f(x, n=2):
            return [
                x,  # ? traced
                n,  # ? static 2
            ][0]
        f(1.0)
    """,
    "eval_shape": """
        def f(x):
            return x * 2  # ? traced
        jax.eval_shape(f, jnp.ones(3))
        jax.make_jaxpr(f)(1.0)
        jax.jit(f).lower(1.0)
    """,
    "callbacks": """
        @jax.jit
        def f(x):
            shape = jax.ShapeDtypeStruct((), jnp.float32)
            return jax.pure_callback(np.sin, shape, x)  # ? traced
        f(1.0)
    """,
    "custom_vjp run eagerly": """
        @jax.custom_vjp
        def f(x):
            return [
                x,  # ? jax array
            ][0]
        f.defvjp(lambda x: (x, None), lambda kept, g: (g,))
        f(jnp.ones(3))
    """,
    "custom_vjp under jit": """
        @jax.custom_jvp
        def f(x):
            return x * 2  # ? traced
        f.defjvp(lambda primals, tangents: (primals[0], tangents[0]))
        @jax.jit
        def g(x):
            return f(x)  # ? traced
        g(2.0)
    """,
    "ensure_compile_time_eval": """
        @jax.jit
        def f(x):
            with jax.ensure_compile_time_eval():
                size = jnp.prod(jnp.array([2, 3]))  # ? jax array
            return [
                size,  # ? jax array
                size * 2,  # ? traced
                jnp.array([2]),  # ? traced
            ]
        f(1.0)
    """,
    "stop_gradient and tree.map": """
        @jax.jit
        def f(tree):
            doubled = jax.tree.map(lambda leaf: [
                leaf * 2,  # ? traced
            ][0], tree)
            return lax.stop_gradient(tree["w"]), doubled["w"]  # ? doubled["w"] = traced
        f({"w": 1.0})
    """,
    "isinstance": """
        @jax.jit
        def f(x):
            return x, [
                isinstance(x, jax.Array),  # ? static True
                isinstance(x, (int, float)),  # ? static False
                isinstance((x, 1), tuple),  # ? static
                callable(x),  # ? static
            ]
        f(1.0)
    """,
    "recursion": """
        def total(xs):
            if len(xs) == 1:
                return xs[0]
            return xs[0] + total(xs[1:])
        @jax.jit
        def f(x):
            return total([x, x, x])  # ? traced
        f(1.0)
    """,
    "branches join": """
        @partial(jax.jit, static_argnames="flag")
        def f(x, flag):
            if flag:
                y, n = x, 1
            else:
                y, n = x + 1, 2
            return [
                y,  # ? traced
                n,  # ? static
            ]
        f(1.0, flag=True)
    """,
    "a name that is traced only after a loop": """
        @jax.jit
        def f(x):
            total = 0
            for n in range(3):
                total = total + x[n]  # ? total + x[n] = traced
            return total  # ? traced
        f(jnp.ones(3))
    """,
    "keys": """
        key = jax.random.key(0)  # ? key
        first, second = jax.random.split(key)  # ? keys
        many = jax.random.split(first, 3)  # ? keys
        one = many[0]  # ? key
        also = jax.random.fold_in(second, 1)  # ? key
        drawn = jax.random.normal(one, (2,))  # ? jax array
        @jax.jit
        def f(key):
            sub = jax.random.split(key, 2)[0]  # ? key
            return jax.random.normal(sub)  # ? traced
        f(also)
    """,
    "functions are values": """
        def plain(x):
            return x
        jitted = jax.jit(plain)  # ? function under jax.jit
        bound = partial(plain, 1)  # ? partial
        table = {"a": plain}
        found = table["a"]  # ? function
        vectorised = jax.vmap(jitted)  # ? function under jax.vmap
    """,
    "functions in containers": """
        def double(x):
            return x * 2  # ? traced
        STEPS = {"double": double}
        @jax.jit
        def f(x):
            first, second = double, abs
            return [
                [abs, double][1](x),  # ? traced
                STEPS["double"](x),  # ? traced
                first(second(x)),  # ? traced
            ]
        f(1.0)
    """,
    "a factory's result": """
        def make(scale):
            def f(x):
                return x * scale  # ? x * scale = traced
            return jax.jit(f)
        step = make(2)
        step(1.0)
    """,
    "nested functions under their own jit": """
        @jax.jit
        def outer(x):
            @jax.jit
            def inner(y, n=1):
                return [
                    y,  # ? traced
                    n,  # ? static 1
                ]
            return inner(3)
        outer(1.0)
    """,
    "disabled by name only": """
        class jax_like:
            @staticmethod
            def jit(f):
                return f
        @jax_like.jit
        def f(x):
            return x + 1  # ? static 2
        f(1)
    """,
    "aliases": """
        import jax.numpy as n
        from jax import jit as compiled, numpy
        @compiled
        def f(x):
            return [
                n.zeros(2),  # ? traced
                numpy.zeros(2),  # ? traced
                x,  # ? traced
            ]
        f(1.0)
    """,
    "a shadowed name": """
        def jit(f):
            return f
        @jit
        def f(x):
            return x  # ? static 1
        f(1)
    """,
}


def program(name: str) -> str:
    return HEADER + dedent(CASES[name])


@pytest.mark.parametrize("name", CASES)
def test_values_are_taken_for_what_they_are(name: str) -> None:
    assert misjudged({"case.py": program(name)}) == []


@pytest.mark.parametrize("name", CASES)
def test_jax_bears_the_verdicts_out(name: str) -> None:
    assert contradicted(program(name)) == []


# --- programs that need more than jax ------------------------------------------------------------

LIBRARY_CASES = {
    "equinox filters arrays": """
        import equinox as eqx
        class Net(eqx.Module):
            weight: jax.Array
            depth: int = 2
            def __call__(self, x):
                return x * self.weight  # ? x * self.weight = traced
        @eqx.filter_jit
        def step(net, x, name="a"):
            return [
                net(x),  # ? traced
                name,  # ? static 'a'
                jnp.ones(3),  # ? traced
            ]
        step(Net(jnp.ones(3)), jnp.ones(3))
    """,
    "equinox leaves flags alone": """
        import equinox as eqx
        @eqx.filter_jit
        def step(x, train):
            return x, train  # ? x = traced; train = static True
        step(jnp.ones(3), True)
    """,
    "flax.linen": """
        from flax import linen as nn
        class Net(nn.Module):
            width: int
            @nn.compact
            def __call__(self, x, train=False):
                hidden = nn.Dense(self.width)(x)
                return hidden, train  # ? hidden = traced; train = static False
        net = Net(3)
        @jax.jit
        def step(params, x):
            return net.apply(params, x)
        step({}, jnp.ones(3))
    """,
    "flax.nnx": """
        from flax import nnx
        @nnx.jit
        def step(model, x):
            return x * 2  # ? x = traced; x * 2 = traced
        step(None, jnp.ones(3))
    """,
    "haiku": """
        import haiku as hk
        def forward(x, train=True):
            return hk.Linear(3)(x), train  # ? x = traced; train = static True
        net = hk.transform(forward)
        @jax.jit
        def step(params, key, x):
            return net.apply(params, key, x)
        step({}, jax.random.key(0), jnp.ones(3))
    """,
}


@pytest.mark.parametrize("name", LIBRARY_CASES)
def test_doors_of_the_libraries(name: str) -> None:
    assert misjudged({"case.py": HEADER + dedent(LIBRARY_CASES[name])}) == []


# --- programs in several files -------------------------------------------------------------------

FILE_CASES: dict[str, dict[str, str]] = {
    "helper in another file": {
        "main.py": """
            import jax
            from helpers import double
            @jax.jit
            def f(x):
                return double(x, n=2)  # ? traced
            f(1.0)
        """,
        "helpers.py": """
            def double(a, n):
                return a * n  # ? a = traced; n = static 2
        """,
    },
    "relative import and re-export": {
        "pkg/__init__.py": "from .inner import work as work",
        "pkg/inner.py": """
            from . import settings
            def work(a):
                return a * settings.RATE  # ? a = traced; settings.RATE = static 3
        """,
        "pkg/settings.py": "RATE = 3",
        "main.py": """
            import jax
            import pkg
            step = jax.jit(pkg.work)
            step(1.0)
        """,
    },
    "a class from another file": {
        "models.py": """
            class Model:
                def __init__(self, n):
                    self.n = n
                def apply(self, x):
                    return x * self.n  # ? x = traced
        """,
        "main.py": """
            import jax, models as m
            model = m.Model(3)
            @jax.jit
            def f(x):
                return model.apply(x)  # ? traced
            f(1.0)
        """,
    },
    "a wrapper from another file": {
        "wrappers.py": """
            import jax
            from functools import partial
            compiled = partial(jax.jit, static_argnames="n")
        """,
        "main.py": """
            from wrappers import compiled
            @compiled
            def f(x, n):
                return x, n  # ? x = traced; n = static 2
            f(1.0, n=2)
        """,
    },
    "imports in a ring": {
        "a.py": """
            import jax
            import b
            def base(x):
                return x + 1  # ? x = traced
            step = jax.jit(b.work)
            step(1.0)
        """,
        "b.py": """
            import a
            def work(x):
                return a.base(x)  # ? traced
        """,
    },
}


@pytest.mark.parametrize("name", FILE_CASES)
def test_values_cross_files(name: str) -> None:
    assert misjudged({path: dedent(text) for path, text in FILE_CASES[name].items()}) == []
