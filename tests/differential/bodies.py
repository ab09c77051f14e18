"""Forms of jax.lax: bodies of scan, fori_loop, while_loop, map; arms of cond and switch."""

from __future__ import annotations

from . import blocks, calls, straight
from .writing import Form, NoKey, Writer

STEPS: tuple[Form, ...] = (
    *straight.BASIC,
    *straight.BASIC,
    straight.fold_twice,
    straight.comprehension,
    straight.mapped,
    straight.batch,
    blocks.branch,
    blocks.key_loop,
    calls.consuming,
    calls.returning,
)


def handed_back(w: Writer) -> str:
    """The key that a body hands back: a fresh one, or (a slip) any."""
    if w.keys.used and w.slips():
        return w.random.choice(w.keys.used)
    return w.take()


def scan_carry(w: Writer) -> None:
    """A key in the carry of a scan."""
    body, start, new = w.name("body"), w.take(), w.name("k")
    w.line(f"def {body}(carry, _):\n    k, x = carry")
    with w.function("k", total="x", traced=True):
        w.block(STEPS)
        w.line(f"    return ({handed_back(w)}, x), None")
    carry, length = f"({start}, {w.total})", w.pick("3", "n")
    w.line(f"({new}, {w.total}), _ = lax.scan({body}, {carry}, None, length={length})")
    w.give(new)


def scan_state(w: Writer) -> None:
    """A NamedTuple with a key in the carry of a scan."""
    w.helpers["State"] = straight.STATE
    body, start, new = w.name("body"), w.take(), w.name("state")
    w.line(f"def {body}(state, _):\n    k, x = state")
    with w.function("k", total="x", traced=True):
        w.block(STEPS)
        key = handed_back(w)
        w.line(
            f"    return {w.pick(f'State({key}, x)', f'state._replace(key={key}, total=x)')}, None"
        )
    w.line(f"{new}, _ = lax.scan({body}, State({start}, {w.total}), None, length=3)")
    w.line(f"{w.total} = {new}.total")
    w.give(f"{new}.key")


def scan_keys(w: Writer) -> None:
    """Keys as the xs of a scan."""
    body, keys = w.name("body"), f"jr.split({w.take()}, 3)"
    w.line(f"def {body}(x, k):")
    with w.function("k", total="x", traced=True):
        w.block(STEPS)
        w.line("    return x, None")
    w.line(f"{w.total}, _ = lax.scan({body}, {w.total}, {keys})")


def scan_folded(w: Writer) -> None:
    """A scan whose body folds the step into a key around it, or (a slip) draws from it."""
    key, body = w.take(), w.name("body")
    if not key.isidentifier():
        raise NoKey
    drawn = key if w.slips() else f"jr.fold_in({key}, i)"
    w.line(f"def {body}(x, i):\n    return x + {w.draw(drawn)}, None")
    w.line(f"{w.total}, _ = lax.scan({body}, {w.total}, jnp.arange(3))")


def fori(w: Writer) -> None:
    """A fori_loop: a carried key, or one that the index is folded into."""
    key = w.take()
    if w.chance(0.4):
        if not key.isidentifier():
            raise NoKey
        drawn = key if w.slips() else f"jr.fold_in({key}, i)"
        w.line(f"{w.total} = lax.fori_loop(0, n, lambda i, x: x + {w.draw(drawn)}, {w.total})")
        return
    body, new = w.name("body"), w.name("k")
    w.line(f"def {body}(i, carry):\n    k, x = carry")
    with w.function("k", total="x", traced=True):
        w.block(STEPS, 2)
        w.line(f"    return {handed_back(w)}, x")
    w.line(f"{new}, {w.total} = lax.fori_loop(0, 3, {body}, ({key}, {w.total}))")
    w.give(new)


def lax_while(w: Writer) -> None:
    """A while_loop that carries a key."""
    body, start, new = w.name("body"), w.take(), w.name("k")
    w.line(f"def {body}(carry):\n    i, k, x = carry")
    with w.function("k", total="x", traced=True):
        w.block(STEPS, 2)
        w.line(f"    return i + 1, {handed_back(w)}, x")
    test = "lambda c: c[0] < 3"
    w.line(f"_, {new}, {w.total} = lax.while_loop({test}, {body}, (0, {start}, {w.total}))")
    w.give(new)


def cond(w: Writer) -> None:
    """A cond whose arms draw from one key."""
    key, x = w.take(), w.total
    flag = w.pick("flag", "other", "n > 2")
    other = w.pick(w.draw("k"), "0.0", "jr.normal(jr.split(k)[0])")
    if key.isidentifier() and w.chance(0.4):
        second = w.pick(w.draw(key), "0.0")
        w.line(f"{x} = lax.cond({flag}, lambda: {x} + {w.draw(key)}, lambda: {x} + {second})")
    else:
        arms = f"lambda k: {x} + {w.draw('k')}, lambda k: {x} + {other}"
        w.line(f"{x} = lax.cond({flag}, {arms}, {key})")


def cond_key(w: Writer) -> None:
    """A cond whose arms hand keys on."""
    key, new = w.take_name(), w.name("k")
    w.line(
        f"{new}, {w.total} = lax.cond({w.pick('flag', 'other')}, "
        f"lambda k, x: (jr.split(k)[0], x), lambda k, x: (k, x + 1.0), {key}, {w.total})"
    )
    w.spend(key)
    w.give(new)


def switch(w: Writer) -> None:
    """A switch whose arms draw from one key."""
    x = w.total
    arms = ", ".join(f"lambda k: {x} + {w.draw('k')}" for _ in range(2))
    w.line(f"{x} = lax.switch({w.pick('n - 2', 'jnp.int32(flag)')}, [{arms}], {w.take()})")


def lax_map(w: Writer) -> None:
    """lax.map over keys, or (a slip) over something else with one key."""
    key = w.take()
    if key.isidentifier() and w.slips():
        w.add(f"jnp.sum(lax.map(lambda x: x + {w.draw(key)}, jnp.arange(3.0)))")
    else:
        w.add(f"jnp.sum(lax.map(lambda k: 1.0 * {w.draw('k')}, jr.split({key}, 3)))")


FORMS: tuple[Form, ...] = (
    scan_carry,
    scan_carry,
    scan_state,
    scan_keys,
    scan_folded,
    fori,
    lax_while,
    cond,
    cond,
    cond_key,
    switch,
    lax_map,
)
