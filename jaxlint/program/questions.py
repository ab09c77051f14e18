"""The queries that the sources of a project answer, from its texts and from where they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from jaxlint.program import ir
from jaxlint.program.changes import below
from jaxlint.program.circles import MANY, circles
from jaxlint.program.imports import package_of, resolved
from jaxlint.program.layout import Layout, beside
from jaxlint.program.parts import NO_PARTS, Part, Parts, part_name
from jaxlint.program.table import Key, Table
from jaxlint.program.texts import Text, digest_of

if TYPE_CHECKING:
    from jaxlint.program.reading import Read


class Query(NamedTuple):
    """A question to the texts of a project: which spell all of ``words``, and may see ``path``.

    A text may see a file that it imports, with ``far`` also by way of others. Without a path all
    texts are meant. With ``changed`` only those that may change what the words name.
    """

    path: str
    words: tuple[str, ...]
    far: bool = False
    changed: bool = False


# --- what is put ---------------------------------------------------------------------------------


def text_at(_: Table, path: str) -> Text | None:
    """The text at a path; put by the project."""


def layout(_: Table) -> Layout:
    """The files of the project; put by it."""
    return Layout(())


def reader(_: Table) -> Callable[[str, tuple[str, ...]], Read]:
    """What reads the source at a path under its names; put by the project."""
    raise LookupError


# --- one file ------------------------------------------------------------------------------------


def data(table: Table, path: str) -> str:
    """The digest of the bytes at a path; empty where there are none."""
    text = table.ask(text_at, path)
    return "" if text is None else text.digest


def code(table: Table, path: str) -> str:
    """The digest of the code at a path; empty where there is no file."""
    text = table.ask(text_at, path)
    return "" if text is None else text.code


def outline(table: Table, path: str) -> str:
    """The digest of the code at a path without its parts; see ``parts``."""
    return _parts(table, path).outline


def part(table: Table, path: str, name: str) -> str:
    """What tells a part of the code at a path from any other; empty where there is none."""
    found = _parts(table, path).named.get(name)
    return "" if found is None else f"{found.digest} {found.after}"


def spelled(table: Table, path: str, word: str) -> str:
    """What tells the parts of the code at a path in which a word is spelled from any others."""
    return _all(_parts(table, path).spelling.get(word, ()))


def writing(table: Table, path: str, attribute: str) -> str:
    """What tells the parts at a path that assign an attribute, or into it, from any others."""
    names = table.ask(writers, path).get(attribute, ())
    return _all(one for one in _parts(table, path).parts if one.name in names)


def writers(table: Table, path: str) -> dict[str, set[str]]:
    """By attribute the names of the parts of the code at a path that assign it, or into it."""
    module = table.ask(model, path)
    found: dict[str, set[str]] = {}
    for scope in below(module) if isinstance(module, ir.Module) else ():
        for event in (one for events in scope.mutations.values() for one in events):
            how, _, attribute = event.kind.partition(":")
            if how in ("attribute", "within"):
                found.setdefault(attribute.partition("/")[0], set()).add(part_name(scope))
    return found


def _all(parts: Iterable[Part]) -> str:
    told = "".join(f"{one.name} {one.digest} {one.after}\n" for one in parts)
    return digest_of(told.encode()) if told else ""


def order(table: Table, path: str, *some: str) -> tuple[str, ...]:
    """Some parts of the code at a path, by their names, in their order."""
    return tuple(name for one in _parts(table, path).parts for name in one.names if name in some)


def _parts(table: Table, path: str) -> Parts:
    table.ask(code, path)
    text = table.known(text_at, path)  # its code alone decides
    return NO_PARTS if text is None else text.parts


def names(table: Table, path: str) -> tuple[str, ...]:
    """The dotted names by which a file may be imported."""
    return table.ask(layout).names.get(path, ())


def model(table: Table, path: str) -> Read:
    """The module at a path, or why it is none, which any of its bytes may decide."""
    table.ask(code, path)
    read = table.ask(reader)(path, table.ask(names, path))
    if not isinstance(read, ir.Module):
        table.ask(data, path)
    return read


def is_module(table: Table, path: str) -> bool:
    """Whether there is a file at a path that can be read."""
    return table.ask(exists, path) and isinstance(table.ask(model, path), ir.Module)


# --- where files lie -----------------------------------------------------------------------------


def path_of(table: Table, name: str) -> str | None:
    """The path of the file of a dotted name."""
    return table.ask(layout).paths.get(name)


def is_top(table: Table, name: str) -> bool:
    """Whether the dotted name of some file starts with a plain name."""
    return name in table.ask(layout).tops


def exists(table: Table, path: str) -> bool:
    """Whether there is a file at a path."""
    return path in table.ask(layout).names


# --- who imports whom ----------------------------------------------------------------------------


def imported_by(table: Table, path: str) -> frozenset[str]:
    """The files that the one at a path may import: never too few, now and then too many."""
    table.ask(code, path)
    text, files = table.known(text_at, path), table.ask(layout)
    if text is None:
        return frozenset()
    named = resolved(text.imports, package_of(path, files.names[path]))
    seen = files.seen(text.words, named)
    targets = {files.paths[name] for name in seen if name in files.paths}
    targets.update(beside(path, name) for name in named)
    return frozenset(targets & files.names.keys())


def importers(table: Table) -> dict[str, set[str]]:
    """By path the files that may import it."""
    found: dict[str, set[str]] = {}
    for path in table.ask(layout).files:
        for target in table.ask(imported_by, path):
            found.setdefault(target, set()).add(path)
    return found


def users(table: Table, path: str) -> frozenset[str]:
    """A file and all that import it, however far."""
    return frozenset(reaching(table, [path]))


def sees(table: Table, path: str, other: str) -> bool:
    """Whether a text may import a file, itself or by way of others."""
    return path == other or path in table.ask(users, other)


def reaching(table: Table, paths: Iterable[str]) -> set[str]:
    """Return the paths given and those of all files that import them, however far."""
    direct = table.ask(importers)
    found = set(paths)
    pending = [*found]
    while pending:
        new = direct.get(pending.pop(), set()) - found
        found |= new
        pending.extend(new)
    return found


def large_circles(table: Table) -> dict[str, tuple[str, ...]]:
    """By path the files that import each other with it, in their order, where they are many."""
    found = (one for one in circles(table.ask(importers)) if len(one) >= MANY)
    return {path: circle for circle in found for path in circle}


def entangled(table: Table, path: str) -> bool:
    """Whether a file is one of many that import each other."""
    return path in table.ask(large_circles)


def all_code(table: Table) -> str:
    """The digest of the code of all files, and of where they lie."""
    told = (f"{path} {table.ask(code, path)}\n" for path in table.ask(layout).files)
    return digest_of("".join(told).encode(errors="surrogatepass"))


# --- what texts say ------------------------------------------------------------------------------


def spelling(table: Table, query: Query) -> tuple[str, ...]:
    """The paths of the texts that a query is about, its own left out."""
    return tuple(
        path
        for path in sorted(_seeing(table, query))
        if path != query.path and _answers(table, path, query)
    )


def _seeing(table: Table, query: Query) -> Iterable[str]:
    if not query.path:
        return table.ask(layout).files
    if query.far:
        return table.ask(users, query.path)
    return table.ask(importers).get(query.path, ())


def _answers(table: Table, path: str, query: Query) -> bool:
    table.ask(code, path)
    text = table.known(text_at, path)  # its code alone decides
    if text is None or not text.spells(query.words):
        return False
    return not query.changed or text.changes.issuperset(query.words)


# --- questions in words --------------------------------------------------------------------------

# What a result may depend on, by the names under which it is kept.
NAMED: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        *(data, code, outline, part, spelled, writing, order, is_module, names),
        *(path_of, is_top, exists, sees, spelling, entangled, all_code),
    )
}
QUESTIONS = frozenset(NAMED.values())
# What is about one file, and as good as ever while the file is there.
OF_FILES = frozenset((text_at, data, code, outline, writers, is_module, names, model, imported_by))
# What has the same answer as long as the code of a file that can be read is the same.
OF_CODE = frozenset((code, outline, part, spelled, writing, order, is_module))
_BETWEEN = "\0"


def in_words(key: Key) -> str:
    """Return a question as text."""
    query, *about = key
    if query is spelling:
        (asked,) = about
        about = [asked.path, *(str(int(one)) for one in (asked.far, asked.changed)), *asked.words]
    return _BETWEEN.join([query.__name__, *about])


def from_words(question: str) -> Key:
    """Return the question that a text is. Raises LookupError and ValueError."""
    name, *about = question.split(_BETWEEN)
    query = NAMED[name]
    if query is spelling:
        path, far, changed, *words = about
        return query, Query(path, tuple(words), bool(int(far)), bool(int(changed)))
    return query, *about


def of_code(question: str) -> str:
    """Return the path of the file whose code decides a question, "" if there is no such file."""
    name, _, about = question.partition(_BETWEEN)
    return about.partition(_BETWEEN)[0] if NAMED.get(name) in OF_CODE else ""


def answer(table: Table, question: str) -> str:
    """Return the answer to a question as text. Raises LookupError, TypeError and ValueError."""
    return answer_to(table, from_words(question))


def answer_to(table: Table, key: Key) -> str:
    """Return the answer to a question as text, of which no note is taken."""
    found = table.known(*key)
    return _BETWEEN.join(found) if isinstance(found, tuple) else str(found)
