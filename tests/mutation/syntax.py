"""Statements in the syntax of Python 3.8 to 3.14, of Python 2, and of nothing at all."""

from __future__ import annotations

STATEMENTS = (
    # 3.8 to 3.10
    "if (n := len('x')) > 1: pass",
    "def f(a, /, b, *, c): return a",
    "print(f'{x=!r:>{width}}')",
    "@x[0].y\ndef f(): ...",
    "with (open('a') as a, open('b') as b,): pass",
    "match x:\n    case {'a': [1, *_], **y} if y: pass\n    case A(b=1) | -1 | 'c' as d: pass",
    "match = case = type = _ = 1",
    "for x in *a, *b: pass",
    "return *a, *b",
    "x: tuple[int, *tuple[str, ...]] = 1",
    # 3.11 to 3.14
    "try: pass\nexcept* (ValueError, TypeError) as group: pass",
    "x[*a, 1:2, *b]",
    "def f(*args: *Ts): ...",
    "type X[T: int, *Ts, **P] = list[T]",
    "def f[T: (int, str) = int](x: T) -> T: return x",
    "class C[T = int](B[T], metaclass=M): ...",
    "x = f'{f'{f\"{1}\"}'}'",
    "x = f'{x!r:{'a' + \"b\"}\\n}'",
    "x = t'{name!r:>{width}}' t'b'",
    "try: pass\nexcept A, B: pass",
    "def f():\n    try: pass\n    finally: return 1",
    # what runs oddly
    "async def f():\n    async with a as b, c: return [x async for x in b if await x]",
    "await jax.jit(f)(x)",
    "yield (yield from x)",
    "lambda *, key=1, **kw: (yield)",
    "global x; nonlocal y; del (x, [y])",
    "x = 1_000j + 0xDEAD_BEEF - 0b1 * 0o7 ** 1e-400 // 1e999",
    "x = [[[[[[[[[[1]]]]]]]]]]; y = ----~-x; not not not x",
    "a = b = c, *d = [e, f] = x if y else z",
    "from . import (a as b,); from .. import c; from ...d import *",
    "import jax.numpy as jnp, jax as jnp; from jax import numpy as jnp",
    "assert (x, 'always'); raise E from None",
    "'''text\nof two lines''' '' \"\" rb'\\xff' Rb\"\"\"x\"\"\"",
    "class jax: numpy = jit = vmap = None",
    "def jit(f=jit, *jit, **kw): return jit(jit)(jit)",
    "while True: break\nelse: continue",
    "...; ..., ; (yield),",
    "\\\n    x = 1",
    "x = 1 # jaxlint: ignore[",
    "# jaxlint: off[JAX101,,] # noqa: # jaxlint: on[",
    # no Python of today
    "print 'x' % y, `z`",
    "exec 'code' in ns",
    "raise E, 'text'",
    "x <> y; 0777; ur'x'",
    "def f((a, b)): pass",
    "%time x = 1",
    "!ls\nx = !ls\n?x",
    "x = $ ? @ !",
    "def",
    "(",
    "]",
    '"""',
    "if x\n    y",
    "return return",
    "λ = Ω = \u210c = \U0001d518\U0001d52b = x\u0660 = 1",
    "x = '\U0001f600 \u202e \u2028 \x85 é'",
)
TOKENS = (
    "( ) [ ] { } , : ; . = := == -> * ** / // % @ & | ^ ~ << >> < > ! ? $ ` \\ ... not in is lambda"
    " if else for while def class return yield await async with as try except finally raise import"
    " from global nonlocal del pass break continue match case type None True False 0 1.5 1j '' \"\""
    " ''' f'{ f'{x' b'' # jax jnp jax.jit key x self *args **kw @jax.jit"
).split()
