"""Settings that a function refuses together: what stands behind one excludes the other."""

import jax
import jax.numpy as jnp
import numpy as np


def newton(u, solver="direct", terms=None):
    matrix_free = solver in ("cg_free", "cg_jvp")
    if terms is not None and solver in ("cg", "cg_free", "cg_jvp"):
        raise ValueError("terms may be nonsymmetric")

    def extra(v):
        if terms is None:
            return None
        return sum(np.asarray(term(np.asarray(v))) for term in terms)

    def residual(v):
        more = extra(v)
        return v**2 - 2.0 if more is None else v**2 + jnp.asarray(more)

    if matrix_free:
        return jax.linearize(residual, u)
    return residual(u)


# Of another solver it is not said that it refuses the terms.
def newton_of_more_solvers(u, solver="direct", terms=None):
    matrix_free = solver in ("cg_free", "cg_jvp", "gmres")
    if terms is not None and solver in ("cg", "cg_free", "cg_jvp"):
        raise ValueError("terms may be nonsymmetric")

    def residual(v):
        if terms is None:
            return v**2
        return v**2 + np.asarray(terms[0](np.asarray(v)))  # expect: JAX107

    if matrix_free:
        return jax.linearize(residual, u)
    return residual(u)


# It only warns.
def newton_that_warns(u, solver="direct", terms=None):
    if terms is not None and solver in ("cg", "cg_free"):
        print("terms may be nonsymmetric")

    def residual(v):
        if terms is None:
            return v**2
        return v**2 + np.asarray(terms[0](np.asarray(v)))  # expect: JAX107

    if solver == "cg_free":
        return jax.linearize(residual, u)
    return residual(u)


def newton_of_one_solver(u, solver="direct", terms=None):
    if terms is not None and solver in ("cg", "cg_free"):
        raise ValueError("terms may be nonsymmetric")

    def residual(v):
        if terms is None:
            return v**2
        return v**2 + np.asarray(terms[0](np.asarray(v)))

    if solver == "cg_free":
        return jax.linearize(residual, u)
    return residual(u)


# What is named is another one by then.
def newton_of_a_changed_solver(u, solver="direct", terms=None):
    if terms is not None and solver in ("cg", "cg_free"):
        raise ValueError("terms may be nonsymmetric")
    solver = solver.removeprefix("pre_")

    def residual(v):
        if terms is None:
            return v**2
        return v**2 + np.asarray(terms[0](np.asarray(v)))  # expect: JAX107

    if solver == "cg_free":
        return jax.linearize(residual, u)
    return residual(u)


# Two lists of texts that have none in common.
def by_kind(x, kind):
    if kind in ("host", "numpy"):
        shift = np.asarray
    else:
        shift = jnp.asarray
    if kind in ("traced", "jitted"):
        return jax.jvp(lambda v: v + shift(v), (x,), (x,))
    return shift(x)
