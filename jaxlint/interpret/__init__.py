"""The abstract interpreter: runs every function under the contexts in which the program uses it."""
