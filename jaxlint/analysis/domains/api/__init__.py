"""Names and parameters that the project's JAX has or lacks."""
