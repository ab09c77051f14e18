"""What follows from a finding: errors and warnings are shown, advice to those who ask for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jaxlint import check_paths
from jaxlint.diagnostics.findings import ADVICE, ERROR, SEVERITIES, WARNING
from jaxlint.diagnostics.registry import catalogue
from jaxlint.diagnostics.rule import FileKind

from .conftest import command

START = "import jax\nimport jax.numpy as jnp\nimport flax.linen as nn\n\n\n"
TIED = """
def f(key):
    return jax.random.normal(key), jax.random.uniform(key)
"""
UNRELATED = """
def f(key):
    return jax.random.normal(key), jax.random.split(key)
"""
RAISES = """
@jax.jit
def f(x):
    return 1 if x > 0 else 2
"""


def written(folder: Path, text: str, name: str = "a.py") -> Path:
    """A project with a file."""
    (folder / "pyproject.toml").touch()
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(START + text, encoding="utf-8")
    return path


def checked(folder: Path, *options: str) -> dict[str, Any]:
    """What the command says of a folder, as JSON."""
    done = command("check", ".", "--no-cache", "--output-format", "json", *options, cwd=folder)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def severities(folder: Path, text: str, name: str = "a.py") -> list[tuple[str, str]]:
    """The code and the severity of all that is said of a text, advice included."""
    written(folder, text, name)
    return [(one["code"], one["severity"]) for one in checked(folder, "--advice")["findings"]]


@pytest.mark.parametrize(
    ("draws", "expected"),
    [
        ("normal(key), random.normal(key)", ("JAX401", WARNING)),
        ("randint(key, (), 0, 3), random.choice(key, jnp.arange(4))", ("JAX401", ADVICE)),
        ("randint(key, (), 0, 2), random.choice(key, jnp.array([x, 2]))", ("JAX401", WARNING)),
        ("normal(key), random.bernoulli(key)", ("JAX401", WARNING)),
        ("gamma(key, 2.0), random.chisquare(key, 3.0)", ("JAX401", WARNING)),
        ("normal(key), random.gamma(key, 2.0)", ("JAX401", ADVICE)),
        ("normal(key), random.randint(key, (), 0, 4)", ("JAX401", ADVICE)),
        ("randint(key, (), 0, 3), random.randint(key, (), 1, 5)", ("JAX401", ADVICE)),
        ("randint(key, (), 0, 2), random.randint(key, (), 1, 5)", ("JAX401", WARNING)),
        ("randint(key, (), 0, 3), random.randint(key, (), maxval=9)", ("JAX401", WARNING)),
        ("choice(key, 8), random.randint(key, (), 0, 4)", ("JAX401", WARNING)),
        ("bernoulli(key), random.randint(key, (), 0, 4)", ("JAX401", ADVICE)),
        ("bernoulli(key), random.rademacher(key)", ("JAX401", WARNING)),
        ("choice(key, 9), random.normal(key)", ("JAX401", ADVICE)),
        ("choice(key, 9, p=[0.1] * 9), random.normal(key)", ("JAX401", WARNING)),
        ("choice(key, 9, replace=False), random.randint(key, (), 0, 4)", ("JAX401", ADVICE)),
        ("choice(key, 9, (), False), random.split(key)", ("JAX403", ADVICE)),
        ("choice(key, 9, (), False), random.bits(random.split(key)[1])", ("JAX403", WARNING)),
        ("split(key), random.split(key)", ("JAX403", ADVICE)),
        ("split(key, 3)[0], random.split(key)[1]", ("JAX403", ADVICE)),
        ("bits(random.split(key, 3)[1]), random.bits(random.split(key)[1])", ("JAX403", WARNING)),
        ("permutation(key, 8), random.bits(random.split(key)[1])", ("JAX403", WARNING)),
        ("permutation(key, 8), random.bits(random.split(key, 3)[2])", ("JAX403", ADVICE)),
        ("bits(random.split(key)[0]), random.poisson(key, 2.0)", ("JAX403", WARNING)),
        ("normal(key), random.split(key)", ("JAX403", ADVICE)),
        ("split(key), random.uniform(key)", ("JAX403", ADVICE)),
        ("split(key), random.fold_in(key, 1)", ("JAX405", ADVICE)),
        ("bits(random.split(key)[1]), random.bits(random.fold_in(key, 1))", ("JAX405", WARNING)),
        ("bits(random.split(key)[0]), random.bits(random.fold_in(key, 1))", ("JAX405", ADVICE)),
    ],
)
def test_two_uses_of_a_key_are_as_bad_as_their_numbers_are_related(
    tmp_path: Path, draws: str, expected: tuple[str, str]
) -> None:
    text = f"def f(key):\n    random = jax.random\n    return random.{draws}\n"
    assert severities(tmp_path, text) == [expected]


@pytest.mark.parametrize(
    ("drawn", "severity"),
    [
        ("jnp.where(x > 0, random.normal(key, (3,)), random.uniform(key, (3,)))", ADVICE),
        ("jnp.where(x > 0, 0.0, random.normal(key, (3,))) + random.uniform(key, (3,))", WARNING),
        ("jnp.where(x > 0, random.normal(key, (3,)), random.uniform(key))", WARNING),
        ("jnp.where(random.normal(key) > 0, random.uniform(key), x)", WARNING),
    ],
)
def test_arms_that_draw_from_one_key_are_harmless(
    tmp_path: Path, drawn: str, severity: str
) -> None:
    text = f"def f(key, x):\n    random = jax.random\n    return {drawn}\n"
    assert severities(tmp_path, text) == [("JAX401", severity)]


@pytest.mark.parametrize(
    ("bounds", "severity"),
    [
        ("minval=-1e-8, maxval=1e-8", ADVICE),
        ("minval=0.0, maxval=1e-3", WARNING),
        ("maxval=1e-8", WARNING),
        ("shape=(3,)", WARNING),
    ],
)
def test_a_constant_key_may_tell_equal_values_apart(
    tmp_path: Path, bounds: str, severity: str
) -> None:
    noise = f"jax.random.uniform(jax.random.key(0), {bounds})"
    text = f"""
def shifted(x):
    return x + {noise}

def run(xs):
    for x in xs:
        xs = shifted(xs), shifted(x)
    return [x + {noise} for x in xs]
"""
    assert {("JAX416", severity), ("JAX406", severity)} <= set(severities(tmp_path, text))


@pytest.mark.parametrize(
    ("second", "severity"),
    [
        ("_, other", ADVICE),
        ("other, _", WARNING),
        ("first, other", ADVICE),
        ("key, other", ADVICE),
    ],
)
def test_splits_of_which_other_children_are_used_are_harmless(
    tmp_path: Path, second: str, severity: str
) -> None:
    splits = f"first, unused = random.split(key)\n    {second} = random.split(key)"
    drawn = "random.normal(first), random.normal(other)"
    text = f"def f(key):\n    random = jax.random\n    {splits}\n    return {drawn}\n"
    assert severities(tmp_path, text) == [("JAX403", severity)]


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [
        ("step(one)", "step(other)", WARNING),
        ("step(one)", "step(unused)", ADVICE),
        ("step(one)", "leap(other)", ADVICE),
    ],
)
def test_equal_children_given_to_one_function(
    tmp_path: Path, first: str, second: str, severity: str
) -> None:
    splits = "one, spare = random.split(key)\n    other, unused = random.split(key)"
    text = f"def f(key, step, leap):\n    random = jax.random\n    {splits}\n"
    assert severities(tmp_path, f"{text}    return {first}, {second}, spare\n") == [
        ("JAX403", severity)
    ]


def test_what_helpers_draw_is_known_by_their_samplers(tmp_path: Path) -> None:
    text = """
def noise(key):
    return jax.random.normal(key)

def order(key):
    return jax.random.permutation(key, 8)

def tied(key):
    return noise(key), noise(key)

def unrelated(key):
    return noise(key), order(key)
"""
    assert severities(tmp_path, text) == [("JAX401", WARNING), ("JAX401", ADVICE)]


def test_the_worst_of_several_uses_is_told(tmp_path: Path) -> None:
    text = """
def f(key):
    keys = jax.random.split(key)
    x = jax.random.gamma(key, 2.0)
    return jax.random.normal(keys[0]), x, jax.random.permutation(key, 8)
"""
    assert severities(tmp_path, text) == [("JAX403", ADVICE), ("JAX403", WARNING)]


def test_a_target_network_starts_equal(tmp_path: Path) -> None:
    text = """
class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(x)

def start(key, x):
    net = Net()
    params = net.init(key, x)
    target_params = net.init(key, x)
    return params, target_params

def two_critics(key, x):
    net = Net()
    first = net.init(key, x)
    second = net.init(key, x)
    return first, second

def two_nets(key, x):
    policy, target = Net(), Net()
    return policy.init(key, x), target.init(key, x)
"""
    assert severities(tmp_path, text) == [
        ("JAX401", ADVICE),
        ("JAX401", WARNING),
        ("JAX401", WARNING),
    ]


def test_a_target_network_of_any_kind_starts_equal(tmp_path: Path) -> None:
    text = """
def created(net, inputs):
    return net.init(*inputs)

def start(net, x):
    key = jax.random.key(0)
    critic = created(net(), [key, x])
    target_critic = created(net(), [key, x])
    return critic, target_critic

def two_critics(net, x):
    key = jax.random.key(0)
    first = created(net(), [key, x])
    second = created(net(), [key, x])
    return first, second

def of_other_inputs(net, x):
    key = jax.random.key(0)
    critic = created(net(), [key, x])
    target_critic = created(net(), [key, x + 1])
    return critic, target_critic
"""
    assert severities(tmp_path, text) == [
        ("JAX401", ADVICE),
        ("JAX401", WARNING),
        ("JAX401", WARNING),
    ]


@pytest.mark.parametrize(
    ("methods", "severity"),
    [
        ("return self.last * 2", ADVICE),
        ("return 2\n    def told(self):\n        return self.last", ERROR),
        ("return 2\n    def reset(self):\n        self.last = 0", ADVICE),
    ],
)
def test_a_field_that_nobody_else_reads_leaks_in_vain(
    tmp_path: Path, methods: str, severity: str
) -> None:
    text = f"""
class Model:
    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x):
        self.last = x + 1
        return self.twice()

    def twice(self):
        {methods}
"""
    assert severities(tmp_path, "import functools\n" + text) == [("JAX208", severity)]


def test_a_field_that_a_trace_reads_before_it_writes_it_is_read_by_the_next(tmp_path: Path) -> None:
    text = """
import functools

class Model:
    def __init__(self, hidden):
        self.hidden = hidden

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x):
        y = self.ahead(x)
        self.hidden = y
        return y

    def ahead(self, x):
        return self.hidden + x
"""
    assert severities(tmp_path, text) == [("JAX208", ERROR)]


def test_a_field_that_another_file_reads_is_read(tmp_path: Path) -> None:
    text = """
import functools

class Model:
    @functools.partial(jax.jit, static_argnums=0)
    def step(self, x):
        self.last = x + 1
        return x
"""
    written(tmp_path, "from a import Model\n\ndef last(model):\n    return model.last\n", "b.py")
    assert severities(tmp_path, text) == [("JAX208", ERROR)]


def test_a_seed_that_a_loop_writes_down_is_chosen(tmp_path: Path) -> None:
    text = """
def actions(seed=0):
    return jax.random.uniform(jax.random.key(seed), (3,))

def chosen(envs):
    out = []
    for env in envs:
        out.append(env(actions(47)))
    return out

def overlooked(envs):
    out = []
    for env in envs:
        out.append(env(actions()))
    return out
"""
    assert severities(tmp_path, text) == [("JAX416", ADVICE), ("JAX416", WARNING)]


@pytest.mark.parametrize(
    ("act", "severity"),
    [
        ("open('a')", ADVICE),
        ("open('a', mode='rb')", ADVICE),
        ("open('a', 'a')", WARNING),
        ("open('a', mode)", WARNING),
        ("jnp.load('a')", ADVICE),
        ("jnp.save('a', x)", WARNING),
    ],
)
def test_reading_a_file_in_traced_code_is_advice(tmp_path: Path, act: str, severity: str) -> None:
    text = f"@jax.jit\ndef f(x, mode):\n    y = {act}\n    return x, y\n"
    assert ("JAX205", severity) in severities(tmp_path, text)


def test_a_debug_print_that_raises_is_an_error(tmp_path: Path) -> None:
    text = """
@jax.jit
def f(x):
    jax.debug.print("{y}", x=x)
    jax.debug.print(f"{x}")
    return x
"""
    assert severities(tmp_path, text) == [("JAX210", ERROR), ("JAX210", WARNING)]


@pytest.mark.parametrize(
    ("target", "severity"), [("r + q(w, y)", ADVICE), ("r + 0.9 * q(w, y).max(-1)", WARNING)]
)
def test_a_target_of_q_learning_is_to_stand_still(
    tmp_path: Path, target: str, severity: str
) -> None:
    text = f"""
def q(w, x):
    return jnp.dot(w, x)


@jax.grad
def loss(w, x, y, r):
    target = {target}
    return jnp.mean((q(w, x) - target) ** 2)
"""
    assert severities(tmp_path, text) == [("JAX607", severity)]


def test_a_jit_made_at_each_call_costs_where_a_loop_calls_it(tmp_path: Path) -> None:
    text = """
def predict(params, x):
    return jax.jit(lambda v: params * v)(x)

def run(params, xs):
    return [predict(params, xs), predict(params, xs)]
"""
    looped = """
def run(params, xs):
    out = []
    for x in xs:
        out.append(predict(params, x))
    return out
"""
    assert severities(tmp_path, text) == [("JAX503", ADVICE)]
    assert severities(tmp_path, text + looped) == [("JAX503", WARNING)]


@pytest.mark.parametrize(
    ("name", "more", "certainty"),
    [
        ("tests/test_a.py", "\ndef test_f():\n    assert f(1.0) == 1\n", "presumed"),
        ("tests/test_a.py", "\nclass FTest:\n    pass\n", "presumed"),
        ("tests/test_a.py", "\nf(1.0)\n", "shown"),
        ("tests/helpers.py", "", "shown"),
        ("a.py", "\ndef test_f():\n    assert f(1.0) == 1\n", "shown"),
    ],
)
def test_that_a_test_raises_is_presumed(
    tmp_path: Path, name: str, more: str, certainty: str
) -> None:
    written(tmp_path, RAISES + more, name)
    (finding,) = checked(tmp_path, "--presumed")["findings"]
    assert (finding["code"], finding["severity"]) == ("JAX101", ERROR)
    assert finding["certainty"] == certainty
    assert finding["message"].endswith("if this test is run and fails") == (certainty == "presumed")


@pytest.mark.parametrize(
    ("name", "certainty"), [("tests/test_a.py", "presumed"), ("b.py", "shown")]
)
def test_that_raises_what_a_test_alone_traces_is_presumed(
    tmp_path: Path, name: str, certainty: str
) -> None:
    written(tmp_path, "\ndef f(x):\n    return 1 if x > 0 else 2\n")
    traces = "from a import f\n\n\ndef test_f():\n    assert jax.jit(f)(1.0) == 1\n"
    written(tmp_path, traces, "tests/test_z.py")
    written(tmp_path, traces, name)
    (finding,) = checked(tmp_path, "--presumed")["findings"]
    assert (finding["path"], finding["certainty"]) == ("a.py", certainty)


def test_that_jax_has_no_such_name_is_no_less_certain_in_a_test(tmp_path: Path) -> None:
    text = "\ndef test_f():\n    assert jax.tree_map(abs, 1) == 1\n"
    written(tmp_path, text, "tests/test_a.py")
    (finding,) = checked(tmp_path)["findings"]
    assert (finding["code"], finding["certainty"]) == ("JAX801", "shown")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a.py", FileKind.CODE),
        ("src/latest/a.py", FileKind.CODE),
        ("src/contest.py", FileKind.CODE),
        ("tests.py", FileKind.CODE),
        ("tests/helpers.py", FileKind.TEST),
        ("Test/regression/linear.py", FileKind.TEST),
        ("src/pkg/testing/a.py", FileKind.TEST),
        ("src/test_a.py", FileKind.TEST),
        ("src/a_test.py", FileKind.TEST),
        ("conftest.py", FileKind.TEST),
        ("tests/a.ipynb", FileKind.NOTEBOOK),
        ("benchmarks/speed.py", FileKind.BENCHMARK),
        ("src/bench_speed.py", FileKind.BENCHMARK),
        ("src/qr_benchmark.py", FileKind.BENCHMARK),
        ("src/benchmarking.py", FileKind.CODE),
        ("src/perfect.py", FileKind.CODE),
        ("src/performance.py", FileKind.CODE),
        ("performance-comparison/run.py", FileKind.BENCHMARK),
        ("scripts/perf/run.py", FileKind.BENCHMARK),
        ("src/inference_microbenchmark_sweep.py", FileKind.BENCHMARK),
        ("tests/bench_speed.py", FileKind.TEST),
        ("examples/train.py", FileKind.EXAMPLE),
        ("src/pkg/Demo/train.py", FileKind.EXAMPLE),
        ("examples/train.ipynb", FileKind.NOTEBOOK),
        ("examples/bench_speed.py", FileKind.BENCHMARK),
        ("src/demonstration/train.py", FileKind.CODE),
    ],
)
def test_files_are_known_by_their_names(path: str, kind: FileKind) -> None:
    assert FileKind.of(path) is kind


SPLIT_TWICE = """
def f(key):
    a, _ = jax.random.split(key)
    b, _ = jax.random.split(key)
    return jax.random.normal(a), jax.random.normal(b)
"""


@pytest.mark.parametrize(
    ("folder", "drawn", "split"),
    [("src", WARNING, WARNING), ("examples", WARNING, ADVICE), ("benchmarks", ADVICE, ADVICE)],
)
def test_examples_may_split_a_key_again(
    tmp_path: Path, folder: str, drawn: str, split: str
) -> None:
    assert severities(tmp_path, TIED, f"{folder}/a.py") == [("JAX401", drawn)]
    assert severities(tmp_path, SPLIT_TWICE, f"{folder}/a.py") == [("JAX403", split)]


@pytest.mark.parametrize(
    ("name", "function", "severity"),
    [("test.py", "test_draws", ADVICE), ("test.py", "main", WARNING), ("a.py", "test_a", WARNING)],
)
def test_a_file_called_test_is_one_by_its_functions(
    tmp_path: Path, name: str, function: str, severity: str
) -> None:
    text = f"{TIED}\ndef {function}():\n    f(jax.random.key(0))\n"
    assert severities(tmp_path, text, name) == [("JAX401", severity)]


def test_equal_keys_say_what_follows(tmp_path: Path) -> None:
    def outcome(first: str, second: str) -> str:
        made = "random = jax.random\n    return random."
        text = f"def f():\n    {made}{first}(random.key(0)), random.{second}(random.key(0))\n"
        written(tmp_path, text)
        return str(checked(tmp_path, "--advice")["findings"][0]["outcome"])

    assert outcome("normal", "normal") == "silently wrong: both draw the same numbers"
    assert outcome("normal", "uniform") == "silently wrong: the draws are equal or correlated"
    assert outcome("split", "split") == "silently wrong: children of both are equal"
    assert outcome("normal", "split") == "nothing promises that the numbers are independent"


def test_reused_keys_are_advice_in_tests(tmp_path: Path) -> None:
    assert severities(tmp_path, TIED, "tests/test_a.py") == [("JAX401", ADVICE)]
    written(tmp_path, TIED, "b.py")
    written(tmp_path, TIED, "benchmarks/c.py")
    assert [one["path"] for one in checked(tmp_path)["findings"]] == ["b.py"]


def test_reused_keys_are_advice_where_a_test_uses_one(tmp_path: Path) -> None:
    helper = """
def twice(draw):
    return draw(), draw()

def own(key):
    return jax.random.normal(key), jax.random.normal(key)
"""
    test = """
from a import own, twice

def test_draw(key, other):
    twice(lambda: jax.random.normal(key))
    own(other)
"""
    written(tmp_path, test, "tests/test_a.py")
    assert severities(tmp_path, helper) == [("JAX401", ADVICE), ("JAX401", WARNING)]


def test_what_a_test_changes_is_advice_where_it_is_frozen(tmp_path: Path) -> None:
    library = """
class Settings:
    def __init__(self):
        self.scale = 2.0

settings = Settings()

@jax.jit
def scaled(x):
    return x * settings.scale
"""
    user = """
from a import scaled, settings

def run(x):
    before = scaled(x)
    settings.scale = 3.0
    return before, scaled(x)
"""
    written(tmp_path, user, "tests/test_scaled.py")
    assert severities(tmp_path, library) == [("JAX203", ADVICE)]
    written(tmp_path, user, "program.py")
    assert severities(tmp_path, library) == [("JAX203", WARNING)]


def test_a_file_of_tests_is_one_from_wherever_it_is_checked(tmp_path: Path) -> None:
    path = written(tmp_path, TIED, "tests/helpers.py")
    inside = checked(path.parent, "--advice")["findings"]
    assert [one["severity"] for one in inside] == [ADVICE]


def test_a_project_below_a_folder_of_tests_is_none(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    assert severities(tmp_path / "tests", TIED) == [("JAX401", WARNING)]


def test_advice_is_held_back_and_counted(tmp_path: Path) -> None:
    written(tmp_path, UNRELATED)
    said = checked(tmp_path)
    assert (said["findings"], said["summary"]["held_back"]) == ([], 1)
    done = command("check", ".", "--no-cache", cwd=tmp_path)
    assert done.returncode == 0
    assert "clean; 1 file checked; 1 more with --advice" in done.stderr


def test_advice_that_a_comment_hides_is_not_counted(tmp_path: Path) -> None:
    text = UNRELATED.replace("split(key)", "split(key)  # jaxlint: ignore[JAX403]")
    written(tmp_path, text)
    assert checked(tmp_path)["summary"]["held_back"] == 0
    assert checked(tmp_path, "--select", "JAX902")["findings"] == []


@pytest.mark.parametrize(
    "options",
    [("--advice",), ("--select", "JAX403"), ("--select", "JAX4"), ("--select", "ALL")],
)
def test_advice_is_shown_to_those_who_ask(tmp_path: Path, options: tuple[str, ...]) -> None:
    written(tmp_path, UNRELATED)
    found = checked(tmp_path, *options)["findings"]
    assert ("JAX403", ADVICE) in [(one["code"], one["severity"]) for one in found]


def test_a_setting_asks_for_advice(tmp_path: Path) -> None:
    written(tmp_path, UNRELATED)
    (tmp_path / "jaxlint.toml").write_text("advice = true", encoding="utf-8")
    assert [one["severity"] for one in checked(tmp_path)["findings"]] == [ADVICE]


def test_strict_makes_warnings_of_reused_keys_and_of_nothing_else(tmp_path: Path) -> None:
    nested = "\n\n@jax.jit\ndef g(x):\n    return jax.jit(lambda v: v)(x)\n"
    written(tmp_path, UNRELATED + nested)
    (tmp_path / "jaxlint.toml").write_text("strict = true", encoding="utf-8")
    said = checked(tmp_path)
    assert [(one["code"], one["severity"]) for one in said["findings"]] == [("JAX403", WARNING)]
    assert said["summary"]["held_back"] == 1


@pytest.mark.parametrize("word", SEVERITIES)
def test_settings_give_rules_a_severity(tmp_path: Path, word: str) -> None:
    written(tmp_path, RAISES)
    text = f'advice = true\n[severity]\nJAX1 = "{word}"\n"traced-loop" = "error"\n'
    (tmp_path / "jaxlint.toml").write_text(text, encoding="utf-8")
    assert [one["severity"] for one in checked(tmp_path)["findings"]] == [word]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('JAX1 = "loud"', "severity.JAX1 must be one of error, warning, advice, not 'loud'"),
        ('traced-brunch = "error"', "traced-branch"),
        ("JAX1 = 3", "must be one of"),
    ],
)
def test_a_bad_severity_is_refused(tmp_path: Path, table: str, said: str) -> None:
    written(tmp_path, RAISES)
    (tmp_path / "jaxlint.toml").write_text(f"[severity]\n{table}\n", encoding="utf-8")
    done = command("check", ".", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr


def test_the_text_says_what_is_advice(tmp_path: Path) -> None:
    written(tmp_path, UNRELATED)
    concise = command("check", ".", "--advice", "--output-format", "concise", cwd=tmp_path)
    assert "JAX403 (advice) key `key`" in concise.stdout
    full = command("check", ".", "--advice", cwd=tmp_path)
    assert "JAX403 key-used-after-split (advice): key `key`" in full.stdout


def test_the_python_api_has_what_is_held_back(tmp_path: Path) -> None:
    path = written(tmp_path, UNRELATED)
    assert check_paths([path]).held_back == 1
    assert [one.severity for one in check_paths([path], select=["JAX4"]).findings] == [ADVICE]


def test_rules_that_raise_are_errors() -> None:
    for rule in catalogue():
        raises = rule.outcome.startswith("raises")
        assert not raises or rule.severity == ERROR, rule.code


def test_a_print_of_text_alone_is_advice(tmp_path: Path) -> None:
    text = """
@jax.jit
def told(x):
    print("step done")
    return x

@jax.jit
def shown(x):
    print("step done", x)
    return x
"""
    assert severities(tmp_path, text) == [("JAX204", ADVICE), ("JAX204", WARNING)]


def test_a_dropped_function_makes_no_number_wrong(tmp_path: Path) -> None:
    text = """
def f(x: jax.Array):
    jax.jit(lambda y: y + 1)
    x.sort()
    return x
"""
    assert severities(tmp_path, text) == [("JAX304", WARNING), ("JAX304", ERROR)]


@pytest.mark.parametrize(
    ("root", "severity"),
    [
        ("jnp.linalg.norm(x)", ADVICE),
        ("jnp.linalg.norm(x.reshape(-1))", ADVICE),
        ("jnp.linalg.norm(x - y)", WARNING),
        ("jnp.linalg.norm((x - y).reshape(-1))", WARNING),
        ("jnp.linalg.norm(jnp.cross(x, y))", WARNING),
        ("jnp.linalg.norm(jnp.sin(x))", ADVICE),
        ("jnp.std(x)", WARNING),
        ("jnp.sqrt(jnp.sum(x**2))", WARNING),
    ],
)
def test_a_guarded_root_is_as_bad_as_its_zero_is_likely(
    tmp_path: Path, root: str, severity: str
) -> None:
    text = f"@jax.grad\ndef f(x, y):\n    return jnp.sum(x / ({root} + 1e-6))\n"
    assert severities(tmp_path, text) == [("JAX603", severity)]


@pytest.mark.parametrize(
    ("read", "severity"),
    [('os.environ["FAST"]', ADVICE), ("os.getpid()", ADVICE), ("time.time()", WARNING)],
)
def test_a_frozen_value_is_as_bad_as_it_changes(tmp_path: Path, read: str, severity: str) -> None:
    text = f"import os, time\n@jax.jit\ndef f(x):\n    return x, {read}\n"
    assert ("JAX206", severity) in severities(tmp_path, text)


@pytest.mark.parametrize(
    ("change", "severity"), [('os.environ["FAST"] = "1"', WARNING), ("x = x + 1.0", ADVICE)]
)
def test_the_environment_is_frozen_badly_where_the_program_changes_it(
    tmp_path: Path, change: str, severity: str
) -> None:
    step = '@jax.jit\ndef f(x):\n    return x * float(os.getenv("FAST", "0"))\n'
    text = f"import os\n{step}def run(x):\n    f(x)\n    {change}\n    return f(x)\n"
    assert ("JAX206", severity) in severities(tmp_path, text)


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [
        ("random.normal(a)", "random.uniform(c)", WARNING),
        ("random.normal(a)", "random.permutation(c, 8)", ADVICE),
        ("random.normal(a)", "random.split(c)", ADVICE),
        ("random.permutation(a, 8)", "random.split(c)[0]", ADVICE),
        ("random.permutation(a, 8)", "random.normal(random.split(c, 3)[2])", ADVICE),
        ("random.permutation(a, 8)", "random.normal(random.split(c, 3)[1])", WARNING),
        ("random.permutation(a, 8)", "random.permutation(random.split(c, 3)[1], 8)", ADVICE),
        ("random.permutation(a, 8)", "nn.Dense(2).init(random.split(c)[1], key)", ADVICE),
        ("random.normal(random.split(a)[0])", "random.normal(random.split(c)[0])", WARNING),
        ("random.normal(random.split(a)[0])", "random.gamma(random.split(c)[0], 2.0)", ADVICE),
        ("random.normal(a)", "unseen(c)", ADVICE),
        ("helper(a)", "random.uniform(c)", WARNING),
        ("helper(a)", "random.permutation(c, 8)", ADVICE),
    ],
)
def test_equal_children_do_harm_where_tied_draws_reach_them(
    tmp_path: Path, first: str, second: str, severity: str
) -> None:
    text = f"""
def helper(key):
    return jax.random.normal(key)

def f(key):
    random = jax.random
    a, _ = random.split(key)
    c, _ = random.split(key)
    return {first}, {second}
"""
    assert severities(tmp_path, text) == [("JAX403", severity)]


@pytest.mark.parametrize(
    ("folded", "severity"),
    [
        ("fold_in(key, step), (3,)", WARNING),
        ("split(random.fold_in(key, step))[1]", ADVICE),
    ],
)
def test_a_folded_key_does_harm_where_tied_draws_reach_it_and_a_child(
    tmp_path: Path, folded: str, severity: str
) -> None:
    text = f"""
def f(key, steps):
    random = jax.random
    first, other = random.split(key)
    start = random.uniform(first), random.uniform(other)
    return start, [random.normal(random.{folded}) for step in range(steps)]
"""
    assert severities(tmp_path, text) == [("JAX405", severity)]


@pytest.mark.parametrize(("dtype", "severity"), [("bool", ADVICE), ("int", ERROR)])
def test_a_dropped_cast_to_the_dtype_that_a_mask_has_changes_nothing(
    tmp_path: Path, dtype: str, severity: str
) -> None:
    text = f"""
def empty(x):
    mask = jnp.all(x == 0, axis=1)
    mask.astype({dtype})
    return mask
"""
    assert severities(tmp_path, text) == [("JAX304", severity)]


@pytest.mark.parametrize(("after", "severity"), [("jax.clear_caches()", ADVICE), ("", WARNING)])
def test_what_a_function_has_jax_forget_is_compiled_anew_on_purpose(
    tmp_path: Path, after: str, severity: str
) -> None:
    text = f"""
def fit(x, scale):
    y = jax.jit(lambda y: y * scale)(x)
    {after}
    return y

def fits(xs):
    return [fit(x, 2.0) for x in xs]
"""
    assert severities(tmp_path, text) == [("JAX503", severity)]


@pytest.mark.parametrize(
    ("parameter", "reader", "severity"),
    [
        ("", "0", ADVICE),
        (", x", "0", ERROR),
        ("", "self.kept", ERROR),
    ],
)
def test_what_a_jit_without_traced_arguments_keeps_for_itself_is_never_met_again(
    tmp_path: Path, parameter: str, reader: str, severity: str
) -> None:
    text = f"""
import functools

class Basis:
    def __init__(self, size):
        self.size = size
        self.kept = None

    @functools.partial(jax.jit, static_argnums=0)
    def basis(self{parameter}):
        if self.kept is None:
            self.kept = jnp.exp(jnp.arange(self.size))
        return self.kept

    def read(self):
        return {reader}
"""
    written(tmp_path, "from a import Basis\n\nbasis = Basis(3)\n", "b.py")
    assert severities(tmp_path, text) == [("JAX208", severity)]


@pytest.mark.parametrize(
    ("loop", "handed", "severity"),
    [
        ("rule in ('plain', 'momentum')", "rule", ADVICE),
        ("number, rule in enumerate(['plain', 'momentum'])", "rule", ADVICE),
        ("number, rule in enumerate(['plain', 'momentum'])", "number", WARNING),
        ("rule, make in {'plain': len, 'sum': sum}.items()", "make(())", ADVICE),
        ("rule in ('plain', 'momentum')", "settings", WARNING),
        ("rule in (jnp.zeros(3), jnp.ones(3))", "rule", WARNING),
        ("rule in range(2)", "rule", WARNING),
    ],
)
def test_settings_that_a_loop_spells_out_are_compared(
    tmp_path: Path, loop: str, handed: str, severity: str
) -> None:
    text = f"""
def fit(rule):
    return rule, jax.random.normal(jax.random.key(0), (3,))

def run(settings):
    for {loop}:
        print(fit({handed}))
"""
    assert severities(tmp_path, text) == [("JAX416", severity)]


TIMED = """
import time
from dataclasses import dataclass

SEEN = []


@dataclass
class Result:
    x: jax.Array
    seconds: dict


def solved(a):
    seconds, start = {}, time.perf_counter()
    y = jnp.sin(a)
    seconds["sine"] = round(1e3 * (time.perf_counter() - start), 3)
    return Result(y, seconds)


@jax.jit
def f(a):
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return solved(a).x", ADVICE),
        ("result = solved(a)\n    return result.x * 2", ADVICE),
        ("result = solved(a)\n    return result.x, result.seconds", WARNING),
        ("result = solved(a)\n    return result.x * result.seconds['sine']", WARNING),
        ("result = solved(a)\n    print(result.seconds['sine'])\n    return result.x", WARNING),
        ("result = solved(a)\n    SEEN.append(result.seconds)\n    return result.x", WARNING),
        ("x = solved(a)\n    return x.x if x.seconds['sine'] < 1 else a", WARNING),
        ("return a + jax.random.normal(jax.random.key(int(time.time())))", WARNING),
    ],
)
def test_a_clock_matters_where_its_reading_leaves_the_trace(
    tmp_path: Path, body: str, expected: str
) -> None:
    read = [one for one in severities(tmp_path, TIMED + "    " + body) if one[0] == "JAX206"]
    assert read and {severity for _, severity in read} == {expected}


ENTRY = """
from helpers import outer


@jax.jit
def f(x, mode):
    return outer(x)


f(jnp.ones(3), 1)
"""
HELPERS = {
    "branched": """
def outer(x, check=None):
    if check or len(x) > 2:
        return inner(x)
    return x


def inner(x):
    return 1 if x.sum() > 0 else 2
""",
    "straight": """
def outer(x):
    return inner(x)


def inner(x):
    return 1 if x.sum() > 0 else 2
""",
    "near": """
def outer(x, check=None):
    if check or len(x) > 2:
        return 1 if x.sum() > 0 else 2
    return x
""",
}


@pytest.mark.parametrize(
    ("how", "expected"), [("branched", ADVICE), ("straight", ERROR), ("near", ERROR)]
)
def test_what_calls_behind_branches_lead_to_in_another_module_is_advice(
    tmp_path: Path, how: str, expected: str
) -> None:
    written(tmp_path, HELPERS[how], "helpers.py")
    assert severities(tmp_path, ENTRY) == [("JAX101", expected)]


def test_all_in_one_module_is_what_it_was(tmp_path: Path) -> None:
    text = HELPERS["branched"] + ENTRY.replace("from helpers import outer\n", "")
    assert severities(tmp_path, text) == [("JAX101", ERROR)]


DEEP = """
def first(x):
    return second(x)


def second(x):
    return third(x)


def third(x):
    return jnp.where(x > 0, jnp.log(x), 0.0).sum()
"""


@pytest.mark.parametrize(("called", "expected"), [("second", ADVICE), ("third", WARNING)])
def test_a_gradient_that_is_lost_far_from_where_it_is_taken_is_advice(
    tmp_path: Path, called: str, expected: str
) -> None:
    written(tmp_path, DEEP, "helpers.py")
    text = f"from helpers import {called}\njax.grad(lambda x: {called}(x))(jnp.ones(3))\n"
    assert severities(tmp_path, text) == [("JAX602", expected)]


@pytest.mark.parametrize(("called", "expected"), [("second", ADVICE), ("third", ERROR)])
def test_what_an_array_lacks_far_from_where_it_is_traced_is_advice(
    tmp_path: Path, called: str, expected: str
) -> None:
    written(
        tmp_path, DEEP.replace("jnp.where(x > 0, jnp.log(x), 0.0).sum()", "x['rate']"), "helpers.py"
    )
    text = f"from helpers import {called}\njax.jit(lambda x: {called}(x))(jnp.ones(3))\n"
    assert severities(tmp_path, text) == [("JAX307", expected)]


def test_a_gradient_that_is_lost_in_the_same_module_is_a_warning(tmp_path: Path) -> None:
    text = f"{DEEP}\njax.grad(lambda x: first(x))(jnp.ones(3))\n"
    assert severities(tmp_path, text) == [("JAX602", WARNING)]


def test_squares_of_norms_are_guarded_by_nobody(tmp_path: Path) -> None:
    text = "jax.grad(lambda x, y: jnp.linalg.norm(x - y) ** 2)(jnp.ones(3), jnp.ones(3))\n"
    assert severities(tmp_path, text) == [("JAX603", ADVICE)]
