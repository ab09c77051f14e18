"""Tracebacks as people paste them: from Python, IPython, Jupyter, pytest and Rich."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from jaxlint.source.log_lines import log_lines

_PYTHON = re.compile(r'\s*(?:> )?File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, in (?P<in>.+))?')
# What IPython prints, of today and of the versions before: a cell by its number, a file by path.
_CELL = re.compile(
    r"(?:Cell |Input )In ?\[(?P<cell>\d+)\],? ?(?:line (?P<line>\d+))?(?:,? in (?P<in>.+?))?:?"
)
_OLD_CELL = re.compile(
    r"<?(?:\S*/)?(?:ipython-input|<ipython-input)-(?P<cell>\d+)-[^\s/]+ in (?P<in>.+)"
)
_IPYTHON = re.compile(r"File (?P<path>.+?):(?P<line>\d+)(?:, in (?P<in>.+))?")
_OLD_FILE = re.compile(r"(?P<path>[~/].*\.py|[A-Za-z]:\\.*\.py) in (?P<in>[\w<].*)")
# Both Rich and pytest; at the end pytest names the error in place of the function.
_PLACE = re.compile(
    r"(?P<path>\S.*?\.(?:py|ipynb)|<[\w -]+>):(?P<line>\d+)"
    r"(?::? in (?P<in>.+)|: ?(?P<error>[\w.]+)?(?:: .*)?)"
)
_ARROW = re.compile(r"\s*-*-> ?(?P<line>\d+) (?P<text>.*)")
_POINTED = re.compile(r"\s*(?:>|❱ *(?P<line>\d+))(?: [ │]*)(?P<text>\S.*)")
# The start of a place that Rich has broken into two lines.
_BROKEN = re.compile(r"(?:/|~|[A-Za-z]:\\)\S+(?: in)?")
_ERROR = re.compile(r"(?P<name>(?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?:: (?P<message>.*)|:?)")
_ENDINGS = ("Error", "Exception", "Warning", "Exit", "Interrupt", "Iteration", "Group")
_HEAD = "Traceback (most recent call last)"
_CHAINED = ("The above exception was the direct cause", "During handling of the above exception")
# What JAX, pytest and Rich say behind the message of an error.
_BEHIND = re.compile(
    r"(?:\[NOTE\] )?-{20}|For simplicity, JAX has removed|The stack trace below excludes JAX"
    r"|={9,}|_{9,}|(?:_ ){9,}|-{60,}"
)
# Places that JAX names in the message of an error, not far behind the words that it does so with.
_NAMED = re.compile(
    r"(?:(?:function|tracing|leaked was)[^\n]{0,200}? at |on line |^ *)"
    r"(?P<path>(?:[A-Za-z]:)?[^\s:]+):(?P<line>\d+)(?::\d+)?(?: \((?P<in>[^)]+)\)|\b)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: where it was, in which function, and the source line as it was printed, if so.

    ``cell`` is the number of the input of IPython that it was in, and then the path is empty.
    """

    path: str
    line: int
    function: str = ""
    text: str = ""
    cell: int = 0


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: its name with the modules it was printed with, its message, and its frames.

    The innermost frame is the last. The name is empty where the text ends before it.
    """

    name: str
    message: str
    frames: tuple[Frame, ...]

    @property
    def kind(self) -> str:
        """The name of its class alone."""
        return self.name.rpartition(".")[2]

    @property
    def named(self) -> tuple[Frame, ...]:
        """The places that its message names."""
        found = _NAMED.finditer(self.message)
        return tuple(Frame(one["path"], int(one["line"]), one["in"] or "") for one in found)


# Exceptions of which each was raised from the one before or while that was handled.
Chain = tuple[Raised, ...]


def tracebacks(text: str) -> tuple[Chain, ...]:
    """Return the tracebacks in a text, in their order, each with the exceptions it is made of."""
    reader = _Reader()
    for line in log_lines(text):
        reader.read(line)
    return reader.done()


@dataclass
class _Reader:
    """Reads lines one by one."""

    _chains: list[list[Raised]] = field(default_factory=list)
    _frames: list[Frame] = field(default_factory=list)
    # The lines of the message that is being read; None outside of one.
    _message: list[str] | None = None
    _continues: bool = False
    # The source line that pytest points at before it names its place.
    _pointed: str = ""
    # The line before, if it may be the first half of a place.
    _half: str = ""

    def read(self, line: str) -> None:
        """Take the next line."""
        if line.startswith(_CHAINED):
            self._end()
            self._continues = True
        elif _HEAD in line or _BEHIND.match(line):
            self._end_message()
            if _HEAD in line and self._frames:
                self._end()
        elif self._is_frame(line) or self._is_source(line) or self._is_error(line):
            return
        elif self._message is not None:
            self._message.append(line)

    def done(self) -> tuple[Chain, ...]:
        """Return what was read."""
        self._end()
        return tuple(tuple(chain) for chain in self._chains)

    def _is_frame(self, line: str) -> bool:
        half, self._half = self._half, line if _BROKEN.fullmatch(line) else ""
        whole = (line, half + line, f"{half} {line}") if half else (line,)
        return any(self._names_frame(one) for one in whole)

    def _names_frame(self, line: str) -> bool:
        for pattern in (_PYTHON, _CELL, _OLD_CELL, _IPYTHON, _OLD_FILE, _PLACE):
            found = pattern.fullmatch(line)
            if found is not None and self._take(found.groupdict()):
                return True
        return False

    def _take(self, found: dict[str, str | None]) -> bool:
        """Take a frame; of pytest one that names the error above, or behind a line pointed at."""
        error = found.get("error")
        last = self._chains[-1][-1] if self._chains and not self._frames else None
        ends = last is not None and error is not None and last.kind == error.rpartition(".")[2]
        if "error" in found and not (found["in"] or ends or (self._pointed and not error)):
            return False  # a place in other text, such as a warning
        self._end_message()
        frame = Frame(
            found.get("path") or "",
            int(found.get("line") or 0),
            (found["in"] or "").partition("(")[0],
            self._pointed,
            int(found.get("cell") or 0),
        )
        self._pointed = ""
        if ends:
            last = self._chains[-1][-1]
            self._chains[-1][-1] = replace(last, frames=(*last.frames, frame))
        else:
            self._frames.append(frame)
        return True

    def _is_source(self, line: str) -> bool:
        """Take a line of source that was printed with a frame."""
        if self._message is not None:
            return False
        arrow = _ARROW.fullmatch(line)
        pointed = _POINTED.fullmatch(line)
        if arrow is not None and self._frames:
            last = self._frames[-1]
            self._frames[-1] = replace(
                last, line=last.line or int(arrow["line"]), text=arrow["text"]
            )
        elif pointed is not None and pointed["line"] and self._frames:
            if self._frames[-1].line == int(pointed["line"]):
                self._frames[-1] = replace(self._frames[-1], text=pointed["text"])
        elif pointed is not None:
            self._pointed = pointed["text"]
        elif line.startswith("    ") and self._frames and not self._frames[-1].text:
            self._frames[-1] = replace(self._frames[-1], text=line.strip())
        else:
            return False
        return True

    def _is_error(self, line: str) -> bool:
        found = _ERROR.fullmatch(line)
        if found is None or self._message is not None:
            return False
        if not (self._frames or self._pointed or found["name"].endswith(_ENDINGS)):
            return False
        self._put(Raised(found["name"], "", tuple(self._frames)))
        self._frames = []
        self._message = [found["message"] or ""]
        return True

    def _put(self, raised: Raised) -> None:
        if self._continues and self._chains:
            self._chains[-1].append(raised)
        else:
            self._chains.append([raised])
        self._continues = False

    def _end_message(self) -> None:
        if self._message is not None:
            last = self._chains[-1][-1]
            self._chains[-1][-1] = replace(last, message="\n".join(self._message).strip())
            self._message = None

    def _end(self) -> None:
        """End the exception that is being read; one without a name is kept for its frames."""
        self._end_message()
        if self._frames:
            self._put(Raised("", "", tuple(self._frames)))
            self._frames = []
