"""Python's semantics: statements, expressions, classes, builtins."""
