"""What jaxlint knows of JAX and its libraries: data, in this one place.

``tests/test_knowledge.py`` holds every name here against the installed jax.
"""
