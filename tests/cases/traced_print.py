"""A print in traced code."""

import builtins
import contextlib
import io
import sys
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def loss(w, x):
    value = jnp.mean((w - x) ** 2)
    print("loss", value)  # expect: JAX204
    return value


@jax.jit
def loss_debug(w, x):
    value = jnp.mean((w - x) ** 2)
    jax.debug.print("loss {value}", value=value)
    return value


def loss_plain(w, x):
    value = jnp.mean((w - x) ** 2)
    print("loss", value)
    return value


# T26: these say what happens while tracing.
@jax.jit
def announced(x, params):
    print("tracing", x.shape)
    print(f"compiling announced for {x.shape} {x.dtype}")
    print(x.ndim, x.size, len(params), x.shape[0])
    print("tracing announced")
    return x * 2


@jax.jit
def formatted(x):
    print(f"x = {x}")  # expect: JAX204
    return x


@jax.jit
def constant_text(x):
    print("step done")  # expect: JAX204
    return x + 1


@partial(jax.jit, static_argnames="verbose")
def verbose_step(x, verbose=False):
    if verbose:
        print("x:", x)  # expect: JAX204
    return x + 1


# Python decides, and prints outside.
def verbose_plain(x, verbose=False):
    y = loss(x, x)
    if verbose:
        print("y:", y)
    return y


def scanned(xs):
    def body(carry, x):
        print("carry", carry)  # expect: JAX204
        return carry + x, None

    return lax.scan(body, 0.0, xs)


def scanned_debug(xs):
    def body(carry, x):
        jax.debug.print("carry {}", carry)
        return carry + x, None

    return lax.scan(body, 0.0, xs)


def cond_branches(pred, x):
    def failed(x):
        print("diverged")  # expect: JAX204
        return x * 0

    return lax.cond(pred, failed, lambda x: x, x)


def show(name, value):
    print(name, value)  # expect: JAX204


def show_shape(name, value):
    print("tracing", name, value.shape)


@jax.jit
def with_helpers(x):
    show_shape("x", x)
    show("x", x)
    return x


class Trainer:
    def __init__(self):
        self.step = jax.jit(self._step)

    def _step(self, w, g):
        print("grad norm", jnp.linalg.norm(g))  # expect: JAX204
        return w - g

    def fit(self, w, gs):
        for g in gs:
            w = self.step(w, g)
            print("w", w)
        return w


@jax.jit
def to_stderr(x):
    print(x.sum(), file=sys.stderr)  # expect: JAX204
    return x


@jax.jit
def by_builtins(x):
    builtins.print(x)  # expect: JAX204
    return x


echo = jax.jit(lambda x: (print(x), x)[1])  # expect: JAX204


# T09
def host_report(x):
    print("from the host", x)


@jax.jit
def with_callbacks(x):
    jax.debug.callback(host_report, x)
    jax.debug.callback(lambda v: print("value", v), x)
    jax.experimental.io_callback(host_report, None, x)
    return x


# T21
def own_print(x):
    from jax.debug import print

    return jax.vmap(lambda v: print("{}", v))(x)


# T03: under jit x is a Tracer.
@jax.jit
def only_concrete(x):
    if not isinstance(x, jax.core.Tracer):
        print("value", x)
    return x


class Log:
    def print(self, *values):
        self.values = values


@jax.jit
def method_called_print(x):
    log = Log()
    log.print(x)
    return x


def printing_at_import():
    print("a plain function", jax.devices())


# Nothing is kept of these: Python runs them at each call.
def of_a_row(x):
    print("row", x)
    return x * 2


def of_a_block(x):
    print("block", x)
    return x * 2


def of_a_compiled_row(x):
    print("row", x)  # expect: JAX204
    return x * 2


def of_an_element(x):
    print("element", x)  # expect: JAX204
    return x * 2


def mapped(xs, mesh, spec):
    rows = jax.vmap(of_a_row)(xs)
    blocks = jax.shard_map(of_a_block, mesh=mesh, in_specs=spec, out_specs=spec)(xs)
    compiled = jax.jit(jax.vmap(of_a_compiled_row))(xs)  # expect: JAX503
    return rows, blocks, compiled, lax.map(of_an_element, xs)


# Text that is there to be read while tracing.
@jax.jit
def announced_once(x):
    print("Warning: this path is deprecated, use step_v2")
    print("Building the model")
    print("the loss is")  # expect: JAX204
    return x


# What is compiled is traced only while compilation is not switched off.
@jax.jit
def told_uncompiled(x):
    if jax.config.jax_disable_jit:
        print("runs in Python", x)
    elif jax.config.jax_debug_nans:
        print("compiled", x)  # expect: JAX204
    return x


def counted_uncompiled(i, x):
    if jax.config.jax_disable_jit:
        print("turn", i)
    return x + i


told_uncompiled(1.0), jax.lax.fori_loop(0, 3, counted_uncompiled, 1.0)


# A function reads what the one around it has bound when it calls.
class Fitted:
    def fit(self, x, verbose):
        if verbose:
            print("fitted")
        return x * 2.0

    def loud(self, x, verbose):
        if verbose:
            print("fitted loudly")  # expect: JAX204
        return x * 2.0

    def each(self, xs, count, verbose=True):
        def single(x):
            return self.fit(x, verbose)

        if count > 1:
            verbose = False
            return jax.lax.map(single, xs)
        return single(xs[0])

    def each_loudly(self, xs, count, verbose=False):
        def single(x):
            return self.loud(x, verbose)

        if count > 1:
            verbose = True
            return jax.lax.map(single, xs)
        return single(xs[0])


# A buffer that the traced code makes is gone with it.
LINES = io.StringIO()


@jax.jit
def into_a_buffer(x):
    own = io.StringIO()
    print("x", x, file=own)
    print("x", x, file=LINES)  # expect: JAX204
    either = own if x.ndim else io.StringIO()
    print("x", x, file=either)
    shared = own if x.ndim else LINES
    print("x", x, file=shared)  # expect: JAX204
    return x


# Text that has the tracer in it already: another function to print it would show the tracer, too.
@jax.jit
def text_made_before(x):
    text = f"x is {x}"
    print(text)  # expect: JAX204
    print("x is " + str(x))  # expect: JAX204
    print("x is", repr(x))  # expect: JAX204
    print("x is {}".format(x))  # expect: JAX204
    print("%d of %s" % (3, x))  # expect: JAX204
    print("x is", f"{x}")  # expect: JAX204
    return x


# Nothing is kept of a trace that ends in an error: each call says so anew.
def shaped(kind, x):
    if kind not in ("row", "column"):
        print("unknown kind", kind, x)
        raise ValueError(kind)
    try:
        return x.reshape(KINDS[kind])
    except TypeError as error:
        print("does not fit:", kind, x)
        raise ValueError(kind) from error
    except KeyError:
        for one in KINDS:
            if one == kind:
                continue
            print("known:", one, x)
        sys.exit(1)  # expect: JAX205


KINDS = {"row": (1, -1), "column": (-1, 1)}


@partial(jax.jit, static_argnames="kind")
def fitted(x, kind):
    y = shaped(kind, x)
    if kind == "row":
        print("a row", x)
        if y.ndim > 2:
            print("of too many axes", y)
        else:
            print("of too few axes", y)
            y = None
        raise TypeError(y)
    return y


# Here it may go on: by another way, or as traced code handles the error.
def shaped_or_not(kind, x):
    try:
        print("trying", kind, x)  # expect: JAX204
        return x.reshape(KINDS[kind])
    except TypeError:
        print("does not fit:", kind, x)  # expect: JAX204
        if kind == "row":
            return x
        raise
    except KeyError:
        print("unknown kind", kind, x)  # expect: JAX204
    for _ in range(3):
        if kind == "column":
            print("a column", x)  # expect: JAX204
            break
        raise ValueError(kind)
    return x


def refused(kind, x):
    print("refused", kind, x)  # expect: JAX204
    raise KeyError(kind)


def refused_for_good(kind, x):
    print("refused for good", kind, x)
    raise KeyError(kind)


def refused_quietly(kind, x):
    print("refused quietly", kind, x)  # expect: JAX204
    raise KeyError(kind)


@partial(jax.jit, static_argnames="kind")
def handled(x, kind):
    y = shaped_or_not(kind, x)
    if kind == "row":
        refused(kind, x)
    try:
        refused(kind, y)
    except KeyError:
        y = y + 1
    with contextlib.suppress(KeyError):
        refused_quietly(kind, y)
    try:
        refused_for_good(kind, y)
    except KeyError as error:
        raise ValueError(kind) from error
    return y


# A handler in plain code goes on, but what it has called keeps nothing.
@jax.jit
def refused_at_each_call(x):
    print("refused", x)
    raise NotImplementedError


def tried(xs):
    for x in xs:
        try:
            refused_at_each_call(x)
        except NotImplementedError:
            continue


@jax.jit
def prints_what_refuses_its_format(x, best):
    print("best loss: %.4e" % best["total"])  # expect: JAX115
    print("norm {:.3f}".format(jnp.sum(x)))  # expect: JAX115
    print("mean %s" % jnp.mean(x))  # expect: JAX204
    return x
