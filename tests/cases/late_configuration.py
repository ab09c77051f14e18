"""Settings that come too late, or in time."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.experimental.compilation_cache import compilation_cache

os.environ["JAX_DEBUG_INFS"] = "1"  # expect: JAX606
os.environ.setdefault("JAX_PLATFORM_NAME", "cpu")  # expect: JAX606
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
os.environ["JAX_COORDINATOR_ADDRESS"] = "localhost:1234"
os.environ["HOME"] = "/"

COUNTS = jnp.array([1, 2, 3])

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_enable_x64", False)

SCALE = jnp.ones(3, dtype=float)
HALF = jnp.array([0.5])

os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = "0.5"  # expect: JAX606
jax.config.update("jax_enable_x64", True)  # expect: JAX606
jax.config.update("jax_enable_x64", False)
jax.config.update("jax_debug_nans", True)
jax.config.update("jax_num_cpu_devices", 2)  # expect: JAX606


def set_late(name):
    os.environ["JAX_DEBUG_NANS"] = "1"  # expect: JAX606
    os.environ[name] = "1"
    os.putenv("JAX_LOG_COMPILES", "1")  # expect: JAX606


def starts_first():
    jax.distributed.initialize()
    x = jnp.ones(3)
    return x


def starts_late():
    x = jnp.ones(3)
    jax.distributed.initialize()  # expect: JAX606
    return x


def sets_first(x):
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"
    return jnp.sum(x)


def sets_late(x):
    total = jnp.sum(x)
    os.environ["CUDA_VISIBLE_DEVICES"] = "0"  # expect: JAX606
    return total


def reads():
    return os.environ["JAX_PLATFORMS"], os.environ.get("XLA_FLAGS", "")


def expects_it():
    x = jnp.ones(3)
    try:
        jax.distributed.initialize()
    except RuntimeError:
        return None
    return x


def computes_elsewhere(x):
    os.environ["XLA_FLAGS"] = ""
    y = jnp.sum(x)
    return y


def other_settings():
    x = jnp.ones(3)
    jax.config.update("jax_debug_nans", True)
    jax.config.update("jax_default_matmul_precision", "highest")
    return x


def wide_in_a_function():
    x = jnp.ones(3)
    jax.config.update("jax_enable_x64", True)
    return x


def removes():
    x = jnp.ones(3)
    del os.environ["HOME"]
    return x, os.environ.pop("HOME", None)


# The running JAX is told beside it; the variable is for processes that are started later.
def tells_both(folder, wide):
    cache = os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", folder)
    if cache:
        jax.config.update("jax_compilation_cache_dir", cache)
    os.environ["JAX_ENABLE_X64"] = "1"
    jax.config.jax_enable_x64 = wide


def tells_another():
    os.environ["JAX_ENABLE_X64"] = "1"  # expect: JAX606
    jax.config.update("jax_debug_nans", True)


def tells_by_a_function(folder):
    os.environ["JAX_COMPILATION_CACHE_DIR"] = folder
    try:
        compilation_cache.set_cache_dir(folder)
    except OSError:
        pass


def tells_of_another(folder):
    os.environ["JAX_COMPILATION_CACHE_DIR"] = folder  # expect: JAX606
    compilation_cache.reset_cache()


def runs_a_child(script):
    env = dict(os.environ)
    env["JAX_PLATFORMS"] = "cpu"
    return script(env)


# Processes that are started below inherit the environment.
def runs_workers(tasks, work):
    from concurrent.futures import ProcessPoolExecutor

    before = os.environ.get("JAX_ENABLE_X64")
    os.environ["JAX_ENABLE_X64"] = "1"
    try:
        with ProcessPoolExecutor() as pool:
            return list(pool.map(work, tasks))
    finally:
        os.environ["JAX_ENABLE_X64"] = before or "0"


def runs_threads(tasks, work):
    from concurrent.futures import ThreadPoolExecutor

    os.environ["JAX_LOG_COMPILES"] = "1"  # expect: JAX606
    with ThreadPoolExecutor() as pool:
        return list(pool.map(work, tasks))
