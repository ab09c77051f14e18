"""A function of the project's own that says whether something is traced, asked more often than it is followed."""

import jax
import jax.numpy as jnp


def is_traced(value):
    found = isinstance(value, jax.core.Tracer)
    return found


def is_traced_by_import(value):
    import jax

    return isinstance(value, jax.core.Tracer)


def checked(name, value):
    if is_traced(value):
        return value
    if bool(jnp.any(jnp.isnan(value))):
        raise ValueError(name)
    return value


def as_array(value, name):
    try:
        return jnp.asarray(value, dtype=jnp.float32)
    except (TypeError, ValueError) as error:
        raise ValueError(name) from error


class Filter:
    def step(self, state, length, speed, force=0.0, gain=0.0, dt=None):
        dt = 0.001 if dt is None else float(dt)
        if not dt > 0.0:
            raise ValueError("dt")
        n, v = as_array(length, "length"), as_array(speed, "speed")
        f, g = as_array(force, "force"), as_array(gain, "gain")
        for name, value in (("length", n), ("speed", v), ("force", f), ("gain", g)):
            checked(name, value)
        n = jnp.broadcast_to(n, state.shape)
        f = jnp.broadcast_to(f, state.shape)
        g = jnp.broadcast_to(g, state.shape)
        if not is_traced(f) and bool(jnp.any(f < 0.0)):
            raise ValueError("force")
        if not is_traced(g) and bool(jnp.any(g < 0.0)):
            raise ValueError("gain")
        if not is_traced(n) and bool(jnp.any(n <= 0.0)):
            raise ValueError("length")
        if not is_traced_by_import(n) and bool(jnp.any(n <= 0.0)):
            raise ValueError("length")
        if bool(jnp.any(n > 9.0)):  # expect: JAX105
            raise ValueError("length")
        return state + dt * (n + v + f + g), n

    def rolled_out(self, state, length, speed, force=0.0, gain=0.0, dt=0.001):
        def body(state, inputs):
            n, v, f, g = inputs
            return self.step(state, n, v, f, g, dt)

        forces = jnp.broadcast_to(jnp.asarray(force), length.shape)
        gains = jnp.broadcast_to(jnp.asarray(gain), length.shape)
        return jax.lax.scan(body, state, (length, speed, forces, gains))


if __name__ == "__main__":
    final, rates = Filter().rolled_out(jnp.zeros(()), jnp.ones((5,)), jnp.zeros((5,)), 1.0, 0.1)
    print(final, rates, Filter().step(jnp.zeros(()), 1.0, 0.0)[0])
