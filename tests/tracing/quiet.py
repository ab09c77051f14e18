"""Statements that every value allows: they move values about, and make new ones."""

from __future__ import annotations

from collections.abc import Callable

from .writing import Writer

Form = Callable[[Writer], None]

_SCALARS = (
    "{s} + {r}",
    "{s} * 2.0",
    "-{s}",
    "abs({s})",
    "jnp.sin({s})",
    "jnp.maximum({s}, {r})",
    "jnp.where({s} > {r}, {s}, {r})",
    "{w}.sum()",
    "{w}[0]",
    "{w}[-1] * {s}",
    "jnp.dot({w}, {w})",
    "lax.stop_gradient({s})",
    "1.5",
    "{s} if {w}.ndim == 1 else {r}",
    "scale({s}, {r})",
    "pick({s}, {r})",
    "pick({s}, {r}, first=False)",
    "partial(scale, {s})({r})",
    "adder({s})({r})",
    "(lambda q: q * {s})({r})",
    "Box({s}).value",
    "Box({s}).doubled()",
    "norm({w})",
    "sum([{s}, {r}])",
    "jax.tree.map(lambda q: q + 1.0, ({s}, {r}))[1]",
    "lax.fori_loop(0, 2, lambda i, q: q * 0.5, jnp.float32({s}))",
)
_WHOLES = (
    "{w}.shape[0]",
    "len({w})",
    "{w}.ndim + 1",
    "{w}.size",
    "{k}",
    "{k} + 1",
    "2",
    "size({w})",
    "max({w}.shape[0], 2)",
    "jnp.argmax({w}) + 1",
    "int({w}.shape[0])",
    "len([{s}, {r}])",
    "pick(2, {k})",
    "pick(2, {k}, first=False)",
)
_VECTORS = (
    "{w} * {s}",
    "jnp.cos({w})",
    "jnp.zeros(3) + {s}",
    "jnp.ones(3)",
    "{w}.at[0].set({s})",
    "TABLE * 2.0",
    "jnp.stack([{w}[0], {w}[1], {w}[2]])",
    "jnp.array([1.0, 2.0, 3.0])",
    "jax.vmap(lambda q: q + {s})({w})",
    "{w}.astype(jnp.float32)",
)


def scalar(w: Writer) -> None:
    """A new scalar."""
    w.bind(w.scalars, "s", w.fill(w.pick(*_SCALARS)))


def whole(w: Writer) -> None:
    """A new whole number, which may be an array."""
    w.bind(w.wholes, "k", w.fill(w.pick(*_WHOLES)))


def vector(w: Writer) -> None:
    """A new vector."""
    w.bind(w.vectors, "w", w.fill(w.pick(*_VECTORS)))


def container(w: Writer) -> None:
    """Values put together."""
    kind, stem, text = w.random.choice(
        [
            (w.pairs, "p", "Pair({s}, {k})"),
            (w.pairs, "p", "Pair(count={k}, value={s})"),
            (w.tables, "d", '{{"value": {s}, "count": {k}}}'),
            (w.tables, "d", "dict(value={s}, count={k})"),
            (w.lists, "l", "[{s}, {r}]"),
        ]
    )
    w.bind(kind, stem, w.fill(text))


def taken_out(w: Writer) -> None:
    """A value taken out of a container."""
    if w.pairs and w.random.random() < 0.4:
        pair = w.one(w.pairs)
        if w.random.random() < 0.3:
            value, count = w.name("s"), w.name("k")
            w.line(f"{value}, {count} = {pair}")
            w.scalars.append(value)
            w.wholes.append(count)
        elif w.random.random() < 0.5:
            w.bind(w.scalars, "s", w.pick(f"{pair}.value", f"{pair}[0]", f"head({pair})"))
        else:
            w.bind(w.wholes, "k", w.pick(f"{pair}.count", f"{pair}[1]"))
    elif w.tables:
        table = w.one(w.tables)
        if w.random.random() < 0.5:
            w.bind(w.scalars, "s", w.pick(f'{table}["value"]', f'{table}.get("value")'))
        else:
            w.bind(w.wholes, "k", f'{table}["count"]')
    elif w.lists:
        w.bind(w.scalars, "s", w.pick("{0}[0]", "{0}[-1]", "head({0})").format(w.one(w.lists)))


def loop(w: Writer) -> None:
    """A loop over something known, which changes a scalar."""
    name = w.one(w.scalars)
    over = w.pick("q in range(3)", "q in (1.0, 2.0)", f"q in {w.one(w.vectors)}")
    if w.lists:
        over = w.pick(over, f"q in {w.one(w.lists)}", f"i, q in enumerate({w.one(w.lists)})")
    new = w.name("s")
    w.line(f"{new} = {name}\nfor {over}:\n    {new} = {new} + q")
    w.scalars.append(new)


def static_branch(w: Writer) -> None:
    """A branch on what is known of every value."""
    test = w.fill(
        w.pick("{w}.ndim == 1", "{w}.shape[0] > 2", "{s} is None", "isinstance({s}, tuple)", "FLAG")
    )
    new = w.name("s")
    w.line(f"if {test}:\n    {new} = {w.one(w.scalars)}\nelse:\n    {new} = {w.one(w.scalars)}")
    w.scalars.append(new)


def rebound(w: Writer) -> None:
    """A name that holds something else from now on."""
    name = w.one(w.scalars)
    if name not in ("x", "total"):
        w.line(w.fill(f"{name} = {w.pick('0.5', '{s} * {r}', '{w}.mean()')}"))


FORMS: tuple[Form, ...] = (
    scalar,
    scalar,
    scalar,
    whole,
    whole,
    vector,
    vector,
    container,
    taken_out,
    taken_out,
    loop,
    static_branch,
    rebound,
)
