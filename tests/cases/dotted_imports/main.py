"""Modules imported with dots, with and without `as`, and helpers called from a scan body."""

import jax
import jax.numpy as jnp

import sim.noise
import sim.physics.dynamics as dyn
from sim.physics import dynamics


def run(x, v, dt):
    steps = dyn.substeps(0.1)

    def body(state, _):
        x, v = state
        x, v = dyn.collide(x + dt * v, v, walls=(0.0, 1.0))
        dynamics.describe(x)
        x = sim.noise.kick(x)
        return (x, v), x

    return jax.lax.scan(body, (x, v), None, length=steps * dyn.STEPS)


def start(x):
    return sim.noise.kick_outside(jnp.asarray(x))
