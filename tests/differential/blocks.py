"""Forms with blocks: branches, loops, try."""

from __future__ import annotations

from . import straight
from .writing import Form, NoKey, Writer

SMALL: tuple[Form, ...] = (
    *straight.BASIC,
    *straight.BASIC,
    straight.batch,
    straight.fold_twice,
    straight.draw_by_flag,
    straight.comprehension,
    straight.mapped,
    straight.mapping,
)


def inner(w: Writer) -> tuple[Form, ...]:
    """What may stand in a block here."""
    return (*SMALL, branch, key_loop) if w.depth < 3 else SMALL


def branch(w: Writer) -> None:
    """if, with or without else."""
    flag = w.pick("flag", "flag", "other", "not flag", "n > 2", "flag and other")
    otherwise = "else:" if flag != "flag" or w.chance(0.7) else "elif other:"
    with w.arms() as begin:
        begin()
        w.line(f"if {flag}:")
        w.block(inner(w), 2)
        begin()
        if w.chance(0.6):
            w.line(otherwise)
            w.block(inner(w), 2)


def two_tests(w: Writer) -> None:
    """Two tests of one flag, each with a draw: exclusive, or both taken."""
    key = w.take()
    first, second = w.pick("flag", "not flag"), w.pick("flag", "not flag")
    w.line(f"if {first}:")
    w.line(f"    {w.total} = {w.total} + {w.draw(key)}")
    w.line(f"if {second if w.slips() else opposite(first)}:")
    w.line(f"    {w.total} = {w.total} + {w.draw(key)}")


def opposite(flag: str) -> str:
    """The other value of a flag."""
    return flag.removeprefix("not ") if flag.startswith("not ") else f"not {flag}"


def early_return(w: Writer) -> None:
    """A branch that returns."""
    if w.depth > 1 or w.total != "total":
        raise NoKey
    before = w.keys.copy()
    w.line(f"if {w.pick('flag', 'other', 'not flag')}:")
    w.block(SMALL, 2)
    w.line(f"    return {w.total}")
    w.keys = before


def mode(w: Writer) -> None:
    """match on a static number."""
    key = w.take()
    w.line("match n:")
    w.line(f"    case 1:\n        {w.total} = {w.total} + {w.draw(key)}")
    w.line(f"    case _:\n        {w.total} = {w.total} + {w.draw(key)}")


def counted_loop(w: Writer) -> None:
    """A loop over numbers: keys from outside are split and re-bound, or folded."""
    i = w.name("i")
    folded = w.chance(0.4)
    base = w.take() if folded else ""
    w.line(f"for {i} in range({w.pick('n', 'n', '2', '3')}):")
    with w.turn():
        if folded:
            w.line(f"    k{i} = jr.fold_in({base}, {i})")
            w.give(f"k{i}")
        w.block(inner(w), 3)
        ending(w)


def key_loop(w: Writer) -> None:
    """A loop over keys."""
    k = w.name("k")
    if w.keys.batches and w.chance(0.5):
        keys = w.random.choice(w.keys.batches)
        straight.spend_batch(w, keys)
    else:
        keys = f"jr.split({w.take()}, 3)"
    w.line(
        w.pick(
            f"for {k} in {keys}:",
            f"for {k} in {keys}:",
            f"for _, {k} in enumerate({keys}):",
            f'for _, {k} in zip("ab", {keys}):',
            f"for {k} in list({keys}):",
        )
    )
    with w.turn(k):
        w.block(inner(w), 2)
        ending(w)


def listed_loop(w: Writer) -> None:
    """A loop or a comprehension over keys that are listed."""
    a = w.take()
    b = a if w.slips() else w.take()
    k = w.name("k")
    keys = w.pick(f"({a}, {b})", f"[{a}, {b}]")
    if w.chance(0.4):
        w.add(f"sum([{w.draw(k)} for {k} in {keys}])")
        return
    w.line(f"for {k} in {keys}:")
    with w.turn(k):
        w.block(SMALL, 2)


def index_loop(w: Writer) -> None:
    """A loop over the index of a batch."""
    if not w.keys.batches:
        raise NoKey
    keys, i = w.random.choice(w.keys.batches), w.name("i")
    straight.spend_batch(w, keys)
    w.line(f"for {i} in range(2):")
    with w.turn(f"{keys}[{i}]"):
        w.block(SMALL, 2)


def while_loop(w: Writer) -> None:
    """A while loop with a counter."""
    i = w.name("i")
    w.line(f"{i} = 0\nwhile {i} < {w.pick('n', '2')}:")
    with w.turn():
        w.line(f"    {i} += 1")
        w.block(inner(w), 3)
        ending(w)


def endless(w: Writer) -> None:
    """A loop that is left from within."""
    i = w.name("i")
    w.line(f"{i} = 0\nwhile True:")
    with w.turn():
        w.line(f"    {i} += 1")
        w.block(SMALL, 2)
        w.line(f"    if {i} == n:\n        break")


def ending(w: Writer) -> None:
    """Perhaps leave the turn or the loop at the end of its body."""
    if w.chance(0.12):
        w.line(f"    if {w.pick('flag', 'other')}:")
        w.line(f"        {w.pick('break', 'continue')}")
        if w.chance(0.6):
            w.attempt(deeper_draw)
    elif w.chance(0.05):
        w.line("    break")


def deeper_draw(w: Writer) -> None:
    """A draw one level deeper."""
    value = w.draw(w.take())
    w.line(f"    {w.total} = {w.total} + {value}")


def found(w: Writer) -> None:
    """A loop that draws once and leaves; perhaps an else."""
    key = w.take()
    i = w.name("i")
    w.line(f"for {i} in range(n):")
    w.line(f"    if {i} == 1:")
    w.line(f"        {w.total} = {w.total} + {w.draw(key)}")
    if not w.slips():
        w.line("        break")
    if w.chance(0.3):
        other = key if w.chance(0.5) else w.take()
        w.line(f"else:\n    {w.total} = {w.total} + {w.draw(other)}")


def guarded(w: Writer) -> None:
    """try with finally, or with a handler that is not needed."""
    w.line("try:")
    w.block(SMALL, 2)
    if w.chance(0.5):
        w.line("finally:")
        w.block(SMALL, 1)
        return
    w.line("except ValueError:\n    raise")
    if w.chance(0.4):
        w.line("else:")
        w.block(SMALL, 1)


FORMS: tuple[Form, ...] = (
    branch,
    branch,
    branch,
    two_tests,
    early_return,
    early_return,
    mode,
    counted_loop,
    counted_loop,
    key_loop,
    key_loop,
    listed_loop,
    index_loop,
    while_loop,
    endless,
    found,
    guarded,
)
