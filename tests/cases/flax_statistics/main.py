"""Running statistics of Flax that nothing reads once they are updated."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.BatchNorm(use_running_average=False)(nn.Dense(2)(x))


net = Net()


def forward(variables, x):
    out, changed = net.apply(variables, x, mutable=["batch_stats"])  # expect: JAX520
    return out


def forward_by_text(variables, x):
    out, changed = net.apply(variables, x, mutable="batch_stats")  # expect: JAX520
    return out


def forward_and_keep(variables, x):
    out, changed = net.apply(variables, x, mutable=["batch_stats"])
    return out, changed["batch_stats"]


def forward_only(model, variables, x):
    out, _ = net.apply(variables, x, mutable=["batch_stats"])
    seen, between = model.apply(variables, x, mutable=["intermediates"])
    return out, seen


def own(x, mutable):
    return x, len(mutable)


def by_own_function(x):
    out, count = own(x, mutable=["batch_stats"])
    return out


def step(state, x):
    def loss(params):
        variables = {"params": params, "batch_stats": state.batch_stats}
        out, changed = state.apply_fn(variables, x, mutable=["batch_stats"])
        return jnp.mean(out), (changed, out)

    (value, (changed, out)), grads = jax.value_and_grad(loss, has_aux=True)(  # expect: JAX520
        state.params
    )
    return state.apply_gradients(grads=grads), value, out


def step_and_keep(state, x):
    def loss(params):
        variables = {"params": params, "batch_stats": state.batch_stats}
        out, changed = state.apply_fn(variables, x, mutable=["batch_stats"])
        return jnp.mean(out), (changed, out)

    (value, (changed, out)), grads = jax.value_and_grad(loss, has_aux=True)(state.params)
    state = state.apply_gradients(grads=grads, batch_stats=changed["batch_stats"])
    return state, value, out


def shared_loss(params, stats, x):
    out, changed = net.apply({"params": params, "batch_stats": stats}, x, mutable=["batch_stats"])
    return jnp.mean(out), changed["batch_stats"]


slope = jax.grad(shared_loss, has_aux=True)


def by_shared_loss(params, stats, x):
    grads, new_stats = slope(params, stats, x)  # expect: JAX520
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), stats


def by_shared_loss_and_kept(params, stats, x):
    grads, stats = slope(params, stats, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), stats


# What is beside the value may be something else.
def other_loss(params, stats, x):
    out, changed = net.apply({"params": params, "batch_stats": stats}, x, mutable=["batch_stats"])
    kept.append(changed)
    return jnp.mean(out), (out, changed)


kept = []


def by_other_loss(params, stats, x):
    (value, (out, changed)), grads = jax.value_and_grad(other_loss, has_aux=True)(params, stats, x)
    return value, out, grads
