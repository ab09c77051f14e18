"""Flags of the mode, and the names that they are given."""

import equinox as eqx
import flax.linen as nn


class Block(nn.Module):
    training: bool = False

    @nn.compact
    def __call__(self, x, train, deterministic):
        x = nn.Dropout(0.1)(x, deterministic=train)  # expect: JAX527
        x = nn.Dropout(0.2)(x, deterministic=not train)
        x = nn.Dropout(0.3, deterministic=self.training)(x)  # expect: JAX527
        x = nn.BatchNorm(use_running_average=train)(x)  # expect: JAX527
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dropout(0.4)(x, deterministic=deterministic)


def dropped(x, keys, training, inference, train_mode):
    x = eqx.nn.Dropout(0.5)(x, key=keys[0], inference=inference)
    x = eqx.nn.Dropout(0.6)(x, key=keys[1], inference=training)  # expect: JAX527
    return eqx.nn.Dropout(0.7)(x, key=keys[2], inference=train_mode)


def evaluated(model, variables, x, deterministic, config):
    first = model.apply(variables, x, train=deterministic)  # expect: JAX527
    second = model.apply(variables, x, train=not deterministic)
    return first, second, model.apply(variables, x, train=config.train)


def trained(fit, train, test, training):
    fit(train=train, evaluation=test)
    return fit(train=test, eval=training)


def judged(model, variables, x, is_training, use_running_average):
    first = model.apply(variables, x, use_running_average=is_training)  # expect: JAX527
    second = model.apply(variables, x, is_training=use_running_average)  # expect: JAX527
    third = model.apply(variables, x, use_running_average=use_running_average)
    return first, second, third, model.apply(variables, x, is_training=not use_running_average)


def negated(x, train):
    return nn.Dropout(0.5)(x, deterministic=not train)


def of_the_same_name(x, deterministic):
    return nn.Dropout(0.5)(x, deterministic=deterministic)


def of_another_name(x, mode):
    return nn.Dropout(0.5)(x, deterministic=mode)


def compared(x, mode):
    return nn.Dropout(0.5)(x, deterministic=mode != "train")


def written_out(x):
    return nn.Dropout(0.5)(x, deterministic=True)


def asked_of_a_config(x, config):
    return nn.Dropout(0.5)(x, deterministic=config.eval_mode)


def train_of_data(fit, train):
    return fit(train=train, validation=train)


# --- literals in what evaluates -------------------------------------------------------------------


def evaluate(state, batch, key):
    return state.apply_fn(state.params, batch, train=True, rngs={"dropout": key})  # expect: JAX527


def eval_step(model, params, batch, key):
    def logits(x):
        return model.apply(params, x, deterministic=False, rngs={"dropout": key})  # expect: JAX527

    return logits(batch)


def eval_step_without_noise(model, params, batch):
    return model.apply(params, batch, train=False), model.apply(params, batch, deterministic=True)


def train_and_evaluate(model, params, batch, key):
    return model.apply(params, batch, train=True, rngs={"dropout": key})


def predict_with_dropout(model, params, batch, key):
    return model.apply(params, batch, train=True, rngs={"dropout": key})


def loss_of(model, params, batch, key):
    return model.apply(params, batch, train=True, rngs={"dropout": key})


def evaluate_schedule(schedule, count):
    return schedule.step(count, train=True)
