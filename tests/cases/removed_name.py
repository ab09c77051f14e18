"""Names of JAX that are gone, however they are reached, and code that knows it."""

import contextlib
import importlib.metadata
import typing
from typing import Optional

import jax
import jax.numpy as jnp
import jax.tree_util as jtu
import pytest
from jax import __version__ as jax_version
from jax import lax, numpy
from jax import random as jr
from jax import tree_map as mapped  # expect: JAX801
from jax.config import config  # expect: JAX801
from jax.core import Primitive, Tracer  # expect: JAX801
from jax.experimental import enable_x64, optimizers, pallas  # expect: JAX801, JAX801
from jax.ops import index_mul  # expect: JAX801
from packaging.version import Version
from quax import _compat
from quax._compat import JAX_VERSION, NUMBER_OF_JAX

config.update("jax_enable_x64", True)


def by_attribute(params):
    return jax.tree_map(jnp.sin, params)  # expect: JAX801


def by_submodule(params):
    return jtu.tree_multimap(jnp.add, params, params)  # expect: JAX801


def by_imported_module(x, y):
    return numpy.in1d(x, y), lax.tie_in(x, y)  # expect: JAX801, JAX801


def as_a_value(functions):
    functions["map"] = jax.tree_leaves  # expect: JAX801
    return map(jax.tree_structure, functions)  # expect: JAX801


def through_a_local_name(params):
    api = jax
    return api.tree_map(jnp.sin, params)  # expect: JAX801


def imported_here():
    from jax import linear_util as lu  # expect: JAX801

    return lu.wrap_init


def module_of_old(path):
    import jax.experimental.maps as maps  # expect: JAX801

    return maps.xmap(path)


def whole_path(x):
    import jax.experimental.stax  # expect: JAX801

    return jax.experimental.stax.Dense(x)  # expect: JAX801


def in_an_annotation(key: jr.KeyArray):  # expect: JAX801
    return jr.normal(key)


def inside_an_annotation(key: Optional[jr.PRNGKeyArray] = None):  # expect: JAX801
    return key


def beside_none(x: jnp.DeviceArray | None = None):  # expect: JAX801
    return x


class Layer:
    weight: jnp.DeviceArray  # expect: JAX801

    def shapes(self):
        return jax.tree_map(jnp.shape, self.weight)  # expect: JAX801


class Key(jr.KeyArray):  # expect: JAX801
    pass


@jax.jit
def updated(x):
    return jax.ops.index_add(x, jax.ops.index[1:], 1.0)  # expect: JAX801, JAX801


def of_a_base_class(x):
    assert isinstance(x, jax.core.ConcreteArray)  # expect: JAX801
    return mapped(jnp.sin, x)


def under_an_unrelated_test(params, deep):
    if deep:
        return jax.tree_map(jnp.sin, params)  # expect: JAX801
    return params


def tried_for_another_reason(params):
    try:
        return jax.tree_map(jnp.sin, params)  # expect: JAX801
    except ValueError:
        return params


# What is there.


def still_there(params, x):
    jax.tree.map(jnp.sin, params), jtu.tree_map(jnp.sin, params), jax.ops.segment_sum(x, x)
    return Tracer, Primitive, enable_x64, optimizers, pallas


def private_names(x):
    from jax._src import core, never_there

    return core.gone(x), jax._src.tree_map(x), never_there


def text_annotation(key: "jr.KeyArray"):
    return jr.normal(key)


# Local objects of the same name.


def own_tree_map(f, tree):
    return f(tree)


def own_function(params):
    tree_map = own_tree_map
    return tree_map(jnp.sin, params)


def own_object(jax, params):
    return jax.tree_map(jnp.sin, params)


def other_library():
    import numpy as jnp

    return jnp.trapz, jnp.in1d


# Code that asks first.


def asked_by_hasattr(params):
    if hasattr(jax, "tree_map"):
        return jax.tree_map(jnp.sin, params)
    return jax.tree.map(jnp.sin, params)


def asked_in_a_ternary(params):
    tree_map = jax.tree.map if hasattr(jax, "tree") else jax.tree_map
    return tree_map(jnp.sin, params)


def asked_by_and(x):
    return hasattr(jnp, "in1d") and jnp.in1d(x, x)


def left_early(params):
    if not hasattr(jax, "tree_map"):
        return None
    return jax.tree_map(jnp.sin, params)


if jax.__version_info__ < (0, 4, 26):
    old_map = jax.tree_map
else:
    old_map = jax.tree.map

VERSION = tuple(int(part) for part in jax_version.split("."))
IS_OLD = VERSION < (0, 4, 26)


def by_flag(params):
    return jax.tree_map(jnp.sin, params) if IS_OLD else params


def is_old():
    return importlib.metadata.version("jax") < "0.4.26"


def by_function(params):
    if is_old():
        return jax.tree_map(jnp.sin, params)
    return params


def asked_of_what_it_gives(x):
    aval = jax.typeof(x)
    if hasattr(aval, "to_tangent_aval"):
        return aval.to_tangent_aval()
    return jax.core.raise_to_shaped(aval)


if IS_OLD:

    def defined_for_old(params):
        return jax.tree_map(jnp.sin, params)

    class ForOld:
        def mapped(self, params):
            return jax.tree_map(jnp.sin, params)


try:
    from jax.experimental.maps import xmap

    HAS_XMAP = True
except ImportError:
    HAS_XMAP = False


def by_what_was_tried(x):
    if HAS_XMAP:
        return xmap(jax.tree_map, x)
    return x


try:
    from jax.extend import linear_util
except ImportError:
    from jax import linear_util


def fallback(f):
    return linear_util.wrap_init(f)


def of_the_newest_releases(x, y):
    from jax.experimental.shard_alike import shard_alike  # expect: JAX801

    return shard_alike(x, y), jax.core.gensym, jax.extend.core.jaxpr_as_fun  # expect: JAX801


def tried(params):
    try:
        return jax.tree_map(jnp.sin, params)
    except AttributeError:
        return jax.tree.map(jnp.sin, params)


def suppressed():
    with contextlib.suppress(ImportError):
        from jax.experimental import host_callback

        return host_callback
    return None


def test_it_is_gone():
    with pytest.raises(AttributeError):
        jax.tree_map(jnp.sin, {})


if typing.TYPE_CHECKING:
    from jax.random import KeyArray


def for_the_type_checker(key: "KeyArray"):
    return jr.normal(key)


def by_getattr(params):
    return getattr(jax, "tree_map", jax.tree.map)(jnp.sin, params)


jax.tree_transpose = jax.tree.transpose


def given_to_jax(a, b, tree):
    return jax.tree_transpose(a, b, tree)


def modules_that_are_attributes_now():
    import jax.config  # expect: JAX801
    import jax.memory  # expect: JAX801
    from jax import config, memory

    return config, memory, jax.numpy.NINF  # expect: JAX801


def what_stood_in_is_gone_as_well(jax_core):
    from jax.core import CallPrimitive, clear_backends  # expect: JAX801, JAX804

    return CallPrimitive, clear_backends, jax.clear_backends()  # expect: JAX801


def of_other_modules(ref):
    from jax.experimental.pallas import atomic_add  # expect: JAX801
    from jax.experimental.pallas.triton import atomic_add as added
    from jax.prng import threefry_prng_impl  # expect: JAX801

    return atomic_add, added, threefry_prng_impl


# A module that a class computes with is read through its objects.
class Quadrature:
    xp = jnp

    def __init__(self, nodes):
        self.nodes = nodes

    def area(self, values):
        return self.xp.trapz(values, self.nodes)  # expect: JAX801

    def mean(self, values):
        return self.xp.mean(values)


class Chosen:
    xp = jnp

    def __init__(self, xp=None):
        if xp is not None:
            self.xp = xp

    def area(self, values, nodes):
        return self.xp.trapz(values, nodes)


class Declared:
    xp: object = jnp

    def area(self, values, nodes):
        return self.xp.trapz(values, nodes)


# What comes behind a Jacobian that is taken apart is code as any other.
def behind_a_jacobian(x, y):
    def both(x, y):
        return (x, x * y), x + y

    ((by_x, _), (_, by_y)), total = jax.jacrev(both, argnums=(0, 1), has_aux=True)(x, y)
    return jax.tree_map(jnp.add, by_x, by_y), index_mul(total, 0, 2.0)  # expect: JAX801


def behind_what_raises(x, y):
    first, second = jax.jacrev(lambda x, y: (x, y, x * y), argnums=(0, 1))(x, y)
    return jax.tree_map(jnp.add, first, second)


# A name that is not bound is another error than one that a module lacks.
def guarded_by_another_error(name):
    try:
        return jax.core.axis_frame(name)  # expect: JAX801
    except NameError:
        return None


def guarded_by_its_error(name):
    try:
        return jax.core.axis_frame(name)
    except AttributeError:
        return None


# Another library may say which JAX is installed.
if Version("0.4.36") >= JAX_VERSION:
    tracer_of_old = jax.core.ConcreteArray

if _compat.jaxlib_version_info < (0, 4, 36):
    shaped_of_old = jax.core.ConcreteArray

if NUMBER_OF_JAX >= Version("0.4.36"):
    shaped_of_any = jax.core.ConcreteArray  # expect: JAX801
