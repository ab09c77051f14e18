"""Linking: which module a dotted name means, across the files of a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager

from jaxlint.program import ir, questions
from jaxlint.program.layout import Layout, beside
from jaxlint.program.questions import Query
from jaxlint.program.reading import Read, read_module
from jaxlint.program.table import Asked, Key, Table
from jaxlint.program.texts import Text, digest_of
from jaxlint.source.files import Source

__all__ = ["Project", "Query"]

# Reads a source under its names; what it gives depends on these and the digest of the code.
Reader = Callable[[Source, tuple[str, ...], str], Read]
# What was told of texts before, by their digests.
Facts = Mapping[str, dict[str, str]]

# How many answers are many, and after how many changes one that nobody asked for goes.
_MANY = 10_000
_LONG = 20


def _read(source: Source, names: tuple[str, ...], code: str) -> Read:
    del code
    return read_module(source, names)


class Project:
    """The sources of a project, and its modules by every name under which they may be imported.

    A source is read when its module is first asked for. All answers are kept in ``table``, and
    hold after an ``update`` as long as what they depend on is the same.
    """

    def __init__(
        self, sources: Iterable[Source] = (), roots: Sequence[str] = (), read: Reader = _read
    ) -> None:
        self.table = Table()
        self.sources: dict[str, Source] = {}
        self._size = 0
        self._told: dict[Key, tuple[str, str]] = {}
        self._told_at = 0
        self._reader = read
        self._roots = tuple(roots)
        self.table.put(self._read, questions.reader)
        self.update(sources)

    def update(self, sources: Iterable[Source], facts: Facts | None = None) -> None:
        """Put these sources in place of those before. ``facts`` is what is known of texts."""
        before = self.sources
        self.sources = {one.path: one for one in sorted(sources, key=lambda one: one.path)}
        for path in before.keys() - self.sources.keys():
            self.table.put(None, questions.text_at, path)
        for path, source in self.sources.items():
            if path not in before or before[path].data != source.data:
                digest = digest_of(source.data)
                text = Text(source.data, digest, (facts or {}).get(digest, {}))
                self.table.put(text, questions.text_at, path)
        self.table.put(Layout(tuple(self.sources), self._roots), questions.layout)

    # --- modules ---------------------------------------------------------------------------

    def read(self, path: str) -> Read:
        """Return the module at a path, or why it is none, for one who depends on all of it."""
        self.table.ask(questions.model, path)
        return self._known(path)

    def module(self, path: str) -> ir.Module | None:
        """Return the module at a path, or None where the source cannot be read.

        Who gets it depends on its outline, and on those parts of it that are asked about besides.
        """
        if not self.table.ask(questions.is_module, path):
            self.table.ask(questions.data, path)
            return None
        self.table.ask(questions.outline, path)
        found = self._known(path)
        assert isinstance(found, ir.Module)
        return found

    def read_name(self, module: ir.Module, name: str) -> None:
        """Note that a global name of a module is read, which may be that of a part."""
        self.table.ask(questions.part, module.path, name)

    def look_for(self, module: ir.Module, word: str) -> None:
        """Note that whatever spells a word is looked into, anywhere in a module."""
        self.table.ask(questions.spelled, module.path, word)

    def look_for_writing(self, module: ir.Module, attribute: str) -> None:
        """Note that whatever assigns an attribute is looked into, anywhere in a module."""
        self.table.ask(questions.writing, module.path, attribute)

    def look_through(self, module: ir.Module) -> None:
        """Note that a module is looked into as a whole."""
        self.table.ask(questions.model, module.path)

    def place_of(self, path: str, line: int) -> tuple[str, int]:
        """Return the part in which a line of a file is, and its number there; note what says so."""
        part, number = self.text(path).place_of(line)
        if number < 0:
            self.table.ask(questions.data, path)
        elif part:
            self.table.ask(questions.part, path, part)
        else:
            self.table.ask(questions.outline, path)
        return part, number

    def _known(self, path: str) -> Read:
        found = self.table.known(questions.model, path)
        data = self.sources[path].data
        if isinstance(found, ir.Module) and found.source != data:
            found.source, found.written = data, None
        return found

    def path_of(self, name: str) -> str | None:
        """Return the path of the file of that dotted name, the first if there are several."""
        return self.table.ask(questions.path_of, name)

    def find(self, name: str) -> ir.Module | None:
        """Return the module of that dotted name, or None when it is not of this project."""
        path = self.path_of(name)
        return None if path is None else self.module(path)

    def path_beside(self, module: ir.Module, name: str) -> str | None:
        """Return the path of the file that a script finds in its own folder by a plain name."""
        path = beside(module.path, name)
        return path if self.table.ask(questions.exists, path) else None

    def is_top(self, name: str) -> bool:
        """Whether the dotted name of some file starts with a plain name."""
        return self.table.ask(questions.is_top, name)

    def sees(self, path: str, other: str) -> bool:
        """Whether a text may import a file, itself or by way of others."""
        return self.table.ask(questions.sees, path, other)

    def circle(self, path: str) -> tuple[str, ...]:
        """Return the many files that import each other with one, in order; none if they are few."""
        if not self.table.ask(questions.entangled, path):
            return ()
        return self.table.known(questions.large_circles)[path]

    def _read(self, path: str, names: tuple[str, ...]) -> Read:
        return self._reader(self.sources[path], names, self.text(path).code)

    def forget(self) -> None:
        """Forget answers that nobody has asked for in a while, and those of files that are gone."""
        if len(self.table) > self._size + _MANY:
            self.table.keep(self._is_wanted)
            self._size = len(self.table)

    def _is_wanted(self, key: Key, held: int) -> bool:
        query, *about = key
        if query in questions.OF_FILES:
            return about[0] in self.sources
        return not about or held > self.table.revision - _LONG

    # --- texts -----------------------------------------------------------------------------

    def text(self, path: str) -> Text:
        """Return the text at a path. Raises LookupError where there is none."""
        found = self.table.known(questions.text_at, path)
        if found is None:
            raise LookupError(path)
        return found

    def ask(self, query: Query) -> tuple[str, ...]:
        """Return the paths of the other texts that a query is about."""
        return self.table.ask(questions.spelling, query)

    def reaching(self, paths: Iterable[str]) -> set[str]:
        """Return the paths given and those of all files that import them, however far."""
        return questions.reaching(self.table, paths)

    # --- what is asked ---------------------------------------------------------------------

    def noting(self) -> AbstractContextManager[Asked]:
        """Note what is asked meanwhile."""
        return self.table.noting()

    def all_code(self) -> Asked:
        """Return what a result has asked that hangs on the code of all files."""
        with self.noting() as asked:
            self.table.ask(questions.all_code)
        return asked

    def note(self, asked: Asked) -> None:
        """Note that a result is used for which that was asked."""
        self.table.note(asked)

    def told(self, asked: Asked) -> dict[str, str]:
        """Return the questions that were asked, in words, and their answers."""
        if self._told_at != self.table.revision:
            self._told, self._told_at = {}, self.table.revision
        said = []
        keys = [*self.table.behind(asked, questions.QUESTIONS)]
        if (questions.all_code,) in keys:
            keys = [key for key in keys if key[0] in (questions.all_code, questions.data)]
        for key in (*keys, *_orders(keys)):
            if key not in self._told:
                answer = questions.answer_to(self.table, key)
                self._told[key] = (questions.in_words(key), answer)
            said.append(self._told[key])
        return dict(sorted(said))

    def facts(self, paths: Iterable[str]) -> Facts:
        """Return what is known by now of the texts at some paths, by their digests."""
        return {text.digest: text.facts for text in map(self.text, paths)}

    def codes(self) -> dict[str, str]:
        """Return the digest of the code of every file."""
        return {path: self.text(path).code for path in self.sources}

    def unchanged(self, codes: Mapping[str, str]) -> Callable[[str], bool]:
        """Return what tells of a question whether its answer is that of files with this code."""
        same = {path for path in self.sources if codes.get(path) == self.text(path).code}
        return lambda question: questions.of_code(question) in same

    def answer(self, question: str) -> str | None:
        """Return the answer to a question in words; None if it is no question."""
        try:
            return questions.answer(self.table, question)
        except (LookupError, TypeError, ValueError):
            return None


def _orders(keys: Iterable[Key]) -> Iterator[Key]:
    """What to ask about the order of the parts that were asked about."""
    parts: dict[str, list[str]] = {}
    for query, *about in keys:
        if query is questions.part:
            parts.setdefault(about[0], []).append(about[1])
    for path, names in parts.items():
        if len(names) > 1:
            yield questions.order, path, *sorted(names)
