"""Logging, warnings, files, network, input, exits and sleeps in traced code."""

import csv
import io
import json
import logging
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from functools import partial
from os.path import isfile
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import requests
import wandb
from absl import logging as absl_logging
from jax import lax
from jax.experimental import io_callback

logger = logging.getLogger(__name__)
WEIGHTS = np.load("weights.npy") if os.path.exists("weights.npy") else np.ones(3)


@jax.jit
def train_step(w, g):
    w = w - 0.1 * g
    logger.info("w is %s", w)  # expect: JAX205
    return w


def train(w, gs):
    for g in gs:
        w = train_step(w, g)
        logger.info("w is %s", w)
        np.save("w.npy", w)
    with open("done.txt", "w") as handle:
        handle.write("done")
    return w


# Facts about shapes are what tracing is good for.
@jax.jit
def logged_shape(x):
    logger.debug("tracing with shape %s", x.shape)
    if x.ndim != 2:
        warnings.warn(f"expected a matrix, got {x.shape}", stacklevel=2)
    return x


@jax.jit
def root_logger(x):
    logging.warning("norm %s", jnp.linalg.norm(x))  # expect: JAX205
    return x


@jax.jit
def by_absl(x):
    absl_logging.info("mean %s", x.mean())  # expect: JAX205
    return x


@jax.jit
def warned(x):
    warnings.warn(f"loss is {jnp.sum(x)}", stacklevel=2)  # expect: JAX205
    return x


@jax.jit
def tracked(loss):
    wandb.log({"loss": loss})  # expect: JAX205
    return loss


def tracked_outside(losses):
    for loss in losses:
        wandb.log({"loss": float(tracked_metric(loss))})


@jax.jit
def tracked_metric(loss):
    return loss * 2


@jax.jit
def saved(params):
    with open("params.pkl", "wb") as handle:  # expect: JAX205
        handle.close()
    return params


@jax.jit
def loaded(x):
    weights = np.load("weights.npy")  # expect: JAX205
    return x * weights


# Loaded when the module is read.
@jax.jit
def loaded_before(x):
    return x * WEIGHTS


def dump(record, path):
    json.dump(record, path)  # expect: JAX205


def dumped(xs, path):
    def body(carry, x):
        dump({"n": 3}, path)
        return carry + x, None

    return lax.scan(body, 0.0, xs)


@jax.jit
def pickled(params, handle=None):
    pickle.dump(jax.tree.structure(params), handle)  # expect: JAX205
    return params


@jax.jit
def fetched(x):
    scale = requests.get("http://localhost/scale").json()  # expect: JAX205
    return x * scale


@jax.jit
def asked(x):
    return x * len(input("scale? "))  # expect: JAX205


def asked_outside(x):
    scale = float(input("scale? "))
    return train_step(x, scale)


@partial(jax.jit, static_argnames="patience")
def stopped(x, patience):
    if patience == 0:
        sys.exit(1)  # expect: JAX205
    return x


@jax.jit
def throttled(x):
    time.sleep(0.1)  # expect: JAX205
    return x


@jax.jit
def spawned(x):
    subprocess.run(["sync"], check=True)  # expect: JAX205
    return x


class Trainer:
    def __init__(self, log):
        self.log = log
        self.step = jax.jit(self._step)

    def _step(self, w, g):
        logger.info("grad %s", g)  # expect: JAX205
        return w - g

    def fit(self, w, gs):
        for g in gs:
            w = self.step(w, g)
            logger.info("w %s", w)
            time.sleep(0.01)
        return w


# T09
def save_on_host(x):
    np.save("x.npy", x)
    logger.info("saved %s", x.mean())
    with open("log.txt", "a") as handle:
        handle.write(str(x))


@jax.jit
def with_callbacks(x):
    jax.debug.callback(save_on_host, x)
    io_callback(save_on_host, None, x)
    jax.debug.callback(logger.info, "x %s", x)
    return x


# A name of one's own.
def own_open(x):
    def open(door):
        return door * 2

    return jax.vmap(open)(x)


@jax.jit
def own_input(x, input):
    return x * input


@jax.jit
def logger_made(x):
    log = logging.getLogger("model")
    return x * len(log.name)


TRANSCRIPT = io.StringIO()


@jax.jit
def transcribed(x):
    TRANSCRIPT.write("step")  # expect: JAX205
    draft = io.StringIO()
    draft.write("step")
    return x


def transcribed_on_host(x):
    TRANSCRIPT.write("step")
    return transcribed(x)


# Files that were opened before, in plain code.
JOURNAL, NOTES = open("journal.txt", "w"), tempfile.TemporaryFile("w+")


@jax.jit
def journaled(x):
    JOURNAL.write("step")  # expect: JAX205
    NOTES.write("step")  # expect: JAX205
    return x


def journaled_by_host(x):
    JOURNAL.write("step")
    return journaled(x)


# What is made since it was not there is meant to be made once.
def compiled(source):
    subprocess.check_call(["cc", source, "-o", "lib.so"])


def library(name):
    path = Path("build") / name
    if path.exists():
        return path
    subprocess.check_call(["cc", "-o", str(path)])
    return path


def library_in_a_helper(source):
    if not os.path.exists("lib.so"):
        compiled(source)
    return "lib.so"


def header_too(source):
    if isfile("lib.so") and os.path.isfile("lib.h"):
        return
    os.makedirs("build")
    subprocess.run(["cc", source], check=True)


def installed():
    if shutil.which("cmake") is None:
        subprocess.run(["pip", "install", "cmake"], check=True)


@jax.jit
def with_libraries(x):
    library("fast.so"), library_in_a_helper("fast.c"), header_too("fast.c"), installed()
    return x * 2


# Here it is there, or it may be, or something else is asked; or nothing is made.
def compiled_anew(source):
    subprocess.check_call(["cc", source])  # expect: JAX205


def exists(name):
    return name in JOURNAL.name


def remade(source, forced):
    if os.path.exists("lib.c"):
        subprocess.check_call(["cc", "lib.c"])  # expect: JAX205
    if forced or not os.path.exists("lib.so"):
        subprocess.check_call(["cc", source])  # expect: JAX205
    if not exists(source):
        subprocess.check_call(["cc", source])  # expect: JAX205
    if not Path("lib.so").is_file():
        compiled_anew(source)
        time.sleep(1)  # expect: JAX205
    compiled_anew(source)
    if not os.path.isfile("lib.a") or not os.path.isfile("lib.so"):
        compiled(source)


@partial(jax.jit, static_argnames="forced")
def with_remade(x, forced):
    remade("lib.c", forced)
    return x * 2


# The test was made in plain code, which runs the compiled step many times.
@jax.jit
def stepped_and_marked(x):
    subprocess.run(["touch", "mark"], check=True)  # expect: JAX205
    return x + 1


def marked(x):
    if not os.path.exists("mark"):
        for _ in range(3):
            x = stepped_and_marked(x)
    return x


# A trace that ends in an error is not kept: each call does it anew.
@partial(jax.jit, static_argnames="mode")
def refusing(x, mode):
    if mode == "loud":
        logger.error("no such mode for %s", x)
        with open("errors.txt", "a") as handle:
            handle.write(mode)
        raise ValueError(mode)
    if mode == "slow":
        logger.error("no such mode for %s", x)
        sys.exit(1)  # expect: JAX205
    if mode == "odd":
        logger.error("no such mode for %s", x)  # expect: JAX205
    return x


class Rows:
    def __init__(self, file):
        self.rows = csv.writer(file)

    def note(self, *values):
        self.rows.writerow(values)  # expect: JAX205

    def begin(self, names):
        self.rows.writerow(names)


def rolled_out(rows, state, times):
    rows.begin(("time", "state"))

    def step(state, time):
        rows.note(time, state)
        return state + time, None

    return jax.lax.scan(step, state, times)


def written_out(file):
    return rolled_out(Rows(file), 0.0, jnp.arange(3.0))
