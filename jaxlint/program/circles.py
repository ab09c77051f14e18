"""Files that import each other in a circle, by way of others too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

# Of so many files and more the bodies are run once, in one order. Which module of a circle is
# entered first decides what the others see of it, so that those of smaller ones are run anew for
# each: work that grows with the square of their number. Of the packages known by name one has more.
MANY = 400


def circles(importers: Mapping[str, Collection[str]]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of files that reach each other, where they are more than one.

    ``importers`` are by path the files that import it. Each set is in the order in which its
    bodies are run: packages before what lies in them, as Python does it.
    """
    imported: dict[str, list[str]] = {}
    for path, others in importers.items():
        for other in others:
            imported.setdefault(other, []).append(path)
    met: set[str] = set()
    for path in reversed([*_finished(sorted(importers), importers)]):
        if path not in met:
            found = [*_finished([path], imported, met)]
            if len(found) > 1:
                yield tuple(sorted(found, key=_place))


def _finished(
    starts: Iterable[str],
    edges: Mapping[str, Collection[str]],
    met: set[str] | None = None,
) -> Iterator[str]:
    """Yield what is reached, each after all that is reached from it; it is added to ``met``."""
    met = set() if met is None else met
    for start in starts:
        if start in met:
            continue
        met.add(start)
        stack = [(start, iter(sorted(edges.get(start, ()))))]
        while stack:
            path, others = stack[-1]
            other = next((one for one in others if one not in met), None)
            if other is None:
                stack.pop()
                yield path
            else:
                met.add(other)
                stack.append((other, iter(sorted(edges.get(other, ())))))


def _place(path: str) -> tuple[int, bool, str]:
    """Where a file stands in the order: by the depth of its folder, packages first."""
    return path.count("/"), not path.endswith("__init__.py"), path
