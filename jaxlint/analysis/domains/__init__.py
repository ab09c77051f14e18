"""What jaxlint knows of JAX, one folder for each domain."""
