"""How soon an edit of one file shows, in a project that was judged before.

    python benchmarks/edits.py FOLDER [--rounds N] [--memory 500 5000]

Copies a project (its tests beside it, as in a source distribution) and prints Markdown tables: the
command after one file has changed, as seconds beyond its start, the first time after a cold run and
later on; the editor, from opening a file to what is told of it and after each change; and what the
server has in memory after so many edits. Medians of one run on one machine: no test asserts them.
"""

from __future__ import annotations

import argparse
import ast
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import copytree

import machine
import programs
from editor import Editor
from packages import lines_of, python_files
from timing import run

KINDS = ("leaf", "helper", "hub")
LEAST_BYTES = 500


def commented(text: str, number: int) -> str:
    """Return a text with a comment at its end."""
    return f"{text}\n# touched {number}\n"


def added(text: str, number: int) -> str:
    """Return a text with one more function."""
    return f"{text}\n\ndef _touched(x):\n    return x + {number}\n"


def changed(text: str, number: int) -> str:
    """Return a text of which the last function does something else; with none, that is its end."""
    nodes = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef)]
    alone = [one.body[-1] for one in nodes if one.body[-1].lineno > one.lineno]
    if not alone:
        return f"{text}\n_touched = {number}\n"
    last, lines = max(alone, key=lambda one: one.lineno), text.split("\n")
    inserted = " " * last.col_offset + f"_touched = {number}"
    return "\n".join([*lines[: last.lineno - 1], inserted, *lines[last.lineno - 1 :]])


EDITS: Mapping[str, Callable[[str, int], str]] = {
    "a comment": commented,
    "a new function": added,
    "a changed function": changed,
}


def chosen(folder: Path) -> dict[str, Path]:
    """Return a file that nothing imports, one that some import, and the one that most import.

    The first two are of middling size among those alike. Files that only gather others, and those
    with next to nothing in them, are left out.
    """
    files = {_module(path, folder): path for path in sorted(folder.rglob("*.py"))}
    imported: Counter[str] = Counter()
    for name, path in files.items():
        imported.update(set(_imported(path, name)) & files.keys() - {name})
    known = {name: path for name, path in files.items() if _is_meant(path)}
    most = max(known, key=lambda name: imported[name])
    some = [path for name, path in known.items() if 2 <= imported[name] <= imported[most] // 4]
    none = [path for name, path in known.items() if not imported[name]]
    return dict(zip(KINDS, (_middling(none), _middling(some), known[most]), strict=True))


def touch(path: Path, number: int) -> None:
    """Change what a file says, in a way that no rule speaks of."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n_touched_{number} = {number}\n")


def by_command(project: Path, scratch: Path, rounds: int) -> Iterator[str]:
    """Yield a table of the command after an edit, in seconds beyond its start."""
    environment = programs.environment(scratch)
    trivial = scratch / "trivial" / "main.py"
    trivial.parent.mkdir()
    trivial.write_text("import jax\n", encoding="utf-8")
    start = statistics.median(
        run(programs.jaxlint(trivial), environment).seconds for _ in range(rounds + 1)
    )
    warm = programs.jaxlint(project, warm=True)
    cold = run(warm, environment).seconds
    yield f"Start {start:.2f} s, a cold run {cold:.2f} s. Seconds beyond the start:"
    yield ""
    yield "| file | lines | edit | first | later |"
    yield "|---|---|---|---|---|"
    for kind, file in chosen(project).items():
        text = file.read_text(encoding="utf-8")
        for what, edit in EDITS.items():
            took = []
            for number in range(rounds + 1):
                file.write_text(edit(text, number), encoding="utf-8")
                took.append(run(warm, environment).seconds - start)
            shown = f"{kind}: {file.relative_to(project).as_posix()}"
            first, later = took[0], statistics.median(took[1:])
            yield f"| {shown} | {lines_of([file])} | {what} | {first:.2f} | {later:.2f} |"
        file.write_text(text, encoding="utf-8")
        run(warm, environment)


def in_editor(project: Path, scratch: Path, rounds: int) -> Iterator[str]:
    """Yield a table of the seconds up to the diagnostics of an open file."""
    yield f"| file | opened | {' | '.join(EDITS)} | memory |"
    yield "|---|---|---|---|---|---|"
    for kind, file in chosen(project).items():
        editor = Editor(project, programs.environment(scratch))
        text = file.read_text(encoding="utf-8")
        cells = [f"{editor.open(file):.2f}"]
        for edit in EDITS.values():
            took = [editor.change(file, edit(text, at)) for at in range(rounds)]
            cells.append(f"{statistics.median(took):.2f}")
        shown = f"{kind}: {file.relative_to(project).as_posix()}"
        yield f"| {shown} | {' | '.join(cells)} | {editor.memory() / 2**20:,.0f} MB |"
        editor.close()


def memory(project: Path, scratch: Path, counts: Mapping[int, None]) -> Iterator[str]:
    """Yield what the server has in memory after so many edits of a leaf."""
    file = chosen(project)["leaf"]
    text = file.read_text(encoding="utf-8")
    editor = Editor(project, programs.environment(scratch))
    editor.open(file)
    yield "| edits | memory |"
    yield "|---|---|"
    for number in range(max(counts) + 1):
        if number in counts:
            yield f"| {number} | {editor.memory() / 2**20:,.0f} MB |"
        edit = added if number % 2 else commented
        editor.change(file, edit(text, number))
    editor.close()


def _is_meant(path: Path) -> bool:
    return path.name != "__init__.py" and path.stat().st_size > LEAST_BYTES


def _middling(files: list[Path]) -> Path:
    return sorted(files, key=lambda path: (path.stat().st_size, path))[len(files) // 2]


def _module(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path, name: str) -> Iterator[str]:
    """Yield the names that may be modules which a file imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*(above if node.level else ()), *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, help="a project, which is copied")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--memory", type=int, nargs="*", default=[500, 5_000])
    options = parser.parse_args()
    print(f"{machine.about()}; {lines_of(python_files(options.folder)):,} lines.")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder).resolve()
        project = scratch / "project"
        copytree(options.folder, project)
        parts = [by_command(project, scratch, options.rounds)]
        parts.append(in_editor(project, scratch, options.rounds))
        if options.memory:
            parts.append(memory(project, scratch, dict.fromkeys([0, *options.memory])))
        for part in parts:
            print(flush=True)
            for line in part:
                print(line, flush=True)


if __name__ == "__main__":
    main()
