"""The model of a module: what binding makes of a libcst tree, and all that later layers see of it."""
