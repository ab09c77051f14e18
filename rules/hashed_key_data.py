"""A key derived from hash().

## What it finds
``hash(...)`` as a seed or as the data of ``fold_in``.

## Why it is bad
Python salts the hashes of strings anew in each process: the numbers differ from run to run and
from host to host.

## Example
    layer_key = jax.random.fold_in(key, hash("encoder"))

## Use instead
    layer_key = jax.random.fold_in(key, zlib.crc32(b"encoder"))

## When it stays quiet
Hashes of numbers and of tuples of them, which are the same in each process; other data,
``zlib.crc32`` and ``hashlib`` among them.

## Fix
None is offered: any fix changes the numbers drawn.
"""

from jaxlint.analysis.domains.keys.observations import KeyDependsOnHash
from jaxlint.diagnostics.findings import WARNING
from jaxlint.diagnostics.rule import Rule, Verdict


class HashedKeyData(Rule[KeyDependsOnHash]):
    """Judges key data made by hash()."""

    code = "JAX412"
    name = "hashed-key-data"
    outcome = "differs from run to run"
    severity = WARNING
    observes = KeyDependsOnHash

    def judge(self, seen: KeyDependsOnHash) -> Verdict | None:
        return Verdict(
            f"`{seen.spelled()}` depends on hash(), which differs in each process",
            "use zlib.crc32 or a fixed number",
        )
