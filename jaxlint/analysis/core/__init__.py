"""The interpreter's core: engines, frames, calls and summaries."""
