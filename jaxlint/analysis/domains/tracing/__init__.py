"""Tracing: which values are traced, why, and what a tracer refuses."""
