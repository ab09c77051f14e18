"""What is kept between runs, each entry under a key made of everything that it depends on.

An entry is a digest and JSON, compressed where that is large: whatever it holds, reading it cannot
run anything. What is not as it was written, or not as expected, counts as absent. Entries are
written whole or not at all, so that runs side by side do no harm; the least recently used go when
there are too many bytes.

Nothing is removed but what jaxlint wrote, told by name and content, in a folder whose tag is its
own: the user may name any folder.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from jaxlint._version import VERSION
from jaxlint.source.files import Unreadable, read_bytes
from jaxlint.source.limits import MOST_DATA

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

KeptT = TypeVar("KeptT")

VARIABLE = "JAXLINT_CACHE_DIR"
MOST_BYTES = 64 * 1024 * 1024
_NAME = "{}.entry"
_ENTRY = re.compile(r"[0-9a-f]{40}\.entry")
_UNFINISHED = re.compile(r"\.(?:[0-9a-f]{40}\.entry|CACHEDIR\.TAG)-\w+\.new")
# What an entry starts with; then comes the digest of the rest.
_HEAD = b"jaxlint\n"
_DIGEST = 16
_TAG = "CACHEDIR.TAG"
# https://bford.info/cachedir/: backup programs pass over a folder with a file that starts so.
_TAGGED = b"""\
Signature: 8a477f597d28d172789f06886806bc55
# A cache of jaxlint. `jaxlint clean` removes what jaxlint wrote here, and nothing else.
"""


class BadFolder(Exception):
    """The folder that the environment names cannot be used; the text says why."""


class NotAsExpected(ValueError):
    """An entry that does not hold what it should."""


def folder() -> Path:
    """Return where entries are kept: what the environment says, else the user's cache folder.

    Raises BadFolder for a relative path, which would be another folder for each that one works in.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not os.path.isabs(named):
            raise BadFolder(f'{VARIABLE} has to be an absolute path, not "{named}"')
        return Path(named)
    import platformdirs

    found = platformdirs.user_cache_path("jaxlint", appauthor=False)
    return found if found.is_absolute() else Path(os.devnull)  # who has no home keeps nothing


def key_of(sources: Iterable[tuple[str, bytes]], *rest: Sequence[str]) -> str:
    """Return the key of a run: paths and bytes of the sources, what else counts, jaxlint itself."""
    digest = blake2b(digest_size=20)
    for part in (VERSION, _own_state(), *map(repr, rest)):
        digest.update(f"{part}\0".encode())
    for path, data in sorted(sources):
        digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()


def load(key: str, kind: type[KeptT]) -> KeptT | None:
    """Return what is kept under a key, or None if it is nothing of that kind to be trusted."""
    data = load_data(key)
    try:
        found: KeptT | None = None if data is None else _built(kind, json.loads(data))
    except (ValueError, RecursionError):
        return None
    return found


def load_data(key: str) -> bytes | None:
    """Return the bytes kept under a key, or None if there are none, or not as they were."""
    path = folder() / _NAME.format(key)
    try:
        data = _unsealed(read_bytes(path, MOST_DATA))
    except Unreadable:
        return None
    with suppress(OSError):
        os.utime(path)
    return data


def keep(key: str, kept: DataclassInstance) -> None:
    """Keep a dataclass under a key. A folder that cannot be written is left alone."""
    keep_data({key: json.dumps(asdict(kept)).encode()})


def keep_data(kept: Mapping[str, bytes]) -> None:
    """Keep bytes under keys. A folder that cannot be written, or is another's, is left alone."""
    home = folder()
    with suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        if not _is_claimed(home):
            return
        for key, data in kept.items():
            if len(data) < MOST_BYTES:
                _put(home / _NAME.format(key), _sealed(data))
        _shrink(home)


def clean() -> int:
    """Remove every entry, and the folder if it is left empty; return how many there were."""
    home = folder()
    if not _is_own(home):
        return 0
    count = sum(_remove(path) for path, *_ in _entries(home))
    with suppress(OSError):
        if os.listdir(home) == [_TAG]:
            _remove_folder(home)
    return count


# --- the folder ----------------------------------------------------------------------------------


def _is_claimed(home: Path) -> bool:
    """Whether a folder is jaxlint's, which one without a tag becomes."""
    if not os.path.lexists(home / _TAG):
        _put(home / _TAG, _TAGGED)
    return _is_own(home)


def _is_own(home: Path) -> bool:
    try:
        return read_bytes(home / _TAG) == _TAGGED
    except Unreadable:
        return False


def _remove_folder(home: Path) -> None:
    (home / _TAG).unlink(missing_ok=True)
    try:
        home.rmdir()
    except OSError:  # somebody put something there meanwhile
        _put(home / _TAG, _TAGGED)


def _shrink(home: Path) -> None:
    """Remove the entries longest unused until the rest has no more than ``MOST_BYTES``."""
    entries = _entries(home)
    total = sum(size for _, size, _ in entries)
    for path, size, _ in sorted(entries, key=lambda entry: entry[2]):
        if total <= MOST_BYTES:
            return
        _remove(path)
        total -= size


def _entries(home: Path) -> list[tuple[Path, int, int]]:
    """The path, size and time of last use of what bears the name of an entry, finished or not."""
    found = []
    with suppress(OSError):
        for path in home.iterdir():
            if _ENTRY.fullmatch(path.name) or _UNFINISHED.fullmatch(path.name):
                with suppress(OSError):
                    state = path.lstat()
                    found.append((path, state.st_size, state.st_mtime_ns))
    return found


# --- single files --------------------------------------------------------------------------------


def _remove(path: Path) -> bool:
    """Remove what bears the name of an entry, if jaxlint wrote it; return whether it is gone."""
    with suppress(OSError):
        if _is_written_here(path):
            path.unlink()
            return True
    return False


def _is_written_here(path: Path) -> bool:
    """Whether jaxlint wrote a file: it is sealed, or the beginning of what was to be written."""
    try:
        held = read_bytes(path, MOST_DATA)
    except Unreadable:
        return False
    if _ENTRY.fullmatch(path.name):
        return _unsealed(held) is not None
    return any(held[: len(head)] == head[: len(held)] for head in (_HEAD, _TAGGED))


def _sealed(data: bytes) -> bytes:
    return _HEAD + _digest(data) + data


def _unsealed(held: bytes) -> bytes | None:
    """The data of an entry, or None if it is none or is damaged."""
    start = len(_HEAD) + _DIGEST
    data = held[start:]
    return data if held[:start] == _HEAD + _digest(data) else None


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


def _put(path: Path, data: bytes) -> None:
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise


@cache
def _own_state() -> str:
    """What tells this jaxlint from another of the same version: its files' sizes and times."""
    home = Path(__file__).parent.parent
    rules = [Path(path) for path in sys.modules["jaxlint"].__path__]
    seen = []
    for path in sorted({one for root in (home, *rules) for one in _code_below(root)}):
        state = path.stat()
        seen.append(f"{path}:{state.st_size}:{state.st_mtime_ns}")
    return "\n".join(seen)


def _code_below(root: Path) -> Iterable[Path]:
    """The files that decide what is found: the engine's and the rules'."""
    if root.name == "jaxlint":
        yield from root.rglob("*.py")
        yield from (root / "knowledge").glob("*.txt")
    yield from (root / "rules").glob("*.py")


# --- a dataclass from what an entry holds --------------------------------------------------------


def _built(kind: Any, value: Any) -> Any:
    """Return a value as the type it has to be. Raises NotAsExpected."""
    if get_origin(kind) is UnionType:
        kinds = get_args(kind)
        if value is None and NoneType in kinds:
            return None
        (kind,) = (one for one in kinds if one is not NoneType)
    if is_dataclass(kind):
        return _dataclass(kind, value)
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise NotAsExpected
        return tuple(_built(get_args(kind)[0], item) for item in value)
    if get_origin(kind) is Literal:
        if value not in get_args(kind):
            raise NotAsExpected
        return value
    if type(value) is not kind:
        raise NotAsExpected
    return value


def _dataclass(kind: Any, value: Any) -> Any:
    names = [field.name for field in fields(kind)]
    if not isinstance(value, dict) or value.keys() != set(names):
        raise NotAsExpected
    hints = _hints(kind)
    return kind(**{name: _built(hints[name], value[name]) for name in names})


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
