"""Forms without blocks: draws, splits, folds, aliases, containers, comprehensions."""

from __future__ import annotations

from .writing import NoKey, Writer


def draw(w: Writer) -> None:
    """One draw."""
    w.add(w.draw(w.take()))


def advance(w: Writer) -> None:
    """The idiom: split a key and re-bind it."""
    key, sub = w.take_name(), w.name("sub")
    w.line(w.pick(f"{key}, {sub} = jr.split({key})", f"{sub}, {key} = jr.split({key})"))
    w.give(key, sub)


def advance_many(w: Writer) -> None:
    """Split a key into several and re-bind it."""
    key, a, b = w.take_name(), w.name("sub"), w.name("sub")
    w.line(f"{key}, {a}, {b} = jr.split({key}, 3)")
    w.give(key, a, b)


def keep_parent(w: Writer) -> None:
    """Split a key and keep one child only, under another name."""
    key, sub = w.take(), w.name("sub")
    form = w.pick(
        "_, {sub} = jr.split({key})", "{sub} = jr.split({key})[1]", "{sub}, _ = jr.split({key})"
    )
    w.line(form.format(key=key, sub=sub))
    w.give(sub)


def advance_alone(w: Writer) -> None:
    """Re-bind a key to a child of its own."""
    key = w.take_name()
    w.line(
        w.pick(
            f"{key} = jr.split({key})[0]",
            f"{key}, _ = jr.split({key})",
            f"({key},) = jr.split({key}, 1)",
        )
    )
    w.give(key)


def unpack(w: Writer) -> None:
    """Split into named children."""
    key = w.take()
    names = [w.name("k") for _ in range(w.random.randint(2, 3))]
    number = f", {len(names)}" if len(names) > 2 else w.pick("", ", 2", ", num=2")
    w.line(f"{', '.join(names)} = jr.split({key}{number})")
    w.give(*names)


def star(w: Writer) -> None:
    """Split into a key and a list of the others."""
    key, rest = w.take_name(), w.name("subs")
    w.line(f"{key}, *{rest} = jr.split({key}, 3)")
    w.give(key, *(f"{rest}[{i}]" for i in range(2)))
    w.keys.batches.append(rest)


def batch(w: Writer) -> None:
    """Split into a batch."""
    key, keys = w.take(), w.name("keys")
    w.line(f"{keys} = jr.split({key}, 3)")
    if w.chance(0.5):
        w.give(
            f"{keys}[0]", w.pick(f"{keys}[1]", f"{keys}[-2]"), w.pick(f"{keys}[2]", f"{keys}[-1]")
        )
    w.keys.batches.append(keys)


def slices(w: Writer) -> None:
    """Take a batch apart with a slice."""
    key, keys = w.take_name(), w.name("keys")
    rest = w.name("rest")
    w.line(f"{keys} = jr.split({key}, 4)")
    w.line(
        w.pick(f"{key}, {rest} = {keys}[0], {keys}[1:]", f"{key} = {keys}[0]\n{rest} = {keys}[1:]")
    )
    w.give(key)
    if w.slips():
        w.give(f"{keys}[1]")
    w.keys.batches.append(rest)


def fold(w: Writer) -> None:
    """Fold literals into a key; the key itself is not consumed."""
    key, child = w.take(), w.name("k")
    data = 10 + w.made if not w.slips() else w.random.randint(0, 1)
    w.line(f"{child} = jr.fold_in({key}, {data})")
    w.give(child)
    if w.chance(0.5):
        w.give(key)


def fold_twice(w: Writer) -> None:
    """Two draws from one key, each with data of its own folded in."""
    key = w.take()
    first, second = w.random.sample(range(3), 2)
    if w.slips():
        second = first
    a, b = w.draw(f"jr.fold_in({key}, {first})"), w.draw(f"jr.fold_in({key}, {second})")
    w.add(a)
    w.add(b)


def clone(w: Writer) -> None:
    """Say that a reuse is meant."""
    if not w.keys.used:
        raise NoKey
    w.add(w.draw(f"jr.clone({w.random.choice(w.keys.used)})"))


def alias(w: Writer) -> None:
    """A second name for a key."""
    key, other = w.take(), w.name("k")
    w.line(f"{other} = {key}")
    w.give(other)


def choose(w: Writer) -> None:
    """A key chosen by a flag."""
    a, b, key = w.take(), w.take(), w.name("k")
    w.line(f"{key} = {a} if flag else {b}")
    w.give(key)


def draw_by_flag(w: Writer) -> None:
    """A conditional expression: one draw in each arm, or in one of them."""
    key = w.take()
    other = key if w.chance(0.7) else w.take()
    flag = w.pick("flag", "other", "not flag")
    w.add(f"({w.draw(key)} if {flag} else {w.pick(w.draw(other), '0.0')})")


def pair(w: Writer) -> None:
    """Keys in a tuple or a list."""
    a, b, held = w.take(), w.take(), w.name("pair")
    w.line(w.pick(f"{held} = ({a}, {b})", f"{held} = [{a}, {b}]"))
    if w.chance(0.3):
        x, y = w.name("k"), w.name("k")
        w.line(f"{x}, {y} = {held}")
        w.give(x, y)
    else:
        w.give(f"{held}[0]", f"{held}[1]")


def mapping(w: Writer) -> None:
    """Keys in a dict."""
    held = w.name("rngs")
    if w.chance(0.5):
        w.line(f'{held} = {{"a": {w.take()}, "b": {w.take()}}}')
    else:
        key = w.take()
        w.line(
            w.pick(
                f'{held} = dict(zip(("a", "b"), jr.split({key})))',
                f'{held} = {{name: k for name, k in zip(("a", "b"), jr.split({key}))}}',
                f'{held} = {{}}\n{held}["a"], {held}["b"] = jr.split({key})',
            )
        )
    w.give(f'{held}["a"]', f'{held}["b"]')


def replaced_entry(w: Writer) -> None:
    """A dict whose key is split and replaced."""
    held, sub = w.name("state"), w.name("sub")
    w.line(f'{held} = {{"key": {w.take()}, "step": 0}}')
    w.line(f'{held}["key"], {sub} = jr.split({held}["key"])')
    w.give(f'{held}["key"]', sub)


def named_tuple(w: Writer) -> None:
    """A key in a field of a NamedTuple, perhaps replaced."""
    w.helpers["State"] = STATE
    held, sub = w.name("state"), w.name("sub")
    w.line(f"{held} = State({w.take()}, {w.total})")
    if w.chance(0.5):
        new = w.name("k")
        w.line(f"{new}, {sub} = jr.split({held}.key)")
        w.give(sub)
        if not w.slips():
            w.line(f"{held} = {held}._replace(key={new})")
    w.give(f"{held}.key")


def record(w: Writer) -> None:
    """A key in a field of a dataclass, perhaps replaced."""
    w.helpers["Record"] = RECORD
    held, sub = w.name("record"), w.name("sub")
    w.line(f"{held} = Record({w.take()}, 0)")
    w.line(f"{w.name('k')}, {sub} = jr.split({held}.key)")
    if not w.slips():
        new = f"k{w.made}"
        w.line(w.pick(f"{held} = replace({held}, key={new})", f"{held}.key = {new}"))
    w.give(f"{held}.key", sub)


def grid(w: Writer) -> None:
    """A batch with two axes."""
    key, keys = w.take(), w.name("grid")
    w.line(f"{keys} = jr.split({key}, (2, 2))")
    w.give(f"{keys}[0, 0]", f"{keys}[0, 1]", w.pick(f"{keys}[1, 0]", f"{keys}[1][0]"))
    if w.chance(0.3):
        w.keys.batches.append(f"{keys}[1]")


def stacked(w: Writer) -> None:
    """Keys stacked into a batch."""
    keys = w.name("keys")
    w.line(f"{keys} = jnp.stack([{w.take()}, {w.take()}])")
    w.keys.batches.append(keys)


def stream(w: Writer) -> None:
    """An iterator over a batch."""
    held, a, b = w.name("stream"), w.name("k"), w.name("k")
    w.line(f"{held} = iter(jr.split({w.take()}, 3))")
    w.line(f"{a} = next({held})")
    w.line(f"{b} = {w.pick(f'next({held})', a) if w.slips() else f'next({held})'}")
    w.give(a, b)


def popped(w: Writer) -> None:
    """Keys taken from a list, one after the other."""
    held, a, b = w.name("stack"), w.name("k"), w.name("k")
    w.line(f"{held} = list(jr.split({w.take()}, 3))")
    w.line(f"{a} = {held}.pop()")
    w.line(f"{b} = {held}.pop()" if not w.slips() else f"{b} = {held}[-1]")
    w.give(a, b)


def comprehension(w: Writer) -> None:
    """Draws in a comprehension, from keys of their own or (a slip) from one."""
    if w.slips():
        key = w.take()
        w.add(f"sum([{w.draw(key)} for _ in range({w.pick('n', '2')})])")
        return
    if w.keys.batches and w.chance(0.5):
        keys = w.random.choice(w.keys.batches)
        spend_batch(w, keys)
    else:
        keys = f"jr.split({w.take()}, 3)"
    draw = w.draw("k")
    w.add(
        w.pick(
            f"sum([{draw} for k in {keys}])",
            f"sum({draw} for k in {keys})",
            f"sum({{i: {draw} for i, k in enumerate({keys})}}.values())",
            f'sum([{draw} for name, k in zip("ab", {keys})])',
        )
    )


def comprehension_by_index(w: Writer) -> None:
    """Draws in a comprehension over an index."""
    draw = w.draw(f"jr.fold_in({w.take()}, i)")
    if w.keys.batches and w.chance(0.6):
        keys = w.random.choice(w.keys.batches)
        spend_batch(w, keys)
        draw = w.draw(f"{keys}[i]")
    w.add(f"sum([{draw} for i in range(2)])")


def mapped(w: Writer) -> None:
    """vmap over a batch."""
    if w.keys.batches and w.chance(0.6):
        keys = w.random.choice(w.keys.batches)
        if keys.startswith("subs"):
            keys = f"jnp.stack({keys})"
        spend_batch(w, keys)
    else:
        keys = f"jr.split({w.take()}, {w.pick('3', 'n')})"
    draw = w.draw("k")
    w.add(
        w.pick(
            f"jnp.sum(jax.vmap(jr.normal)({keys}))",
            f"jnp.sum(jax.vmap(lambda k: {draw})({keys}))",
            f"jnp.sum(jax.vmap(lambda k, x: x + {draw}, in_axes=(0, None))({keys}, {w.total}))",
            f"jnp.sum(jax.vmap(lambda k: jr.normal(jr.split(k)[0]))({keys}))",
        )
    )


def spend_batch(w: Writer, keys: str) -> None:
    """Take note that all keys of a batch are consumed."""
    w.keys.batches = [b for b in w.keys.batches if b != keys or w.slips()]
    for key in [key for key in w.keys.fresh if key.startswith(f"{keys}[")]:
        w.spend(key)


def tree_mapped(w: Writer) -> None:
    """tree.map over keys."""
    a, b = w.take(), w.take()
    w.add(f'sum(jax.tree.leaves(jax.tree.map(lambda k: {w.draw("k")}, {{"a": {a}, "b": {b}}})))')


def dropped(w: Writer) -> None:
    """A split whose result goes nowhere."""
    if not w.slips():
        raise NoKey
    w.line(f"jr.split({w.take_name()})")


def look(w: Writer) -> None:
    """Only look at a key."""
    if not (w.keys.used + w.keys.fresh) or w.traced:
        raise NoKey
    w.line(f"print({w.random.choice(w.keys.used + w.keys.fresh)}.shape)")


STATE = """\
class State(NamedTuple):
    key: jax.Array
    total: jax.Array"""

RECORD = """\
@dataclass
class Record:
    key: jax.Array
    step: int"""

BASIC = (draw, draw, draw, draw, advance, advance, unpack, keep_parent, advance_alone, fold)
FORMS = (
    *BASIC,
    *BASIC,
    advance_many,
    star,
    batch,
    batch,
    slices,
    fold_twice,
    clone,
    alias,
    choose,
    draw_by_flag,
    pair,
    mapping,
    replaced_entry,
    named_tuple,
    record,
    grid,
    stacked,
    stream,
    popped,
    comprehension,
    comprehension,
    comprehension_by_index,
    mapped,
    mapped,
    tree_mapped,
    dropped,
    look,
)
