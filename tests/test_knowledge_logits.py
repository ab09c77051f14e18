"""What the knowledge says of functions that take logits, against the installed libraries."""

from __future__ import annotations

import inspect
from importlib import import_module

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.knowledge.logits import LOGITS, LOSSES_OF_LOGITS


@pytest.mark.parametrize("name", sorted(LOGITS))
def test_logits_are_taken_at_the_place_that_is_said(name: str) -> None:
    module, _, last = name.rpartition(".")
    function = getattr(pytest.importorskip(module), last, None)
    if function is None:
        pytest.skip(f"{module} has no {last} in this version")
    taken = list(inspect.signature(function).parameters)
    assert taken[LOGITS[name].place] == "logits"
    assert ("probs" in taken) is LOGITS[name].named


@pytest.mark.parametrize("name", sorted(one for one in LOSSES_OF_LOGITS if "losses." in one))
def test_losses_take_a_softmax_or_a_sigmoid_of_what_they_are_given(name: str) -> None:
    pytest.importorskip("optax")
    module, _, last = name.rpartition(".")
    loss = getattr(import_module(module), last)
    logits = jnp.array([[-3.0, 3.0]])
    labels = jnp.array([1]) if "integer" in name else jnp.array([[0.0, 1.0]])
    function = getattr(jax.nn, LOGITS[name].function)
    by_logits, by_probabilities = loss(logits, labels), loss(function(logits), labels)
    assert float(np.sum(by_probabilities)) > float(np.sum(by_logits)) + 0.1
