"""The values that the interpreter computes with, and their join."""
