"""Config files: found, read, and refused with a word that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.config.settings import KEYS, Settings, SettingsError, nearest_settings, settings_for
from jaxlint.frontends.jobs import Job
from jaxlint.frontends.session import lint

EVERYTHING = """\
select = ["JAX1", "reused-key"]
ignore = ["traced-branch"]
extend-select = ["unused-ignore"]
extend-ignore = ["JAX2"]
exclude = ["generated/"]
impure-functions = ["mylib.log.note"]
key-consumers = ["mylib.draw"]

[per-file-ignores]
"tests/*" = ["JAX4", "traced-print"]

[transforms]
"mylib.my_jit" = "jax.jit"
"""


def read(folder: Path, text: str) -> Settings:
    (folder / "jaxlint.toml").write_text(text, encoding="utf-8")
    return nearest_settings(folder)


def test_every_key_is_read(tmp_path: Path) -> None:
    settings = read(tmp_path, EVERYTHING)
    assert settings == Settings(
        folder=tmp_path,
        file=tmp_path / "jaxlint.toml",
        select=("JAX1", "JAX401"),
        ignore=("JAX101",),
        extend_select=("JAX902",),
        extend_ignore=("JAX2",),
        exclude=("generated/",),
        per_file_ignores={"tests/*": ("JAX4", "JAX204")},
        transforms={"mylib.my_jit": "jax.jit"},
        impure_functions=("mylib.log.note",),
        key_consumers=("mylib.draw",),
    )


def test_the_keys_are_those_documented() -> None:
    usage = (Path(__file__).parent.parent / "docs" / "usage.md").read_text(encoding="utf-8")
    assert [key for key in KEYS if f"`{key.name}`" not in usage] == []


def test_defaults_without_a_file(tmp_path: Path) -> None:
    assert nearest_settings(tmp_path) == Settings(folder=tmp_path)
    assert Settings().select is None


def test_the_nearest_file_counts_and_patterns_are_meant_from_its_folder(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "jaxlint.toml").write_text('select = ["JAX1"]')
    (tmp_path / "a" / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX2"]')
    settings = nearest_settings(deep)
    assert (settings.select, settings.folder) == (("JAX2",), tmp_path / "a")


def test_a_pyproject_that_says_nothing_of_jaxlint_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "jaxlint.toml").write_text('select = ["JAX1"]')
    below = tmp_path / "below"
    below.mkdir()
    (below / "pyproject.toml").write_text('tool = "odd"')
    assert nearest_settings(below).select == ("JAX1",)


def test_the_own_file_comes_before_the_shared_one(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX2"]')
    assert read(tmp_path, 'select = ["JAX1"]').select == ("JAX1",)


def test_the_config_of_several_paths_lies_above_them_all(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "jaxlint.toml").write_text('select = ["JAX2"]')
    (tmp_path / "jaxlint.toml").write_text('select = ["JAX1"]')
    paths = [str(tmp_path / "a" / "x.py"), str(tmp_path / "b" / "y.py")]
    assert settings_for(paths, None, False).select == ("JAX1",)
    assert settings_for(paths[:1], None, False).select == ("JAX2",)
    assert settings_for(paths, None, True).select is None


def test_a_named_file_counts_whatever_is_near(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "jaxlint.toml").write_text('select = ["JAX1"]')
    (tmp_path / "other.toml").write_text('select = ["JAX2"]')
    assert settings_for(["x.py"], "other.toml", False).select == ("JAX2",)


def test_a_byte_order_mark_is_no_harm(tmp_path: Path) -> None:
    assert read(tmp_path, '\ufeffselect = ["JAX1"]').select == ("JAX1",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("selct = []", 'unknown key "selct"; the nearest is "select"'),
        ("zzz = []", "the keys are select, ignore, extend-select"),
        ("per_file_ignores = {}", 'the nearest is "per-file-ignores"'),
        ('select = "JAX1"', "select must be a list of strings, not 'JAX1'"),
        ("ignore = [1]", "ignore must be a list of strings"),
        ('select = ["JAX4001"]', 'unknown code "JAX4001"; the nearest is "JAX401" (in select)'),
        ('ignore = ["reused-kye"]', 'the nearest is "reused-key" (in ignore)'),
        ('per-file-ignores = ["a"]', "per-file-ignores must be a table"),
        ('[per-file-ignores]\n"a.py" = "JAX1"', 'per-file-ignores."a.py" must be a list'),
        ('[per-file-ignores]\n"a.py" = ["JAX0"]', 'unknown code "JAX0"'),
        ('[per-file-ignores]\n"!" = ["JAX1"]', '"!" in per-file-ignores is not a pattern'),
        ('exclude = ["!"]', '"!" in exclude is not a pattern'),
        ("transforms = []", "transforms must be a table"),
        ('[transforms]\n"a.b" = 3', "transforms.a.b must be a string"),
        ('[transforms]\n"a.b" = "jax.jti"', 'no transformation of JAX; the nearest is "jax.jit"'),
        ('[transforms]\n"a b" = "jax.jit"', '"a b" in transforms is not a qualified name'),
        ('impure-functions = ["a..b"]', '"a..b" in impure-functions is not a qualified name'),
        ('key-consumers = [""]', '"" in key-consumers is not a qualified name'),
        ("select = [", "is not valid TOML"),
        ("a = " + "[" * 5000, "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SettingsError) as wrong:
        read(tmp_path, text)
    assert words in str(wrong.value)
    assert str(wrong.value).startswith(f"{tmp_path / 'jaxlint.toml'}: ")


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"a = '\xe9'")
    (tmp_path / "pyproject.toml").write_text("[tool.other]")
    for name, words in [
        ("missing.toml", "No such file"),
        ("latin.toml", "is not valid TOML"),
        ("pyproject.toml", "has no [tool.jaxlint]"),
    ]:
        with pytest.raises(SettingsError, match=words.replace("[", r"\[")):
            settings_for([], str(tmp_path / name), False)


def test_the_table_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\njaxlint = 3")
    with pytest.raises(SettingsError, match=r"tool\.jaxlint must be a table"):
        nearest_settings(tmp_path)


@pytest.mark.parametrize(
    ("key", "code", "source"),
    [
        (
            'transforms = { "mylib.my_jit" = "jax.jit" }',
            "JAX101",
            "from mylib import my_jit\n\n\n@my_jit\ndef f(x):\n    return 1 if x else 2\n",
        ),
        (
            'impure-functions = ["mylib.note"]',
            "JAX205",
            "import jax\nfrom mylib import note\n\n\n@jax.jit\ndef f(x):\n"
            "    note(3)\n    return x\n",
        ),
        (
            'key-consumers = ["mylib.draw"]',
            "JAX401",
            "import jax\nfrom mylib import draw\n\n\ndef f(seed):\n"
            "    key = jax.random.key(seed)\n    return draw(key) + draw(key)\n",
        ),
    ],
)
def test_what_is_declared_of_own_functions_counts(
    tmp_path: Path, key: str, code: str, source: str
) -> None:
    (tmp_path / "a.py").write_text(source)
    paths = [str(tmp_path / "a.py")]
    assert lint(Job(paths, read(tmp_path, ""))).report.findings == ()
    assert [one.code for one in lint(Job(paths, read(tmp_path, key))).report.findings] == [code]
