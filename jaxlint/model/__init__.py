"""The model of a module: what binding makes of a libcst tree, and all that is seen of it later."""
