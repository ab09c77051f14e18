"""Everything that takes a callable and hands it tracers, and what each one makes abstract.

Source: https://docs.jax.dev/en/latest/jax.html#transformations and, for what is abstract, what is
cached and what stays a Python value, the fixtures of the rules of families 1 and 2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Body(Enum):
    """How a transformation that runs its function at once hands it the operands."""

    WRAPS = "returns a transformed callable"
    SCAN = "f(carry, x) over (f, init, xs)"
    FORI = "body(i, carry) over (lower, upper, body, init)"
    WHILE = "cond(carry), body(carry) over (cond, body, init)"
    MAP = "f(x) over (f, xs)"
    COND = "branch(*operands) over (pred, true, false, *operands)"
    SWITCH = "branch(*operands) over (index, branches, *operands)"
    CALLS = "f(*operands) over (f, *operands)"
    JVP = "f(*primals) over (f, primals, tangents)"
    COMBINES = "f(a, b) over (f, elements)"
    HOST = "f(*operands) on the host over (f, result_shapes, *operands)"


class Arguments(Enum):
    """Which arguments of the transformed function become tracers."""

    ALL = "every argument that is not declared static"
    MAPPED = "those whose axis is not None"
    SPECIFIED = "those that have a spec"
    DIFFERENTIATED = "those in argnums, with readable values"
    ARRAYS = "arrays only; other leaves stay Python values"
    NONE = "none: the function sees what its caller passes"


@dataclass(frozen=True, slots=True)
class Transform:
    """One transformation.

    ``constants``: inside, even the result of ``jnp.zeros(3)`` is traced. ``cached``: the function
    runs once and what it read stays frozen. ``compiles``: each fresh function costs a compilation.
    ``repeats``: the body stands for many turns, so what it draws from a closed-over key repeats.
    ``filters``: leaves that are no arrays stay what they are. ``checks``: the callable gives an
    error beside what the function gives. ``lifts``: the first argument is the module that calls,
    which is no array. ``pairs``: the function gives its gradient too, and only its value leaves it.
    ``axes_at`` is the position of ``in_axes`` among the arguments. ``merges``: called in traced
    code it is compiled as if it were the function that it transforms. ``carries``: what is written
    to the objects among the arguments is there after the call. ``equal``: it knows a function by
    ``==``, so that methods of one object are one to it, and what it makes of equal functions serves
    as one to others of the kind. ``forward``: slopes go along with the numbers, not backwards from
    the result. ``fixes_numbers``: Python's numbers are compiled in. ``ruled``: a map around it runs
    a rule in the place of the function. ``presumed``: no code shows it. ``waits``: a call of it
    ends when the result is there, as Equinox's does since 0.11.8 to raise errors of the run
    (equinox/_jit.py, ``marker.block_until_ready``).
    """

    name: str
    arguments: Arguments
    body: Body = Body.WRAPS
    constants: bool = False
    cached: bool = False
    compiles: bool = False
    repeats: bool = False
    inspects: bool = False
    filters: bool = False
    checks: bool = False
    lifts: bool = False
    pairs: bool = False
    axes_at: int = 1
    carries: bool = False
    merges: bool = False
    equal: bool = False
    forward: bool = False
    fixes_numbers: bool = False
    ruled: bool = False
    presumed: bool = False
    waits: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether a call of what it makes may return before its work is done."""
        return self.compiles and not self.waits

    @property
    def keeps_signature(self) -> bool:
        """Whether what it makes is called as the function that it transforms."""
        return self.name in KEEPS_SIGNATURE

    @property
    def keeps_shapes(self) -> bool:
        """Whether the function sees whole arguments, not rows or shards of them."""
        whole = self.arguments is not Arguments.MAPPED
        return whole and self.name.rpartition(".")[2] not in RESHAPING

    @property
    def takes_numbers(self) -> bool:
        """Whether numbers among the leaves of a tree are traced as arrays are, for certain."""
        return not self.filters and not self.presumed

    @property
    def batches(self) -> bool:
        """Whether one run of the function stands for all rows, as under ``vmap``."""
        return self.arguments is Arguments.MAPPED and not self.compiles

    @property
    def abstract(self) -> bool:
        """Whether tracers made here have no readable value."""
        return self.arguments not in (Arguments.DIFFERENTIATED, Arguments.NONE)


_BY_NAME = 64

_JIT = Transform("jax.jit", Arguments.ALL, constants=True, cached=True, compiles=True, merges=True)
_PMAP = replace(
    _JIT,
    name="jax.pmap",
    arguments=Arguments.MAPPED,
    merges=False,
    axes_at=_BY_NAME,
    equal=True,  # Since JAX 0.10.2; before, as jit does, it told bound methods apart.
)
_GRAD = Transform("jax.grad", Arguments.DIFFERENTIATED)
_FORWARD = replace(_GRAD, name="jax.jacfwd", forward=True)
_VMAP = Transform("jax.vmap", Arguments.MAPPED)
_SHARD = Transform("jax.shard_map", Arguments.SPECIFIED)
_REMAT = Transform("jax.checkpoint", Arguments.ALL, constants=True, cached=True)
_SHAPE = Transform("jax.eval_shape", Arguments.ALL, constants=True, inspects=True)
_SOLVE = Transform("a solver", Arguments.ALL, body=Body.CALLS, constants=True)
_PASS = Transform("jax.custom_vjp", Arguments.NONE)
_RULED = Transform("jax.custom_batching.custom_vmap", Arguments.ALL, constants=True, ruled=True)
_LOOP = Transform("jax.lax.scan", Arguments.ALL, constants=True, cached=True, repeats=True)
_SCAN = replace(_LOOP, body=Body.SCAN)
_FORI = replace(_LOOP, name="jax.lax.fori_loop", body=Body.FORI)
_WHILE = replace(_LOOP, name="jax.lax.while_loop", body=Body.WHILE)
_MAP = replace(_LOOP, name="jax.lax.map", body=Body.MAP, cached=False)
_COND = replace(_LOOP, name="jax.lax.cond", body=Body.COND, repeats=False)
_SWITCH = replace(_COND, name="jax.lax.switch", body=Body.SWITCH)
# The callback that JAX leaves out where nobody wants its result.
RUNS_IF_WANTED = "jax.pure_callback"
_HOST = Transform(RUNS_IF_WANTED, Arguments.NONE, body=Body.HOST)


def _filtered(transform: Transform) -> Transform:
    return replace(transform, arguments=Arguments.ARRAYS, filters=True)


def _named(table: dict[str, Transform]) -> dict[str, Transform]:
    return {name: replace(transform, name=name) for name, transform in table.items()}


def _each(prefix: str, table: dict[str, Transform]) -> dict[str, Transform]:
    return {f"{prefix}.{name}": transform for name, transform in table.items()}


_CONTROL = {
    "scan": _SCAN,
    "fori_loop": _FORI,
    "while_loop": _WHILE,
    "map": _MAP,
    "cond": _COND,
    "switch": _SWITCH,
}

_DERIVATIVES = {
    "grad": _GRAD,
    "value_and_grad": _GRAD,
    "jacfwd": _FORWARD,
    "jacrev": _GRAD,
    "jacobian": _GRAD,
    "hessian": _GRAD,
}

TRANSFORMS: dict[str, Transform] = _named(
    {
        **_each("jax", {**_DERIVATIVES, "vmap": _VMAP, "jit": _JIT}),
        "jax.numpy.vectorize": _VMAP,
        "jax.pmap": _PMAP,
        "jax.shard_map": _SHARD,
        "jax.experimental.shard_map.shard_map": _SHARD,
        "jax.experimental.pjit.pjit": _JIT,
        "jax.checkpoint": _REMAT,
        "jax.remat": _REMAT,
        "jax.ad_checkpoint.checkpoint": _REMAT,
        "jax.eval_shape": replace(_SHAPE, body=Body.CALLS),
        "jax.make_jaxpr": _SHAPE,
        "jax.vjp": replace(_GRAD, body=Body.CALLS),
        "jax.linearize": replace(_FORWARD, body=Body.CALLS),
        "jax.jvp": replace(_FORWARD, body=Body.JVP),
        "jax.linear_transpose": replace(_SOLVE, constants=False),
        "jax.experimental.ode.odeint": replace(_SOLVE, cached=True),
        "jax.scipy.sparse.linalg.cg": _SOLVE,
        "jax.scipy.sparse.linalg.gmres": _SOLVE,
        "jax.scipy.sparse.linalg.bicgstab": _SOLVE,
        "jax.scipy.optimize.minimize": _SOLVE,
        "jax.custom_vjp": _PASS,
        "jax.custom_jvp": _PASS,
        "jax.custom_gradient": replace(_PASS, pairs=True),
        "jax.custom_batching.custom_vmap": _RULED,
        "jax.custom_batching.sequential_vmap": _RULED,
        "jax.named_call": _PASS,
        "jax.experimental.checkify.checkify": replace(_PASS, checks=True),
        "jax.pure_callback": _HOST,
        "jax.experimental.io_callback": _HOST,
        "jax.debug.callback": _HOST,
        **_each("jax.lax", _CONTROL),
        "jax.lax.associative_scan": Transform("jax.lax.scan", Arguments.NONE, body=Body.COMBINES),
        # Equinox: https://docs.kidger.site/equinox/api/transformations/
        **_each(
            "equinox",
            {
                "filter_jit": replace(_filtered(_JIT), equal=True, fixes_numbers=True, waits=True),
                "filter_vmap": replace(_VMAP, filters=True, equal=True),
                "filter_pmap": replace(_PMAP, filters=True, fixes_numbers=True),
                "filter_grad": replace(_GRAD, filters=True, equal=True),
                "filter_value_and_grad": replace(_GRAD, filters=True, equal=True),
                "filter_checkpoint": _filtered(_REMAT),
                "filter_eval_shape": replace(_filtered(_SHAPE), body=Body.CALLS),
                "filter_make_jaxpr": _filtered(_SHAPE),
                "filter_custom_vjp": _PASS,
                "filter_custom_jvp": _PASS,
                "internal.while_loop": replace(_WHILE, filters=True),
                "internal.scan": replace(_SCAN, filters=True),
            },
        ),
        # Flax: https://flax.readthedocs.io/en/latest/api_reference/
        **_each(
            "flax.nnx",
            {
                name: replace(transform, carries=True)
                for name, transform in {
                    **{k: v for k, v in _CONTROL.items() if k not in ("scan", "map")},
                    "jit": _filtered(_JIT),
                    "pmap": replace(_PMAP, filters=True, equal=False),
                    "vmap": _VMAP,
                    "grad": _GRAD,
                    "value_and_grad": _GRAD,
                    "remat": _filtered(_REMAT),
                    "checkpoint": _filtered(_REMAT),
                }.items()
            },
        ),
        "flax.nnx.eval_shape": replace(_filtered(_SHAPE), body=Body.CALLS),
        **_each(
            "flax.linen",
            {
                name: replace(transform, lifts=True)
                for name, transform in {
                    "jit": _JIT,
                    "remat": _REMAT,
                    "checkpoint": _REMAT,
                    "scan": replace(_REMAT, repeats=True),
                    "vmap": replace(_VMAP, axes_at=3),
                }.items()
            },
        ),
        # Haiku: https://dm-haiku.readthedocs.io/en/latest/api.html#jax-fundamentals
        **_each(
            "haiku",
            {
                **_CONTROL,
                "jit": _JIT,
                "grad": _GRAD,
                "value_and_grad": _GRAD,
                "remat": _REMAT,
                "eval_shape": replace(_SHAPE, body=Body.CALLS),
            },
        ),
        "numpyro.contrib.control_flow.scan": _SCAN,
        "numpyro.contrib.control_flow.cond": _COND,
        "chex.chexify": _PASS,
        "chex.assert_max_traces": _PASS,
        "optax.value_and_grad_from_state": _GRAD,
    }
)

# Beside those that map, what hands a function other shapes than it is called with.
RESHAPING = frozenset(("pmap", "filter_pmap", "shard_map", "linear_transpose", "odeint"))

# A longer road to the same function: private homes of public names, as a project that is itself
# one of these libraries imports them, and some others.
_AT_HOME = """
    jit vmap grad value_and_grad jacfwd jacrev hessian eval_shape make_jaxpr vjp jvp linearize
    linear_transpose named_call
    """.split()
for _alias, _name in {
    **{f"jax._src.api.{name}": f"jax.{name}" for name in _AT_HOME},
    "equinox._jit.filter_jit": "equinox.filter_jit",
}.items():
    TRANSFORMS[_alias] = TRANSFORMS[_name]

# Options of a jit that hold where it is called in traced code too: constraints on its layout.
KEPT_INSIDE = frozenset("in_shardings out_shardings in_axis_resources out_axis_resources".split())

# What Flax, Haiku and Equinox programs do with a module's ``__call__``: they compile what calls it.
MODULE_CALL = Transform("a jitted step", Arguments.ALL, presumed=True)

# Pallas runs a kernel on references, anew for each call of what it makes.
KERNEL_CALL = Transform("pallas_call", Arguments.ALL, constants=True)

# They return another callable at once, and raise without one; ``jax.jit`` takes it later too.
NEEDS_FUNCTION = frozenset(
    f"jax.{name}"
    for name in """
    grad value_and_grad jacfwd jacrev jacobian hessian vmap pmap checkpoint remat custom_vjp
    custom_jvp make_jaxpr named_call
    """.split()
)

# What they transform has a derivative rule of its own: nothing in it is differentiated.
OWN_RULES = frozenset(
    (
        *(f"jax.custom_{kind}" for kind in ("jvp", "vjp", "gradient")),
        *(f"equinox.filter_custom_{kind}" for kind in ("jvp", "vjp")),
    )
)

# Their rules give slopes backwards alone: in code that is differentiated forwards a call raises.
BACKWARD_RULED = frozenset(("jax.custom_vjp", "jax.custom_gradient", "equinox.filter_custom_vjp"))

# A second one of the same function finds what the first one compiled. Run on JAX 0.10.2, Equinox
# 0.13 and Flax 0.12, of which ``nnx.jit`` compiles each time.
KNOWS_FUNCTIONS_AGAIN = frozenset(("jax.jit", "jax.pmap", "equinox.filter_jit"))

# Methods that give a function rules of its own for its derivatives.
RULE_DEFINERS = frozenset(("defvjp", "defjvp", "defjvps"))

# They differentiate each array of the result, and give a tree like it.
OF_EACH_RESULT = frozenset(f"jax.{name}" for name in ("jacfwd", "jacrev", "jacobian", "hessian"))

# They differentiate what is differentiated already.
TWICE = frozenset(("jax.hessian",))

# What they return takes the arguments of the function.
KEEPS_SIGNATURE = frozenset(
    (
        *(NEEDS_FUNCTION - {"jax.custom_vjp", "jax.custom_jvp"}),
        "jax.jit",
        *(
            f"equinox.filter_{name}"
            for name in "jit grad value_and_grad vmap checkpoint jacfwd jacrev hessian".split()
        ),
        *(f"flax.nnx.{name}" for name in "jit grad value_and_grad vmap remat".split()),
    )
)

STATIC_OPTIONS = frozenset(
    """
    static_argnums static_argnames static_broadcasted_argnums nondiff_argnums nondiff_argnames
    excluded
    """.split()
)
