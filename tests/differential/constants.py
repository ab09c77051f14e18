"""Forms that make keys of literal seeds: in line, in helpers, as defaults, behind a static seed."""

from __future__ import annotations

from .writing import Form, NoKey, Writer


def seed(w: Writer) -> int:
    """A seed of its own, or (a slip) one that was used. Raises NoKey in a loop."""
    if w.loops and not w.slips():
        raise NoKey
    if w.seeds and w.slips():
        return w.random.choice(w.seeds)
    w.seeds.append(100 + len(w.seeds))
    return w.seeds[-1]


def draw(w: Writer, key: str) -> str:
    """A draw by a sampler that reads the key itself, so that equal keys give tied numbers."""
    return w.pick("jr.normal({key})", "jr.uniform({key})").format(key=key)


def literal(w: Writer) -> None:
    """A key that is made where it is drawn from."""
    w.add(draw(w, f"jr.{w.pick('key', 'PRNGKey')}({seed(w)})"))


def named(w: Writer) -> None:
    """A key with a name, which may be drawn from once more as any other."""
    key = w.name("made")
    w.line(f"{key} = jr.key({seed(w)})")
    w.give(key)


def folded(w: Writer) -> None:
    """A child by a literal number."""
    w.add(draw(w, f"jr.fold_in(jr.key({seed(w)}), {w.random.randint(0, 2)})"))


def children(w: Writer) -> None:
    """The children of a literal key."""
    first, second = w.name("first"), w.name("second")
    w.line(f"{first}, {second} = jr.split(jr.key({seed(w)}))")
    w.give(first, second)


def helper(w: Writer) -> None:
    """A function that makes its key."""
    own = seed(w)
    w.helpers[f"noise{own}"] = f"def noise{own}():\n    return {draw(w, f'jr.key({own})')}"
    w.add(f"noise{own}()")


def jitted(w: Writer) -> None:
    """A jitted function that makes a key of a static seed."""
    w.helpers["seeded"] = (
        "@partial(jax.jit, static_argnums=0)\ndef seeded(seed):\n    return jr.normal(jr.key(seed))"
    )
    w.add(f"seeded({seed(w)})")


def default(w: Writer) -> None:
    """A function with a key as its default."""
    own = seed(w)
    w.helpers[f"given{own}"] = (
        f"def given{own}(x, key=jr.key({own})):\n    return x + {draw(w, 'key')}"
    )
    w.line(f"{w.total} = given{own}({w.total})")


FORMS: tuple[Form, ...] = (literal, named, folded, children, helper, jitted, default)
