"""What is kept of a project between two times that it is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from jaxlint.program import ir
from jaxlint.program.packing import NotPacked, pack, unpack
from jaxlint.program.project import Facts, Project
from jaxlint.program.reading import Read, read_module
from jaxlint.queries import result_cache
from jaxlint.queries.runs import Ledger
from jaxlint.source.files import Source


@dataclass(frozen=True, slots=True)
class Known:
    """What others have learned of sources: ``facts`` of texts by their digests, packed ``models``.

    Models go by keys that tell what they depend on.
    """

    facts: Facts
    models: Mapping[str, bytes]


NOTHING_KNOWN = Known({}, {})


class Keeper:
    """Keeps a project with the answers of its table, and the runs over it.

    ``behind`` is how many runs were left for later when the project was judged last, ``stored``
    the name of the project in the folder of the cache, if it is kept there.
    ``pulse`` is called now and then while somebody judges with it: what it raises, if it is no
    Exception, ends the work.
    """

    def __init__(self, pulse: Callable[[], None] = lambda: None) -> None:
        self.pulse = pulse
        self.behind = 0
        self.stored = ""
        self._projects: dict[tuple[str, ...], Project] = {}
        self._ledgers: dict[str, Ledger] = {}

    def project(self, sources: Iterable[Source], roots: Sequence[str]) -> Project:
        """Return the project of these sources, with all that is known of them."""
        known = self._projects.setdefault(tuple(roots), Project((), roots, self.read))
        known.update(sources)
        return known

    def read(self, source: Source, names: tuple[str, ...], code: str) -> Read:
        """Return what reading a source gives, which has that digest of its code."""
        del code
        self.pulse()
        return read_module(source, names)

    def ledger(self, about: str) -> Ledger:
        """Return the runs that are kept, of those made ``about`` certain rules and settings."""
        return self._ledgers.get(about, Ledger())

    def keep(self, about: str, project: Project, ledger: Ledger) -> None:
        """Keep runs in place of those kept before, and what was learned of the project."""
        self._ledgers[about] = ledger
        project.forget()

    def keep_models(self) -> None:
        """Keep the models that were read, for those who come after."""


class Packing(Keeper):
    """Takes what others know, and packs the models that it reads; ``new`` are these, by key."""

    def __init__(self, known: Known = NOTHING_KNOWN) -> None:
        super().__init__()
        self.known = known
        self.new: dict[str, bytes] = {}

    def project(self, sources: Iterable[Source], roots: Sequence[str]) -> Project:
        project = Project((), roots, self.read)
        project.update(sources, self.known.facts)
        return project

    def read(self, source: Source, names: tuple[str, ...], code: str) -> Read:
        key = result_cache.key_of((), ["model", source.path, code, *names])
        packed = self.packed(key)
        if packed is not None:
            with suppress(NotPacked):
                return unpack(packed, source.data)
        read = read_module(source, names)
        if isinstance(read, ir.Module):
            self.new[key] = pack(read)
        return read

    def packed(self, key: str) -> bytes | None:
        """Return the packed model that goes by a key."""
        return self.known.models.get(key)


class Memory:
    """Keeps what was read and run last, for those who judge again and again."""

    def __init__(self, pulse: Callable[[], None] = lambda: None) -> None:
        self._pulse = pulse
        self._projects: dict[str, Keeper] = {}

    def of(self, project: str) -> Keeper:
        """Return what is kept of a project, named by its folder."""
        return self._projects.setdefault(project, Keeper(self._pulse))

    @property
    def behind(self) -> int:
        """How many runs are left for later."""
        return sum(one.behind for one in self._projects.values())
