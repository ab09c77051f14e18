"""Which files have nothing to do with JAX, so that they need not be run: told from their texts."""

from __future__ import annotations

from jaxlint.knowledge.names import LIBRARIES
from jaxlint.program.declarations import Declarations
from jaxlint.program.project import Project


def silent(project: Project, declarations: Declarations) -> set[str]:
    """Return the paths of files in which no run over their own module can find anything.

    Neither they nor what they import, however far, spells the name of JAX, of a library built on it
    that jaxlint knows, or of one that the settings declare. Other modules may still hand tracers to
    their functions: that is found where these are run. What cannot be read is not among them, since
    that is to be told.
    """
    declared = (*declarations.transforms, *declarations.impure, *declarations.key_consumers)
    words = [word.encode() for word in {*LIBRARIES, *(name.partition(".")[0] for name in declared)}]
    speaking = [
        path
        for path, source in project.sources.items()
        if any(word in source.data for word in words)
    ]
    rest = project.sources.keys() - project.reaching(speaking)
    return {path for path in rest if project.text(path).can_be_read}
