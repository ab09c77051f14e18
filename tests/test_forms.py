"""The forms that arrays are taken to have, held against those of the arrays that JAX makes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from jaxlint.analysis import sweeps
from jaxlint.analysis.core.watching import Watch
from jaxlint.analysis.describing import spelling_of
from jaxlint.analysis.domains.arrays import forms, lengths
from jaxlint.analysis.domains.arrays.facts import Axes, Form
from jaxlint.analysis.values.kinds import Value
from jaxlint.program.positions import Positions
from jaxlint.queries.explaining import Subject, module_of, runs
from jaxlint.source.files import Source

HEADER = """\
import jax
import jax.numpy as jnp
key = jax.random.key(0)
row = jnp.zeros(4)
matrix = jnp.ones((3, 4))
stack = jnp.full((2, 3, 4), 0.5)
counts = jnp.arange(4)
mask = row > 0
"""
LETTERS = {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}

# What is known down to the length of each axis.
WHOLE = """
row + matrix
matrix[:, None] * row
matrix - matrix.mean(axis=0)
matrix.sum(axis=1, keepdims=True)
matrix.sum(-1)
stack.max(axis=(0, -1))
stack.min((1, 2), keepdims=True)
stack.mean(keepdims=True)
jnp.linalg.norm(matrix, axis=1)
jnp.linalg.norm(matrix)
jax.nn.logsumexp(matrix, axis=-1)
jax.nn.softmax(matrix, axis=-1)
jax.scipy.special.logsumexp(matrix, axis=1, keepdims=True)
matrix @ row
row @ row
matrix @ matrix.T
stack @ matrix.T
row @ stack.mT
jnp.dot(matrix, row)
jnp.dot(2.0, matrix)
jnp.matmul(matrix.T, matrix)
matrix.dot(row)
matrix.T
stack.transpose(2, 0, 1)
jnp.transpose(stack, (1, 0, 2))
stack.swapaxes(0, 1)
jnp.swapaxes(stack, -1, 0)
jnp.expand_dims(row, 0)
jnp.expand_dims(row, (0, 2))
jnp.squeeze(jnp.ones((3, 1)))
jnp.squeeze(jnp.ones((3, 1)), -1)
matrix.ravel()
matrix.flatten()
matrix.reshape(2, -1)
matrix.reshape(-1)
matrix.reshape((4, 3))
jnp.reshape(stack, (6, -1))
jnp.where(mask, row, 0.0)
jnp.where(mask, matrix, row)
jnp.maximum(matrix, 0)
jnp.stack([row, row])
jnp.stack([row, row, row], axis=1)
jnp.stack((matrix, matrix), axis=-1)
jnp.concatenate([matrix, matrix])
jnp.concatenate([matrix, jnp.ones((3, 1))], axis=1)
jnp.array([row, row])
jnp.array([[1, 2], [3, 4]])
jnp.zeros_like(matrix)
jnp.broadcast_to(row, (3, 4))
jnp.clip(matrix, 0, 1)
jnp.clip(matrix, min=0.0)
jnp.eye(3)
jnp.arange(2, 7)
jnp.arange(3.0)
jnp.arange(0.0, 5, 2)
jnp.identity(2)
jnp.cos(matrix)
jnp.searchsorted(row, matrix)
jnp.digitize(matrix, row)
jnp.cumsum(matrix)
jnp.cumsum(matrix, axis=1)
jnp.outer(row, counts)
jnp.full_like(matrix, 2)
round(matrix, 1)
abs(matrix)
jnp.abs(stack)
jax.nn.relu(matrix)
jax.nn.one_hot(counts, 7)
jax.nn.one_hot(counts, num_classes=7)
jax.random.normal(key)
jax.random.normal(key, (3, 2))
jax.random.uniform(key, (5,))
jax.random.randint(key, (5,), 0, 3)
matrix[0]
matrix[0, 1]
matrix[-1, :]
matrix[:, 0]
matrix[1:]
matrix[:2, 1:3]
matrix[:, ::2]
matrix[..., 0]
stack[0, ..., 1]
stack[..., None]
matrix[None]
matrix[()]
jnp.zeros_like(row, shape=(2, 3))
jnp.full_like(matrix, 2, shape=5)
matrix[:, None, :]
row[:, jnp.newaxis]
matrix[counts[:2]]
matrix[:, jnp.array([0, 1])]
matrix[jnp.array([[0, 1], [1, 0]]), 0] if False else matrix[0]
stack.at[0].set(1.0)
matrix.astype(int)
matrix.round(2)
jnp.sort(matrix)
jnp.argsort(matrix, axis=0)
matrix.argmax(axis=1)
matrix.argmax()
matrix.std(axis=1)
-matrix
~mask
matrix > row
matrix == 0
jnp.isnan(matrix)
jnp.logical_and(mask, matrix > 0)
jnp.float32(3)
jnp.asarray(row)
jnp.asarray(row - jax.value_and_grad(vars(jnp)["sum"])(row)[1])
jax.vmap(lambda one: one * 2)(matrix)
jax.vmap(lambda one: one @ row)(matrix)
jax.vmap(jnp.dot, in_axes=(0, None))(matrix, row)
jax.jit(lambda one: one.sum(axis=0))(matrix)
""".strip().splitlines()

# What has axes, some of which may be of any length.
PARTLY = """
matrix[matrix > 0]
matrix[mask[:3], 1]
matrix[mask[:3]]
row[mask]
jnp.zeros((len(jax.devices()), 4))
row[: len(jax.devices())]
jnp.sqrt(row[mask])
jax.vmap(lambda one: one.sum())(matrix[mask[:3]])
jnp.concatenate([matrix, matrix[mask[:3]]])
matrix[mask[:3]] @ row
""".strip().splitlines()


def believed(source: str) -> dict[str, Form]:
    """What is known of the form of each expression of a program, by how it is spelled."""
    subject = Subject([Source("a.py", source.encode())], "a.py", roots=("",))
    project = subject.project()
    module = module_of(subject, project)
    watch = Watch(module, {place.number for place in Positions().starting(module, None)})
    for _ in runs(subject, sweeps.world_of(project, subject.declarations, watch)):
        pass
    return {
        spelling_of(moment.place): forms.of_value(moment.what)
        for moment in watch.moments
        if isinstance(moment.what, Value)
    }


def made(source: str) -> dict[str, Any]:
    """What a program binds when JAX runs it."""
    names: dict[str, Any] = {}
    exec(source, names)
    return names


def contradicts(form: Form, array: jax.Array) -> str:
    """What a form says of an array that is not so; "" where it fits."""
    axes = form.axes
    if axes is not None and len(axes) != array.ndim:
        return f"{len(axes)} axes"
    lengths = zip(axes or (), array.shape, strict=False)
    if any(length not in (None, real) for length, real in lengths):
        return f"the shape {axes}"
    kind = LETTERS[jnp.asarray(array).dtype.kind]
    fits = {"", kind, "inexact" if kind in ("float", "complex") else kind}
    return "" if form.kind in fits else f"the kind {form.kind}"


SOURCE = HEADER + "".join(f"v{n} = {text}\n" for n, text in enumerate([*WHOLE, *PARTLY]))
BELIEVED, MADE = believed(SOURCE), made(SOURCE)


@pytest.mark.parametrize("text", WHOLE)
def test_shapes_that_are_known(text: str) -> None:
    array = MADE[f"v{WHOLE.index(text)}"]
    assert BELIEVED[text].shape == array.shape
    assert not contradicts(BELIEVED[text], array)


@pytest.mark.parametrize("ranks", [((1,), ()), ((), (1,)), ((2, 3), (2,)), ((2,), (2, 3))])
def test_nothing_is_made_of_arrays_with_more_axes_and_fewer(ranks: tuple[Axes, Axes]) -> None:
    assert lengths.joined(ranks, 0) is None
    assert lengths.joined(ranks, -1) is None


@pytest.mark.parametrize("text", PARTLY)
def test_axes_that_are_known(text: str) -> None:
    array, axes = MADE[f"v{len(WHOLE) + PARTLY.index(text)}"], BELIEVED[text].axes
    assert axes is not None and None in axes
    assert not contradicts(BELIEVED[text], array)
