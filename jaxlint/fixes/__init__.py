"""Fixes: edits of the source, and how they are applied."""
