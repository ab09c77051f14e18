"""Compilation: jits that are made again, and what compiles anew."""
