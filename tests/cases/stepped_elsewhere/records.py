"""Records that move on by an optimiser which other modules choose."""

from dataclasses import replace
from typing import Any, NamedTuple

import optax
from flax import struct


class Walker(NamedTuple):
    params: Any
    memory: Any

    def moved(self, rule, slopes):
        updates, _ = rule.update(slopes, self.memory, self.params)  # expect: JAX520
        return self._replace(params=optax.apply_updates(self.params, updates))

    def moved_whole(self, rule, slopes):
        updates, memory = rule.update(slopes, self.memory, self.params)
        return Walker(optax.apply_updates(self.params, updates), memory)

    def slid(self, rule, slopes):
        updates, _ = rule.update(slopes, self.memory, self.params)
        return self._replace(params=optax.apply_updates(self.params, updates))


@struct.dataclass
class Fitted:
    params: Any
    memory: Any
    rule: optax.GradientTransformation = struct.field(pytree_node=False)

    def stepped(self, slopes):
        updates, memory = self.rule.update(slopes, self.memory, self.params)  # expect: JAX520
        return replace(self, params=optax.apply_updates(self.params, updates))


def made(rate):
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate))
