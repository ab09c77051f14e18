"""What the project computes by JAX."""

from .arrays import halved

__all__ = ["halved"]
