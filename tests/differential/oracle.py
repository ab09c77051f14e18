"""What JAX makes of a program: which keys are consumed, and what its own checker says.

The recorder runs a program without jit, so that bodies of control flow run turn by turn on concrete
keys, and replaces the samplers and ``split`` in ``jax.random`` by functions that note the data of
the key they are given before they do their work.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from itertools import count, product
from typing import Any

import jax
import numpy as np
from jax._src.interpreters.batching import BatchTracer

from jaxlint.knowledge.random import SAMPLERS

# jax has no annotations for much of what is used here.
untyped: Any = jax
random: Any = jax.random

TURNS = (3, 1)
MOST_TURNS = 1000
APART = 0x5EED


class Blind(Exception):
    """A key without data was consumed: the recorder cannot judge this program."""


@dataclass(slots=True)
class Recorder:
    """Notes the keys consumed in one run. ``reused`` says that one was consumed twice."""

    seen: set[bytes] = field(default_factory=set)
    reused: bool = False
    clones: Iterator[int] = field(default_factory=count)

    def consume(self, key: Any) -> None:
        """Note a key, or each key of a batch. Raises Blind for a tracer without data."""
        while isinstance(key, BatchTracer):
            key = key.val
        if isinstance(key, jax.core.Tracer):
            raise Blind
        words = np.asarray(random.key_data(key))
        for row in words.reshape(-1, words.shape[-1]):
            data = row.tobytes()
            self.reused |= data in self.seen
            self.seen.add(data)

    def wrap(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that notes its key before it draws or splits."""

        def noted(*args: Any, **keywords: Any) -> Any:
            self.consume(keywords["key"] if "key" in keywords else args[0])
            with untyped.disable_jit(False):
                return function(*args, **keywords)

        return noted

    def clone(self, key: Any) -> Any:
        """A key that no other is equal to."""
        return FOLD_IN(FOLD_IN(key, APART + 1), next(self.clones))


FOLD_IN = random.fold_in


def fold_in_apart(key: Any, data: Any) -> Any:
    """fold_in, whose results never equal the children of a split."""
    with untyped.disable_jit(False):
        return FOLD_IN(FOLD_IN(key, APART), data)


@contextmanager
def recording() -> Iterator[Recorder]:
    """Replace the functions of jax.random for a while."""
    recorder = Recorder()
    replaced = {name: recorder.wrap(getattr(random, name)) for name in (*SAMPLERS, "split")}
    replaced |= {"clone": recorder.clone, "fold_in": fold_in_apart}
    kept = {name: getattr(random, name) for name in replaced}
    for name, function in replaced.items():
        setattr(random, name, function)
    try:
        with untyped.disable_jit():
            yield recorder
    finally:
        for name, function in kept.items():
            setattr(random, name, function)


class _ToRun(ast.NodeTransformer):
    """Takes out splits whose result goes nowhere, and has while loops end."""

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        node.body.insert(0, ast.parse("next(turns)").body[0])
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(("split", "fold_in")):
            return ast.copy_location(ast.Pass(), node)
        return node


@dataclass(frozen=True, slots=True)
class Runs:
    """What the runs of a program showed. ``checked`` is what JAX's own checker said, if asked."""

    reused: bool
    checked: bool | None


def observe(text: str, *, checker: bool = True) -> Runs:
    """Run a program for every choice of its flags.

    Raises Blind when the recorder cannot judge it, and whatever else the program raises.
    """
    tree = ast.fix_missing_locations(_ToRun().visit(ast.parse(text)))
    program = compile(tree, "<program>", "exec", dont_inherit=True)
    choices = [(bool(f), bool(o), n) for f, o, n in product(*_values(text))]
    reused = any(_records(program, *flags) for flags in choices)
    checked = any(_raises(program, *flags) for flags in choices) if checker else None
    return Runs(reused, checked)


def _values(text: str) -> tuple[tuple[int, ...], ...]:
    """The values of ``flag``, ``other`` and ``n`` that make a difference."""
    body = text.partition("def main(")[2].partition("\n")[2]
    tests = ("flag" in body, "other" in body, any(t in body for t in ("n > 2", "match n", "n - 2")))
    values = ((True, False), (True, False), TURNS)
    return tuple(v if used else v[:1] for v, used in zip(values, tests, strict=True))


def _run(program: Any, flag: bool, other: bool, n: int) -> None:
    names: dict[str, Any] = {"__name__": "program", "turns": iter(range(MOST_TURNS))}
    exec(program, names)
    with redirect_stdout(io.StringIO()):
        names["main"](random.key(0), flag, other, n)


def _records(program: Any, flag: bool, other: bool, n: int) -> bool:
    with recording() as recorder:
        _run(program, flag, other, n)
    return recorder.reused


def _raises(program: Any, flag: bool, other: bool, n: int) -> bool:
    try:
        with untyped.debug_key_reuse(True):
            _run(program, flag, other, n)
    except (untyped.errors.KeyReuseError, UnboundLocalError):
        return True  # a handler of the program's own may have caught the error before it bound
    return False
