"""Type parameters, which this Python cannot read in a case: each stands for what binds it."""

from __future__ import annotations

import pytest

from jaxlint import check_source

_TEXT = """
import jax


class Chart:
    def ravel(self):
        return self


jax.tree_util.register_static(Chart)


{decorated}
"""

_OF_A_FUNCTION = "@jax.jit\ndef flat[T: {bound}](x: T):\n    return x.ravel().data"
_OF_A_CLASS = (
    "class Flat[T: {bound}]:\n    @staticmethod\n    @jax.jit\n    def flat(x: T):\n"
    "        return x.ravel().data"
)
_BESIDE = (
    "def other[T: {bound}](x: T): ...\n\n\n@jax.jit\ndef flat(x):\n    return x if x > 0 else -x"
)


@pytest.mark.parametrize("form", [_OF_A_FUNCTION, _OF_A_CLASS])
@pytest.mark.parametrize(("bound", "codes"), [("Chart", []), ("jax.Array", ["JAX316"])])
def test_a_type_parameter_stands_for_its_bound(form: str, bound: str, codes: list[str]) -> None:
    assert _codes(form.format(bound=bound)) == codes


def test_a_type_parameter_is_known_in_its_definition_only() -> None:
    assert _codes(_BESIDE.format(bound="Chart")) == ["JAX101"]


def _codes(decorated: str) -> list[str]:
    found = check_source(_TEXT.format(decorated=decorated))
    return [finding.code for finding in found.findings]
