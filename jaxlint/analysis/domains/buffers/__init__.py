"""Buffers: memory that arrays share or give away."""
