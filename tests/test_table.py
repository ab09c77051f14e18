"""The table of answers: what is asked again, and what is not."""

from __future__ import annotations

import ast
import io
import tokenize

import pytest

from jaxlint.program.code_lines import code_of
from jaxlint.program.project import Project, Query
from jaxlint.program.table import Table
from jaxlint.program.texts import Text, digest_of
from jaxlint.source.files import Source

MADE: list[str] = []


def given(_: Table, name: str) -> int:
    """A number from outside; 0 unless it is put."""
    return 0


def half(table: Table, name: str) -> int:
    """Half of a number."""
    MADE.append(f"half {name}")
    return table.ask(given, name) // 2


def total(table: Table) -> int:
    """The sum of two halves, or of one if that is 0."""
    MADE.append("total")
    first = table.ask(half, "a")
    return first + table.ask(half, "b") if first else 0


@pytest.fixture
def table() -> Table:
    """A table with two numbers, of which all has been asked."""
    table = Table()
    table.put(4, given, "a")
    table.put(6, given, "b")
    assert table.ask(total) == 5
    MADE.clear()
    return table


def test_what_is_asked_twice_is_answered_once(table: Table) -> None:
    assert table.ask(total) == 5
    table.put(4, given, "a")
    assert table.ask(total) == 5
    assert MADE == []


def test_a_change_that_changes_no_answer_ends_there(table: Table) -> None:
    table.put(5, given, "a")
    assert table.ask(total) == 5
    assert MADE == ["half a"]


def test_a_change_is_followed_as_far_as_it_goes(table: Table) -> None:
    table.put(8, given, "a")
    assert table.ask(total) == 7
    assert MADE == ["half a", "total"]


def test_what_was_asked_first_decides_whether_the_rest_is_asked(table: Table) -> None:
    table.put(0, given, "a")
    table.put(0, given, "b")
    assert table.ask(total) == 0
    assert MADE == ["half a", "total"]


def test_what_fails_leaves_nothing_behind(table: Table) -> None:
    def failing(table: Table) -> int:
        table.ask(half, "b")
        raise LookupError

    for _ in range(2):
        with pytest.raises(LookupError):
            table.ask(failing)
    with table.noting() as asked:
        table.ask(total)
    assert [key[0] for key in asked.keys] == [total]


def test_what_a_result_asked_is_asked_by_those_who_use_it(table: Table) -> None:
    with table.noting() as inner:
        table.ask(half, "a")
    with table.noting() as outer:
        table.note(inner)
        table.ask(half, "b")
    behind = {key[1] for key in table.behind(outer, {given})}
    assert behind == {"a", "b"}
    assert {key[0] for key in table.behind(outer, {half})} == {half}


def test_answers_that_nobody_asks_for_any_more_go() -> None:
    project = Project([Source("a.py", b"import b\n"), Source("b.py", b"")])
    for number in range(30_000):
        project.path_of(f"name{number}")
        if number % 100 == 0:
            project.update([Source("a.py", f"import b\n\n\nx = {number}\n".encode())])
            assert project.ask(Query("", ("import",))) == ("a.py",)
            project.forget()
    assert len(project.table) < 15_000


# --- the code of a text ---------------------------------------------------------------------------


def tokens(text: str) -> list[tuple[int, str]]:
    """What Python makes of a text, without comments and blank lines."""
    nothing = (tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER)
    found = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(one.type, one.string) for one in found if one.type not in nothing]


@pytest.mark.parametrize(
    ("text", "code", "gaps"),
    [
        ("x = 1\n", "x = 1", [2]),
        ("x = 1", "x = 1", []),
        ("\n\n# c\nx = 1  # d\n\t\ny = 2", "x = 1\ny = 2", [1, 2, 3, 5]),
        ("f(1,  # in\n\n  2)\n", "f(1,  # in\n\n  2)", [4]),
        ("x = '''\n\n# no\n'''  # c\n", "x = '''\n\n# no\n'''", [5]),
        ("x = '#' + \"#\"  # '\n", "x = '#' + \"#\"", [2]),
        ("x = 'a\\'# no'\n", "x = 'a\\'# no'", [2]),
        ("x = f'{y:#>3}'  # c\n", "x = f'{y:#>3}'", [2]),
        ("x = f'{{ # no'\n", "x = f'{{ # no'", [2]),
        ("x = 1 + \\\n  2  # c\n", "x = 1 + \\\n  2", [3]),
    ],
)
def test_code_is_what_no_comment_changes(text: str, code: str, gaps: list[int]) -> None:
    assert tokens(f"{text}\n") == tokens(f"{code}\n")
    assert code_of(text) == (code, gaps)


@pytest.mark.parametrize("text", ['f"{x["#"]}"\n', "f'{x['a']}' # c\n", 'f"""{"""#"""}"""'])
def test_strings_that_only_a_parser_can_tell_are_told(text: str) -> None:
    assert code_of(text) is None


def test_lines_are_found_again_in_another_text_of_the_same_code() -> None:
    one, other = b"x = 1\ny = (\n    2)\n", b"# a\n\nx = 1  # b\n\n\ny = (\n    2)\n# c"
    before, after = (Text(data, digest_of(data), {}) for data in (one, other))
    assert before.code == after.code
    assert [after.line_of(*before.place_of(line)) for line in (1, 2, 3)] == [3, 6, 7]
    assert ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))
    assert after.number_of(1) < 0 and after.line_of(*after.place_of(1)) == 1
