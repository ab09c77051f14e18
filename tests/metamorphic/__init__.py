"""Meaning decides, not spelling: what is rewritten to mean the same gets the same findings."""
