"""The statements that a tracer may refuse: each asks for a truth, a number or a size."""

from __future__ import annotations

TRUTHS = (
    "if {s} > 0:\n    total = total + 1.0",
    "if {s}:\n    total = total + 1.0",
    "while {s} > 1e6:\n    break",
    "total = total + (1.0 if {s} > 0 else 2.0)",
    "assert {s} > -1e6",
    "flag = {s} > 0 and {r} > 0",
    "flag = {s} > 0 or {r} > 0",
    "flag = not ({s} > 0)",
    "flag = 0 < {s} < 5",
    "flag = {s} in (1.0, 2.0)",
    "flag = bool({s})",
    "flag = any([{s} > 0, {r} > 0])",
    "total = total + min({s}, {r})",
    "total = total + max({s}, {r}, 1.0)",
    "total = total + sorted([{s}, {r}])[0]",
    "total = total + positive({s})",
    "kept = [q for q in [1.0, 2.0] if {s} > q]",
    "if {w}.sum() > 0:\n    total = total + 1.0",
    "if jnp.any({w} > 0):\n    total = total + 1.0",
    "if {k} > 1:\n    total = total + 1.0",
)
NUMBERS = (
    "total = total + float({s})",
    "total = total + math.exp(-abs({s}))",
    "total = total + jnp.sin({s}).item()",
    "total = total + int({k})",
    "total = total + [1.0, 2.0][{k} % 2]",
    "for q in range({k}):\n    total = total + 1.0",
    "total = total + {w}.tolist()[0]",
    "total = total + np.sin({s})",
    "total = total + np.asarray({w})[0]",
    "total = total + np.sum({w})",
    "total = total + np.exp({w}).sum()",
    "total = total + len([0] * {k})",
)
SIZES = (
    "total = total + jnp.zeros({k}).sum()",
    "total = total + jnp.ones(({k}, 2)).sum()",
    "total = total + jnp.arange({k}).sum()",
    "total = total + {w}[:{k}].sum()",
    "total = total + {w}[{w} > 0].sum()",
    "total = total + jnp.nonzero({w})[0].sum()",
    "total = total + jnp.unique({w}).sum()",
    "total = total + {w}[{k} % 3]",
    "total = total + jnp.sum({w}, axis={k} * 0)",
    "total = total + jnp.broadcast_to({s}, ({k},)).sum()",
)
WRITES = ("{w}[0] = 1.0", "{w}[0] += 1.0")
FORMS = (*TRUTHS, *TRUTHS, *NUMBERS, *NUMBERS, *SIZES, *WRITES)
