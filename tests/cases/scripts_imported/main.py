"""What a script computes for itself is not there where it is imported."""

import jax

import base
import tables

jax.config.update("jax_enable_x64", True)  # expect: JAX606
print(base.scaled(1.0), tables.ROOTS)
