"""Programs made to cost much: each gets an answer, and most get the right one."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from jaxlint.analysis import budgets
from jaxlint.diagnostics.findings import Report
from jaxlint.queries.checking import Request, check
from jaxlint.queries.explaining import Subject, explain
from jaxlint.source.files import Source

HEADER = "import jax\nimport jax.numpy as jnp\n"
HAZARD = "@jax.jit\ndef hazard(x):\n    if x > 0:\n        return 1\n    return x\n"


def lines(template: str, count: int) -> str:
    """Return a template many times over, with its number in place of ``#``."""
    return "\n".join(template.replace("#", str(number)) for number in range(count)) + "\n"


def body(text: str) -> str:
    return indent(text, "    ")


def long_file() -> str:
    """Ten thousand lines, of which every tenth function is traced."""
    plain = "def plain#(x):\n    y = x + #\n    return y\n"
    return lines(f"{plain}\n@jax.jit\ndef traced#(x):\n    return plain#(x) * jnp.sin(x)\n\n", 1000)


def many_branches() -> str:
    """A traced function of a thousand branches, each of which may bind a name anew."""
    return "@jax.jit\ndef f(x, *flags):\n    y = 0\n" + body(
        lines("if len(flags) > #:\n    y = y + x\nelif x.ndim == #:\n    y = #", 1000) + "return y"
    )


def deep_branches() -> str:
    """Branches in branches, as deep as Python itself allows."""
    text = "y = x\n"
    for number in range(90):
        text = f"if x.ndim == {number}:\n    z = 1\n    " + text.replace("\n", "\n    ") + "\n"
    return "@jax.jit\ndef f(x):\n    y = 0\n" + body(text + "return y")


def doubling_branches() -> str:
    """Branches whose paths double forty times, each with a key that may have been drawn from."""
    draw = (
        "if flags[#]:\n    y = jax.random.normal(key)\nelse:\n    key = jax.random.fold_in(key, #)"
    )
    return "def f(key, flags):\n    y = 0\n" + body(lines(draw, 40) + "return y")


def doubling_calls() -> str:
    """Functions that call the next one twice: two to the power of sixty calls in all."""
    calls = lines("def f#(x, n):\n    return f$(x + 1, n) + f$(n, x)", 60)
    for number in range(60):
        calls = calls.replace("$", str(number + 1), 2)
    return f"{calls}def f60(x, n):\n    return x\nstep = jax.jit(f0)\nstep(1.0, 2)\n"


def mutual_recursion() -> str:
    """Functions that call each other in a ring, with arguments that change places."""
    ring = lines("def f#(x, y, *rest):\n    return f$(y, x + 1, (x, rest), *rest)", 50)
    for number in range(50):
        ring = ring.replace("$", str((number + 1) % 50), 1)
    return f"{ring}\njax.jit(f0)(1.0, 2.0)\n"


def nested_functions() -> str:
    """Functions in functions, as deep as Python itself allows."""
    text = "return x\n"
    for number in range(90):
        text = f"def f{number}(x):\n{body(text)}\nreturn f{number}(x)\n"
    return f"@jax.jit\ndef f(x):\n{body(text)}"


def dense_calls() -> str:
    """Two hundred helpers, each of which calls twenty others."""
    text = ""
    for number in range(200):
        others = " + ".join(f"h{(number * 7 + step * 13) % 200}(x, n)" for step in range(20))
        text += (
            f"def h{number}(x, n):\n    if n > {number}:\n        return x\n    return {others}\n"
        )
    return text + "\n@jax.jit\ndef f(x):\n    return h0(x, 3)\n"


def large_literals() -> str:
    """A list, a dict and a string that are longer than anything a person writes."""
    numbers = ", ".join(map(str, range(20_000)))
    pairs = ", ".join(f"'k{number}': {number}" for number in range(5_000))
    text = f"A = [{numbers}]\nB = {{{pairs}}}\nC = '{'c' * 1_000_000}'\nD = {'9' * 5000}\n"
    return text + "\n@jax.jit\ndef f(x):\n    return x * A[19_999] + B['k7'] + len(C)\n"


def large_numbers() -> str:
    """Constants that would take for ever to compute."""
    return (
        "N = 9 ** 9 ** 9\nS = 'a' * 10 ** 12\nT = (0,) * 10 ** 12\nM = 1 << 10 ** 12\n"
        "L = list(range(10 ** 12))\nP = [n for n in range(10 ** 12)]\nF = f'{1:>1000000000000}'\n"
        "B = bytes(10 ** 12)\nR = 'x'.ljust(10 ** 12)\nQ = '%1000000000000d' % 1\n"
        "for n in range(10 ** 12):\n    print(n)\n"
        "while N:\n    N += N * N\n    S += S\n    T += T\n"
    )


def long_expression() -> str:
    """One sum of three hundred terms, and one chain of calls."""
    total = " + ".join("x" for _ in range(300))
    chain = "x.at[0]" + ".set(1).at[0]" * 50 + ".get()"
    return f"@jax.jit\ndef f(x):\n    y = {total}\n    return {chain}\n"


def many_contexts() -> str:
    """One helper, called in five hundred ways."""
    calls = lines("y = helper(x, #, flag=# % 2, name='n#')", 500)
    return (
        f"def helper(x, n, flag, name):\n    if n:\n        return x\n    return n\n"
        f"@jax.jit\ndef f(x):\n{body(calls)}\n    return y\n"
    )


def many_rebindings() -> str:
    """A global that is read and re-bound a thousand times."""
    return (
        "G = 0\n"
        + lines("def set#():\n    global G\n    G = #\n", 1000)
        + ("@jax.jit\ndef f(x):\n" + body(lines("x = x + G", 200) + "return x") + "\nf(1.0)\n")
    )


def ring_of_classes() -> str:
    """Classes that inherit from each other, which Python would not run."""
    return (
        lines("class C#(C$):\n    def m(self, x):\n        return super().m(x)", 20).replace(
            "$", "0"
        )
        + "jax.jit(C3().m)(1.0)\nclass D(E):\n    pass\nclass E(D):\n    pass\nE().m(1)\n"
    )


def self_containing_values() -> str:
    """Values that hold themselves."""
    return (
        "a = []\na.append(a)\nb = {}\nb['b'] = b\nc = (a, b)\na.extend(c)\n"
        "f = lambda: f\ng = f()()()\nclass N:\n    pass\nn = N()\nn.n = n\nn.n.n.n.x = n\n"
        "@jax.jit\ndef h(x):\n    l = [x]\n    l.append(l)\n"
        "    return l[0] + l[1][1][0] + n.n.n.x.y\nh(1.0)\n"
    )


def nested_loops() -> str:
    """Loops in loops, each of which takes a value round."""
    text = "a0, a1, a2 = a1, a2, jax.random.normal(a0)\n"
    for number in range(10):
        text = f"for i{number} in range(a1):\n{body(text)}    a{number % 3} = a0 + i{number}\n"
    return f"def f(a0, a1, a2):\n{body(text)}    return a0\njax.jit(f)(1, 2, 3)\n"


PROGRAMS: list[Callable[[], str]] = [
    deep_branches, dense_calls, doubling_branches, doubling_calls, large_literals, large_numbers,
    long_expression, long_file, many_branches, many_contexts, many_rebindings, mutual_recursion,
    nested_functions, nested_loops, ring_of_classes, self_containing_values,
]  # fmt: skip


def checked(program: Callable[[], str]) -> Report:
    """Check a program with a hazard behind it, on which no budget of the program's may tell."""
    return check([Source("heavy.py", f"{HEADER}{program()}\n{HAZARD}".encode())])


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: str(program.__name__))
def test_a_heavy_program_gets_its_answer(program: Callable[[], str]) -> None:
    report = checked(program)
    assert report.faults == ()
    assert [f.code for f in report.findings if "`x > 0`" in f.message] == ["JAX101"]


def test_a_wide_project_gets_its_answer() -> None:
    """Eighty files that all import each other."""
    imports = lines("from m# import f# as g#", 80)
    sources = [
        Source(f"m{n}.py", f"{HEADER}{imports}def f{n}(x):\n    return g{n - 1}(x)\n".encode())
        for n in range(80)
    ]
    report = check([*sources, Source("main.py", (HEADER + HAZARD).encode())], Request(roots=("",)))
    assert [f.path for f in report.findings] == ["main.py"]


def test_a_chain_of_re_exports_that_never_ends() -> None:
    texts = {
        "a.py": "from b import f",
        "b.py": "from a import *\nfrom c import f",
        "c.py": "from a import f",
    }
    texts["main.py"] = f"{HEADER}from a import f\njax.jit(f)(1.0)\n{HAZARD}"
    report = check(
        [Source(path, text.encode()) for path, text in texts.items()], Request(roots=("",))
    )
    assert [f.path for f in report.findings] == ["main.py"]


def test_explaining_a_heavy_program_ends() -> None:
    source = Source("heavy.py", (HEADER + dense_calls()).encode())
    assert explain(Subject([source], "heavy.py", range(4, 5))).beliefs


def chain_to_an_outer_name(last: str) -> str:
    """A chain of calls too long to follow, whose functions may bind a variable around them."""
    step = "def step#():\n    nonlocal key\n    return step$()\n"
    steps = "".join(
        step.replace("#", str(n)).replace("$", str(n + 1)) for n in range(budgets.CALL_DEPTH)
    )
    steps += f"def step{budgets.CALL_DEPTH}():\n    nonlocal key\n    {last}\n"
    drawn = "one = jax.random.normal(key)\nstep0()\nreturn one, jax.random.normal(key)\n"
    return f"{HEADER}def outer(key):\n{body(steps + drawn)}"


def test_a_call_that_is_left_for_its_depth_may_have_bound_outer_names() -> None:
    text = chain_to_an_outer_name("key = jax.random.fold_in(key, 1)")
    assert check([Source("deep.py", text.encode())]).findings == ()
    plain = text.replace("nonlocal key", "pass")
    assert [f.code for f in check([Source("deep.py", plain.encode())]).findings] == ["JAX401"]
